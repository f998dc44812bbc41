"""Patterns that were tried line by line, found in whole texts."""

from __future__ import annotations

import itertools
import re

import pytest

from phaser_lint.author.importers.line_patterns import make_line_pattern
from phaser_lint.text.search.patterns import compile_pattern

UNCHANGED = [
    r"print\(", r"\bfoo\b", r"^\w+:", r"foo$", r"a|b", r"(?<!\w)x", r"foo\S", "[^\\n]a", r"a\s",
    r"(?i)a.b", r"a\Z", "(?x) a # b (\n (b | c\n)",
]  # fmt: skip
CHANGED = [
    (r"\s", r"\s", False),
    (r"a\s+b", r"a[^\S\n]+b", False),
    (r"a\s*$", r"a[^\S\n]*$", False),
    (r"a\s+", r"a(?:[^\S\n]+|[^\S\n]*(?=\n))", False),
    (r"a\s{2}", r"a(?:[^\S\n]{2}|[^\S\n](?=\n))", False),
    (r"a\s(b)?", r"a(?:[^\S\n]|(?=\n))(b)?", False),
    (r"a(?!\s*b)", r"a(?![^\S\n]*b)", False),
    (r"a(?!\s)", r"a(?!(?:[^\S\n]|(?=\n)))", False),
    (r"(?<!\s)a", r"(?<![^\S\n])a", False),
    (r"a[^b]c", r"a[^b\n]c", False),
    (r"a[\s,]b", r"a(?:(?!\n)[\s,])b", False),
    (r"(?s)a.b", r"(?s)a[^\n]b", False),
    (r"(?s:a.b)", r"(?s:a[^\n]b)", False),
    (r"\Aa", "^a", False),
    (r"a\s*\Z", r"a[^\S\n]*(?=\n|\Z)", False),
    ("^$", r"(?!\Z(?<![^\n]))(?:^$)", False),
    (r"^(?!a)", r"(?!\Z(?<![^\n]))(?:^(?!a))", False),
    (r"a\n", r"a\n", False),
    (r"a\nb", r"a(?!)b", True),
    (r"a\nb|c", r"a(?!)b|c", False),
]
TEXTS = ["".join(each) for n in range(6) for each in itertools.product("ab \n", repeat=n)]


def lines_found(pattern: str, text: str) -> set[int]:
    """The lines, counted from 0, that ``pygrep`` prints."""
    lines = text.encode().splitlines(keepends=True)
    return {at for at, line in enumerate(lines) if re.search(pattern.encode(), line)}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("pattern", "expected", "dead"), [*((each, each, False) for each in UNCHANGED), *CHANGED]
)
def test_a_pattern_by_line_finds_the_same_lines_of_any_text(
    pattern: str, expected: str, dead: bool
) -> None:
    """It is found in the same lines of every short text."""
    line_pattern = make_line_pattern(pattern)
    assert line_pattern == (expected, expected != pattern, dead)
    compiled = compile_pattern(line_pattern.pattern, literal=False)
    for text in TEXTS:
        new = {text.count("\n", 0, match.start()) for match in compiled.finditer(text)}
        assert new == lines_found(pattern, text), repr(text)
