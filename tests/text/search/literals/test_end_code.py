"""The end of a pattern that the hook asks first: what it is, and that it hides no match."""

from __future__ import annotations

import marshal

import pytest
import regex

from phaser_lint.text.search import find_byte_code, rebuild_pattern
from phaser_lint.text.search.literals.required_literals import derive_end_code

FLAGS = regex.MULTILINE | regex.VERSION0

# Found as soon as they can be, or not to be cut: one part asks for another, or a match depends on
# where the search began.
WHOLE = [
    "",
    "print",
    r"\bprint\(",
    r"^print\(",
    r"(?<!self\.)logger\.debug\(",
    "foo+",
    r"[0-9a-f]{40}",
    r"^\s*import pdb|\bbreakpoint\(\)",
    r"^\s*\d",
    r"(\w+)!\1",
    r"(?P<a>\w+)!(?P=a)",
    r"\w+!(?R)?",
    r"(\w)?\w+!(?(1)a|b)",
    r"\w+\K!a",
    r"\G\w+!a",
    r"\w+(*PRUNE)!a",
    r"\w+(*SKIP)!a",
    r"(?:\w+!a){e<=1}",
    r"(?r)\w+!a",
    r"(?p)\w+!a",
    r"(?b)(?:\w+!a){e<=1}",
    r"(?fi)\w+ss",
    r"(?L)\w+!a",
    # `regex` finds another "y" of "y1=" where it begins with the property.
    r"(?ai)x*y\p{Lu}\d",
    "(",
]
ENDS = [
    (r"^\s*except\s*:", r"except\s*:"),
    (r"(?:^\s*assert\b(?!\s+is))(?!.{2}$)", r"assert\b(?!\s+is)(?!.{2}$)"),
    (r"^[^#]*foo\d", r"foo\d"),
    (r"[\w.+-]+@[\w-]+", r"@[\w-]+"),
    (r"(?i)\s+kilo", "(?i)kilo"),
    (r"\w++!a", "!a"),
    (r"\w+!(?>a+)\d", r"!(?>a+)\d"),
    (r"\d\s* =x", r" =x"),
    (r"(?s).*foo.bar", r"(?s)foo.bar"),
    (r"(?:\w+,){3}end", "end"),
]
FOUND = [
    (r"^\s*assert\b(?!\s+is)", ["assert", "\n\n  assert x", "x\n\tassert(y)", "\u00a0assert"]),
    (r"[\w.+-]+@[\w-]+\.[\w.-]+", ["a@b.c", "ſ@x.y", "..@-.-", "@@a@b.c"]),
    (r"(?i)^\s*select\b", ["SELECT", "\n ſelect"]),
    (r"(?i)\s+kilo", [" Kilo", "\n\u212ailo"]),
    (r"(?<=a)\s*bc*", ["ab", "a  bc"]),
    (r"\d*+x(?<=1x)", ["51x", "x1x"]),
    (r"^\s*\n\s*\}", ["\n}", " \n\n  }", "a\n \n}"]),
]


@pytest.mark.parametrize("pattern", WHOLE)
def test_patterns_that_are_searched_whole(pattern: str) -> None:
    """Nothing is asked first."""
    code = derive_end_code(pattern)
    assert code is None


@pytest.mark.parametrize(("pattern", "end"), ENDS)
def test_the_end_that_is_asked_first(pattern: str, end: str) -> None:
    """It runs the very code of that end, and can be stored."""
    code = derive_end_code(pattern)
    assert code is not None
    assert marshal.loads(marshal.dumps(code)) == code
    assert code[2:] == (find_byte_code(regex.compile(end, FLAGS)) or ())[2:]


@pytest.mark.parametrize(("pattern", "texts"), FOUND)
def test_what_the_pattern_finds_is_found_by_its_end(pattern: str, texts: list[str]) -> None:
    """In every text that holds a match."""
    code = derive_end_code(pattern)
    assert code is not None
    for text in texts:
        assert regex.search(pattern, text, FLAGS), text
        assert rebuild_pattern(code).search(text), text
