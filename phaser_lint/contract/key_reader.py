"""Reads the keys of a contract's mapping, and gathers what is wrong with each of them."""

from __future__ import annotations

from phaser_lint.contract.near_names import (
    boolean_shown,
    id_expected,
    is_id,
    near_id,
    nearest,
)
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.yaml_documents import Surprise
from phaser_lint.core import Record
from phaser_lint.text.globs.compile import globs_problem
from phaser_lint.text.search.given_groups import written_out
from phaser_lint.text.search.pattern_problems import pattern_problem

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from phaser_lint.contract.rules.rule import Key, Rule

SCOPES = ("file", "tree")
MOST_DIGITS = 9
MOST_TEXTS = 1_000
"""In a list, or in a mapping: each may be asked of each file."""
_LONGEST_MESSAGE = 10_000
_FIELDS = ("{dir}", "{name}", "{stem}", "{ext}")
# What is found in every file, once.
_ANY_FILE = r"\A"
# What is looked at without a pattern, by a rule's subject.
_LOOKED_AT = {"files": "names only", "size": "the size", "change": "what changes"}
# What the value of a key of one's own is, is one's own affair.
_FREE = "x-"


class KeyProblem(Record):
    """What was expected at a key."""

    key: str
    expected: str


def unknown_keys(value: Iterable[str], known: Sequence[str]) -> list[KeyProblem]:
    """Return a problem for each key that nobody reads: it may be one that narrows a contract."""
    strange = [key for key in value if key not in known and not key.startswith(_FREE)]
    return [KeyProblem(key, _unknown(key, nearest(key, known))) for key in strange]


def unknown_to(rule: Rule, value: Iterable[str], known: Sequence[str]) -> list[KeyProblem]:
    """Return a problem for each key that contracts of the type *rule* do not have."""
    found = []
    lacking = [KeyProblem(key, "") for key in rule.lacks() if key in value]
    for problem in (*lacking, *unknown_keys(value, known)):
        having = [each.type for each in RULES.values() if problem.key in each.key_names()]
        takes = ", ".join(rule.key_names()) or "none of its own"
        expected = f"expected no such key: it is for {{}}; {rule.type} takes {takes}"
        found.append(
            problem._replace(expected=expected.format(_all_of(having))) if having else problem
        )
    return found


def _all_of(names: Sequence[str]) -> str:
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _unknown(key: str, hint: str) -> str:
    own = f"a key of your own is written {_FREE}{key}"
    return f"unknown key{hint} ({own})" if hint else f"unknown key; {own}"


def kind_of(value: Any) -> str:
    """Return what a plain value is: ``a list``."""
    if isinstance(value, Surprise):
        return f"the {value.kind} {value.written} (put it in quotes)"
    if isinstance(value, dict) and value and all(each is None for each in value.values()):
        return "a mapping (a text that starts with `{` is put in quotes)"
    names = {dict: "a mapping", list: "a list", bool: "a boolean", str: "a text"}
    return names.get(type(value), "nothing")


class KeyReader:
    """Reads the keys of one mapping and gathers what is wrong with them."""

    def __init__(self, value: dict[str, Any], root: str = "") -> None:
        self.value = value
        self._root = root
        self.problems: list[KeyProblem] = []

    def expect(self, key: str, expected: str) -> None:
        self.problems.append(KeyProblem(key, f"expected {expected}"))

    def expect_other(self, key: str, expected: str, shown: str = "") -> None:
        """Add the problem that something else than *expected* stands at *key*, or nothing."""
        found = self.value.get(key)
        if key not in self.value:
            self.problems.append(KeyProblem(key, f"missing; expected {expected}"))
        elif found is None:
            hint = "" if key != "pattern" and "glob" not in key else " in quotes"
            self.problems.append(KeyProblem(key, f"empty; expected {expected}{hint}"))
        else:
            self.expect(key, f"{expected}, not {shown or kind_of(found)}")

    def text(self, key: str, *, required: bool = False) -> str:
        found = self.value.get(key)
        if found is None and not required:
            return ""
        if not isinstance(found, str):
            self.expect_other(key, "a text")
        elif required and not found.strip():
            self.expect(key, "a text that is not empty")
        else:
            return found
        return ""

    def message(self) -> str:
        """Read the message, which is shown with each violation."""
        found = self.text("message", required=True)
        if len(found) > _LONGEST_MESSAGE:
            self.expect("message", f"at most {_LONGEST_MESSAGE:,} characters, not {len(found):,}")
        return found

    def rule_id(self, key: str = "rule_id") -> str:
        found = self.value.get(key)
        if isinstance(found, str) and is_id(found):
            return found
        shown = f'"{found}"{near_id(found)}' if isinstance(found, str) else ""
        self.expect_other(key, id_expected(found), shown)
        return ""

    def choice(self, key: str, choices: tuple[str, ...], default: str = "") -> str:
        found = self.value.get(key)
        if found is None and default:
            return default
        if isinstance(found, str) and found in choices:
            return found
        shown = f'"{found}"{nearest(found, choices)}' if isinstance(found, str) else ""
        self.expect_other(key, f"one of {', '.join(choices)}", shown)
        return ""

    def boolean(self, key: str, *, default: bool) -> bool:
        found = self.value.get(key)
        if found is None and key not in self.value:
            return default
        if not isinstance(found, bool):
            surprise = found.written if isinstance(found, Surprise) else ""
            shown = boolean_shown(surprise or found) or surprise
            self.expect_other(key, "true or false", shown)
        return found is True

    def number(self, key: str) -> int:
        found = self.value.get(key)
        written = found.written if isinstance(found, Surprise) else ""
        # YAML takes 012 for ten: only what reads the same either way is a number here.
        plain = len(written) <= MOST_DIGITS and written.isascii() and written.isdigit()
        if plain and written == str(int(written)):
            return int(written)
        self.expect_other(key, f"a whole number, of at most {MOST_DIGITS} digits", written)
        return 0

    def texts(self, key: str) -> tuple[str, ...]:
        found = self.value.get(key)
        if found is None:
            return ()
        items = [found] if isinstance(found, str) else found
        if not isinstance(items, list):
            self.expect(key, f"a text or a list of texts, not {kind_of(found)}")
            return ()
        if len(items) > MOST_TEXTS:
            self.expect(key, f"at most {MOST_TEXTS:,} of them, not {len(items):,}")
            return ()
        for index, item in enumerate(items):
            if not isinstance(item, str):
                self.expect(f"{key}[{index}]", f"a text, not {kind_of(item)}")
        return tuple(item for item in items if isinstance(item, str))

    def globs(
        self, key: str, *, required: bool = False, has_fields: bool = False
    ) -> tuple[str, ...]:
        found, written = self.texts(key), self.value.get(key)
        if written is None and (required or key in self.value):
            self.expect_other(key, "a glob or a list of globs")
        elif written == []:
            self.expect(key, "a glob or a list of globs")
        problem = globs_problem(found, self._root, has_fields=has_fields) if found else None
        if problem:
            self.problems.append(KeyProblem(key, problem))
        return found

    def pattern(self) -> str:
        rule, found = self._rule(), self.value.get("pattern")
        if rule is None and found is None:
            return ""
        if rule is not None and not rule.has_pattern():
            if found not in (None, ""):
                looks = _LOOKED_AT.get(rule.subject, "the text itself")
                self.expect("pattern", f"no pattern: {rule.type} looks at {looks}")
            return ""
        if rule is not None and rule.instead and rule.instead in self.value:
            for key in ("pattern", "literal", "raw", "in"):
                if key in self.value:
                    self.expect(key, f"none beside {rule.instead}, which is no text of the file")
            return _ANY_FILE
        if rule is not None and rule.instead and "pattern" not in self.value:
            self.expect("pattern", f"a pattern here, or a value at {rule.instead}")
            return ""
        # A blank is a pattern: "\t" forbids tabs.
        literal = self.value.get("literal") is True
        found = self._pattern("pattern", literal=literal)
        return found if literal else written_out(found)

    def _pattern(self, key: str, *, literal: bool = False) -> str:
        found = self.value.get(key)
        found = found if isinstance(found, str) and found else self.text(key, required=True)
        problem = found and pattern_problem(
            found if literal else written_out(found), literal=literal
        )
        if problem:
            # `{e` begins what is found with errors, such as `{e<=1}`.
            fields = [each for each in _FIELDS if each in found and not literal]
            hint = f"; {fields[0]} stands for no part of the path here" if fields else ""
            self.expect(key, f"{problem}{hint}")
        return found

    def scope(self) -> str:
        scope = self.choice("scope", SCOPES, default="file")
        rule = self._rule()
        if rule is not None and scope not in ("", *rule.scopes):
            fitting = [kind for kind, each in RULES.items() if scope in each.scopes]
            one, other = " or ".join(rule.scopes), " and ".join(fitting)
            self.expect("scope", f"{one}: {scope} is for {other}")
        return scope

    def own(self, keys: Iterable[Key]) -> tuple[tuple[str, Any], ...]:
        """Return the values of *keys*, which not every mapping has; an optional one may be none."""
        read = [(key.name, self._value(key)) for key in keys]
        return tuple([(name, value) for name, value in read if value is not None])

    def _value(self, key: Key) -> Any:
        if key.name not in self.value and (key.optional or key.default is not None):
            return key.default
        known = len(self.problems)
        value = _KINDS[key.kind](self, key)
        problem = _problem(key, value) if len(self.problems) == known else ""
        if problem:
            self.expect(key.name, problem)
        return value

    def _text_of(self, key: Key) -> str:
        found = self.value.get(key.name)
        return found if key.empty and isinstance(found, str) else self.text(key.name, required=True)

    def _texts_of(self, key: Key) -> tuple[str, ...]:
        found = self.value.get(key.name)
        if found is None or found == []:
            self.expect_other(key.name, "a text or a list of texts", "an empty list")
        return self.texts(key.name)

    def _choices_of(self, key: Key) -> tuple[str, ...]:
        found = self._texts_of(key)
        for text in dict.fromkeys(found):
            if text not in key.choices:
                self.expect(
                    key.name, f"any of {', '.join(key.choices)}, not {_no_choice(text, key)}"
                )
            elif found.count(text) > 1:
                self.expect(key.name, f"each of them once, found {text} {found.count(text)} times")
        return found

    def _mapping_of(self, key: Key) -> tuple[tuple[str, Any], ...]:
        found = self.value.get(key.name)
        if not isinstance(found, dict):
            self.expect_other(key.name, f"a mapping with {_listed(key.keys)}")
            return ()
        inner = KeyReader(found, self._root)
        values = inner.own(key.keys)
        names = tuple([each.name for each in key.keys])
        self.problems += [
            problem._replace(key=f"{key.name}.{problem.key}")
            for problem in (*inner.problems, *unknown_keys(found, names))
        ]
        return values

    def _names_of(self, key: Key) -> tuple[tuple[str, str], ...]:
        found = self.value.get(key.name)
        if not isinstance(found, dict) or not found:
            self.expect_other(
                key.name, "a mapping of texts to texts", "an empty mapping" * (found == {})
            )
            return ()
        if len(found) > MOST_TEXTS:
            self.expect(key.name, f"at most {MOST_TEXTS:,} of them, not {len(found):,}")
        for name, text in found.items():
            if not isinstance(text, str):
                self.expect(f"{key.name}.{name}", f"a text, not {kind_of(text)}")
        return tuple([(name, text) for name, text in found.items() if isinstance(text, str)])

    def _rule(self) -> Rule | None:
        kind = self.value.get("type")
        return RULES.get(kind) if isinstance(kind, str) else None


def _no_choice(text: str, key: Key) -> str:
    """Return *text*, which is none of the choices, and what it may mean."""
    several = [each.strip() for each in text.split(",")]
    if len(several) > 1 and {*several} <= {*key.choices}:
        return f'"{text}"; several are a list: [{", ".join(several)}]'
    return f'"{text}"{nearest(text, key.choices)}'


def _problem(key: Key, value: Any) -> str:
    if key.takes_one() and len(value) != 1:
        return f"either {_listed(key.keys)}"
    return key.problem(value)


def _listed(keys: Iterable[Key]) -> str:
    return " or ".join(key.name for key in keys)


_KINDS: Mapping[str, Callable[[KeyReader, Key], Any]] = {
    "number": lambda reader, key: reader.number(key.name),
    "text": KeyReader._text_of,
    "boolean": lambda reader, key: reader.boolean(key.name, default=False),
    "pattern": lambda reader, key: reader._pattern(key.name),
    "texts": KeyReader._texts_of,
    "globs": lambda reader, key: reader.globs(key.name, required=True, has_fields=key.has_fields),
    "choice": lambda reader, key: reader.choice(key.name, key.choices),
    "choices": KeyReader._choices_of,
    "mapping": KeyReader._mapping_of,
    "names": KeyReader._names_of,
}
