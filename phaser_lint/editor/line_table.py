"""Places in a text as language servers count them: lines, and units of an encoding in a line.

A line ends at ``\\n``, ``\\r\\n`` or ``\\r``, a lone one too, and at nothing else, as for the
engine; to Python's ``splitlines`` U+2028 and others end a line. A character counts as many units as
the encoding that client and server agreed on has for it: bytes of UTF-8, 16 bits each of UTF-16,
whole code points in UTF-32. A byte order mark is a character, and so is half of a surrogate pair,
which JSON can hold.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping
from itertools import accumulate

Position = dict[str, int]
"""``line`` and ``character``, both counted from 0."""
Range = dict[str, Position]
"""``start`` and ``end``; the character at the end is no part of it."""

# So many characters are measured at once: a minified file has all of them on one line.
_BLOCK = 1024


def _measure_in_utf_8(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))


def _measure_in_utf_16(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


ENCODINGS: Mapping[str, Callable[[str], int]] = {
    "utf-8": _measure_in_utf_8,
    "utf-16": _measure_in_utf_16,
    "utf-32": len,
}


class LineTable:
    """The lines of *text*, for positions in one of the ``ENCODINGS``."""

    def __init__(self, text: str, encoding: str) -> None:
        lines = text.replace("\r\n", " \n").replace("\r", "\n").split("\n")
        # Of each line, and of one more, which nothing starts.
        self._starts = [0, *accumulate(len(line) + 1 for line in lines)]
        self._text = text
        self.encoding = encoding
        self._size = len if text.isascii() else ENCODINGS[encoding]
        blocks = range(0, len(text), _BLOCK)
        self._before = [
            0,
            *accumulate(self._size(text[start : start + _BLOCK]) for start in blocks),
        ]

    def line_of(self, offset: int) -> int:
        """Return the line, counted from 0, of the character at *offset*."""
        return bisect_right(self._starts, offset, hi=len(self._starts) - 1) - 1

    def line_span(self, line: int) -> tuple[int, int]:
        """Return where a line starts, and where it ends, without what ends it."""
        start, end = self._starts[line], self._starts[line + 1] - 1
        return start, end - self._text.startswith("\r\n", end - 1) * (end > start)

    def offset(self, position: Position) -> int:
        """Return how many characters come before *position*.

        Past the end of a line it is that end, past the last line the text's; in the middle of a
        character its start.
        """
        line, character = position["line"], position["character"]
        if line < 0:
            return 0
        if line >= len(self._starts) - 1:
            return len(self._text)
        start, end = self.line_span(line)
        units = self._units(start) + max(0, character)
        return min(end, max(start, self._characters(units)))

    def position(self, offset: int) -> Position:
        """Return the line and column in front of the character at *offset*; in a line's end, where
        it starts.

        *offset* is cut to what there is.
        """
        offset = min(len(self._text), max(0, offset))
        line = self.line_of(offset)
        start, end = self.line_span(line)
        character = self._units(min(end, offset)) - self._units(start)
        return {"line": line, "character": character}

    def range(self, start: int, end: int) -> Range:
        """Return the range from the character at *start* to in front of the one at *end*."""
        return {"start": self.position(start), "end": self.position(end)}

    def _units(self, offset: int) -> int:
        """Return how many units come before *offset*."""
        block, offset_in_block = divmod(offset, _BLOCK)
        start = offset - offset_in_block
        return self._before[block] + (
            self._size(self._text[start:offset]) if offset_in_block else 0
        )

    def _characters(self, units: int) -> int:
        """Return how many whole characters so many *units* have at most."""
        block = bisect_right(self._before, units) - 1
        start = block * _BLOCK
        block_text = self._text[start : start + _BLOCK]
        units_in_block = units - self._before[block]

        def units_of(size: int) -> int:
            return self._size(block_text[:size])

        sizes = range(len(block_text) + 1)
        return start + bisect_right(sizes, units_in_block, key=units_of) - 1
