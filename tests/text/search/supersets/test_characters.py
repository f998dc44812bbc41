"""What a class matches, outside of ASCII, too: never less than ``regex`` finds."""

from __future__ import annotations

import sys

import pytest
import regex

from phaser_lint.text.search.pattern_tree import FLAGS, parse_executed_tree
from phaser_lint.text.search.supersets.characters import find_ascii_characters
from phaser_lint.text.search.supersets.superset_parts import OTHER

EVERY_CHARACTER = "".join(map(chr, range(sys.maxunicode + 1)))


@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(
    ("pattern", "has_other"),
    [
        # Certain to match no other one.
        ("[a-z]", False),
        ("[0-9_]", False),
        (r"[\[\]]", False),
        # These do.
        ("[a-é]", True),
        ("[^a]", True),
        (r"\w", True),
        (r"\d", True),
        (r"[\s,]", True),
        (".", True),
        ("(?s).", True),
        ("(?i)[h-l]", True),
        ("(?i)[^a]", True),
        (r"\p{Lu}", True),
        ("[[:^alpha:]]", True),
        # These do not, but that is not seen.
        (r"(?a)\w", True),
        ("(?i)[a-c]", True),
    ],
)
def test_one_byte_stands_for_all_other_characters(pattern: str, has_other: bool) -> None:
    """``OTHER`` stands for all of them."""
    compiled = regex.compile(pattern, FLAGS)
    codes = find_ascii_characters(parse_executed_tree(pattern), compiled.flags)
    matching_codes = frozenset(map(ord, compiled.findall(EVERY_CHARACTER)))
    assert codes - {OTHER} == {code for code in matching_codes if code < 128}
    assert (OTHER in codes) == has_other
    assert has_other or max(matching_codes) < 128
