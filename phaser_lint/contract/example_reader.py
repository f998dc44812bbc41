"""Reads the key ``examples`` of a contract, and gathers what is wrong with it."""

from __future__ import annotations

from phaser_lint.contract.key_reader import KeyProblem, kind_of, unknown_keys
from phaser_lint.contract.keys import EXAMPLE_KEYS, EXAMPLES_KEYS, names_of
from phaser_lint.contract.near_names import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.contract.rules.example import Example, Texts
    from phaser_lint.contract.rules.rule import Rule

_KINDS = names_of(EXAMPLES_KEYS)
_FORMS = "a text, or a mapping with text, path or files"
_PATH = "a path from the level's folder, such as src/a.py"


class ExampleReader:
    """Reads the examples of one contract of the type *rule*, where that is known."""

    def __init__(self, rule: Rule | None, *, has_fix: bool) -> None:
        self._rule = rule
        self._has_fix = has_fix
        self.problems: list[KeyProblem] = []

    def read(self, found: Any) -> dict[str, tuple[tuple[Any, ...], ...]]:
        """Return the examples of each kind, as plain tuples."""
        if found is not None and not isinstance(found, dict):
            self._expect("examples", f"a mapping with valid and invalid, not {kind_of(found)}")
        given = found if isinstance(found, dict) else {}
        for key in given:
            if key not in _KINDS:
                self._expect(f"examples.{key}", f"valid or invalid{nearest(key, _KINDS)}")
        return {kind: self._of_kind(given.get(kind), f"examples.{kind}") for kind in _KINDS}

    def _of_kind(self, found: Any, key: str) -> tuple[tuple[Any, ...], ...]:
        if found is None:
            return ()
        if isinstance(found, (str, dict)):
            return (tuple(self._example(found, key)),)
        if not isinstance(found, list):
            self._expect(key, f"an example or a list of them, not {kind_of(found)}")
            return ()
        return tuple([tuple(self._example(one, f"{key}[{at}]")) for at, one in enumerate(found)])

    def _example(self, found: Any, key: str) -> Example:
        from phaser_lint.contract.rules.example import Example  # here: most contracts have none

        # Where nothing of a file is read, its path is all there is to say.
        if isinstance(found, str):
            of_path = self._rule is not None and self._rule.is_about_paths()
            return Example(path=found) if of_path else Example(found)
        if not isinstance(found, dict):
            self._expect(key, f"{_FORMS}, not {kind_of(found)}")
            return Example()
        self.problems += [
            problem._replace(key=f"{key}.{problem.key}")
            for problem in unknown_keys(found, names_of(EXAMPLE_KEYS))
        ]
        self._check_form(found, key)
        return Example(
            text=self._text(found, "text", key),
            path=self._path(found, key),
            files=self._files(found, "files", key),
            before=self._files(found, "before", key),
            fixed=None if "files" in found else self._text(found, "fixed", key),
        )

    def _check_form(self, found: dict[str, Any], key: str) -> None:
        """Say what does not go together, of the keys that are there."""
        rule, whole = self._rule, "files" in found
        if whole:
            for name in ("text", "path", "fixed"):
                if name in found:
                    self._expect(f"{key}.{name}", "none beside files")
        elif "text" not in found and ("path" not in found or (rule and not rule.is_about_paths())):
            self._expect(key, "text, or files")
        if "before" in found and not whole:
            self._expect(f"{key}.before", "none without files")
        elif "before" in found and rule is not None and "base" not in rule.needs:
            self._expect(f"{key}.before", f"none: {rule.type} compares with no base")
        if whole or "fixed" not in found:
            return
        if not key.startswith("examples.invalid"):
            self._expect(f"{key}.fixed", "none in a valid example")
        elif not self._has_fix:
            self._expect(f"{key}.fixed", "none: the contract has no fix")

    def _text(self, found: dict[str, Any], name: str, key: str) -> str | None:
        text = found.get(name)
        if name in found and not isinstance(text, str):
            self._expect(f"{key}.{name}", f"a text, not {kind_of(text)}")
        return text if isinstance(text, str) else None

    def _path(self, found: dict[str, Any], key: str) -> str | None:
        path = self._text(found, "path", key)
        if path is not None and not _is_path(path):
            self._expect(f"{key}.path", f'{_PATH}, not "{path}"')
        return path

    def _files(self, found: dict[str, Any], name: str, key: str) -> Texts | None:
        files = found.get(name)
        if name not in found:
            return None
        if not isinstance(files, dict):
            self._expect(f"{key}.{name}", f"a mapping of paths to texts, not {kind_of(files)}")
            return None
        for path, text in files.items():
            if not _is_path(path):
                self._expect(f"{key}.{name}", f'{_PATH}, not "{path}"')
            if not isinstance(text, str):
                self._expect(f"{key}.{name}.{path}", f"a text, not {kind_of(text)}")
        return tuple([(path, text) for path, text in files.items() if isinstance(text, str)])

    def _expect(self, key: str, expected: str) -> None:
        self.problems.append(KeyProblem(key, f"expected {expected}"))


def _is_path(path: str) -> bool:
    return {"", ".", ".."}.isdisjoint(path.split("/"))
