r"""Reads a text from its start to its end by a language's table, and notes what is not code.

A table has a row for each mode that a text can be in: its kind, the characters at which something
may happen, and what does. Whatever opens a mode belongs to it, and so does what closes it: the
quotes to the string, the ``${`` and ``}`` of a hole to the code in it.

    "code": ScannerMode(CODE, "\"/", ((r'"', Into("text")), (r"//[^\n]*", COMMENT)))
    "text": ScannerMode(STRING, "\\\\$\"", ((r"\\.", SKIP), (r"\$\{", Into("hole")), (r'"', OUT)))

Each step looks for the next of the characters, and tries the rows there, so the time is linear in
the text. A prefix (``rb`` in front of quotes) is looked back for: it begins with no sign.
"""

from __future__ import annotations

import re
from collections import deque

from phaser_lint.core import Record
from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    ESCAPE,
    FLAGS,
    OUT,
    OUT_BEFORE,
    SKIP,
    STRING,
    EndOfLine,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Protocol

    from phaser_lint.text.regions.scanner_actions import Act, Row, Step

    class Reader(Protocol):
        """Returns the regions of a part of a text, in order, but for the code."""

        def read(
            self, text: str, start: int, end: int, *, until: float | None = None
        ) -> Reading: ...


Region = tuple[int, int, str]
"""Where it starts and ends, and its kind; what lies between two of them is code."""
READING = "reading strings and comments"
"""What takes longer than it may, as a report says it."""


class Reading(Record):
    """The regions of a text, and where the first mark stands in it that nothing closes."""

    regions: list[Region]
    unclosed_at: int | None = None


class ScannerMode(Record):
    """What a text can be in: its kind, the characters that its rows begin with, and the rows.

    ``first`` is written as inside of ``[]``. Of the rows the first one that matches counts. What
    the language refuses to find open at the text's end ``must_close``.
    """

    kind: str
    first: str
    rows: tuple[Row, ...]
    must_close: bool = True


def make_filled_mode(
    quotes: str, holes: tuple[Row, ...], *, first: str, flags: str = ""
) -> ScannerMode:
    """Return the scanner's mode for a text in *quotes* with escapes and *holes*, which begin with
    *first*.

    *flags* may follow its end.
    """
    rows: tuple[Row, ...] = ((ESCAPE, SKIP), *holes, (quotes + flags, OUT))
    return ScannerMode(STRING, rf"\\{first}{quotes[0]}", rows)


class FirstLine:
    """Begins a text with what other lines begin by the line end in front of them."""

    def __init__(self, *rows: tuple[str, Step]) -> None:
        self._rows = [(re.compile(pattern), act) for pattern, act in rows]

    def __call__(self, scanner: Scanner, start: int) -> int:
        for pattern, act in self._rows:
            match = pattern.match(scanner.text, start)
            if match:
                return act(scanner, match, start)
        return start


class Lexer:
    """The modes of a language by their names; a text starts in the first one.

    ``begin`` reads what stands first, and returns where that ends; ``finish`` tells docstrings from
    strings, once all regions of a text are known.
    """

    def __init__(
        self,
        modes: Mapping[str, ScannerMode],
        *,
        begin: Callable[[Scanner, int], int] | None = None,
        finish: Callable[[str, int, list[Region]], list[Region]] | None = None,
    ) -> None:
        self._modes, self.begin, self.finish = modes, begin, finish
        self.first = next(iter(modes))
        self._ready: dict[str, _ReadyMode] = {}

    def read(
        self,
        text: str,
        start: int,
        end: int,
        *,
        end_closes: bool = False,
        until: float | None = None,
    ) -> Reading:
        """Return the regions of *text* from *start* to *end*; see ``read_to``."""
        scanner = Scanner(self, text, start=start, end=end, end_closes=end_closes, until=until)
        scanner.read_to(end, until=until)
        regions = self.finish(text, start, scanner.found) if self.finish else scanner.found
        return Reading(regions, scanner.unclosed_at)

    def ready(self, name: str) -> _ReadyMode:
        """Return what the scanner needs to read a mode."""
        if name not in self._ready:
            kind, stops, rows, must_close = self._modes[name]
            alternatives = "|".join(
                f"(?P<r{row_number}>{row[0]})" for row_number, row in enumerate(rows)
            )
            # The last one takes what no row does: without it all of the way would be tried again.
            pattern = re.compile(rf"[^{stops}]*(?:{alternatives}|(?P<other>.))", FLAGS)
            acts: dict[str | None, Act] = {
                f"r{row_number}": row[1] for row_number, row in enumerate(rows)
            }
            # One that its line ends is not open behind that.
            in_line = any(act is OUT_BEFORE or isinstance(act, EndOfLine) for _, act in rows)
            self._ready[name] = _ReadyMode(
                match=pattern.match,
                acts={**acts, "other": SKIP},
                kind=kind,
                must_close=must_close and not in_line,
            )
        return self._ready[name]


class _ReadyMode(Record):
    """What matches up to the next step of a mode, its acts by group, and its kind."""

    match: Any
    acts: Mapping[str | None, Act]
    kind: str
    must_close: bool


_STEPS_A_LOOK = 256


class OpenBrackets:
    """The brackets that are open in code at an *offset*, and which *region* may end behind that."""

    def __init__(self, offset: int, region: int) -> None:
        self.offset, self.region = offset, region
        self.starts: list[int] = []


# An attempt that fails has read all that follows; what is read again is no longer altogether.
_MOST_READ_AGAIN = 50_000


class _Attempt(Record):
    """What to go back to where nothing ends a mode that began at *opening*.

    ``depth``: how many modes were open around it, but for the first one.
    """

    depth: int
    opening: int
    offset: int
    mode_in_line: str
    region_count: int
    pending: tuple[Any, ...]


class Scanner:
    """One pass over a part of a text; ``found`` holds the regions that it has passed."""

    def __init__(
        self,
        lexer: Lexer,
        text: str,
        start: int,
        end: int,
        *,
        end_closes: bool = False,
        until: float | None = None,
    ) -> None:
        self.text, self.start, self.end = text, start, end
        self._end_closes = end_closes
        self._until = until
        self.found: list[Region] = []
        self.pending: deque[Any] = deque()
        """What begins with the next line (see ``heredocs``)."""
        self.nested_ends: dict[str, dict[int, int]] = {}
        """Where what nests ends, by its opener and where that does, once one found no end."""
        self.last_offsets: dict[Any, dict[str, int]] = {}
        """Where what may close a text stands last, by its words, for each kind of such text."""
        self.missing: dict[str, int] = {}
        """Where a closer is known not to stand: from there on, or up to there in a line."""
        self.unclosed_at: int | None = None
        """Where the first mark stands that nothing closes: from there on all is code."""
        self.is_torn = False
        """Its time ended within a part in another language."""
        self.is_at_end = False
        """All of the part was read."""
        self.brackets: OpenBrackets | None = None
        self._lexer, self._open_at = lexer, start
        # What is kept of a mode says how it ends: the word under a heredoc, how many quotes.
        self.modes: list[tuple[str, Any]] = [(lexer.first, None)]
        self._match, self._acts, self._kind, _ = lexer.ready(lexer.first)
        # For each mode inside of the first one, where it began if it has to be closed, else -1.
        self._openings: list[int] = []
        self._open_count = 0
        self._attempts: list[_Attempt] = []
        self._read_again = 0
        self._offset = lexer.begin(self, start) if lexer.begin else start

    def read_to(self, target: int, *, until: float | None = None) -> None:
        """Read on until it is known what stands at the place *target*, and how far that goes.

        What is open there has to be closed before that is known: else all of it is code.
        Raises ``LateReaderError`` once it is later than *until*; it goes on there when it is asked
        again, but for a part in another language, which leaves it of no more use.
        """
        text, end, regions, offset = self.text, self.end, self.found, self._offset
        self._until, steps = until, 0
        while offset < end and (not regions or regions[-1][1] <= target or self._open_count):
            steps += 1
            # To ask the clock takes as long as a step.
            if not steps % _STEPS_A_LOOK:
                self._offset = offset
                keep_to_deadline(until, READING)
            match = self._match(text, offset, end)
            group = match.lastgroup
            act = self._acts[group]
            if act is None:
                offset = match.end()
            elif isinstance(act, str):
                start, offset = match.span(group)
                if self._kind != CODE and self._open_at < start:
                    regions.append((self._open_at, start, self._kind))
                if act != CODE:
                    regions.append((start, offset, act))
                self._open_at = offset
            else:
                start, modes = match.start(group), len(self.modes)
                after = act(self, match, start)
                # An act may stay where it is, to go on in another mode.
                offset = after if after > start or len(self.modes) != modes else start + 1
            if offset >= end and self._open_count:
                offset = self._recover()
        self._offset = offset
        if offset >= end:
            self._close(end)
            self.is_at_end = True

    def _recover(self) -> int:
        """Go back to the first mark that nothing closes, and return where to go on.

        What began there goes on in its line only, where that was not tried; else all is code.
        """
        depth = next(depth for depth, opening in enumerate(self._openings) if opening >= 0)
        while self._attempts and self._attempts[-1].depth > depth:
            self._attempts.pop()
        attempt = self._attempts.pop() if self._attempts else None
        if attempt is None and self._end_closes:
            return self.end
        if attempt is None or attempt.depth != depth or attempt.opening != self._openings[depth]:
            return self.take_for_code(self._openings[depth])
        self._read_again += self.end - attempt.offset
        del self.found[attempt.region_count :]
        del self.modes[depth + 1 :], self._openings[depth:]
        self._open_count = 0
        self.pending = deque(attempt.pending)
        self._open_at = attempt.opening
        self.enter(attempt.mode_in_line, attempt.opening)
        return attempt.offset

    def leave_open(self, kind: str, start: int) -> int:
        """Take all that follows the mark at *start*, which nothing closes, for code.

        In a part whose end closes what is open it is of the *kind* that the mark begins.
        """
        return self.mark(kind, start, self.end) if self._end_closes else self.take_for_code(start)

    def take_for_code(self, start: int) -> int:
        """Have the scanner take all that follows *start* for code."""
        while self.found and self.found[-1][1] > start:
            self.found.pop()
        self.unclosed_at = start if self.unclosed_at is None else min(start, self.unclosed_at)
        self.modes, self._openings, self._open_count = self.modes[:1], [], 0
        self._match, self._acts, self._kind, _ = self._lexer.ready(self._lexer.first)
        self._open_at = self.end
        return self.end

    def _close(self, offset: int) -> None:
        if self._kind != CODE and self._open_at < offset:
            self.found.append((self._open_at, offset, self._kind))
        self._open_at = offset

    def mark(self, kind: str, start: int, end: int) -> int:
        """Take the text from *start* to *end* for a region of that *kind*."""
        self._close(start)
        if kind != CODE and start < end:
            self.found.append((start, end, kind))
        self._open_at = end
        return end

    def enter(self, mode: str, offset: int, state: Any = None) -> None:
        """Have the scanner begin a mode at *offset*, inside the one that is open."""
        self._close(offset)
        self.modes.append((mode, state))
        self._match, self._acts, self._kind, must_close = self._lexer.ready(mode)
        self._openings.append(offset if must_close else -1)
        self._open_count += must_close

    def enter_over_lines(self, modes: tuple[str, str], opening: int, offset: int) -> int:
        """Begin the first one of *modes* at *opening*, or the second where nothing ends that.

        The second one ends with its line. Returns *offset*, which is behind the mark.
        """
        mode, mode_in_line = modes
        if self._read_again >= _MOST_READ_AGAIN:
            self.enter(mode_in_line, opening)
            return offset
        while self._attempts and self._attempts[-1].depth >= len(self._openings):
            self._attempts.pop()
        self._close(opening)
        self._attempts.append(
            _Attempt(
                depth=len(self._openings),
                opening=opening,
                offset=offset,
                mode_in_line=mode_in_line,
                region_count=len(self.found),
                pending=tuple(self.pending),
            )
        )
        self.enter(mode, opening)
        return offset

    def leave(self, offset: int) -> None:
        """Have the scanner end the mode that is open at *offset*; the first one never ends."""
        if len(self.modes) > 1:
            self._close(offset)
            self.modes.pop()
            self._open_count -= self._openings.pop() >= 0
            self._match, self._acts, self._kind, _ = self._lexer.ready(self.modes[-1][0])

    def become(self, mode: str, offset: int, state: Any = None) -> None:
        """Have the scanner go on in another mode in place of the one that is open."""
        self._close(offset)
        self.modes[-1] = mode, state
        self._match, self._acts, self._kind, must_close = self._lexer.ready(mode)
        opening = self._openings[-1]
        self._openings[-1] = (opening if opening >= 0 else offset) if must_close else -1
        self._open_count += (self._openings[-1] >= 0) - (opening >= 0)

    def prefix(self, start: int, prefix_pattern: re.Pattern[str]) -> int:
        """Return where the prefix begins that ends at *start*; *start* where there is none."""
        before = self.text[max(self._open_at, start - _LONGEST_PREFIX) : start]
        prefix_match = prefix_pattern.search(before)
        return start - len(before) + prefix_match.start() if prefix_match else start

    def find_closer(self, closer: str, offset: int) -> int:
        """Return where the next *closer* stands behind *offset*, or -1.

        Where none was found once, it is not looked for again.
        """
        if offset >= self.missing.get(closer, self.end + 1):
            return -1
        start = self.text.find(closer, offset, self.end)
        if start < 0:
            self.missing[closer] = offset
        return start

    def within_line(self, string_pattern: re.Pattern[str], start: int) -> int:
        """Take what matches as a *string_pattern* from *start* for a string.

        Where nothing does, it is not tried again on that line.
        """
        if start < self.missing.get("line", 0):
            return start + 1
        match = string_pattern.match(self.text, start, self.end)
        if match:
            return self.mark(STRING, start, match.end())
        line_end = self.text.find("\n", start, self.end)
        self.missing["line"] = self.end if line_end < 0 else line_end
        return start + 1

    def end_before(self, start: int) -> int:
        """Return where what stands in front of *start* ends, blanks and comments skipped.

        At a string it is -1: a value ends there.
        """
        offset, region = start, len(self.found) - 1
        while True:
            offset = find_end_before(self.text, offset, self.start)
            while region >= 0 and self.found[region][0] >= offset:
                region -= 1
            if region < 0 or self.found[region][1] != offset:
                return offset
            if self.found[region][2] not in (COMMENT, DOC_COMMENT):
                return -1
            offset = self.found[region][0]

    def word_before(self, offset: int) -> str:
        """Return the word that ends at *offset*; nothing where it belongs to a name or a value."""
        text_before = self.text[max(self.start, offset - _LONGEST_PREFIX) : offset]
        # To search is slow, and most signs stand behind another one.
        word = (
            _WORD.search(text_before)
            if text_before and (text_before[-1].isalnum() or text_before[-1] == "_")
            else None
        )
        return word[0] if word else ""

    def follows(self, start: int, *, signs: str, words: frozenset[str]) -> bool:
        """Tell whether what stands in front of *start* ends with one of *signs* or *words*."""
        offset = self.end_before(start)
        if offset < 0:
            return False
        if offset <= self.start or self.text[offset - 1] in signs or self.divides(offset, start):
            return True
        return self.word_before(offset) in words

    def divides(self, offset: int, start: int) -> bool:
        """Tell whether the sign in front of *offset*, with blanks up to *start*, is a slash that
        divides: ends no pattern, and is no half of Perl's `//`.
        """
        if offset == start or self.text[offset - 1] != "/":
            return False
        return self.text[offset - 2] != "/" and not (self.found and self.found[-1][1] == offset)

    def read_as(self, reader: Reader, start: int, end: int, *, end_closes: bool = False) -> int:
        """Take the text from *start* to *end* for one in another language."""
        self._close(start)
        self.is_torn = True
        if end_closes and isinstance(reader, Lexer):
            part = reader.read(self.text, start, end, end_closes=True, until=self._until)
        else:
            part = reader.read(self.text, start, end, until=self._until)
        self.is_torn = False
        self.found += part.regions
        if self.unclosed_at is None:
            self.unclosed_at = part.unclosed_at
        self._open_at = end
        return end


_LONGEST_PREFIX = 64
_WORD = re.compile(r"(?<![\w$.])\w+\Z")


_STEP = 4096


def find_end_before(text: str, offset: int, lower_bound: int, blanks: str = " \t\r\n\f") -> int:
    """Return where what stands in front of the *blanks* at *offset* ends, or *lower_bound*, as a
    scanner looks back.
    """
    while offset > lower_bound and text[offset - 1] in blanks:
        chunk_start = max(lower_bound, offset - _STEP)
        offset = chunk_start + len(text[chunk_start:offset].rstrip(blanks))
    return offset
