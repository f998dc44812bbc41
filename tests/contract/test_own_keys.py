"""Keys that only some types have: each kind of value, its default, what is wrong with others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.keys import Key
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import Rule
from phaser_lint.contract.yaml_documents import Surprise
from tests.examples import mapping

if TYPE_CHECKING:
    from phaser_lint.contract.keys import KeyKind
    from phaser_lint.contract.model import Contract

NUMBER = Surprise("number", "7")
INNER = (Key("first", "text", "", optional=True), Key("second", "number", "", optional=True))


def key(kind: KeyKind, **options: Any) -> Key:
    """A key called ``k``."""
    return Key("k", kind, "", **options)


COLOURS = ("red", "green")


def checked(
    monkeypatch: pytest.MonkeyPatch, rule: Rule, keys: dict[str, Any]
) -> tuple[tuple[tuple[str, Any], ...] | None, list[str]]:
    """The values of the keys of a type made for this, and what is wrong with them."""
    monkeypatch.setitem(RULES, rule.type, rule)
    all_keys = mapping(kind=rule.type, **keys)
    checked_mapping = check_mapping(all_keys, source="project", path="a.yaml")
    problems = [f"{problem.key}: {problem.expected}" for problem in checked_mapping.problems]
    return checked_mapping.contract and checked_mapping.contract.own, problems


@pytest.mark.parametrize(
    ("key", "yaml_value", "plain_value"),
    [
        (key("number"), NUMBER, 7),
        (key("text"), "a", "a"),
        (key("boolean"), False, False),
        (key("pattern"), "a+", "a+"),
        (key("texts"), "a", ("a",)),
        (key("texts"), ["a", "b"], ("a", "b")),
        (key("globs"), "*.py", ("*.py",)),
        (key("choice", choices=COLOURS), "red", "red"),
        (key("choices", choices=COLOURS), "red", ("red",)),
        (key("choices", choices=COLOURS), ["green", "red"], ("green", "red")),
        (key("mapping", keys=INNER), {"second": NUMBER}, (("second", 7),)),
    ],
)
def test_a_key_of_each_kind_is_read_as_plain_data(
    monkeypatch: pytest.MonkeyPatch, key: Key, yaml_value: Any, plain_value: Any
) -> None:
    rule = Rule("made", "change", "change", own_keys=(key,))
    assert checked(monkeypatch, rule, {"k": yaml_value}) == ((("k", plain_value),), [])


def test_what_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    """A default, no value at all, and the problem that it is missing."""
    keys = (Key("a", "number", "", 3), Key("b", "text", "", optional=True))
    rule = Rule("made", "change", "change", own_keys=keys)
    assert checked(monkeypatch, rule, {}) == ((("a", 3),), [])
    rule = Rule("made", "change", "change", own_keys=(*keys, Key("c", "texts", "")))
    missing = "c: missing; expected a text or a list of texts"
    assert checked(monkeypatch, rule, {}) == (None, [missing])


@pytest.mark.parametrize(
    ("key", "yaml_value", "problem"),
    [
        (key("number"), "7", "k: expected a whole number, of at most 9 digits, not a text"),
        (key("number", optional=True), None, "k: empty; expected a whole number, of at most 9"
         " digits"),
        (key("text"), " ", "k: expected a text that is not empty"),
        (key("boolean"), "no", "k: expected true or false, not no; did you mean false?"),
        (key("pattern"), "", "k: expected a text that is not empty"),
        (key("pattern"), "(", "k: expected a regular expression; missing ) at position 1"),
        (key("pattern"), "x*", "k: expected a pattern that does not match everywhere with no"
         " text at all; `x+` in place of `x*`"),
        (key("patterns"), "(", "k: expected a regular expression; missing ) at position 1"),
        (key("patterns"), ["a", "("], "k[1]: expected a regular expression; missing ) at"
         " position 1"),
        (key("patterns"), ["a", ""], "k[1]: expected a text that is not empty"),
        (key("patterns"), [], "k: expected a text or a list of texts, not an empty list"),
        (key("texts"), [], "k: expected a text or a list of texts, not an empty list"),
        (key("texts"), ["a", ["b"]], "k[1]: expected a text, not a list"),
        (key("texts"), {"a": None}, "k: expected a text or a list of texts, not a mapping"
         " (a text that starts with `{` is put in quotes)"),
        (key("globs"), [], "k: expected a glob or a list of globs"),
        (key("choice", choices=COLOURS), "rad", 'k: expected one of red, green, not "rad"; did'
         " you mean red?"),
        (key("choices", choices=COLOURS), ["red", "blue"],
         'k: expected any of red, green, not "blue"'),
        (key("choices", choices=COLOURS), "red, green",
         'k: expected any of red, green, not "red, green"; several are a list: [red, green]'),
        (key("choices", choices=COLOURS), ["red", "green", "red"],
         "k: expected each of them once, found red 2 times"),
        (key("choices", choices=COLOURS), [],
         "k: expected a text or a list of texts, not an empty list"),
        (key("mapping", keys=INNER), "a", "k: expected a mapping with first or second, not a"
         " text"),
        (key("mapping", keys=INNER), {"first": ["a"]}, "k.first: expected a text, not a list"),
        (key("mapping", keys=INNER), {"frist": "a"}, "k.frist: unknown key; did you mean"
         " first? (a key of your own is written x-frist)"),
        (key("number", problem=lambda value: "an odd number" if value % 2 == 0 else ""),
         Surprise("number", "8"), "k: expected an odd number"),
    ],
)  # fmt: skip
def test_a_wrong_own_key_is_one_problem(
    monkeypatch: pytest.MonkeyPatch, key: Key, yaml_value: Any, problem: str
) -> None:
    """One problem, with the key and what was expected there."""
    rule = Rule("made", "change", "change", own_keys=(key,))
    assert checked(monkeypatch, rule, {"k": yaml_value}) == (None, [problem])


def too_low(contract: Contract) -> list[tuple[str, str]]:
    low = contract.value_of("high") < contract.value_of("low")
    return [("high", "no less than low")] if low else []


def test_what_is_wrong_of_several(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is right by itself, and the type says what they are not together."""
    keys = (Key("low", "number", ""), Key("high", "number", ""))
    rule = Rule("made", "change", "change", own_keys=keys, problems=too_low)
    nine = Surprise("number", "9")
    assert checked(monkeypatch, rule, {"low": NUMBER, "high": nine})[1] == []
    assert checked(monkeypatch, rule, {"low": nine, "high": NUMBER}) == (
        None,
        ["high: expected no less than low"],
    )


def test_a_key_of_another_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is named, with what the contract's own type takes."""
    monkeypatch.setitem(
        RULES,
        "other",
        Rule("other", "change", "change", own_keys=(Key("other_most", "number", ""),)),
    )
    keys = (Key("least", "number", "", 0), key("text", default=""))
    rule = Rule("made", "change", "change", own_keys=keys)
    assert checked(monkeypatch, rule, {"other_most": NUMBER}) == (
        None,
        ["other_most: expected no such key: it is for other; made takes least, k"],
    )


def with_key(key: str) -> str:
    """The types whose contracts may have *key*, as a problem lists them."""
    *types, last = [kind for kind, rule in RULES.items() if key in rule.key_names()]
    return f"{', '.join(types)} and {last}"


@pytest.mark.parametrize(
    ("kind", "keys", "problems"),
    [
        # What looks at which files there are has always let these pass.
        ("file_exists", {"literal": True, "raw": True}, []),
        ("file_name", {"literal": True}, []),
        ("file_name", {"raw": True}, ["raw: expected no such key: it is for"
         f" {with_key('raw')}; file_name takes pattern, literal"]),
        ("file_limits", {"literal": False}, ["literal: expected no such key: it is for"
         f" {with_key('literal')}; file_limits takes max_lines, max_bytes"]),
        ("file_exists", {"when_file": "x"}, ["when_file: expected no such key: it is for"
         f" {with_key('when_file')}; file_exists takes fix, fix_safety"]),
        ("file_frozen", {"when_file": "x"}, ["when_file: expected no such key: it is for"
         f" {with_key('when_file')}; file_frozen takes changes; keep_pattern with pattern:"
         " '(?s)\\A.+\\Z' freezes files by what they hold"]),
        ("items_listed", {"when_match": "x"}, ["when_match: expected no such key: it is for"
         f" {with_key('when_match')}; items_listed takes pattern, literal, raw, item,"
         " in, when_file, unless_file, listed_in, listed_as, lists"]),
        ("require_pattern", {"unless_match": "x"}, ["unless_match: expected no such key: it is for"
         f" {with_key('unless_match')}; require_pattern takes pattern, literal, raw,"
         " in, when_file, unless_file, inside, not_inside, until, each_block, fix, fix_safety,"
         " fix_needs"]),
        ("forbid_pattern", {"when_file": "("}, ["when_file: expected a regular expression; missing"
         " ) at position 1"]),
        ("forbid_pattern", {"unless_match": "x*"}, ["unless_match: expected a pattern that does not"
         " match everywhere with no text at all; `x+` in place of `x*`"]),
        ("file_exists", {"path_pattern": ["x"]}, ["path_pattern: expected a text, not a list"]),
        ("file_exists", {"path_pattern": ""}, ["path_pattern: expected a text that is not empty"]),
        ("file_name", {"pattern": "("}, ["pattern: expected a regular expression; missing ) at"
         " position 1"]),
        ("file_name", {"pattern": None}, ["pattern: empty; expected a text in quotes"]),
    ],
)  # fmt: skip
def test_a_key_of_another_type_is_named_with_its_types(
    kind: str, keys: dict[str, Any], problems: list[str]
) -> None:
    """Each is named with those who have it, and with what the contract's own type takes."""
    checked_mapping = check_mapping(mapping(kind=kind, **keys), source="project", path="a.yaml")
    assert [
        f"{problem.key}: {problem.expected}" for problem in checked_mapping.problems
    ] == problems
