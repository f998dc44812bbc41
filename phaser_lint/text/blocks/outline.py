"""The outline of a text: brackets and line ends that stand in its code, and its lines."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import cached_property

from phaser_lint.core import Record
from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.regions import CODE, DOCSTRING, STRING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Literal

    from phaser_lint.text.regions import Regions
    from phaser_lint.text.search.counted_matches import Span

READING = "reading blocks"
_SIGN = re.compile(r"[()\[\]{};:\n]")
_OPENERS = {")": "(", "]": "["}
_INDENT = re.compile(r"[ \t\r\f]*")
_LINE_WITH_TEXT = re.compile(r"^[ \t\r\f]*(?=[^ \t\r\f\n])", re.M)
_NO_LINE_END = re.compile(r"[^\n]")
_ANNOTATION = re.compile(r"[ \t]*@[\w.:]+(?:<[^<>\n]*>)?")
_LINE_ENDS = re.compile(r"[ \t]*(?://|/\*|\n|\Z)")
_TAB = 8
NO_SCOPE = -1
# To ask the clock takes as long as some steps.
_STEPS_A_LOOK, _REGIONS_A_LOOK = 1_000, 64
_CODE_A_LOOK = 16_384


class Lines(Record):
    """The lines of a text that are not blank: in each column one entry a line.

    Columns, since a record a line would take as long as all that is read of a file.

    ``starts``, ``firsts``: where each line and its first character start. ``scopes``: the index of
    the bracket that it begins in, or ``NO_SCOPE``. ``kinds``: whether it begins as code, as a
    comment, or within a text that goes over lines.
    """

    starts: list[int]
    firsts: list[int]
    scopes: list[int]
    kinds: list[Literal["code", "comment", "text"]]


class SignOutline:
    """The signs in the code of a *text*, as far as they lie in one of its *parts*.

    A part is its spans; no brace of one is a partner of another one's.

    ``signs`` and ``sign_offsets`` go together. ``partners``: of what opens, by its index, what
    closes it. ``brackets``: what opens those in which a line ends no statement. Raises
    ``LateReaderError`` once it is later than *until*, which whoever asks again sets anew.
    """

    def __init__(
        self,
        text: str,
        regions: Regions,
        *,
        parts: Sequence[Sequence[Span]] | None = None,
        brackets: str,
        until: float | None = None,
    ) -> None:
        self.text, self._regions, self.until = text, regions, until
        self._parts = (((0, len(text)),),) if parts is None else parts
        self._brackets = brackets
        self.sign_offsets: list[int] = []
        self.signs: list[str] = []
        self.partners: dict[int, int] = {}
        # Which lines start within a string or comment.
        self._kinds_within: dict[int, Literal["comment", "text"]] = {}
        self._all_line_starts = [0, *(end.end() for end in re.finditer("\n", text))]
        self._has_tabs = "\t" in text
        self._indents: dict[int, int] = {}
        self._latest_column = (0, 0)
        self._read_signs()

    def _read_signs(self) -> None:
        regions = self._regions.beside_code(until=self.until)
        line_starts = self._all_line_starts
        open_signs: list[int] = []
        for is_first, span_start, span_end in (
            (not index, *span) for part in self._parts for index, span in enumerate(part)
        ):
            open_signs = [] if is_first else open_signs
            offset, first = span_start, bisect_right(regions, (span_start,))
            if first and regions[first - 1][1] > span_start:
                first -= 1
            for index in range(first, len(regions)):
                if not index % _REGIONS_A_LOOK:
                    keep_to_deadline(self.until, READING)
                start, end, kind = regions[index]
                if start >= span_end:
                    break
                if offset < start:
                    self._read_code(offset, start, open_signs)
                # Which lines start within the region?
                start, is_text = max(start, offset), kind in (STRING, DOCSTRING)
                line = bisect_right(line_starts, start)
                # The text of a heredoc starts a line itself, below its opener.
                if is_text and line > 1 and line_starts[line - 1] == start:
                    line -= self.text.find("<<", line_starts[line - 2], start) >= 0
                # A line may begin with what its text has computed.
                bisect = bisect_right if is_text else bisect_left
                lines = line_starts[line : bisect(line_starts, min(end, span_end), line)]
                for line_start in lines:
                    self._kinds_within[line_start] = "text" if is_text else "comment"
                offset = end
            if offset < span_end:
                self._read_code(offset, span_end, open_signs)

    def _read_code(self, start: int, end: int, open_signs: list[int]) -> None:
        signs, sign_offsets, partners = self.signs, self.sign_offsets, self.partners
        for chunk_start in range(start, end, _CODE_A_LOOK):
            if chunk_start > start:
                keep_to_deadline(self.until, READING)
            chunk_end = min(chunk_start + _CODE_A_LOOK, end)
            for match in _SIGN.finditer(self.text, chunk_start, chunk_end):
                sign = match[0]
                if sign in "([{":
                    open_signs.append(len(signs))
                elif sign in ")]":
                    # What nothing opens closes nothing.
                    if open_signs and signs[open_signs[-1]] == _OPENERS[sign]:
                        partners[open_signs.pop()] = len(signs)
                elif sign == "}":
                    opener = len(open_signs) - 1
                    while opener >= 0 and signs[open_signs[opener]] != "{":
                        opener -= 1
                    # Brackets that are still open in braces end with them.
                    if opener >= 0:
                        partners[open_signs[opener]] = len(signs)
                        del open_signs[opener:]
                sign_offsets.append(match.start())
                signs.append(sign)

    @cached_property
    def code(self) -> str:
        """The text with blanks for its comments, and for what is in none of its parts."""
        code = self._regions.without_comments(until=self.until)
        pieces, offset = [], 0
        for start, end in (span for part in self._parts for span in part):
            pieces += [_NO_LINE_END.sub(" ", code[offset:start]), code[start:end]]
            offset = end
        return "".join([*pieces, _NO_LINE_END.sub(" ", code[offset:])])

    @cached_property
    def _scopes(self) -> Sequence[int]:
        """Of each sign the bracket that is open behind it; what nothing closes opens none."""
        scopes, partners = [], self.partners
        open_brackets, scope, closer = [NO_SCOPE], NO_SCOPE, NO_SCOPE
        for index in range(len(self.signs)):
            if index in partners:
                open_brackets.append(index)
                scope, closer = index, partners[index]
            elif index == closer:
                open_brackets.pop()
                scope = open_brackets[-1]
                closer = partners.get(scope, NO_SCOPE)
            scopes.append(scope)
        return scopes

    def index_from(self, offset: int) -> int:
        """Return the index in the outline of the first sign at or behind *offset*."""
        return bisect_left(self.sign_offsets, offset)

    def find_annotations_end(self, start: int) -> int:
        """Return where the annotations end that begin at *start*, or -1 where none do, or code
        stands behind them on their line: ``@Test fun f()``.
        """
        offset = start
        while annotation := _ANNOTATION.match(self.code, offset):
            offset = annotation.end()
            while self.code[offset : offset + 1] in ("(", "["):
                partner = self.partners.get(self.index_from(offset))
                offset = len(self.code) if partner is None else self.sign_offsets[partner] + 1
        return offset if offset > start and _LINE_ENDS.match(self.code, offset) else -1

    def open_brackets(self, start: int, end: int) -> Iterator[int]:
        """Yield, the last one first, what opens from *start* to *end* and is still open there."""
        for index in range(self.index_from(end) - 1, self.index_from(start) - 1, -1):
            partner = self.partners.get(index)
            is_open = partner is None or self.sign_offsets[partner] >= end
            if is_open and self.signs[index] in "([{":
                yield index

    def scope_at(self, offset: int) -> int:
        """Return the index of the bracket that is open in front of *offset*, or ``NO_SCOPE``."""
        index = self.index_from(offset) - 1
        return self._scopes[index] if index >= 0 else NO_SCOPE

    def are_brackets(self, scope: int) -> bool:
        """Tell whether a line end is none of a statement's in the bracket of that index."""
        return scope != NO_SCOPE and self.signs[scope] in self._brackets

    def is_hole(self, opener: int) -> bool:
        """Tell whether the brace of that index opens what a string has computed."""
        opened_at, partner = self.sign_offsets[opener], self.partners.get(opener)
        start, end, _ = self._regions.region_around(opened_at, until=self.until)
        if partner is None or opened_at - start > 1:
            return False
        closed_at = self.sign_offsets[partner]
        if closed_at >= end:  # behind a string in it
            _, end, _ = self._regions.region_around(closed_at, until=self.until)
        if closed_at + 1 != end:
            return False
        # `declare module "a" {}` may end with the file, or before a comment.
        beside = (start - 1, end) if start > 0 and end < len(self.text) else ()
        kinds = {
            self._regions.region_around(beside_offset, until=self.until)[2]
            for beside_offset in beside
        }
        return kinds == {STRING}

    def is_code(self, offset: int) -> bool:
        """Tell whether the outline has code at *offset*."""
        return self._regions.region_around(offset, until=self.until)[2] == CODE

    def line_start(self, offset: int) -> int:
        """Return where the outline has the line of *offset* start."""
        return self._all_line_starts[bisect_right(self._all_line_starts, offset) - 1]

    def line_end(self, offset: int) -> int:
        """Return where the outline has the line of *offset* end."""
        index = bisect_right(self._all_line_starts, offset)
        if index < len(self._all_line_starts):
            return self._all_line_starts[index] - 1
        return len(self.text)

    def indent(self, line_start: int) -> int:
        """Return how far the first character of the line is in that is not blank."""
        if line_start not in self._indents:
            blanks = _INDENT.match(self.text, line_start)
            first = blanks.end() if blanks else line_start
            self._indents[line_start] = self.width(line_start, first)
        return self._indents[line_start]

    def width(self, line_start: int, first: int) -> int:
        """Return how wide the blanks are in front of the *first* character of a line."""
        if not self._has_tabs:
            return first - line_start
        return len(self.text[line_start:first].expandtabs(_TAB))

    def column(self, offset: int) -> int:
        """Return how far *offset* is in; quick for those of one line in their order."""
        latest, column = self._latest_column
        start = self.line_start(offset)
        if not start <= latest <= offset:
            latest, column = start, 0
        over = column % _TAB
        column += len((" " * over + self.text[latest:offset]).expandtabs(_TAB)) - over
        self._latest_column = offset, column
        return column

    @cached_property
    def lines(self) -> Lines:
        """The lines of the outline that are not blank."""
        lines = Lines([], [], scopes=[], kinds=[])
        sign_offsets, scopes, sign_index = self.sign_offsets, self._scopes, 0
        region_end, region_kind = 0, CODE
        for line in _LINE_WITH_TEXT.finditer(self.text):
            if not len(lines.starts) % _STEPS_A_LOOK:
                keep_to_deadline(self.until, READING)
            start, first = line.span()
            sign_index = bisect_left(sign_offsets, first, sign_index)
            if first >= region_end:
                _, region_end, region_kind = self._regions.region_around(first, until=self.until)
            lines.starts.append(start)
            lines.firsts.append(first)
            lines.scopes.append(scopes[sign_index - 1] if sign_index else NO_SCOPE)
            if start in self._kinds_within:
                lines.kinds.append(self._kinds_within[start])
            elif region_kind not in (CODE, STRING, DOCSTRING):
                lines.kinds.append("comment")
            else:
                # A heredoc of Ruby begins with what it has computed.
                lines.kinds.append("text" if self.text.startswith("#{", first) else "code")
        return lines


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
        next_smaller = [len(numbers)] * (len(numbers) + 1)
        waiting_indices: list[int] = []
        for index, number in enumerate(numbers):
            while waiting_indices and numbers[waiting_indices[-1]] > number:
                next_smaller[waiting_indices.pop()] = index
            waiting_indices.append(index)
        self._jumps = [next_smaller]
        while min(self._jumps[-1]) < len(numbers):
            last_jumps = self._jumps[-1]
            self._jumps.append([last_jumps[next_index] for next_index in last_jumps])

    def find(self, index: int, limit: float) -> int:
        """Return the first index from *index* on whose number is at most *limit*, or the length."""
        numbers = self._numbers
        if index >= len(numbers) or numbers[index] <= limit:
            return min(index, len(numbers))
        for jumps in reversed(self._jumps):
            next_index = jumps[index]
            if next_index < len(numbers) and numbers[next_index] > limit:
                index = next_index
        return self._jumps[0][index]
