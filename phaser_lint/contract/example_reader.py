"""Reads the key ``examples`` of a contract, and gathers what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from phaser_lint.contract.key_reader import (
    describe_kind,
    find_misspelled_keys,
    find_unknown_keys,
)
from phaser_lint.contract.keys import EXAMPLE_KEYS, EXAMPLES_KEYS, list_key_names
from phaser_lint.contract.model import Contract
from phaser_lint.contract.near_names import render_name_hint
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.example import Example, TextsByPath
from phaser_lint.contract.rules.example_language import is_in_no_language
from phaser_lint.contract.rules.rule import Rule
from phaser_lint.contract.yaml_documents import KeyProblem

_KINDS = list_key_names(EXAMPLES_KEYS)
_FORMS = "a text, or a mapping with text, path or files"
_PATH = "a path from the level's folder, such as src/a.py"


class ExampleReader:
    """Reads the examples of one contract of the type *rule*, where that is known."""

    def __init__(self, rule: Rule | None, *, has_fix: bool) -> None:
        self._rule = rule
        self._has_fix = has_fix
        self.problems: list[KeyProblem] = []

    def read(self, yaml_value: Any) -> dict[str, tuple[tuple[Any, ...], ...]]:
        """Return the examples of each kind, as plain tuples."""
        if yaml_value is not None and not isinstance(yaml_value, dict):
            self._expect(
                "examples", f"a mapping with valid and invalid, not {describe_kind(yaml_value)}"
            )
        examples_by_kind = yaml_value if isinstance(yaml_value, dict) else {}
        for key in examples_by_kind:
            if key not in _KINDS:
                self._expect(f"examples.{key}", f"valid or invalid{render_name_hint(key, _KINDS)}")
        plain_by_kind: dict[str, tuple[tuple[Any, ...], ...]] = dict.fromkeys(_KINDS, ())
        for kind in _KINDS:
            key, yaml_examples = f"examples.{kind}", examples_by_kind.get(kind)
            if isinstance(yaml_examples, (str, dict)):
                plain_by_kind[kind] = (tuple(self._example(yaml_examples, key)),)
            elif isinstance(yaml_examples, list):
                examples = [
                    self._example(example, f"{key}[{index}]")
                    for index, example in enumerate(yaml_examples)
                ]
                plain_by_kind[kind] = tuple([tuple(example) for example in examples])
            elif yaml_examples is not None:
                self._expect(
                    key, f"an example or a list of them, not {describe_kind(yaml_examples)}"
                )
        return plain_by_kind

    def _example(self, yaml_value: Any, key: str) -> Example:
        # Where nothing of a file is read, its path is all there is to say.
        needs_before = self._rule is not None and self._rule.evidence == "lost match"
        if needs_before and not isinstance(yaml_value, dict):
            self._expect(key, f"a mapping with files and before, not {describe_kind(yaml_value)}")
            return Example()
        if isinstance(yaml_value, str):
            of_path = self._rule is not None and self._rule.is_about_paths()
            return Example(path=yaml_value) if of_path else Example(yaml_value)
        if not isinstance(yaml_value, dict):
            self._expect(key, f"{_FORMS}, not {describe_kind(yaml_value)}")
            return Example()
        known_keys = list_key_names(EXAMPLE_KEYS)
        misspelled = find_misspelled_keys(yaml_value, known_keys)
        if needs_before and "before" not in {*yaml_value, *misspelled}:
            self._expect(f"{key}.before", "the files as they were: texts by path")
        self.problems += [
            problem._replace(key=f"{key}.{problem.key}")
            for problem in find_unknown_keys(yaml_value, known_keys)
        ]
        if not misspelled:
            self._check_form(yaml_value, key)
        text, path = (self._text(yaml_value, name, key) for name in ("text", "path"))
        if path is not None and not _is_path(path):
            self._expect(f"{key}.path", f'{_PATH}, not "{path}"')
        return Example(
            text=text,
            path=path,
            files=self._files(yaml_value, "files", key),
            before=self._files(yaml_value, "before", key),
            fixed=None if "files" in yaml_value else self._text(yaml_value, "fixed", key),
        )

    def _check_form(self, mapping: dict[str, Any], key: str) -> None:
        """Say what does not go together, of the keys that are there."""
        rule, has_files = self._rule, "files" in mapping
        if has_files:
            for name in ("text", "path", "fixed"):
                if name in mapping:
                    self._expect(f"{key}.{name}", "none beside files")
        elif "text" not in mapping and (
            "path" not in mapping or (rule and not rule.is_about_paths())
        ):
            self._expect(key, "text, or files")
        if "before" in mapping and not has_files:
            self._expect(f"{key}.before", "none without files")
        elif "before" in mapping and rule is not None and "base" not in rule.needs:
            self._expect(f"{key}.before", f"none: {rule.type} compares with no base")
        if has_files or "fixed" not in mapping:
            return
        if not key.startswith("examples.invalid"):
            self._expect(f"{key}.fixed", "none in a valid example")
        elif not self._has_fix:
            self._expect(f"{key}.fixed", "none: the contract has no fix")

    def _text(self, mapping: dict[str, Any], name: str, key: str) -> str | None:
        text = mapping.get(name)
        if name in mapping and not isinstance(text, str):
            self._expect(f"{key}.{name}", f"a text, not {describe_kind(text)}")
        return text if isinstance(text, str) else None

    def _files(self, mapping: dict[str, Any], name: str, key: str) -> TextsByPath | None:
        files = mapping.get(name)
        if name not in mapping:
            return None
        if not isinstance(files, dict):
            self._expect(
                f"{key}.{name}", f"a mapping of paths to texts, not {describe_kind(files)}"
            )
            return None
        for path, text in files.items():
            if not _is_path(path):
                self._expect(f"{key}.{name}", f'{_PATH}, not "{path}"')
            if not isinstance(text, str):
                self._expect(f"{key}.{name}.{path}", f"a text, not {describe_kind(text)}")
        return tuple([(path, text) for path, text in files.items() if isinstance(text, str)])

    def _expect(self, key: str, expected: str) -> None:
        self.problems.append(KeyProblem(key, f"expected {expected}"))


def _is_path(path: str) -> bool:
    return {"", ".", ".."}.isdisjoint(path.split("/"))


def find_example_problems(contract: Contract) -> Iterator[tuple[str, str]]:
    """Yield what was expected of ``examples`` of *contract*, each right by itself, by key."""
    for kind in _KINDS:
        for place, plain_example in enumerate(getattr(contract, f"{kind}_examples")):
            key, example = f"examples.{kind}[{place}]", Example(*plain_example)
            if contract.value_of("item") is not None and example.stands_anywhere():
                yield (
                    key,
                    "the path beside the text, as {path: src/a.py, text: …}, for it is the item",
                )
            if is_in_no_language(contract, example):
                is_of_imports = RULES[contract.type].evidence == "import"
                language = "a language whose imports are read" if is_of_imports else "the language"
                yield key, f"{{path: …, text: …}}: no glob of the contract tells {language}"
