"""The outline of a text: brackets and line ends that stand in its code, and its lines."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property

from phaser_lint.core import Record
from phaser_lint.text import keep_to
from phaser_lint.text.regions import CODE, DOCSTRING, STRING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.text.regions import Regions

    Span = tuple[int, int]

READING = "reading blocks"
_SIGN = re.compile(r"[()\[\]{};\n]")
_OPENERS = {")": "(", "]": "["}
_INDENT = re.compile(r"[ \t\r\f]*")
_TAB = 8
# To ask the clock takes as long as some steps.
_STEPS_A_LOOK = 1_000


class Line(Record):
    """A line that can end a block; its first character is indented so far."""

    start: int
    first: int
    indent: int


class Outline:
    """The signs in the code of a *text*, as far as they lie in one of the *spans*.

    ``places`` and ``signs`` go together. ``partners``: of what opens, by its index, what closes it.
    Where *braces_are_brackets* a line in braces begins in brackets. Raises ``LateReaderError`` once
    it is later than *until*, which whoever asks again sets anew.
    """

    def __init__(
        self,
        text: str,
        regions: Regions,
        *,
        spans: Sequence[Span] | None = None,
        braces_are_brackets: bool,
        until: float | None = None,
    ) -> None:
        self.text, self._regions, self.until = text, regions, until
        self._spans = ((0, len(text)),) if spans is None else spans
        self._brackets = "([{" if braces_are_brackets else "(["
        self.places: list[int] = []
        self.signs: list[str] = []
        self.partners: dict[int, int] = {}
        # Whether what stands behind a sign is in brackets.
        self._are_in_brackets: list[bool] = []
        self._lines_in_text: set[int] = set()
        self._all_line_starts = [0, *(end.end() for end in re.finditer("\n", text))]
        self._read_signs()

    def _read_signs(self) -> None:
        open_signs: list[int] = []
        for span_start, span_end in self._spans:
            place = span_start
            while place < span_end:
                keep_to(self.until, READING)
                _, region_end, kind = self._regions.around(place, until=self.until)
                end = min(region_end, span_end)
                if kind == CODE:
                    self._read_code(place, end, open_signs)
                else:
                    first = bisect_right(self._all_line_starts, place)
                    last = bisect_left(self._all_line_starts, end)
                    self._lines_in_text.update(self._all_line_starts[first:last])
                place = end

    def _read_code(self, start: int, end: int, open_signs: list[int]) -> None:
        signs, partners = self.signs, self.partners
        for match in _SIGN.finditer(self.text, start, end):
            index, sign = len(signs), match[0]
            if not index % _STEPS_A_LOOK:
                keep_to(self.until, READING)
            if sign in "([{":
                open_signs.append(index)
            elif sign in ")]":
                # What nothing opens closes nothing.
                if open_signs and signs[open_signs[-1]] == _OPENERS[sign]:
                    partners[open_signs.pop()] = index
            elif sign == "}":
                opener = len(open_signs) - 1
                while opener >= 0 and signs[open_signs[opener]] != "{":
                    opener -= 1
                # Brackets that are still open in braces end with them.
                if opener >= 0:
                    partners[open_signs[opener]] = index
                    del open_signs[opener:]
            self.places.append(match.start())
            signs.append(sign)
            self._are_in_brackets.append(
                bool(open_signs) and signs[open_signs[-1]] in self._brackets
            )

    def index_from(self, place: int) -> int:
        """Return the index of the first sign at or behind *place*."""
        return bisect_left(self.places, place)

    def is_in_brackets(self, place: int) -> bool:
        """Tell whether brackets are open in front of *place*."""
        index = self.index_from(place) - 1
        return index >= 0 and self._are_in_brackets[index]

    def is_hole(self, opener: int) -> bool:
        """Tell whether the brace of that index opens what a string has computed."""
        place, partner = self.places[opener], self.partners.get(opener)
        start, end, _ = self._regions.around(place, until=self.until)
        if partner is None or place - start > 1 or self.places[partner] + 1 != end:
            return False
        return start > 0 and self._regions.around(start - 1, until=self.until)[2] == STRING

    def find_in_code(self, sign: str, start: int, end: int) -> int:
        """Return where the *sign* stands first in code from *start* to *end*, or -1."""
        place = self.text.find(sign, start, end)
        while place >= 0:
            _, region_end, kind = self._regions.around(place, until=self.until)
            if kind == CODE:
                return place
            place = self.text.find(sign, region_end, end)
        return -1

    def line_start(self, place: int) -> int:
        """Return where the line of *place* starts."""
        return self._all_line_starts[bisect_right(self._all_line_starts, place) - 1]

    def line_end(self, place: int) -> int:
        """Return where the line of *place* ends."""
        index = bisect_right(self._all_line_starts, place)
        if index < len(self._all_line_starts):
            return self._all_line_starts[index] - 1
        return len(self.text)

    def indent(self, line_start: int, place: int | None = None) -> int:
        """Return how far *place* is in, or the first character of the line that is not blank."""
        if place is None:
            blanks = _INDENT.match(self.text, line_start)
            place = blanks.end() if blanks else line_start
        return len(self.text[line_start:place].expandtabs(_TAB))

    @cached_property
    def lines(self) -> Sequence[Line]:
        """The lines that can end a block: none that is blank, or begins in other than code."""
        lines: list[Line] = []
        index = 0
        for start in self._all_line_starts:
            if not len(lines) % _STEPS_A_LOOK:
                keep_to(self.until, READING)
            blanks = _INDENT.match(self.text, start)
            first = blanks.end() if blanks else start
            while index < len(self.places) and self.places[index] < first:
                index += 1
            is_blank = first >= len(self.text) or self.text[first] == "\n"
            in_brackets = index > 0 and self._are_in_brackets[index - 1]
            if is_blank or in_brackets or start in self._lines_in_text:
                continue
            kind = self._regions.around(first, until=self.until)[2]
            if kind in (CODE, STRING, DOCSTRING):
                lines.append(Line(start, first, self.indent(start, first)))
        return lines

    @cached_property
    def _line_starts(self) -> Sequence[int]:
        return [line.start for line in self.lines]

    def next_line(self, place: int) -> int:
        """Return the index of the first of the ``lines`` that starts behind *place*."""
        return bisect_right(self._line_starts, place)


class NextBelow:
    """Finds of a list of numbers the first one from an index on that is no greater than another."""

    def __init__(self, numbers: Sequence[float]) -> None:
        # For each number the next one that is smaller, then every second of them, every fourth …
        self._numbers = numbers
        smaller = [len(numbers)] * (len(numbers) + 1)
        waiting: list[int] = []
        for index, number in enumerate(numbers):
            while waiting and numbers[waiting[-1]] > number:
                smaller[waiting.pop()] = index
            waiting.append(index)
        self._jumps = [smaller]
        while any(link < len(numbers) for link in self._jumps[-1]):
            last = self._jumps[-1]
            self._jumps.append([last[link] for link in last])

    def find(self, index: int, limit: float) -> int:
        """Return the first index from *index* on whose number is at most *limit*, or the length."""
        numbers = self._numbers
        if index >= len(numbers) or numbers[index] <= limit:
            return min(index, len(numbers))
        for jumps in reversed(self._jumps):
            link = jumps[index]
            if link < len(numbers) and numbers[link] > limit:
                index = link
        return self._jumps[0][index]
