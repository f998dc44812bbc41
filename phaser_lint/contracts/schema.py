"""What makes a contract valid: from a plain mapping to a ``Contract``, or to all its problems.

Every problem of a mapping is found in one pass, each as ``key`` and what was expected there, so
that an author mends a contract once. An unknown key is said, with the nearest known one, and the
contract still counts.
"""

from __future__ import annotations

from phaser_lint.contracts import version_1
from phaser_lint.contracts.yaml_documents import Surprise
from phaser_lint.globs.compile import compile_globs, globs_problem
from phaser_lint.literals.required import Derived, derived, literal_requirement
from phaser_lint.model import Contract
from phaser_lint.patterns import compile_pattern, names_carriage_return, pattern_problem
from phaser_lint.record import Record
from phaser_lint.regex_engine import code_of
from phaser_lint.rules import PATTERN_TYPES, TREE_SCOPE_TYPES, TYPES
from phaser_lint.starts import worth_looking_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REQUIRED = ("rule_id", "type", "file_glob", "message", "severity")
OPTIONAL = (
    "pattern",
    "enabled",
    "rationale",
    "exclude_glob",
    "literal",
    "scope",
    "ignorable",
    "examples",
    "tags",
    "url",
)
KEYS = (*REQUIRED, *OPTIONAL)
SEVERITIES = ("error", "warning")
SCOPES = ("file", "tree")
_ID_LENGTH = 64
_ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")


class KeyProblem(Record):
    """What was expected at a key; ``fatal`` if the contract cannot count."""

    key: str
    expected: str
    fatal: bool = True


class Checked(Record):
    """A mapping's contract, or none, and everything that was wrong with it."""

    contract: Contract | None
    problems: tuple[KeyProblem, ...]


def check_mapping(value: Any, *, source: Any, path: str) -> Checked:
    """Return the contract that *value* describes, and each problem with it."""
    if not isinstance(value, dict):
        return Checked(None, (KeyProblem("", f"expected a mapping, not {_kind(value)}"),))
    if version_1.is_version_1(value):
        return _check_version_1(value, source=source, path=path)
    return _check_today(value, source=source, path=path)


def _check_version_1(value: dict[str, Any], *, source: Any, path: str) -> Checked:
    rule = value["rule"]
    if not isinstance(rule, dict):
        return Checked(None, (KeyProblem("rule", f"expected a mapping, not {_kind(rule)}"),))
    unknown = _unknown_keys(value, version_1.OUTER_KEYS) + [
        problem._replace(key=f"rule.{problem.key}")
        for problem in _unknown_keys(rule, version_1.RULE_KEYS)
    ]
    checked = _check_today(version_1.convert(value), source=source, path=path)
    renamed = [
        problem._replace(key=version_1.written_key(problem.key)) for problem in checked.problems
    ]
    return Checked(checked.contract, (*renamed, *unknown))


def _check_today(value: dict[str, Any], *, source: Any, path: str) -> Checked:
    reader = _Reader(value)
    kind = reader.choice("type", TYPES)
    file_glob = reader.globs("file_glob", required=True)
    exclude_glob = reader.globs("exclude_glob")
    pattern = reader.pattern()
    literal = reader.boolean("literal", default=False)
    fields: dict[str, Any] = {
        "rule_id": reader.rule_id(),
        "message": reader.text("message", required=True),
        "severity": reader.choice("severity", SEVERITIES),
        "enabled": reader.boolean("enabled", default=True),
        "rationale": reader.text("rationale"),
        "scope": reader.scope(),
        "ignorable": reader.boolean("ignorable", default=True),
        "valid_examples": reader.examples("valid"),
        "invalid_examples": reader.examples("invalid"),
        "tags": reader.texts("tags"),
        "url": reader.text("url"),
    }
    problems = (*reader.problems, *_unknown_keys(value, KEYS))
    if reader.problems:
        return Checked(None, problems)
    contract = Contract(
        **fields,
        type=kind,
        pattern=pattern,
        literal=literal,
        file_glob=file_glob,
        exclude_glob=exclude_glob,
        source=source,
        path=path,
        globs=compile_globs(file_glob, exclude_glob),
        **_prepared(kind, pattern, literal=literal),
    )
    return Checked(contract, problems)


def _prepared(kind: str, pattern: str, *, literal: bool) -> dict[str, Any]:
    """Return what is derived from a pattern once, so that a search need not derive it again."""
    if kind not in PATTERN_TYPES:
        return {}
    certain = Derived(literal_requirement(pattern), None) if literal else derived(pattern)
    return {
        "raw_text": names_carriage_return(pattern, literal=literal),
        "requirement": certain.requirement,
        "starts": certain.starts if worth_looking_for(certain.starts) else None,
        "code": code_of(compile_pattern(pattern, literal=literal)),
    }


def _unknown_keys(value: dict[str, Any], known: tuple[str, ...]) -> list[KeyProblem]:
    return [
        KeyProblem(key, f"unknown key{_nearest(key, known)}", fatal=False)
        for key in value
        if key not in known
    ]


def _nearest(word: str, known: tuple[str, ...]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word.lower().replace("_", ""), [k.replace("_", "") for k in known], 1)
    names = {name.replace("_", ""): name for name in known}
    return f"; did you mean {names[close[0]]}?" if close else ""


def _kind(value: Any) -> str:
    if isinstance(value, Surprise):
        return f"the {value.kind} {value.written} (put it in quotes)"
    names = {dict: "a mapping", list: "a list", bool: "a boolean", str: "a text"}
    return names.get(type(value), "nothing")


class _Reader:
    """Reads the keys of one mapping and gathers what is wrong with them."""

    def __init__(self, value: dict[str, Any]) -> None:
        self.value = value
        self.problems: list[KeyProblem] = []

    def expect(self, key: str, expected: str) -> None:
        self.problems.append(KeyProblem(key, f"expected {expected}"))

    def text(self, key: str, *, required: bool = False) -> str:
        found = self.value.get(key)
        if found is None and not required:
            return ""
        if not isinstance(found, str):
            self.expect(key, f"a text, not {_kind(found)}")
        elif required and not found.strip():
            self.expect(key, "a text that is not empty")
        else:
            return found
        return ""

    def rule_id(self) -> str:
        found = self.value.get("rule_id")
        if (
            isinstance(found, str)
            and 0 < len(found) <= _ID_LENGTH
            and _ID_CHARACTERS.issuperset(found)
        ):
            return found
        shown = f'"{found}"' if isinstance(found, str) else _kind(found)
        self.expect("rule_id", f"1 to {_ID_LENGTH} letters, digits and hyphens, not {shown}")
        return ""

    def choice(self, key: str, choices: tuple[str, ...], default: str = "") -> str:
        found = self.value.get(key)
        if found is None and default:
            return default
        if isinstance(found, str) and found in choices:
            return found
        hint = _nearest(found, choices) if isinstance(found, str) else ""
        shown = f'"{found}"' if isinstance(found, str) else _kind(found)
        self.expect(key, f"one of {', '.join(choices)}, not {shown}{hint}")
        return ""

    def boolean(self, key: str, *, default: bool) -> bool:
        found = self.value.get(key)
        if found is None and key not in self.value:
            return default
        if not isinstance(found, bool):
            shown = found.written if isinstance(found, Surprise) else _kind(found)
            self.expect(key, f"true or false, not {shown}")
        return found is True

    def texts(self, key: str, inner: str = "") -> tuple[str, ...]:
        found = self.value.get(key)
        name = key
        if inner and isinstance(found, dict):
            found, name = found.get(inner), f"{key}.{inner}"
        if found is None:
            return ()
        items = [found] if isinstance(found, str) else found
        if not isinstance(items, list):
            self.expect(name, f"a text or a list of texts, not {_kind(found)}")
            return ()
        for index, item in enumerate(items):
            if not isinstance(item, str):
                self.expect(f"{name}[{index}]", f"a text, not {_kind(item)}")
        return tuple(item for item in items if isinstance(item, str))

    def globs(self, key: str, *, required: bool = False) -> tuple[str, ...]:
        found = self.texts(key)
        if not found and (required or self.value.get(key) is not None):
            if not any(problem.key.startswith(key) for problem in self.problems):
                self.expect(key, "a glob or a list of globs")
            return ()
        problem = globs_problem(found) if found else None
        if problem:
            self.expect(key, problem)
        return found

    def pattern(self) -> str:
        kind, found = self.value.get("type"), self.value.get("pattern")
        if kind not in PATTERN_TYPES and (kind in TYPES or found is None):
            if found not in (None, ""):
                self.expect("pattern", f"no pattern: {kind} looks at names only")
            return ""
        # A blank is a pattern: "\t" forbids tabs.
        found = found if isinstance(found, str) and found else self.text("pattern", required=True)
        problem = found and self.value.get("literal") is not True and pattern_problem(found)
        if problem:
            self.expect("pattern", problem)
        return found

    def scope(self) -> str:
        scope = self.choice("scope", SCOPES, default="file")
        kind = self.value.get("type")
        if scope == "tree" and kind in TYPES and kind not in TREE_SCOPE_TYPES:
            self.expect("scope", f"file: tree is for {' and '.join(TREE_SCOPE_TYPES)}")
        return scope

    def examples(self, kind: str) -> tuple[str, ...]:
        found = self.value.get("examples")
        if found is None:
            return ()
        if not isinstance(found, dict):
            if kind == "valid":
                self.expect("examples", f"a mapping with valid and invalid, not {_kind(found)}")
            return ()
        if kind == "valid":
            for key in found:
                if key not in ("valid", "invalid"):
                    self.expect(f"examples.{key}", "valid or invalid")
        return self.texts("examples", kind)
