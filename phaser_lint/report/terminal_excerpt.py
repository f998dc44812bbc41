"""The line of a match as a terminal shows it: cut to its columns, with carets under what matched.

    …eight blanks and more, print("summing", prices), and so on fo…
                            ^^^^^^

All is counted in columns: a wide character takes two, an accent none, a tab four. What is cut away
leaves a ``…`` in its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from rich.cells import cell_len

from phaser_lint.core import Record
from phaser_lint.core.text import make_printable

_BEFORE = 30
_CUT = "…"


class Excerpt(Record):
    """What is shown of a line, and the line of carets below it; empty where no match is in it."""

    text: str
    carets: str


def cut_excerpt(line: str, spans: Sequence[tuple[int, int]], *, columns: int) -> Excerpt:
    """Return the excerpt of the *line* of a match that a terminal shows: at most *columns* of it,
    around the first of *spans*.

    The spans are offsets of characters, in ascending order, ends exclusive; an empty one has one
    caret. One that starts behind the end of the line (at its line end) has none.
    """
    characters = ["    " if character == "\t" else make_printable(character) for character in line]
    # A selector makes an emoji of the character before it, which is wider then.
    pairs = zip(["", *characters], characters, strict=False)
    added_widths = [cell_len(before + character) - cell_len(before) for before, character in pairs]
    edges = [0, *accumulate(added_widths)]
    line_spans = [(start, min(end, len(line))) for start, end in spans if start < max(len(line), 1)]
    begin, end = _find_visible_span(
        edges, *(line_spans[0] if line_spans else (0, 0)), columns=columns
    )
    ellipsis = _CUT * (begin > 0)
    carets = ""
    for match_start, match_end in line_spans:
        if begin <= match_start and (match_start < end or match_start == match_end):
            column = edges[match_start] - edges[begin]
            width = max(edges[min(match_end, end)] - edges[match_start], 1)
            carets = carets.ljust(column)
            carets += "^" * (width - max(0, len(carets) - column))
    return Excerpt(
        text=f"{ellipsis}{''.join(characters[begin:end])}{_CUT * (end < len(line))}",
        carets=" " * len(ellipsis) + carets if carets else "",
    )


def _find_visible_span(
    edges: Sequence[int], start: int, end: int, *, columns: int
) -> tuple[int, int]:
    """Return the span of the characters to show, around the match from *start* to *end*.

    *edges* are the columns at which each character of the line starts, and where the line ends.
    """
    length = len(edges) - 1
    if edges[length] <= columns:
        return 0, length
    begin = 0
    if edges[end] >= columns:
        matched = edges[end] - edges[start]
        margin = min(_BEFORE, max(0, columns - matched) // 2)
        # Where the rest of the line is short, there is more room before the match.
        least = min(edges[start] - margin, edges[length] - columns) + len(_CUT)
        begin = next(
            offset for offset in range(start + 1) if edges[offset] >= least or offset == start
        )
    room = columns - len(_CUT) * (begin > 0)
    if edges[length] - edges[begin] <= room:
        return begin, length
    limit = edges[begin] + room - len(_CUT)
    return begin, max(offset for offset in range(begin, length) if edges[offset] <= limit)
