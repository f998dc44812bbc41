"""Patterns of ``re`` as patterns of contracts."""

from __future__ import annotations

import re
import warnings

import pytest

from phaser_lint.author.importers.python_patterns import (
    find_python_problem,
    respell_pattern,
    without_multiline,
)
from phaser_lint.text.search.patterns import compile_pattern

SAME = [
    r"print\(", r"a{2,3}b", r"[]a]{1,}", r"[^]a]", r"{a", r"(?x) a{2} # {e}", r"\{e}", r"a{}",
    r"(?P<q>['\"])x(?P=q)", r"(?i)é{,2}x", r"(a)(?(1)b|c)", r"[a-z--b]", r"a(?#{e})b",
]  # fmt: skip
RESPELLED = [
    (r"a{e}", r"a\{e}"),
    (r"(?:foo){i<=1}", r"(?:foo)\{i<=1}"),
    (r"[[:alpha:]]x", r"[\[:alpha:]]x"),
    (r"[&&a]", r"[\&\&a]"),
    ("a\nb", r"a\nb"),
]
NOT_MULTILINE = [
    (r"a\$[$^]", r"a\$[$^]"),
    (r"(?m)^a", r"(?m)^a"),
    (r"^a|b$", r"(?-m:^a|b$)"),
    (r"(?i)^a", r"(?i)(?-m:^a)"),
    ("(?x) ^a # b", "(?x)(?-m: ^a # b\n)"),
    (r"(?m:^a)|^b", r"(?-m:(?m:^a)|^b)"),
]
TEXTS = [
    "a{e}",
    "foo",
    "fo",
    ":]x",
    "b",
    "aab",
    "b\na\n",
    "a\nb",
    "a\nb\n",
    "a{}",
    "{a",
    "&",
    "'x'",
    "éx",
]


def found(pattern: re.Pattern[str], text: str) -> list[tuple[int, int]]:
    """Where *pattern* is found."""
    return [match.span() for match in pattern.finditer(text)]


@pytest.mark.parametrize(("pattern", "expected"), [*((each, each) for each in SAME), *RESPELLED])
def test_a_pattern_is_respelled_only_where_it_reads_otherwise(pattern: str, expected: str) -> None:
    """What reads alike stays as it is; all of it finds what ``re`` finds."""
    assert respell_pattern(pattern) == expected
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        old = re.compile(pattern, re.MULTILINE)
    new = compile_pattern(expected, literal=False)
    for text in TEXTS:
        assert [match.span() for match in new.finditer(text)] == found(old, text)


@pytest.mark.parametrize(("pattern", "expected"), NOT_MULTILINE)
def test_without_multiline_anchors_are_those_of_the_text(pattern: str, expected: str) -> None:
    """Anchors are those of the whole text."""
    assert without_multiline(pattern) == expected
    new = compile_pattern(expected, literal=False)
    for text in TEXTS:
        assert [match.span() for match in new.finditer(text)] == found(re.compile(pattern), text)


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("a{e}", None),
        (b"\\w", None),
        ("(", "missing ), unterminated subpattern at position 0"),
        (r"\p{L}", r"bad escape \p at position 0"),
    ],
)
def test_what_re_refuses_is_a_problem(pattern: str | bytes, problem: str | None) -> None:
    """What ``re`` itself refuses."""
    assert find_python_problem(pattern) == problem
