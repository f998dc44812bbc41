"""What the rows of a language's table do with a match, and what many languages share.

A row is a pattern and an act: a kind, which takes the match for a region of it, ``SKIP``, or one of
these, which begins or ends a mode (see ``scanner``).
"""

from __future__ import annotations

import re

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol, TypeAlias

    from phaser_lint.text.regions.scanner import Reader, Scanner

    class Step(Protocol):
        """Does what is to be done where a row's pattern matches from *start* on.

        Returns where the text goes on.
        """

        def __call__(self, scanner: Scanner, match: re.Match[str], start: int, /) -> int: ...


Act: TypeAlias = "Step | str | None"
"""A kind takes the match for a region of it; nothing skips it."""

Row = tuple[str, "Act"]
CODE = "code"
COMMENT = "comment"
DOC_COMMENT = "documentation comment"
STRING = "string"
DOCSTRING = "docstring"
PROSE = "prose"
RAW_CELL = "raw cell"
CELL_OUTPUT = "cell output"

SKIP: Act = None
FLAGS = re.MULTILINE | re.DOTALL


class Into(Record):
    """The match begins a mode."""

    mode: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        scanner.enter(self.mode, start)
        return match.end()


class IntoTag(Record):
    """The match is `<` and the name of a tag, and begins a mode; the name and the place are kept.

    The name is in lower case, and its slash belongs to it.
    """

    mode: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        name = scanner.text[start + 1 : match.end()].lower()
        scanner.enter(self.mode, start, (name, start))
        return match.end()


class IntoOverLines(Record):
    """The match begins a mode over lines, or, where nothing ends that, one that its line ends."""

    mode: str
    mode_in_line: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        modes = self.mode, self.mode_in_line
        return scanner.enter_over_lines(modes, start, match.end())


class Become(Record):
    """The match ends what is open and begins a mode; what is kept stays.

    It belongs to that, or, if that is *behind* it, to what it ends.
    """

    mode: str
    behind: bool = False

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        scanner.become(self.mode, match.end() if self.behind else start, scanner.modes[-1][1])
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


class UntilSame(Record):
    """The match begins a region that goes on to the same mark, which is the row's first group.

    It stands between *before* and *after* there: so long brackets of Lua end.
    """

    kind: str
    before: str
    after: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        row = match.re.groupindex[match.lastgroup or ""]
        closer = f"{self.before}{match[row + 1]}{self.after}"
        return Until(self.kind, closer)(scanner, match, start)


class UntilNext(Record):
    """The match begins a region that goes on to the next *closer*; without one it begins none."""

    kind: str
    closer: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        end = scanner.find_closer(self.closer, match.end())
        return match.end() if end < 0 else scanner.mark(self.kind, start, end + len(self.closer))


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

    def _end_of(self, scanner: Scanner, offset: int) -> int:
        """Return where the region ends that opens in front of *offset*; -1 where it does not.

        Each one within it that finds no end would look for it again up to the end: once one has
        found none, all that follow are paired.
        """
        if self.opener in scanner.nested_ends:
            return scanner.nested_ends[self.opener].get(offset, -1)
        text, depth, after = scanner.text, 1, offset
        next_opener = text.find(self.opener, after, scanner.end)
        while depth:
            next_closer = text.find(self.closer, after, scanner.end)
            if next_closer < 0:
                break
            if 0 <= next_opener < next_closer:
                depth, after = depth + 1, next_opener + len(self.opener)
            else:
                depth, after = depth - 1, next_closer + len(self.closer)
            if 0 <= next_opener < after:
                next_opener = text.find(self.opener, after, scanner.end)
        else:
            return after
        # Where each region behind *offset* ends, by where its opener does.
        ends = scanner.nested_ends[self.opener] = {}
        open_places: list[int] = []
        sign = re.compile(f"({re.escape(self.opener)})|{re.escape(self.closer)}")
        for match in sign.finditer(text, offset, scanner.end):
            if match[1]:
                open_places.append(match.end())
            elif open_places:
                ends[open_places.pop()] = match.end()
        return -1


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


class ReadUntil(Record):
    """What stands between the match and the next *closer* is read by another *reader*."""

    reader: Reader
    closer: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        end = scanner.find_closer(self.closer, match.end())
        return match.end() if end < 0 else scanner.read_as(self.reader, match.end(), end)


class Pieces:
    """The match is a string, but for each *hole* in it, which is code."""

    def __init__(self, hole: str) -> None:
        self._hole = re.compile(hole)

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        offset = start
        for hole in self._hole.finditer(scanner.text, start, match.end()):
            scanner.mark(STRING, offset, hole.start())
            offset = hole.end()
        return scanner.mark(STRING, offset, match.end())


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


class OrRaw:
    """Begins a string with holes, or takes the *raw* one, which a *prefix* makes.

    A raw one over lines has a group for what closes it, as for ``Whole``.
    """

    def __init__(self, mode: str, *, prefix: str, raw: str) -> None:
        self._mode, self._prefix = mode, re.compile(rf"(?<!\w)(?:{prefix})\Z")
        self._raw = re.compile(raw, re.DOTALL)

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        before = scanner.prefix(start, self._prefix)
        if before == start:
            scanner.enter(self._mode, start)
            return match.end()
        literal = self._raw.match(scanner.text, start, scanner.end)
        if self._raw.groups:
            return Whole(STRING).take(scanner, literal, before)
        return scanner.mark(STRING, before, literal.end() if literal else match.end())


class EndOfLine(Record):
    """The line ends, and with it the string in one of the *modes* that a hole was left open in."""

    modes: tuple[str, ...]

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        while len(scanner.modes) > 1 and scanner.modes[-1][0] not in self.modes:
            scanner.leave(start)
        scanner.leave(start)
        return start


def leave_mode(scanner: Scanner, match: re.Match[str], start: int) -> int:
    scanner.leave(match.end())
    return match.end()


def leave_mode_before(scanner: Scanner, match: re.Match[str], start: int) -> int:
    scanner.leave(start)
    return start


def leave_format(scanner: Scanner, match: re.Match[str], start: int) -> int:
    # As many braces as are kept of the hole close it: of a raw string of C#.
    end = min(start + (scanner.modes[-1][1] or 1), scanner.end)
    scanner.leave(start)
    return scanner.mark(CODE, start, end)


OUT: Act = leave_mode
"""The match ends the mode and belongs to it."""
OUT_BEFORE: Act = leave_mode_before
"""The mode ends in front of the match."""
OUT_OF_FORMAT: Act = leave_format
"""A hole, or its format, ends in front of the braces that close it, which are code."""

# What many languages share. An escape takes a line end with it.
ESCAPE = r"\\(?:\r\n|.|\Z)"


def make_quoted_pattern(quote: str, *, escape: str = ESCAPE) -> str:
    """Return the pattern of a string of one line in *quote*, one character, for a row of a
    language's table, whose actions a scanner takes.

    One that is never closed ends with its line.
    """
    characters = rf"[^{quote}\\\n]*"
    return f"{quote}{characters}(?:{escape}{characters})*{quote}?"


# Of a string over lines the first group is what closes it, for ``Whole``.


def make_quoted_lines_pattern(quote: str, *, escape: str = ESCAPE) -> str:
    """Return the pattern of a string over lines in *quote*, one character, for a row of a
    language's table, whose actions a scanner takes.
    """
    characters = rf"[^{quote}\\]*"
    return f"{quote}{characters}(?:{escape}{characters})*({quote}?)"


def make_doubled_pattern(quote: str) -> str:
    """Return the pattern of a string over lines in which *quote* is written twice, for a row of a
    language's table, whose actions a scanner takes.
    """
    return f"{quote}[^{quote}]*(?:{quote}{quote}[^{quote}]*)*({quote}?)"


def make_tripled_pattern(quote: str, escape: str = ESCAPE) -> str:
    """Return the pattern of a string over lines in three of *quote*, for a row of a language's
    table, whose actions a scanner takes.
    """
    plain = rf"[^{quote}\\]*" if escape else f"[^{quote}]*"
    escaped = f"{escape}|" if escape else ""
    return f"{quote * 3}{plain}(?:(?:{escaped}{quote}(?!{quote}{quote})){plain})*((?:{quote * 3})?)"


# Most languages end a line at a lone carriage return, too.
LINE_COMMENT = r"//[^\n\r]*"
HASH_COMMENT = r"#[^\n\r]*"
HASH_TO_LINE_FEED = r"#[^\n]*"
