r"""Reads a text from its start to its end by a language's table, and notes what is not code.

A table has a row for each mode that a text can be in: its kind, the characters at which something
may happen, and what does. Whatever opens a mode belongs to it, and so does what closes it: the
quotes to the string, the ``${`` and ``}`` of a hole to the code in it.

    "code": Mode(CODE, "\"/", ((r'"', Into("text")), (r"//[^\n]*", COMMENT)))
    "text": Mode(STRING, "\\\\$\"", ((r"\\.", SKIP), (r"\$\{", Into("hole")), (r'"', OUT)))

Each step looks for the next of the characters, and tries the rows there, so the time is linear in
the text. A prefix (``rb`` in front of quotes) is looked back for: it begins with no sign.
"""

from __future__ import annotations

import re
from collections import deque

from phaser_lint.core import Record
from phaser_lint.text import keep_to

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, Protocol, TypeAlias

    Region: TypeAlias = tuple[int, int, str]
    """Where it starts and ends, and its kind; what lies between two of them is code."""

    class Step(Protocol):
        """Does what is to be done where a row's pattern matches from *start* on.

        Returns where the text goes on.
        """

        def __call__(self, scanner: Scanner, match: re.Match[str], start: int, /) -> int: ...

    Act: TypeAlias = Step | str | None
    """A kind takes the match for a region of it; nothing skips it."""
    Row: TypeAlias = tuple[str, Act]

    class Reader(Protocol):
        """Returns the regions of a part of a text, in order, but for the code."""

        def read(
            self, text: str, start: int, end: int, *, until: float | None = None
        ) -> Reading: ...


CODE = "code"
COMMENT = "comment"
DOC_COMMENT = "documentation comment"
STRING = "string"
DOCSTRING = "docstring"
PROSE = "prose"
READING = "reading strings and comments"
"""What takes longer than it may, as a report says it."""


class Reading(Record):
    """The regions of a text, and where the first mark stands in it that nothing closes."""

    regions: list[Region]
    unclosed_at: int | None = None


SKIP: Act = None
FLAGS = re.MULTILINE | re.DOTALL


class Mode(Record):
    """What a text can be in: its kind, the characters that its rows begin with, and the rows.

    ``first`` is written as inside of ``[]``. Of the rows the first one that matches counts. What
    the language refuses to find open at the text's end ``must_close``.
    """

    kind: str
    first: str
    rows: tuple[Row, ...]
    must_close: bool = True


class Lexer:
    """The modes of a language by their names; a text starts in the first one.

    ``begin`` reads what stands first, and returns where that ends; ``finish`` tells docstrings from
    strings, once all regions of a text are known.
    """

    def __init__(
        self,
        modes: Mapping[str, Mode],
        *,
        begin: Callable[[Scanner, int], int] = lambda scanner, start: start,
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
        """Return what a mode needs to be read."""
        if name not in self._ready:
            kind, stops, rows, must_close = self._modes[name]
            alternatives = "|".join(f"(?P<r{place}>{row[0]})" for place, row in enumerate(rows))
            # The last one takes what no row does: without it all of the way would be tried again.
            pattern = re.compile(rf"[^{stops}]*(?:{alternatives}|(?P<other>.))", FLAGS)
            acts: dict[str | None, Act] = {f"r{place}": row[1] for place, row in enumerate(rows)}
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
    """The brackets that are open in code at a *place*, and which *region* may end behind that."""

    def __init__(self, place: int, region: int) -> None:
        self.place, self.region = place, region
        self.starts: list[int] = []


# An attempt that fails has read all that follows; what is read again is no longer altogether.
_MOST_READ_AGAIN = 50_000


class _Attempt(Record):
    """What to go back to where nothing ends a mode that began at *opening*.

    ``depth``: how many modes were open around it, but for the first one.
    """

    depth: int
    opening: int
    place: int
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
        self.last_places: dict[Any, dict[str, int]] = {}
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
        self._place = lexer.begin(self, start)

    def read_to(self, target: int, *, until: float | None = None) -> None:
        """Read on until it is known what stands at the place *target*, and how far that goes.

        What is open there has to be closed before that is known: else all of it is code.
        Raises ``LateReaderError`` once it is later than *until*; it goes on there when it is asked
        again, but for a part in another language, which leaves it of no more use.
        """
        text, end, regions, place = self.text, self.end, self.found, self._place
        self._until, steps = until, 0
        while place < end and (not regions or regions[-1][1] <= target or self._open_count):
            steps += 1
            # To ask the clock takes as long as a step.
            if not steps % _STEPS_A_LOOK:
                self._place = place
                keep_to(until, READING)
            match = self._match(text, place, end)
            group = match.lastgroup
            act = self._acts[group]
            if act is None:
                place = match.end()
            elif isinstance(act, str):
                start, place = match.span(group)
                if self._kind != CODE and self._open_at < start:
                    regions.append((self._open_at, start, self._kind))
                if act != CODE:
                    regions.append((start, place, act))
                self._open_at = place
            else:
                start, modes = match.start(group), len(self.modes)
                after = act(self, match, start)
                # An act may stay where it is, to go on in another mode.
                place = after if after > start or len(self.modes) != modes else start + 1
            if place >= end and self._open_count:
                place = self._recover()
        self._place = place
        if place >= end:
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
        self._read_again += self.end - attempt.place
        del self.found[attempt.region_count :]
        del self.modes[depth + 1 :], self._openings[depth:]
        self._open_count = 0
        self.pending = deque(attempt.pending)
        self._open_at = attempt.opening
        self.enter(attempt.mode_in_line, attempt.opening)
        return attempt.place

    def leave_open(self, kind: str, start: int) -> int:
        """Take all that follows the mark at *start*, which nothing closes, for code.

        In a part whose end closes what is open it is of the *kind* that the mark begins.
        """
        return self.mark(kind, start, self.end) if self._end_closes else self.take_for_code(start)

    def take_for_code(self, start: int) -> int:
        """Take all that follows *start* for code."""
        while self.found and self.found[-1][1] > start:
            self.found.pop()
        self.unclosed_at = start if self.unclosed_at is None else min(start, self.unclosed_at)
        self.modes, self._openings, self._open_count = self.modes[:1], [], 0
        self._match, self._acts, self._kind, _ = self._lexer.ready(self._lexer.first)
        self._open_at = self.end
        return self.end

    def _close(self, place: int) -> None:
        if self._kind != CODE and self._open_at < place:
            self.found.append((self._open_at, place, self._kind))
        self._open_at = place

    def mark(self, kind: str, start: int, end: int) -> int:
        """Take the text from *start* to *end* for a region of that *kind*."""
        self._close(start)
        if kind != CODE and start < end:
            self.found.append((start, end, kind))
        self._open_at = end
        return end

    def enter(self, mode: str, place: int, state: Any = None) -> None:
        """Begin a mode at *place*, inside the one that is open."""
        self._close(place)
        self.modes.append((mode, state))
        self._match, self._acts, self._kind, must_close = self._lexer.ready(mode)
        self._openings.append(place if must_close else -1)
        self._open_count += must_close

    def enter_over_lines(self, modes: tuple[str, str], opening: int, place: int) -> int:
        """Begin the first one of *modes* at *opening*, or the second where nothing ends that.

        The second one ends with its line. Returns *place*, which is behind the mark.
        """
        mode, mode_in_line = modes
        if self._read_again >= _MOST_READ_AGAIN:
            self.enter(mode_in_line, opening)
            return place
        while self._attempts and self._attempts[-1].depth >= len(self._openings):
            self._attempts.pop()
        self._close(opening)
        self._attempts.append(
            _Attempt(
                depth=len(self._openings),
                opening=opening,
                place=place,
                mode_in_line=mode_in_line,
                region_count=len(self.found),
                pending=tuple(self.pending),
            )
        )
        self.enter(mode, opening)
        return place

    def leave(self, place: int) -> None:
        """End the mode that is open at *place*; the first one never ends."""
        if len(self.modes) > 1:
            self._close(place)
            self.modes.pop()
            self._open_count -= self._openings.pop() >= 0
            self._match, self._acts, self._kind, _ = self._lexer.ready(self.modes[-1][0])

    def become(self, mode: str, place: int, state: Any = None) -> None:
        """Go on in another mode in place of the one that is open."""
        self._close(place)
        self.modes[-1] = mode, state
        self._match, self._acts, self._kind, must_close = self._lexer.ready(mode)
        opening = self._openings[-1]
        self._openings[-1] = (opening if opening >= 0 else place) if must_close else -1
        self._open_count += (self._openings[-1] >= 0) - (opening >= 0)

    def prefix(self, start: int, prefix_pattern: re.Pattern[str]) -> int:
        """Return where the prefix begins that ends at *start*; *start* where there is none."""
        before = self.text[max(self._open_at, start - _LONGEST_PREFIX) : start]
        prefix_match = prefix_pattern.search(before)
        return start - len(before) + prefix_match.start() if prefix_match else start

    def find_closer(self, closer: str, place: int) -> int:
        """Return where the next *closer* stands behind *place*, or -1.

        Where none was found once, it is not looked for again.
        """
        if place >= self.missing.get(closer, self.end + 1):
            return -1
        start = self.text.find(closer, place, self.end)
        if start < 0:
            self.missing[closer] = place
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

    def before(self, start: int) -> int:
        """Return where what stands in front of *start* ends, blanks and comments skipped.

        At a string it is -1: a value ends there.
        """
        place, region = start, len(self.found) - 1
        while True:
            place = end_before(self.text, place, self.start)
            while region >= 0 and self.found[region][0] >= place:
                region -= 1
            if region < 0 or self.found[region][1] != place:
                return place
            if self.found[region][2] not in (COMMENT, DOC_COMMENT):
                return -1
            place = self.found[region][0]

    def word_before(self, place: int) -> str:
        """Return the word that ends at *place*; nothing where it belongs to a name or a value."""
        text_before = self.text[max(self.start, place - _LONGEST_PREFIX) : place]
        # To search is slow, and most signs stand behind another one.
        word = (
            _WORD.search(text_before)
            if text_before and (text_before[-1].isalnum() or text_before[-1] == "_")
            else None
        )
        return word[0] if word else ""

    def follows(self, start: int, *, signs: str, words: frozenset[str]) -> bool:
        """Tell whether what stands in front of *start* ends with one of *signs* or *words*."""
        place = self.before(start)
        if place < 0:
            return False
        if place <= self.start or self.text[place - 1] in signs:
            return True
        return self.word_before(place) in words

    def read_as(self, lexer: Lexer, start: int, end: int, *, end_closes: bool = False) -> int:
        """Take the text from *start* to *end* for one in another language."""
        self._close(start)
        self.is_torn = True
        part = lexer.read(self.text, start, end, end_closes=end_closes, until=self._until)
        self.is_torn = False
        self.found += part.regions
        if self.unclosed_at is None:
            self.unclosed_at = part.unclosed_at
        self._open_at = end
        return end


_LONGEST_PREFIX = 64
_WORD = re.compile(r"(?<![\w$.])\w+\Z")


_STEP = 4096


def end_before(text: str, place: int, lower_bound: int, blanks: str = " \t\r\n\f") -> int:
    """Return where what stands in front of the *blanks* at *place* ends, or *lower_bound*."""
    while place > lower_bound and text[place - 1] in blanks:
        chunk_start = max(lower_bound, place - _STEP)
        place = chunk_start + len(text[chunk_start:place].rstrip(blanks))
    return place


class Into(Record):
    """The match begins a mode."""

    mode: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        scanner.enter(self.mode, start)
        return match.end()


class IntoOverLines(Record):
    """The match begins a mode over lines, or, where nothing ends that, one that its line ends."""

    mode: str
    mode_in_line: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        modes = self.mode, self.mode_in_line
        return scanner.enter_over_lines(modes, start, match.end())


class Become(Record):
    """The match ends what is open and begins a mode, which it belongs to; what is kept stays."""

    mode: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        scanner.become(self.mode, start, scanner.modes[-1][1])
        return match.end()


class Until(Record):
    """The match begins a region that goes on to the next *closer*.

    Only what the language closes by itself ends with the text.
    """

    kind: str
    closer: str
    must_close: bool = True

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        closer_start = scanner.text.find(self.closer, match.end(), scanner.end)
        if closer_start >= 0:
            return scanner.mark(self.kind, start, closer_start + len(self.closer))
        if self.must_close:
            return scanner.leave_open(self.kind, start)
        return scanner.mark(self.kind, start, scanner.end)


class UntilMatch:
    """The match begins a region that goes on to the end of the next match of *closer*."""

    def __init__(self, kind: str, closer: str, *, must_close: bool = True) -> None:
        self._kind, self._written, self._must_close = kind, closer, must_close
        self._closer: re.Pattern[str] | None = None

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        self._closer = self._closer or re.compile(self._written, FLAGS)
        closer_match = self._closer.search(scanner.text, match.end(), scanner.end)
        if closer_match:
            return scanner.mark(self._kind, start, closer_match.end())
        if self._must_close:
            return scanner.leave_open(self._kind, start)
        return scanner.mark(self._kind, start, scanner.end)


class Nested(Record):
    """The match begins a region in which others like it may stand.

    One that finds no end is read as if they could not: ``/* loads data/*.csv */`` in SQLite.
    """

    kind: str
    opener: str
    closer: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        end = self._end_of(scanner, match.end())
        if end < 0:
            closer_start = scanner.text.find(self.closer, match.end(), scanner.end)
            if closer_start < 0:
                return scanner.leave_open(self.kind, start)
            end = closer_start + len(self.closer)
        return scanner.mark(self.kind, start, end)

    def _end_of(self, scanner: Scanner, place: int) -> int:
        """Return where the region ends that opens in front of *place*; -1 where it does not.

        Each one within it that finds no end would look for it again up to the end: once one has
        found none, all that follow are paired.
        """
        if self.opener in scanner.nested_ends:
            return scanner.nested_ends[self.opener].get(place, -1)
        text, depth, after = scanner.text, 1, place
        next_opener = text.find(self.opener, after, scanner.end)
        while depth:
            next_closer = text.find(self.closer, after, scanner.end)
            if next_closer < 0:
                scanner.nested_ends[self.opener] = self._pair(scanner, place)
                return -1
            if 0 <= next_opener < next_closer:
                depth, after = depth + 1, next_opener + len(self.opener)
            else:
                depth, after = depth - 1, next_closer + len(self.closer)
            if 0 <= next_opener < after:
                next_opener = text.find(self.opener, after, scanner.end)
        return after

    def _pair(self, scanner: Scanner, place: int) -> dict[int, int]:
        """Return where each region behind *place* ends, by where its opener does."""
        sign = re.compile(f"({re.escape(self.opener)})|{re.escape(self.closer)}")
        ends: dict[int, int] = {}
        open_places: list[int] = []
        for match in sign.finditer(scanner.text, place, scanner.end):
            if match[1]:
                open_places.append(match.end())
            elif open_places:
                ends[open_places.pop()] = match.end()
        return ends


class Whole(Record):
    """The match is a region of that kind if its last group, the closer, is not empty."""

    kind: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        return self.take(scanner, match, start)

    def take(self, scanner: Scanner, match: re.Match[str] | None, start: int) -> int:
        """Take the *match* from *start* on for the region; without its closer all is code."""
        row = match.re.groupindex.get(match.lastgroup or "", 0) if match else 0
        if match is None or not match[row + 1]:
            return scanner.leave_open(self.kind, start)
        return scanner.mark(self.kind, start, match.end())


class Prefixed:
    """The match, with one of the prefixes in front of it, is a region, or begins a mode."""

    def __init__(self, prefixes: str, act: Act) -> None:
        self._prefixes = re.compile(rf"(?<!\w)(?:{prefixes})\Z")
        self._act = act

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        before = scanner.prefix(start, self._prefixes)
        if isinstance(self._act, str):
            return scanner.mark(self._act, before, match.end())
        return match.end() if self._act is None else self._act(scanner, match, before)


class EndOfLine(Record):
    """The line ends, and with it the string in one of the *modes* that a hole was left open in."""

    modes: tuple[str, ...]

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        while len(scanner.modes) > 1 and scanner.modes[-1][0] not in self.modes:
            scanner.leave(start)
        scanner.leave(start)
        return start


def leave(scanner: Scanner, match: re.Match[str], start: int) -> int:
    scanner.leave(match.end())
    return match.end()


def leave_before(scanner: Scanner, match: re.Match[str], start: int) -> int:
    scanner.leave(start)
    return start


OUT: Act = leave
"""The match ends the mode and belongs to it."""
OUT_BEFORE: Act = leave_before
"""The mode ends in front of the match."""

# What many languages share. An escape takes a line end with it.
ESCAPE = r"\\(?:\r\n|.|\Z)"


def quoted(quote: str, *, escape: str = ESCAPE) -> str:
    """Return the pattern of a string in *quote*, which is one character, of one line.

    One that is never closed ends with its line.
    """
    characters = rf"[^{quote}\\\n]*"
    return f"{quote}{characters}(?:{escape}{characters})*{quote}?"


# Of a string over lines the first group is what closes it, for ``Whole``.


def quoted_over_lines(quote: str, *, escape: str = ESCAPE) -> str:
    """Return the pattern of a string over lines in *quote*, which is one character."""
    characters = rf"[^{quote}\\]*"
    return f"{quote}{characters}(?:{escape}{characters})*({quote}?)"


def doubled(quote: str) -> str:
    """Return the pattern of a string over lines, in which *quote* is written twice."""
    return f"{quote}[^{quote}]*(?:{quote}{quote}[^{quote}]*)*({quote}?)"


def tripled(quote: str, escape: str = ESCAPE) -> str:
    """Return the pattern of a string over lines in three of *quote*."""
    plain = rf"[^{quote}\\]*" if escape else f"[^{quote}]*"
    escaped = f"{escape}|" if escape else ""
    return f"{quote * 3}{plain}(?:(?:{escaped}{quote}(?!{quote}{quote})){plain})*((?:{quote * 3})?)"


# Most languages end a line at a lone carriage return, too.
LINE_COMMENT = r"//[^\n\r]*"
HASH_COMMENT = r"#[^\n\r]*"
HASH_TO_LINE_FEED = r"#[^\n]*"
