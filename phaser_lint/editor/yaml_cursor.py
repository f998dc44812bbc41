r"""Where in a contract file somebody types: below which keys, beside which, at a key or a value.

    examples:                 below ``examples``, ``invalid`` and an item of a list, beside ``text``
      invalid:
        - text: 'print(1)'
          fi▮

While one types the text is hardly ever YAML, so it is read line by line, by the indentation, and on
the line itself by its brackets; the other lines of the document may hold anything.
"""

from __future__ import annotations

import re

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

ITEM = "[]"
_LINE = re.compile(r"(?P<blanks>[ ]*)(?P<dashes>(?:-[ ]+|-$)*)(?P<rest>.*)")
_KEY = re.compile(r"(?P<quote>['\"]?)(?P<key>[\w-]+)(?P=quote)[ ]*:(?:[ ]+(?P<value>.*)|$)")
_WORD = re.compile(r"['\"]?(?P<word>[\w-]*)$")
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"")
_DOCUMENT = re.compile(r"(?:---|\.\.\.)(?:\s|$)")
_COMMENT = re.compile(r"(?:^|\s)#")


class YamlCursor(Record):
    """The place: the keys that lead to it, what each mapping on the way holds, and what is typed.

    ``way`` has ``[]`` for an item of a list. ``held`` are the plain values by key, of the document
    first and of the mapping that the cursor is in last. ``key`` is the one whose value is typed, or
    nothing. ``word`` ends at the cursor and starts at ``start`` in its line.
    """

    way: tuple[str, ...]
    held: tuple[Mapping[str, str], ...]
    key: str
    word: str
    start: int


class _Frame(Record):
    """What is open around a line: a key or an item, and its column."""

    column: int
    name: str
    held: dict[str, str]


def cursor_at(lines: Sequence[str], number: int, column: int) -> YamlCursor | None:
    """Return the place at *column* of the line *number*, from 0; ``None`` where nothing is known.

    So it is in a comment, in a text on several lines, and behind a value.
    """
    first, last = _document(lines, number)
    frames = [_Frame(-1, "", {})]
    for line in lines[first:number]:
        _take(frames, line)
    before = lines[number][:column]
    if "|" in frames[-1].held and len(before) - len(before.lstrip(" ")) > frames[-1].column:
        return None
    found = _typed(frames, before)
    for line in lines[number + 1 : last]:
        _take(frames, line)
    return found


def _document(lines: Sequence[str], number: int) -> tuple[int, int]:
    """Return the first line of the document that the line *number* is in, and the one behind it."""
    starts = [at for at, line in enumerate(lines) if _DOCUMENT.match(line)]
    first = max((at + 1 for at in starts if at < number), default=0)
    return first, min((at for at in starts if at > number), default=len(lines))


def _take(frames: list[_Frame], line: str) -> None:
    """Change *frames*, those around the line before, into those behind *line*."""
    found = _LINE.match(line.rstrip("\r"))
    if found is None or not found["rest"].strip("- ") or found["rest"].startswith("#"):
        return
    if _is_in_block(frames, line):
        return
    _open_items(frames, found)
    key = _KEY.match(found["rest"])
    if key:
        column = found.start("rest")
        _close(frames, column)
        value = (key["value"] or "").partition(" #")[0].strip()
        frames[-1].held[key["key"]] = value.strip("'\"")
        frames.append(_Frame(column, key["key"], {"|": value} if value[:1] in ("|", ">") else {}))


def _is_in_block(frames: list[_Frame], line: str) -> bool:
    """Tell whether *line* belongs to a text that ``|`` or ``>`` began."""
    indentation = len(line) - len(line.lstrip(" "))
    return "|" in frames[-1].held and (not line.strip() or indentation > frames[-1].column)


def _open_items(frames: list[_Frame], found: re.Match[str]) -> None:
    for dash in re.finditer("-", found["dashes"]):
        column = found.start("dashes") + dash.start()
        # An item may be right below its key, no further in.
        while frames[-1].column > column or (
            frames[-1].column == column and frames[-1].name == ITEM
        ):
            frames.pop()
        frames.append(_Frame(column, ITEM, {}))


def _close(frames: list[_Frame], column: int) -> None:
    while frames[-1].column >= column:
        frames.pop()


def _typed(frames: list[_Frame], before: str) -> YamlCursor | None:
    found = _LINE.match(before)
    if found is None or _COMMENT.search(_QUOTED.sub("", before)):
        return None
    _open_items(frames, found)
    _close(frames, found.start("rest"))
    around = [*frames]
    rest, start = found["rest"], found.start("rest")
    key = _KEY.match(rest)
    if key:
        around[-1].held[key["key"]] = ""
        frames.append(_Frame(start, key["key"], {}))
        rest, start = (
            key["value"] or "",
            start + (key.end() if key["value"] is None else key.start("value")),
        )
        if rest[:1] in ("{", "["):
            around.append(frames[-1])
            return _in_brackets(around, rest, start)
        return _at(around, key["key"], rest, start)
    if rest[:1] in ("{", "["):
        return _in_brackets(around, rest, start)
    return _at(around, "", rest, start)


def _in_brackets(around: list[_Frame], rest: str, start: int) -> YamlCursor | None:
    """Return the place behind *rest*, which begins with a bracket at *start* in its line."""
    hidden = _QUOTED.sub(lambda quoted: "x" * len(quoted[0]), rest)
    opened: list[int] = []
    key, part = "", 0
    for at, character in enumerate(hidden):
        if character in "{[,":
            if character == ",":
                around[-1].held.update(_pair(rest[part:at]))
            else:
                opened.append(len(around))
                if key:
                    around.append(_Frame(0, key, {}))
                if character == "[":
                    around.append(_Frame(0, ITEM, {}))
            key, part = "", at + 1
        elif character in "}]":
            if not opened:
                return None
            del around[opened.pop() :]
        elif character == ":" and hidden[at + 1 : at + 2] in ("", " "):
            key = rest[part:at].strip().strip("'\"")
            around[-1].held.setdefault(key, "")
            part = at + 1
    if not opened:
        return None
    written = rest[part:]
    blanks = len(written) - len(written.lstrip())
    return _at(around, key, written[blanks:], start + part + blanks)


def _pair(written: str) -> dict[str, str]:
    key = _KEY.match(written.strip())
    return {key["key"]: (key["value"] or "").strip("'\"")} if key else {}


def _at(around: Sequence[_Frame], key: str, written: str, start: int) -> YamlCursor | None:
    word = _WORD.fullmatch(written)
    if word is None:
        return None
    return YamlCursor(
        tuple(each.name for each in around[1:]),
        tuple(each.held for each in around),
        key,
        word["word"],
        start + word.start("word"),
    )
