"""The line of a match as a terminal shows it: cut to its columns, with carets under what matched.

    …eight blanks and more, print("summing", prices), and so on fo…
                            ^^^^^^

All is counted in columns: a wide character takes two, an accent none, a tab four. What is cut away
leaves a ``…`` in its place.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

from rich.cells import cell_len

from phaser_lint.core import Record
from phaser_lint.core.text import printable

if TYPE_CHECKING:
    from collections.abc import Sequence

_BEFORE = 30
_CUT = "…"


class Excerpt(Record):
    """What is shown of a line, and the line of carets below it; empty where no match is in it."""

    text: str
    carets: str


def excerpt(line: str, spans: Sequence[tuple[int, int]], *, columns: int) -> Excerpt:
    """Return at most *columns* of *line*, around the first of *spans*.

    The spans are offsets of characters, in ascending order, ends exclusive; an empty one has one
    caret. One that starts behind the end of the line (at its line end) has none.
    """
    shown = [_shown(character) for character in line]
    edges = [0, *accumulate(map(_width, ["", *shown], shown))]
    inside = [(start, min(end, len(line))) for start, end in spans if start < max(len(line), 1)]
    first, last = _window(edges, *(inside[0] if inside else (0, 0)), columns=columns)
    before = _CUT * (first > 0)
    marks = [
        (edges[start] - edges[first], max(edges[min(end, last)] - edges[start], 1))
        for start, end in inside
        if first <= start and (start < last or start == end)
    ]
    return Excerpt(
        f"{before}{''.join(shown[first:last])}{_CUT * (last < len(line))}",
        " " * len(before) + _carets(marks) if marks else "",
    )


def _width(before: str, character: str) -> int:
    # A selector makes an emoji of the character before it, which is wider then.
    return cell_len(before + character) - cell_len(before)


def _shown(character: str) -> str:
    return "    " if character == "\t" else printable(character)


def _window(edges: Sequence[int], start: int, end: int, *, columns: int) -> tuple[int, int]:
    """Return the characters to show, from *first* up to *last*, as offsets.

    *edges* are the columns at which each character of the line starts, and where the line ends.
    """
    length = len(edges) - 1
    if edges[length] <= columns:
        return 0, length
    first = 0
    if edges[end] >= columns:
        matched = edges[end] - edges[start]
        before = min(_BEFORE, max(0, columns - matched) // 2)
        # Where the rest of the line is short, there is more room before the match.
        left = min(edges[start] - before, edges[length] - columns) + len(_CUT)
        first = next(place for place in range(start + 1) if edges[place] >= left or place == start)
    room = columns - len(_CUT) * (first > 0)
    if edges[length] - edges[first] <= room:
        return first, length
    limit = edges[first] + room - len(_CUT)
    return first, max(place for place in range(first, length) if edges[place] <= limit)


def _carets(marks: Sequence[tuple[int, int]]) -> str:
    line = ""
    for start, width in marks:
        line = f"{line.ljust(start)}{'^' * (width - max(0, len(line) - start))}"
    return line
