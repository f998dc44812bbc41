"""Blocks of languages that close none with a brace: Python, YAML, Ruby, shells, and others."""

from __future__ import annotations

import re
from functools import cached_property

from phaser_lint.core import Record
from phaser_lint.text.blocks.outline import NextBelow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.text.blocks.outline import Line, Outline


class LayoutStyle(Record):
    """How blocks are laid out: by lines that are indented more.

    ``words``: a line that is indented as much and begins with one of them goes on with the same
    construct. ``needs_colon``: a header has one, as in Python. ``by_column``: of the header its own
    column counts, as of a key in YAML.
    """

    words: tuple[str, ...] = ()
    needs_colon: bool = False
    by_column: bool = False


# More than the line of the header, and less than any line in its block.
_AS_MUCH = 0.5
_WORD = re.compile(r"\w+|\S")
_DEFINES = re.compile(r"(?:async[ \t]+)?(?:def|class)\b")
_BLANKS = " \t\r\n\f"


class LayoutBlocks:
    """Finds where blocks end in the text of an *outline*."""

    def __init__(self, outline: Outline, style: LayoutStyle) -> None:
        self.outline, self._style, self._words = outline, style, frozenset(style.words)

    @cached_property
    def _next_below(self) -> NextBelow:
        return NextBelow([self._limit_of(line) for line in self.outline.lines])

    def _limit_of(self, line: Line) -> float:
        """Return the indent of a line; what goes on with a construct ends only what is deeper."""
        text = self.outline.text
        if self._style.by_column and text.startswith("-", line.first):
            return line.indent + _AS_MUCH
        word = _WORD.match(text, line.first)
        return line.indent + (_AS_MUCH if word and word[0] in self._words else 0)

    def find_end(self, start: int, end: int) -> tuple[int, int] | None:
        """Return where the block opens and ends of the header from *start* to *end*, if it has one.

        *start* is that of its first character that is not blank.
        """
        outline, text = self.outline, self.outline.text
        opened_at = end
        if self._style.needs_colon:
            colon = self._find_colon(start)
            if colon is None:
                return None
            opened_at = max(end, colon + 1)
        line_start = outline.line_start(start)
        if not self._style.by_column:
            indent: float = outline.indent(line_start)
        else:
            indent = outline.indent(line_start, start)
            indent += _AS_MUCH if text.startswith("-", start) else 0
        below = outline.next_line(max(opened_at - 1, start))
        closing = self._next_below.find(below, indent)
        block_end = outline.lines[closing].start if closing < len(outline.lines) else len(text)
        # Blank lines in front of what ends it are none of its own.
        own_line_end = outline.line_end(opened_at)
        while block_end > own_line_end and text[block_end - 1] in _BLANKS:
            block_end -= 1
        return opened_at, max(block_end, own_line_end)

    def _find_colon(self, place: int) -> int | None:
        """Return where the colon of a header of Python stands; a header in brackets has none.

        Of a decorator it is that of what it decorates.
        """
        outline, text = self.outline, self.outline.text
        if outline.is_in_brackets(place):
            return None
        if text.startswith("@", place):
            line = outline.next_line(place)
            while line < len(outline.lines) and text.startswith("@", outline.lines[line].first):
                line += 1
            if line == len(outline.lines) or not _DEFINES.match(text, outline.lines[line].first):
                return None
            place = outline.lines[line].first
        index = outline.index_from(place)
        while True:
            stop = outline.places[index] if index < len(outline.places) else len(text)
            colon = outline.find_in_code(":", place, stop)
            if colon >= 0:
                return colon
            sign = outline.signs[index] if index < len(outline.places) else ""
            partner = outline.partners.get(index)
            if partner is not None:
                place, index = outline.places[partner] + 1, partner + 1
            elif sign == "\n" and text[stop - 1] == "\\":
                place, index = stop + 1, index + 1
            else:
                return None
