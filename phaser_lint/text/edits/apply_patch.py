"""``apply_patch``: the patch format of Codex, which other agents took over; a pure helper.

    *** Begin Patch
    *** Add File: src/new.py
    +whole = "text"
    *** Update File: src/old.py
    *** Move to: src/other.py
    @@ def f():
     context
    -taken away
    +added
    *** End of File
    *** Delete File: src/gone.py
    *** End Patch

``parse_patch`` reads the operations, ``apply_chunks`` the text of an updated file. Both follow the
program that Codex 0.169 ships, rule by rule as it was run:

- lines end at ``\\r\\n``, ``\\n`` or ``\\r``; what is added ends as the file's first line does,
  what stays as it did, and a last line without an end gets one;
- old lines are looked for from where the last chunk ended: exactly, then without blanks at the
  end, then at both ends, then with typographic dashes, quotes and spaces taken as plain ones;
- a context line stays as the file has it, however loosely it matched;
- ``@@ text`` moves on to the line after that text; ``*** End of File`` allows the last lines only;
- a blank line at the end of a chunk may stand for nothing; a chunk that only adds goes to the end.
"""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate
from operator import itemgetter, methodcaller

from phaser_lint.core import Record
from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.edits import FOLLOWING

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal, TypeAlias

    Change: TypeAlias = tuple[int, int, list[str]]
    """Where it starts, how many lines it takes away, the lines that it puts there."""

BEGIN, END = "*** Begin Patch", "*** End Patch"
ADD, DELETE, UPDATE = "*** Add File: ", "*** Delete File: ", "*** Update File: "
MOVE, END_OF_FILE, ENVIRONMENT = "*** Move to: ", "*** End of File", "*** Environment ID: "
# So many lines are read between two looks at the clock.
_LINES_A_LOOK = 1_000
_HEREDOC = ("<<EOF", "<<'EOF'", '<<"EOF"')
# What the program calls white space; str.strip() would take \x1c to \x1f too.
BLANKS = (
    "\t\n\v\f\r \x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000"
)
_PLAIN = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f", '"'),
        **dict.fromkeys(
            "\u00a0\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000", " "
        ),
    }
)


class PatchError(ValueError):
    """A text that is no patch, with what was expected."""


class Chunk(Record):
    """One replacement: ``lines`` are pairs of a mark (blank, minus, plus) and a line's text."""

    context: str | None
    lines: tuple[tuple[str, str], ...]
    at_end: bool = False


class PatchedFile(Record):
    """What happens to one file; ``text`` is the content of an added one."""

    kind: Literal["add", "delete", "update"]
    path: str
    text: str = ""
    move_to: str = ""
    chunks: tuple[Chunk, ...] = ()


def parse_patch(patch: str, *, until: float | None = None) -> tuple[PatchedFile, ...]:
    """Return the operations of *patch*, an ``apply_patch`` of Codex and others, in their order;
    raises ``PatchError``.
    """
    lines = [line.removesuffix("\r") for line in patch.strip(BLANKS).split("\n")]
    if lines[0] in _HEREDOC and lines[-1].endswith("EOF"):
        lines = lines[1:-1]
    if not lines or lines[0].strip(BLANKS) != BEGIN:
        raise PatchError(f"expected {BEGIN!r} in its first line")
    if len(lines) < 2 or lines[-1].strip(BLANKS) != END:
        raise PatchError(f"expected {END!r} in its last line")
    lines = lines[1:-1]
    operations: list[PatchedFile] = []
    line_index = 1 if lines and lines[0].startswith(ENVIRONMENT) else 0
    while line_index < len(lines):
        keep_to_deadline(until, FOLLOWING)
        header = lines[line_index].strip(BLANKS)
        line_index += 1
        if header.startswith(DELETE):
            operations.append(PatchedFile("delete", header[len(DELETE) :]))
        elif header.startswith(ADD):
            start = line_index
            while line_index < len(lines) and lines[line_index].startswith("+"):
                line_index += 1
            text = "".join([f"{line[1:]}\n" for line in lines[start:line_index]])
            operations.append(PatchedFile("add", header[len(ADD) :], text=text))
        elif header.startswith(UPDATE):
            update, line_index = _parse_update(
                header[len(UPDATE) :], lines, line_index, until=until
            )
            operations.append(update)
        else:
            raise PatchError(f"expected the header of a file, found {header!r}")
    if not operations:
        raise PatchError("expected at least one file in the patch")
    return tuple(operations)


def _parse_update(
    path: str, lines: Sequence[str], line_index: int, *, until: float | None
) -> tuple[PatchedFile, int]:
    """Return what happens to the file, and the line that follows; raises ``PatchError``."""
    move_to = ""
    if line_index < len(lines) and lines[line_index].startswith(MOVE):
        move_to, line_index = lines[line_index][len(MOVE) :], line_index + 1
    chunks: list[Chunk] = []
    while line_index < len(lines) and not lines[line_index].startswith((ADD, DELETE, UPDATE)):
        line, last_chunk = lines[line_index], chunks[-1] if chunks else None
        is_end = last_chunk is None and line.rstrip(BLANKS) == END_OF_FILE
        if is_end or (last_chunk and last_chunk.at_end and not line.strip(BLANKS)):
            line_index += 1  # it says nothing: the end of the file before a chunk, a blank after it
            continue
        keep_to_deadline(until, FOLLOWING)
        context = None
        if line.rstrip(BLANKS) == "@@" or line.startswith("@@ "):
            context, line_index = line[3:] or None, line_index + 1
        elif chunks:
            raise PatchError(f"expected @@ before the next change, found {line!r}")
        start = line_index
        while line_index < len(lines) and lines[line_index][:1] in ("", " ", "+", "-"):
            line_index += 1
        if start == line_index:
            raise PatchError("expected lines after @@ that start with a blank, + or -")
        marked_lines = tuple(
            [(marked[:1] or " ", marked[1:]) for marked in lines[start:line_index]]
        )
        at_end = line_index < len(lines) and lines[line_index].rstrip(BLANKS) == END_OF_FILE
        chunks.append(Chunk(context, marked_lines, at_end))
        line_index += at_end
    if not chunks:
        raise PatchError(f"expected lines to change in {path}")
    return PatchedFile("update", path, move_to=move_to, chunks=tuple(chunks)), line_index


def apply_chunks(text: str, chunks: Sequence[Chunk], *, until: float | None = None) -> str | None:
    """Return *text* after the *chunks* of an ``apply_patch``, or ``None`` where one of them finds
    no place.
    """
    # Each line and its end; the last may have none.
    lines: list[tuple[str, str]] = []
    for number, line_run in enumerate(text.split("\n")):
        if number % _LINES_A_LOOK == 0:
            keep_to_deadline(until, FOLLOWING)
        *closed, last = line_run.split("\r")
        lines += [(line, "\r") for line in closed]
        lines.append((last, "\n"))
        if closed and not last:
            lines[-2:] = [(closed[-1], "\r\n")]
    line, end = lines.pop()
    if not text.endswith("\n"):
        lines += [(line, "\r")] if end == "\r\n" else [(line, "")] if line else []
    bare = _Lines([line for line, _ in lines])
    ending = lines[0][1] if lines and lines[0][1] else "\n"
    changes: list[Change] = []
    line_index = 0
    for chunk in chunks:
        keep_to_deadline(until, FOLLOWING)
        if chunk.context is not None:
            context_line = bare.seek([chunk.context], line_index, at_end=False)
            if context_line is None:
                return None
            line_index = context_line + 1
        chunk_changes = _place_chunk(chunk, bare, line_index)
        if chunk_changes is None:
            return None
        changes += chunk_changes[0]
        line_index = chunk_changes[1]
    changes.sort(key=itemgetter(0))
    edited, next_line = list[tuple[str, str]](), 0
    for start, length, new in changes:
        edited += lines[next_line:start]
        edited += [(line, ending) for line in new]
        next_line = start + length
    return "".join([line + (end or ending) for line, end in (*edited, *lines[next_line:])])


def _place_chunk(chunk: Chunk, bare: _Lines, line_index: int) -> tuple[list[Change], int] | None:
    """Return the changes of a chunk and the place where the next one starts."""
    marked = list(chunk.lines)
    old = [line for sign, line in marked if sign != "+"]
    if not old:
        return [(bare.number, 0, [line for _, line in marked])], line_index
    start = bare.seek(old, line_index, at_end=chunk.at_end)
    if start is None and old[-1] == "":
        marked = _without_last_blank(marked)
        old.pop()
        start = bare.seek(old, line_index, at_end=chunk.at_end)
    if start is None:
        return None
    # What changes stands between the context lines, which stay as the file has them.
    changes: list[Change] = []
    line_index, removed, new = start, 0, list[str]()
    for sign, line in [*marked, (" ", "")]:
        if sign == "-":
            removed += 1
        elif sign == "+":
            new.append(line)
        else:
            changes += [(line_index, removed, new)] if removed or new else []
            line_index, removed, new = line_index + removed + 1, 0, []
    return changes, start + len(old)


def _without_last_blank(marked: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the lines without the last old one; the last new one goes too if it is blank."""
    last_new = max((index for index, (sign, _) in enumerate(marked) if sign != "-"), default=0)
    last_old = max(index for index, (sign, _) in enumerate(marked) if sign != "+")
    remaining = []
    for index, (sign, line) in enumerate(marked):
        new = sign != "-" and not (index == last_new and line == "")
        old = sign != "+" and index != last_old
        if new or old:
            remaining.append((" " if new and old else "+" if new else "-", line))
    return remaining


class _Lines:
    """The lines of a file, in each form that old lines are looked for in; made once each."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.number = len(lines)
        self._lines = lines
        self._joined: dict[Callable[[str], str], tuple[str, list[int]]] = {}

    def seek(self, old_lines: Sequence[str], start: int, *, at_end: bool) -> int | None:
        """Return the line, from *start* on, where those *old_lines* begin."""
        last = self.number - len(old_lines)
        if not old_lines or last < 0:
            return None if old_lines else start
        start_line = max(last, start) if at_end else start
        for loosened in _LOOSENED:
            if loosened not in self._joined:
                lines = [loosened(line) for line in self._lines]
                # No line holds a line end, so that the lines are found in one text.
                starts = [0, *accumulate(len(line) + 1 for line in lines)]
                self._joined[loosened] = "".join([f"\n{line}" for line in lines]) + "\n", starts
            text, starts = self._joined[loosened]
            old_text = "".join([f"\n{loosened(line)}" for line in old_lines]) + "\n"
            offset = text.find(old_text, starts[start_line]) if start_line < len(starts) else -1
            if offset >= 0:
                return bisect_left(starts, offset)
        return None


def _make_plain(line: str) -> str:
    return line.strip(BLANKS).translate(_PLAIN)


# How old lines are looked for, the strictest way first.
_LOOSENED: Sequence[Callable[[str], str]] = (
    str,
    methodcaller("rstrip", BLANKS),
    methodcaller("strip", BLANKS),
    _make_plain,
)
