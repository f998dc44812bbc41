"""Where a match stands, and the lines that it is known by: by hand, and against a plain reading."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st

from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.contract.model import Violation
from phaser_lint.contract.rules.violations import find_match_places
from phaser_lint.core.text import find_offset_in_cut_line, fold_white_space, shorten_line

if TYPE_CHECKING:
    from phaser_lint.contract.rules.violations import MatchPlace

_ONE_LINE = None
_AS_IT_IS = ""


@pytest.mark.parametrize(
    ("text", "spans", "expected"),
    [
        pytest.param("abc", [(0, 1)], [(1, 1, 1, 2, "abc")], id="at the start"),
        pytest.param("abc", [(1, 3)], [(1, 2, 1, 4, "abc")], id="to the end"),
        pytest.param("a\nbc\nd", [(2, 3), (3, 4), (5, 6)],
                     [(2, 1, 2, 2, "bc"), (2, 2, 2, 3, "bc"), (3, 1, 3, 2, "d")],
                     id="several on a line, and the next"),
        pytest.param("a\n b", [(2, 4)], [(2, 2, 2, 3, " b")], id="after blanks of its own line"),
        pytest.param("a b \n", [(0, 4)], [(1, 1, 1, 5, "a b ")], id="with the blanks of its line"),
        pytest.param("a\nb", [(0, 2)], [(1, 1, 2, 1, "a")], id="with its line feed"),
        pytest.param("f( \n\n x", [(0, 6)], [(1, 1, 3, 2, "f( ")], id="and blanks after it"),
        pytest.param("a  ", [(1, 3)], [(1, 2, 1, 4, "a  ")], id="blanks of one line"),
        pytest.param("ab", [(1, 1), (2, 2)], [(1, 2, 1, 2, "ab"), (1, 3, 1, 3, "ab")],
                     id="empty matches"),
        pytest.param("a\n\nb\n", [(2, 2), (5, 5)], [(2, 1, 2, 1, ""), (4, 1, 4, 1, "")],
                     id="empty lines"),
        pytest.param("é日x", [(2, 3)], [(1, 3, 1, 4, "é日x")], id="columns are characters"),
        pytest.param("a\r\nb", [(0, 1), (3, 4)], [(1, 1, 1, 2, "a\r"), (2, 1, 2, 2, "b")],
                     id="lines end at line feeds"),
        pytest.param("a\rb\u2028c", [(4, 5)], [(2, 3, 2, 4, "b\u2028c")],
                     id="at carriage returns, and at nothing else"),
    ],
)  # fmt: skip
def test_a_match_within_a_line_has_line_and_columns(
    text: str, spans: list[tuple[int, int]], expected: list[tuple[int, int, int, int, str]]
) -> None:
    """Line, column, exclusive end; the line is all that it is known by."""
    assert list(find_match_places(text, spans)) == [
        (*place, _ONE_LINE, _AS_IT_IS) for place in expected
    ]


@pytest.mark.parametrize(
    ("text", "span", "expected"),
    [
        pytest.param("a\n\n  b c\n", (1, 6), (3, 3, 3, 4, "  b c", None), id="line ends before"),
        pytest.param("a\n\f\v\x85\xa0\u3000\x1fb", (1, 9), (2, 7, 2, 8, "\f\v\x85\xa0\u3000\x1fb",
                     None), id="whatever is blank"),
        pytest.param("a\n\u200bb", (1, 4), (2, 1, 2, 3, "\u200bb", None), id="and what is not"),
        pytest.param("\r\n\tb\r\n", (0, 6), (2, 2, 3, 1, "\tb\r", None), id="carriage returns"),
        pytest.param("a\nb\nc\nd", (0, 5), (1, 1, 3, 2, "a", "a b c"), id="over lines"),
        pytest.param("x a\n  b y\nz", (2, 7), (1, 3, 2, 4, "x a", "x a b y"), id="whole lines"),
        pytest.param("\n\nx a\n  b y\n\n", (1, 12), (3, 1, 5, 1, "x a", "x a b y"),
                     id="no blank line around them"),
        pytest.param("a\n\n\nb", (0, 5), (1, 1, 4, 2, "a", "a b"), id="those between fold"),
        pytest.param("a\n\n\nb", (1, 4), (1, 2, 4, 1, "a", ""), id="line ends alone"),
        pytest.param("a  \nb", (1, 4), (1, 2, 2, 1, "a  ", ""), id="blanks with a line end"),
        pytest.param("a\r\nb", (1, 2), (1, 2, 1, 3, "a\r", None), id="a carriage return is none"),
        pytest.param("a", (0, 0), (1, 1, 1, 1, "a", ""), id="nothing at the start"),
        pytest.param("", (0, 0), (1, 1, 1, 1, "", ""), id="of an empty text"),
        pytest.param("\nb", (0, 0), (1, 1, 1, 1, "", ""), id="or of an empty line"),
    ],
)  # fmt: skip
def test_a_match_over_lines_stands_where_it_can_be_seen(
    text: str, span: tuple[int, int], expected: MatchPlace
) -> None:
    """It stands where it can be seen, and is known by the lines from there to its last letter."""
    assert list(find_match_places(text, [span])) == [(*expected, _AS_IT_IS)]


def test_several_that_begin_with_line_ends() -> None:
    """Each is counted on from the one before."""
    text = "a\n\n b\n\n\n c d\n e\n"
    assert list(find_match_places(text, [(1, 5), (5, 10), (10, 12), (12, 15)])) == [
        (3, 2, 3, 3, " b", None, ""),
        (6, 2, 6, 3, " c d", None, ""),
        (6, 4, 6, 5, " c d", None, ""),
        (7, 2, 7, 3, " e", None, ""),
    ]


def test_on_a_long_line() -> None:
    """The columns stay; of what is shown, and of what it is known by, there is a start."""
    line, next_line = "x" * 5000, "y" * 5000
    text = f"a\n{line}\n{next_line}\nb"
    (place,) = find_match_places(text, [(4002, 4003)])
    excerpt = f"…{'x' * 158}…"
    assert place == (2, 4001, 2, 4002, shorten_line(line), None, excerpt)
    (place,) = find_match_places(text, [(4002, 5004)])
    folded_lines = fold_white_space(f"{shorten_line(line)} {shorten_line(next_line)}")
    assert place == (2, 4001, 3, 2, shorten_line(line), folded_lines, excerpt)


@pytest.mark.parametrize(
    ("before", "after", "expected", "at"),
    [
        pytest.param(0, 2000, "bad" + "y" * 155 + "…", 0, id="the start"),
        pytest.param(40, 2000, "x" * 40 + "bad" + "y" * 115 + "…", 40, id="near the start"),
        pytest.param(41, 2000, "…" + "x" * 40 + "bad" + "y" * 115 + "…", 41, id="in the line"),
        pytest.param(5009, 115, "…" + "x" * 40 + "bad" + "y" * 115, 41, id="near the end"),
        pytest.param(5009, 0, "…" + "x" * 40 + "bad", 41, id="the end"),
        pytest.param(900, 97, "", 900, id="a line that is kept"),
    ],
)
def test_what_is_near_on_a_long_line(before: int, after: int, expected: str, at: int) -> None:
    """Whoever is shown the match sees it, however far into the line it stands."""
    text = f"a\n{'x' * before}bad{'y' * after}\nb"
    ((*_, excerpt),) = find_match_places(text, [(before + 2, before + 5)])
    assert excerpt == expected
    assert find_offset_in_cut_line(before) == at or not expected


@pytest.mark.parametrize(("lines", "number_of_lines"), [(20, 20), (21, 20), (3000, 20)])
def test_a_match_over_many_lines_is_known_by_its_ends(lines: int, number_of_lines: int) -> None:
    """By the first ten and the last ten."""
    numbers = [f"{number} x" for number in range(lines)]
    text = "\n".join(numbers)
    ((*_, matched, _),) = find_match_places(text, [(0, len(text))])
    assert matched == " ".join([*numbers[:10], *numbers[-10:]])
    assert (matched or "").count("x") == number_of_lines


_TEXTS = st.text("ab# \t\n\r\f\v\x1c\x85\xa0\u2028\u3000\u200bé\udcff", max_size=60)
_PATTERNS = st.sampled_from(
    [
        r"\s*a", r"^\s*b", r"(^|\s)a", r"\s+b\s+", r"a\s*b", r"a[\s\S]*?b", r"[\s\S]+", r"[ab]+",
        r"\s+", r"\s+$", r"[ \t]+$", r"\n{2,}", r"\na", r"a\n", r"(?<=\s)a", r"(?=\s*a)",
        r"^(?!\#)", r"\A(?!a)", r"$", r"^$", r"\Z", r".+", r"(?s).{3}", r"(?r)\s*a", r"\W+a",
        r"a|\s{2}", r"\h*a\R?", r"b\K\s*a", r"^\s*\#", r"^[^\S\n]*a", r"\S+\s+\S+", r"a(?:\n|.)*?b",
        r"(?<!\n)\Z", r"\f|\r", r"a*",
    ]
)  # fmt: skip


def naive(text: str, start: int, end: int) -> tuple[tuple[int, ...], str, str]:
    """Position, line and key of a match, read letter by letter."""
    visible_offsets = [offset for offset in range(start, end) if text[offset].strip()]
    first_offset = visible_offsets[0] if visible_offsets else start
    before, until = text[:first_offset].split("\n"), text[:end].split("\n")
    position = (len(before), len(before[-1]) + 1, len(until), len(until[-1]) + 1)
    lines = text.split("\n")
    line = lines[len(before) - 1]
    if not visible_offsets:
        counts_line_end = "\n" in text[start:end] or start == end == 0
        return position, line, "" if counts_line_end else " ".join(line.split())
    touched = lines[len(before) - 1 : len(text[: visible_offsets[-1]].split("\n"))]
    if len(touched) > 20:
        touched = touched[:10] + touched[-10:]
    return position, line, " ".join(" ".join(touched).split())


@given(text=_TEXTS | st.builds("".join, st.lists(_TEXTS, max_size=30)), pattern=_PATTERNS)
def test_as_read_letter_by_letter(text: str, pattern: str) -> None:
    """Patterns as people write them, on texts of all kinds of blanks."""
    spans = sorted(match.span() for match in regex.finditer(pattern, text, flags=regex.MULTILINE))
    violations = [
        Violation("a", "error", "m", "a.py", "line", *place)
        for place in find_match_places(text, spans)
    ]
    assert [
        (
            (violation.line, violation.column, violation.end_line, violation.end_column),
            violation.line_text,
            make_violation_key(violation)[2],
        )
        for violation in violations
    ] == [naive(re.sub(r"\r(?!\n)", "\n", text), *span) for span in spans]
