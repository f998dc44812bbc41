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
    from collections.abc import Callable, Sequence
    from typing import Literal

    from phaser_lint.text.regions import Regions

    Span = tuple[int, int]

READING = "reading blocks"
_SIGN = re.compile(r"[()\[\]{};:\n]")
_OPENERS = {")": "(", "]": "["}
_INDENT = re.compile(r"[ \t\r\f]*")
_TAB = 8
NO_SCOPE = -1
# To ask the clock takes as long as some steps.
_STEPS_A_LOOK, _REGIONS_A_LOOK = 1_000, 64


class IndentedLine(Record):
    """A line that is not blank: where it and its first character start, and how far that is in.

    ``scope``: the index of the bracket it begins in, or ``NO_SCOPE``. ``kind``: whether it begins
    as code, as a comment, or within a text that goes over lines.
    """

    start: int
    first: int
    indent: int
    scope: int
    kind: Literal["code", "comment", "text"]


class Outline:
    """The signs in the code of a *text*, as far as they lie in one of the *spans*.

    ``places`` and ``signs`` go together. ``partners``: of what opens, by its index, what closes it.
    ``brackets``: what opens those in which a line ends no statement. Raises ``LateReaderError``
    once it is later than *until*, which whoever asks again sets anew.
    """

    def __init__(
        self,
        text: str,
        regions: Regions,
        *,
        spans: Sequence[Span] | None = None,
        brackets: str,
        until: float | None = None,
    ) -> None:
        self.text, self._regions, self.until = text, regions, until
        self._spans = ((0, len(text)),) if spans is None else spans
        self._brackets = brackets
        self.places: list[int] = []
        self.signs: list[str] = []
        self.partners: dict[int, int] = {}
        # Which lines start within a string or comment.
        self._kinds_within: dict[int, Literal["comment", "text"]] = {}
        self._all_line_starts = [0, *(end.end() for end in re.finditer("\n", text))]
        self._indents: dict[int, int] = {}
        self._latest_column = (0, 0)
        self._read_signs()

    def _read_signs(self) -> None:
        open_signs: list[int] = []
        region_count = 0
        for span_start, span_end in self._spans:
            place = span_start
            while place < span_end:
                region_count += 1
                if not region_count % _REGIONS_A_LOOK:
                    keep_to(self.until, READING)
                _, region_end, kind = self._regions.around(place, until=self.until)
                end = min(region_end, span_end)
                if kind == CODE:
                    self._read_code(place, end, open_signs)
                else:
                    is_text = kind in (STRING, DOCSTRING)
                    first = bisect_right(self._all_line_starts, place)
                    if is_text and self._begins_heredoc(first - 1, place):
                        first -= 1
                    # A line may begin with what its text has computed.
                    last = (bisect_right if is_text else bisect_left)(self._all_line_starts, end)
                    lines = self._all_line_starts[first:last]
                    self._kinds_within.update(
                        dict.fromkeys(lines, "text" if is_text else "comment")
                    )
                place = end

    def _begins_heredoc(self, line: int, place: int) -> bool:
        """Tell whether the text at *place* starts the line of that index below its opener."""
        starts = self._all_line_starts
        if line == 0 or starts[line] != place:
            return False
        return self.text.find("<<", starts[line - 1], place) >= 0

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

    @cached_property
    def _scopes(self) -> Sequence[int]:
        """Of each sign the bracket that is open behind it; what nothing closes opens none."""
        scopes = []
        open_brackets = [NO_SCOPE]
        for index in range(len(self.signs)):
            if index in self.partners:
                open_brackets.append(index)
            elif self.partners.get(open_brackets[-1]) == index:
                open_brackets.pop()
            scopes.append(open_brackets[-1])
        return scopes

    def index_from(self, place: int) -> int:
        """Return the index of the first sign at or behind *place*."""
        return bisect_left(self.places, place)

    def scope_at(self, place: int) -> int:
        """Return the index of the bracket that is open in front of *place*, or ``NO_SCOPE``."""
        index = self.index_from(place) - 1
        return self._scopes[index] if index >= 0 else NO_SCOPE

    def are_brackets(self, scope: int) -> bool:
        """Tell whether a line end is none of a statement's in the bracket of that index."""
        return scope != NO_SCOPE and self.signs[scope] in self._brackets

    def is_hole(self, opener: int) -> bool:
        """Tell whether the brace of that index opens what a string has computed."""
        place, partner = self.places[opener], self.partners.get(opener)
        start, end, _ = self._regions.around(place, until=self.until)
        if partner is None or place - start > 1 or self.places[partner] + 1 != end:
            return False
        return start > 0 and self._regions.around(start - 1, until=self.until)[2] == STRING

    def is_code(self, place: int) -> bool:
        """Tell whether code stands at *place*."""
        return self._regions.around(place, until=self.until)[2] == CODE

    def line_start(self, place: int) -> int:
        """Return where the line of *place* starts."""
        return self._all_line_starts[bisect_right(self._all_line_starts, place) - 1]

    def line_end(self, place: int) -> int:
        """Return where the line of *place* ends."""
        index = bisect_right(self._all_line_starts, place)
        if index < len(self._all_line_starts):
            return self._all_line_starts[index] - 1
        return len(self.text)

    def indent(self, line_start: int) -> int:
        """Return how far the first character of the line is in that is not blank."""
        if line_start not in self._indents:
            blanks = _INDENT.match(self.text, line_start)
            first = blanks.end() if blanks else line_start
            self._indents[line_start] = len(self.text[line_start:first].expandtabs(_TAB))
        return self._indents[line_start]

    def column(self, place: int) -> int:
        """Return how far *place* is in; quick where places of one line are asked in their order."""
        latest, column = self._latest_column
        start = self.line_start(place)
        if not start <= latest <= place:
            latest, column = start, 0
        over = column % _TAB
        column += len((" " * over + self.text[latest:place]).expandtabs(_TAB)) - over
        self._latest_column = place, column
        return column

    @cached_property
    def lines(self) -> Sequence[IndentedLine]:
        """The lines that are not blank."""
        lines: list[IndentedLine] = []
        index = 0
        for start in self._all_line_starts:
            if not len(lines) % _STEPS_A_LOOK:
                keep_to(self.until, READING)
            blanks = _INDENT.match(self.text, start)
            first = blanks.end() if blanks else start
            while index < len(self.places) and self.places[index] < first:
                index += 1
            if first >= len(self.text) or self.text[first] == "\n":
                continue
            scope = self._scopes[index - 1] if index else NO_SCOPE
            lines.append(
                IndentedLine(start, first, self.indent(start), scope, self._kind(start, first))
            )
        return lines

    def _kind(self, line_start: int, first: int) -> Literal["code", "comment", "text"]:
        """Return as what the line begins."""
        if line_start in self._kinds_within:
            return self._kinds_within[line_start]
        if self._regions.around(first, until=self.until)[2] not in (CODE, STRING, DOCSTRING):
            return "comment"
        # A heredoc of Ruby begins with what it has computed.
        return "text" if self.text.startswith("#{", first) else "code"


class Walk:
    """Goes on from an index to the *following* one as long as that is another.

    Each index is passed once, however often the same way is gone.
    """

    def __init__(self, following: Callable[[int], int]) -> None:
        self._following = following
        self._ends: dict[int, int] = {}

    def find_end(self, index: int) -> int:
        """Return the index that the walk from *index* ends at."""
        passed = []
        while index not in self._ends:
            following = self._following(index)
            if following == index:
                break
            passed.append(index)
            index = following
        index = self._ends.get(index, index)
        self._ends.update(dict.fromkeys(passed, index))
        return index


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
