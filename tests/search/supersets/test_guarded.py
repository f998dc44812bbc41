r"""A repeat behind one of few characters is found wherever it stands.

hyperscan 5.4.12 loses the match of the first row behind sixteen bytes, and others at some places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import regex

from phaser_lint.search.literals.hyperscan_engine import Expression, database
from phaser_lint.search.literals.pattern_tree import FLAGS
from phaser_lint.search.literals.required import derived
from phaser_lint.search.supersets.expression import Characters, Choice, Row, TextEnd, Times
from phaser_lint.search.supersets.guarded import guarded

if TYPE_CHECKING:
    from phaser_lint.search.supersets.expression import Part

pytest.importorskip("hyperscan")

A, B = (Characters(frozenset(character)) for character in (b"a", b"b"))
NEVER = range(0x80, 0x89)


@pytest.mark.parametrize(
    ("pattern", "sample"),
    [
        (r"_\s*\n", "_\n"),
        (r"_\s*$", "_  \n"),
        (r"a\s*b", "ab"),
        (r"a\s*b", "a b"),
        (r"[_-]\s*\n", "- \n"),
        (r"[a-z]_\s*\n", "k_\n"),
        (r"._\s*\n", "!_\n"),
        (r"\s*_\s*;", "_;"),
        (r"(?:_|-)\s*[\n;]", "_;"),
        (r"a\s*b|c\s*d", "c d"),
        (r"\"[^\"]*\"\s*;", '"z" ;'),
        (r"ab[^x]*_\s*\n", "ab z_\n"),
        (r"a\s?b\s*;", "a b;"),
        (r"(?:a[ ;])*b[ ;]", "a b;"),
        (r"a{2,}[ ;]*b", "aaa;b"),
        (r"a[ ;]{0,9}b", "a; b"),
        (r"\w\w\w_\s*;", "kkk_;"),
        (r"....._\s*;", "kkkkk_;"),
        (r"[a-m][n-z][a-m][n-z]_\s*;", "azaz_ ;"),
        (r"=\s*[a-z]{3}_\s*;", "= aaa_ ;"),
    ],
)
def test_a_match_is_found_behind_any_number_of_bytes(pattern: str, sample: str) -> None:
    """And in front of some."""
    made = database([Expression(derived(pattern).superset or b"", 0, once=True)])
    assert made is not None
    texts = [
        before + sample + after
        for number in range(140)
        for before in ("Q" * number, "Q9 " * (number // 3))
        for after in ("", "Q" * 50)
    ]
    expected = [text for text in texts if regex.search(pattern, text, flags=FLAGS)]
    assert [text for text in expected if not made.found_in(text.encode())] == []
    assert expected


def row(characters: bytes) -> list[Characters]:
    return [Characters(frozenset([character])) for character in characters]


def near(characters: bytes) -> list[Characters]:
    """The same with the bytes that no ASCII text holds."""
    return [Characters(frozenset([character, *NEVER])) for character in characters]


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        # The first six of an expression; its start is no character.
        (row(b"abcdefgh"), near(b"abcdef") + row(b"gh")),
        ([TextEnd(True), *row(b"abcdefg")], [TextEnd(True), *near(b"abcdef"), *row(b"g")]),
        # What is in a repeat, and six behind it.
        (
            [*row(b"abcdefg"), Times(B, 0, None), *row(b"abcdefg")],
            [
                *near(b"abcdef"),
                *row(b"g"),
                Times(*near(b"b"), 0, None),
                *near(b"abcdef"),
                *row(b"g"),
            ],
        ),
        (
            [*row(b"abcdefg"), Times(B, 0, 3), *row(b"abcdefg")],
            [*near(b"abcdef"), *row(b"g"), Times(*near(b"b"), 0, 3), *near(b"abcdef"), *row(b"g")],
        ),
        # What need not be there is no character nearer.
        (
            [Times(B, 0, 1), *row(b"abcdefg")],
            [Times(*near(b"b"), 0, 1), *near(b"abcdef"), *row(b"g")],
        ),
        # The shortest way counts.
        (
            [Choice((A, Row(tuple(row(b"abcdef"))))), *row(b"abcdefg")],
            [Choice((*near(b"a"), Row(tuple(near(b"abcdef"))))), *near(b"abcde"), *row(b"fg")],
        ),
    ],
)
def test_which_characters_hold_more(parts: list[Part], expected: list[Part]) -> None:
    """Those that hyperscan may look for to get over a repeat."""
    assert guarded(Row(tuple(parts))) == Row(tuple(expected))
