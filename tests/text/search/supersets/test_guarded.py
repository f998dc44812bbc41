r"""A repeat behind one of few characters is found wherever it stands.

hyperscan 5.4.12 loses the match of the first row behind sixteen bytes, and others at some places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
import regex

from phaser_lint.text.search.hyperscan_compiler import Expression, compile_database
from phaser_lint.text.search.pattern_tree import FLAGS
from phaser_lint.text.search.supersets.pattern_superset import ANOTHER_WAY, guard_expression
from phaser_lint.text.search.supersets.superset_parts import Characters, Choice, Series, Times

if TYPE_CHECKING:
    from phaser_lint.text.search.supersets.superset_parts import ExpressionPart
from phaser_lint.text.search.supersets.pattern_superset import derive_superset

pytest.importorskip("hyperscan")

A, B = (Characters(frozenset(character)) for character in (b"a", b"b"))


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
        (r"^\s$", "\n\n"),
        (r"^\s$", "\n \n"),
        (r"\n\s\Z", "\n "),
        (r"[a-h]x\Z", "ax"),
        (r"[ab][ cd](?:$|x)", "a "),
    ],
)
def test_a_match_is_found_behind_any_number_of_bytes(pattern: str, sample: str) -> None:
    """And in front of some."""
    database_made = compile_database([Expression(derive_superset(pattern) or b"", 0, once=True)])
    assert database_made is not None
    texts = [
        before + sample + after
        for number in range(140)
        for before in ("Q" * number, "Q9 " * (number // 3))
        for after in ("", "Q" * 50)
    ]
    expected = [text for text in texts if regex.search(pattern, text, flags=FLAGS)]
    assert [text for text in expected if not database_made.found_in(text.encode())] == []
    assert expected


def row(*parts: ExpressionPart) -> Series:
    return Series(parts)


def other(superset_part: ExpressionPart) -> ExpressionPart:
    """The part, or another way to what follows."""
    return Choice((superset_part, ANOTHER_WAY))


@pytest.mark.parametrize(
    ("superset_part", "expected"),
    [
        # The start of an expression.
        (row(A, B), row(other(A), B)),
        # What stands behind a repeat.
        (row(A, Times(B, 0, None), A, B), row(other(A), Times(B, 0, None), other(A), B)),
        (row(A, Times(B, 0, 3), A, B), row(other(A), Times(B, 0, 3), other(A), B)),
        (
            row(A, Times(B, 0, None), Times(A, 0, 1), A),
            row(other(A), Times(B, 0, None), Times(A, 0, 1), other(A)),
        ),
        (row(A, Times(B, 0, 1), A), row(other(A), Times(B, 0, 1), A)),
        # A repeat at the start: the first of it.
        (Times(A, 3, None), row(other(A), Times(A, 2, None))),
        (Times(A, 3, 3), row(other(A), Times(A, 2, 2))),
        (Times(A, 1, 1), other(A)),
        # In a repeat.
        (
            row(A, Times(row(A, Times(B, 0, None), A), 2, None)),
            row(other(A), Times(row(A, Times(B, 0, None), other(A)), 2, None)),
        ),
        # Each of several, and what follows where one of them ends in a repeat.
        (
            row(Choice((A, row(B, Times(A, 0, None)))), A),
            row(Choice((other(A), row(other(B), Times(A, 0, None)))), other(A)),
        ),
    ],
)
def test_where_another_way_leads(superset_part: ExpressionPart, expected: ExpressionPart) -> None:
    """From where hyperscan may look for pairs: a start, or what repeats."""
    assert guard_expression(superset_part) == expected
