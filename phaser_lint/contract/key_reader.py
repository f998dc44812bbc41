"""Reads the values of keys by their rows, and gathers what is wrong with each of them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from phaser_lint.contract.keys import Key, list_key_names
from phaser_lint.contract.model import LONGEST_ID, is_contract_id
from phaser_lint.contract.near_names import (
    find_nearest_name,
    render_boolean_hint,
    render_id_hint,
    render_name_hint,
)
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import Rule
from phaser_lint.contract.yaml_documents import KeyProblem, Surprise
from phaser_lint.core import JsonValue
from phaser_lint.text.globs.glob_problems import find_globs_problem
from phaser_lint.text.search.given_groups import write_out_groups
from phaser_lint.text.search.pattern_problems import find_pattern_problem

MOST_DIGITS = 9
MOST_TEXTS = 1_000
"""In a list, or in a mapping: each may be asked of each file."""
_AN_ID = f"1 to {LONGEST_ID} letters, digits and hyphens"
_FIELDS = ("{dir}", "{name}", "{stem}", "{ext}")
# What is found in every file, once.
_ANY_FILE = r"\A"
# What is looked at without a pattern, by a rule's subject.
_LOOKED_AT = {"files": "names only", "size": "the size", "change": "what changes"}
# What the value of a key of one's own is, is one's own affair.
_FREE = "x-"
# `<<: *base` brings the keys of another mapping in, elsewhere.
_MERGE = "<<"
# What other linters call a rule that does not count; YAML reads two of them as booleans.
_SWITCHED_OFF = ("off", "no", "none", "false", "ignore", "disabled")


def find_unknown_keys(
    written_keys: Iterable[str], known_keys: Sequence[str], foreign_keys: Sequence[str] = ()
) -> list[KeyProblem]:
    """Return a problem for each written key that no reader of keys knows: it may be one that
    narrows a contract.

    *foreign_keys*, which only contracts of other types have, may be what was meant, too.
    """
    problems = []
    for key in written_keys:
        if key == _MERGE:
            problems.append(
                KeyProblem(key, "expected the keys themselves: none are merged in here")
            )
        elif key not in known_keys and not key.startswith(_FREE):
            advice = f"a key of your own is written {_FREE}{key}"
            meant_key = find_nearest_name(key, (*known_keys, *foreign_keys))
            of_types = (
                "" if meant_key in known_keys else f", a key of {name_types_with_key(meant_key)}"
            )
            hint = f"; did you mean {meant_key}{of_types}?"
            expected = f"unknown key{hint} ({advice})" if meant_key else f"unknown key; {advice}"
            problems.append(KeyProblem(key, expected))
    return problems


def find_misspelled_keys(
    written_keys: Collection[str], known_keys: Sequence[str], foreign_keys: Sequence[str] = ()
) -> frozenset[str]:
    """Return the keys that are missed since they are written otherwise: one typo, one problem."""
    all_keys = (*known_keys, *foreign_keys)
    unknown = [problem.key for problem in find_unknown_keys(written_keys, known_keys)]
    meant_keys = {find_nearest_name(key, all_keys) for key in unknown if key != _MERGE}
    return frozenset(meant_keys.difference(written_keys, [""]))


def find_keys_unknown_to_type(
    rule: Rule,
    written_keys: Iterable[str],
    known_keys: Sequence[str],
    foreign_keys: Sequence[str],
) -> list[KeyProblem]:
    """Return a problem for each key that a reader of contracts of the type *rule* does not know."""
    problems = []
    lacked_problems = [KeyProblem(key, "") for key in rule.lacks() if key in written_keys]
    unknown_problems = find_unknown_keys(written_keys, known_keys, foreign_keys)
    for problem in (*lacked_problems, *unknown_problems):
        all_types = name_types_with_key(problem.key)
        if all_types:
            own_names = ", ".join(rule.key_names()) or "none of its own"
            expected = f"expected no such key: it is for {all_types}; {rule.type} takes {own_names}"
            sibling, advice = rule.sibling
            if sibling and problem.key in RULES[sibling].key_names():
                expected += f"; {advice}"
            problem = problem._replace(expected=expected)
        problems.append(problem)
    return problems


def name_types_with_key(key: str) -> str:
    """Return the types whose contracts have *key* of their own: ``a, b and c``."""
    *types, last_type = [rule.type for rule in RULES.values() if key in rule.key_names()] or [""]
    return f"{', '.join(types)} and {last_type}" if types else last_type


def describe_kind(yaml_value: JsonValue) -> str:
    """Return what a reader of keys found as the plain value of a key: ``a list``."""
    if isinstance(yaml_value, Surprise):
        return f"the {yaml_value.kind} {yaml_value.written} (put it in quotes)"
    if (
        isinstance(yaml_value, dict)
        and yaml_value
        and all(inner_value is None for inner_value in yaml_value.values())
    ):
        return "a mapping (a text that starts with `{` is put in quotes)"
    names = {dict: "a mapping", list: "a list", bool: "a boolean", str: "a text"}
    return names.get(type(yaml_value), "nothing")


class KeyReader:
    """Reads the keys of one mapping and gathers what is wrong with them."""

    def __init__(self, mapping: dict[str, JsonValue], root: str = "") -> None:
        self.mapping = mapping
        self._root = root
        self.problems: list[KeyProblem] = []

    def expect(self, key: str, expected: str) -> None:
        self.problems.append(KeyProblem(key, f"expected {expected}"))

    def expect_other(self, key: str, expected: str, shown_value: str = "") -> None:
        """Add the problem that something else than *expected* stands at *key*, or nothing."""
        yaml_value = self.mapping.get(key)
        if key not in self.mapping:
            self.problems.append(KeyProblem(key, f"missing; expected {expected}"))
        elif yaml_value is None:
            hint = "" if key != "pattern" and "glob" not in key else " in quotes"
            self.problems.append(KeyProblem(key, f"empty; expected {expected}{hint}"))
        else:
            self.expect(key, f"{expected}, not {shown_value or describe_kind(yaml_value)}")

    def read(self, keys: Iterable[Key]) -> dict[str, JsonValue]:
        """Return the value of each of *keys*, ``None`` for an optional one that is not there."""
        return {key.name: self.value_of(key) for key in keys}

    def own(self, keys: Iterable[Key]) -> tuple[tuple[str, JsonValue], ...]:
        """Return the values of *keys*, which not every mapping has, as plain data."""
        return tuple([pair for pair in self.read(keys).items() if pair[1] is not None])

    def value_of(self, key: Key) -> JsonValue:
        """Return the value of one key, or its default."""
        if key.name not in self.mapping and not key.is_required():
            return key.default
        problems_before = len(self.problems)
        key_value = _READERS[key.kind](self, key)
        if len(self.problems) == problems_before:
            problem = key.problem(key_value) if key.problem is not None else ""
            if key.takes_one() and len(key_value) != 1:
                problem = f"either {_render_alternatives(key.keys)}"
            if problem:
                self.expect(key.name, problem)
        return key_value

    def _id(self, key: Key) -> str:
        yaml_value = self.mapping.get(key.name)
        if isinstance(yaml_value, str) and is_contract_id(yaml_value):
            return yaml_value
        shown_value = (
            f'"{yaml_value}"{render_id_hint(yaml_value)}' if isinstance(yaml_value, str) else ""
        )
        self.expect_other(key.name, explain_expected_id(yaml_value), shown_value)
        return ""

    def _text(self, key: Key) -> str:
        yaml_value = self.mapping.get(key.name)
        if not isinstance(yaml_value, str):
            self.expect_other(key.name, "a text")
        elif not (key.empty or yaml_value.strip()):
            self.expect(key.name, "a text that is not empty")
        else:
            return yaml_value
        return ""

    def _note(self, key: Key) -> str:
        return "" if self.mapping.get(key.name) is None else self._text(key._replace(empty=True))

    def _choice(self, key: Key) -> str:
        choices: Collection[str] = RULES if key.kind == "type" else key.choices
        yaml_value = self.mapping.get(key.name)
        if isinstance(yaml_value, str) and yaml_value in choices:
            return yaml_value
        shown_value = (
            f'"{yaml_value}"{render_name_hint(yaml_value, choices)}'
            if isinstance(yaml_value, str)
            else ""
        )
        written = yaml_value.written if isinstance(yaml_value, Surprise) else str(yaml_value)
        if key.name == "severity" and written.lower() in _SWITCHED_OFF:
            shown_value = f"{written}; `enabled: false` turns a contract off"
        self.expect_other(key.name, f"one of {', '.join(choices)}", shown_value)
        return ""

    def _scope(self, key: Key) -> str:
        if self.mapping.get(key.name) is None:
            return str(key.default)
        scope, rule = self._choice(key), self._rule()
        if rule is not None and scope not in ("", *rule.scopes):
            types_with_scope = [
                kind for kind, other_rule in RULES.items() if scope in other_rule.scopes
            ]
            own_scopes, fitting_types = " or ".join(rule.scopes), " and ".join(types_with_scope)
            self.expect(key.name, f"{own_scopes}: {scope} is for {fitting_types}")
        return scope

    def _boolean(self, key: Key) -> bool | str:
        yaml_value = self.mapping.get(key.name)
        if isinstance(yaml_value, str) and yaml_value in key.choices:
            return yaml_value
        if not isinstance(yaml_value, bool):
            surprise = yaml_value.written if isinstance(yaml_value, Surprise) else ""
            shown_value = render_boolean_hint(surprise or yaml_value) or surprise
            if isinstance(yaml_value, str) and key.choices and not shown_value:
                shown_value = f'"{yaml_value}"{render_name_hint(yaml_value, key.choices)}'
            expected = ", ".join(["true", *key.choices]) + " or false"
            self.expect_other(key.name, expected, shown_value)
        return yaml_value is True

    def _number(self, key: Key) -> int:
        yaml_value = self.mapping.get(key.name)
        digits = yaml_value.written if isinstance(yaml_value, Surprise) else ""
        if isinstance(yaml_value, int) and not isinstance(yaml_value, bool):
            digits = str(yaml_value)  # of no file
        # YAML takes 012 for ten: only what reads the same either way is a number here.
        is_plain = len(digits) <= MOST_DIGITS and digits.isascii() and digits.isdigit()
        if is_plain and digits == str(int(digits)):
            return int(digits)
        self.expect_other(key.name, f"a whole number, of at most {MOST_DIGITS} digits", digits)
        return 0

    def _notes(self, key: Key) -> tuple[str, ...]:
        yaml_value = self.mapping.get(key.name)
        if yaml_value is None:
            return ()
        texts = [yaml_value] if isinstance(yaml_value, str) else yaml_value
        if not isinstance(texts, list):
            self.expect(key.name, f"a text or a list of texts, not {describe_kind(yaml_value)}")
            return ()
        if len(texts) > MOST_TEXTS:
            self.expect(key.name, f"at most {MOST_TEXTS:,} of them, not {len(texts):,}")
            return ()
        for index, text in enumerate(texts):
            if not isinstance(text, str):
                self.expect(f"{key.name}[{index}]", f"a text, not {describe_kind(text)}")
        return tuple([text for text in texts if isinstance(text, str)])

    def _texts(self, key: Key) -> tuple[str, ...]:
        if self.mapping.get(key.name) in (None, []):
            self.expect_other(key.name, "a text or a list of texts", "an empty list")
        return self._notes(key)

    def _choices(self, key: Key) -> tuple[str, ...]:
        texts = self._texts(key)
        for text in dict.fromkeys(texts):
            if text not in key.choices:
                choices = [choice.strip() for choice in text.split(",")]
                are_several = len(choices) > 1 and {*choices} <= {*key.choices}
                hint = f"; several are a list: [{', '.join(choices)}]" if are_several else ""
                shown_text = f'"{text}"{hint or render_name_hint(text, key.choices)}'
                self.expect(key.name, f"any of {', '.join(key.choices)}, not {shown_text}")
            elif texts.count(text) > 1:
                self.expect(key.name, f"each of them once, found {text} {texts.count(text)} times")
        return texts

    def _globs(self, key: Key) -> tuple[str, ...]:
        globs, yaml_value = self._notes(key), self.mapping.get(key.name)
        if yaml_value is None:
            self.expect_other(key.name, "a glob or a list of globs")
        elif yaml_value == []:
            self.expect(key.name, "a glob or a list of globs")
        problem = (
            find_globs_problem(globs, self._root, has_fields=key.has_fields) if globs else None
        )
        if problem:
            are_negated = key.name == "file_glob" and all(glob.startswith("!") for glob in globs)
            problem += "; exclude_glob leaves files out" if are_negated else ""
            self.problems.append(KeyProblem(key.name, problem))
        return globs

    def _searched_pattern(self, key: Key) -> str:
        """Read the pattern that a contract searches, which not every type has."""
        rule, yaml_value = self._rule(), self.mapping.get(key.name)
        if rule is None and yaml_value is None:
            return ""
        if rule is not None and not rule.has_pattern():
            if yaml_value not in (None, ""):
                looks = _LOOKED_AT.get(rule.subject, "the text itself")
                self.expect(key.name, f"no pattern: {rule.type} looks at {looks}")
            return ""
        if rule is not None and rule.instead and rule.instead in self.mapping:
            for name in ("pattern", "literal", "raw", "in"):
                if name in self.mapping:
                    self.expect(name, f"none beside {rule.instead}, which is no text of the file")
            return _ANY_FILE
        if rule is not None and rule.instead and key.name not in self.mapping:
            self.expect(key.name, f"a pattern here, or a value at {rule.instead}")
            return ""
        return self._pattern(key)

    def _pattern(self, key: Key) -> str:
        # A blank is a pattern: "\t" forbids tabs.
        yaml_value = self.mapping.get(key.name)
        pattern = yaml_value if isinstance(yaml_value, str) and yaml_value else self._text(key)
        is_literal = key.kind == "searched" and self.mapping.get("literal") is True
        searched = pattern if is_literal else write_out_groups(pattern)
        problem = pattern and find_pattern_problem(searched, literal=is_literal)
        if problem:
            # `{e` begins what is found with errors, such as `{e<=1}`.
            fields = [field for field in _FIELDS if field in pattern and not is_literal]
            hint = f"; {fields[0]} stands for no part of the path here" if fields else ""
            self.expect(key.name, f"{problem}{hint}")
        return searched if key.kind == "searched" else pattern

    def _patterns(self, key: Key) -> tuple[str, ...]:
        """Read patterns that are searched in texts, each with the groups written out it calls."""
        if isinstance(self.mapping.get(key.name), str):
            return (write_out_groups(self._pattern(key)),)
        patterns = self._texts(key)
        for index, pattern in enumerate(patterns):
            name = f"{key.name}[{index}]"
            reader = KeyReader({name: pattern})
            reader._pattern(key._replace(name=name))
            self.problems += reader.problems
        return tuple(map(write_out_groups, patterns))

    def _mapping(self, key: Key) -> tuple[tuple[str, JsonValue], ...]:
        yaml_value = self.mapping.get(key.name)
        if not isinstance(yaml_value, dict):
            self.expect_other(key.name, f"a mapping with {_render_alternatives(key.keys)}")
            return ()
        inner = KeyReader(yaml_value, self._root)
        inner_values = inner.own(key.keys)
        known_keys = list_key_names(key.keys)
        misspelled = find_misspelled_keys(yaml_value, known_keys)
        self.problems += [
            problem._replace(key=f"{key.name}.{problem.key}")
            for problem in (*inner.problems, *find_unknown_keys(yaml_value, known_keys))
            if problem.key not in misspelled
        ]
        return inner_values

    def _names(self, key: Key) -> tuple[tuple[str, str], ...] | str:
        yaml_value = self.mapping.get(key.name)
        if isinstance(yaml_value, str) and yaml_value in key.choices:
            return yaml_value
        if not isinstance(yaml_value, dict) or not yaml_value:
            empty = "an empty mapping" * (yaml_value == {})
            words = "".join(f" or {choice}" for choice in key.choices)
            hint = f'"{yaml_value}"' if isinstance(yaml_value, str) and words else empty
            self.expect_other(key.name, f"a mapping of texts to texts{words}", hint)
            return ()
        if len(yaml_value) > MOST_TEXTS:
            self.expect(key.name, f"at most {MOST_TEXTS:,} of them, not {len(yaml_value):,}")
        for name, text in yaml_value.items():
            if not isinstance(text, str):
                self.expect(f"{key.name}.{name}", f"a text, not {describe_kind(text)}")
        return tuple([(name, text) for name, text in yaml_value.items() if isinstance(text, str)])

    def _rule(self) -> Rule | None:
        kind = self.mapping.get("type")
        return RULES.get(kind) if isinstance(kind, str) else None


def explain_expected_id(yaml_value: object) -> str:
    """Return what was expected of a contract's name, its id, in place of *yaml_value*."""
    starts = isinstance(yaml_value, str) and yaml_value.startswith("-")
    return f"{_AN_ID}, a letter or a digit first" if starts else _AN_ID


def _render_alternatives(keys: Iterable[Key]) -> str:
    return " or ".join(list_key_names(keys))


# Those of a few kinds are read elsewhere: examples, and the places of a configuration.
_READERS: Mapping[str, Callable[[KeyReader, Key], JsonValue]] = {
    "id": KeyReader._id,
    "type": KeyReader._choice,
    "searched": KeyReader._searched_pattern,
    "pattern": KeyReader._pattern,
    "patterns": KeyReader._patterns,
    "globs": KeyReader._globs,
    "choice": KeyReader._choice,
    "choices": KeyReader._choices,
    "scope": KeyReader._scope,
    "boolean": KeyReader._boolean,
    "number": KeyReader._number,
    "text": KeyReader._text,
    "note": KeyReader._note,
    "texts": KeyReader._texts,
    "notes": KeyReader._notes,
    "mapping": KeyReader._mapping,
    "names": KeyReader._names,
}
