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
from collections.abc import Mapping, Sequence

from phaser_lint.core import Record

ITEM = "[]"
_LINE = re.compile(r"(?P<blanks>[ ]*)(?P<dashes>(?:-[ ]+|-$)*)(?P<rest>.*)")
_KEY = re.compile(r"(?P<quote>['\"]?)(?P<key>[\w-]+)(?P=quote)[ ]*:(?:[ ]+(?P<value>.*)|$)")
_WORD = re.compile(r"['\"]?(?P<word>[\w-]*)$")
_QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"\\]|\\.)*\"")
_DOCUMENT = re.compile(r"(?:---|\.\.\.)(?:\s|$)")
_COMMENT = re.compile(r"(?:^|\s)#")


class YamlCursor(Record):
    """The place: the keys that lead to it, what each mapping on the way holds, and what is typed.

    ``key_path`` has ``[]`` for an item of a list. ``mappings`` are the plain values by key, of the
    document first and of the mapping that the cursor is in last. ``key`` is the one whose value is
    typed, or nothing. ``word`` ends at the cursor and starts at ``start`` in its line.
    """

    key_path: tuple[str, ...]
    mappings: tuple[Mapping[str, str], ...]
    key: str
    word: str
    start: int


class _Frame(Record):
    """What is open around a line: a key or an item, and its column."""

    column: int
    name: str
    mapping: dict[str, str]


def find_cursor(lines: Sequence[str], number: int, column: int) -> YamlCursor | None:
    """Return where the cursor is in the YAML of a contract file, at *column* of line *number*, from
    0; ``None`` where nothing is known.

    So it is in a comment, in a text on several lines, and behind a value.
    """
    # The document that the line is in.
    starts = [index for index, line in enumerate(lines) if _DOCUMENT.match(line)]
    first_line = max((index + 1 for index in starts if index < number), default=0)
    last_line = min((index for index in starts if index > number), default=len(lines))
    frames = [_Frame(-1, "", {})]
    for line in lines[first_line:number]:
        _take_line(frames, line)
    before = lines[number][:column]
    if "|" in frames[-1].mapping and len(before) - len(before.lstrip(" ")) > frames[-1].column:
        return None
    cursor = _find_cursor_on_line(frames, before)
    for line in lines[number + 1 : last_line]:
        _take_line(frames, line)
    return cursor


def _take_line(frames: list[_Frame], line: str) -> None:
    """Change *frames*, those around the line before, into those behind *line*."""
    yaml_line = _LINE.match(line.rstrip("\r"))
    if yaml_line is None or not yaml_line["rest"].strip("- ") or yaml_line["rest"].startswith("#"):
        return
    if "|" in frames[-1].mapping:  # a text that a line with ``|`` or ``>`` began
        indentation = len(line) - len(line.lstrip(" "))
        if not line.strip() or indentation > frames[-1].column:
            return
    _open_items(frames, yaml_line)
    key = _KEY.match(yaml_line["rest"])
    if key:
        column = yaml_line.start("rest")
        _close_frames(frames, column)
        key_value = (key["value"] or "").partition(" #")[0].strip()
        frames[-1].mapping[key["key"]] = key_value.strip("'\"")
        frames.append(
            _Frame(column, key["key"], {"|": key_value} if key_value[:1] in ("|", ">") else {})
        )


def _open_items(frames: list[_Frame], yaml_line: re.Match[str]) -> None:
    for dash in re.finditer("-", yaml_line["dashes"]):
        column = yaml_line.start("dashes") + dash.start()
        # An item may be right below its key, no further in.
        while frames[-1].column > column or (
            frames[-1].column == column and frames[-1].name == ITEM
        ):
            frames.pop()
        frames.append(_Frame(column, ITEM, {}))


def _close_frames(frames: list[_Frame], column: int) -> None:
    while frames[-1].column >= column:
        frames.pop()


def _find_cursor_on_line(frames: list[_Frame], before: str) -> YamlCursor | None:
    yaml_line = _LINE.match(before)
    if yaml_line is None or _COMMENT.search(_QUOTED.sub("", before)):
        return None
    _open_items(frames, yaml_line)
    _close_frames(frames, yaml_line.start("rest"))
    around = [*frames]
    typed_text, start = yaml_line["rest"], yaml_line.start("rest")
    key = _KEY.match(typed_text)
    if key:
        around[-1].mapping[key["key"]] = ""
        frames.append(_Frame(start, key["key"], {}))
        typed_text, start = (
            key["value"] or "",
            start + (key.end() if key["value"] is None else key.start("value")),
        )
        if typed_text[:1] in ("{", "["):
            around.append(frames[-1])
            return _find_cursor_in_brackets(around, typed_text, start)
        return _make_cursor(typed_text, start, key=key["key"], around=around)
    if typed_text[:1] in ("{", "["):
        return _find_cursor_in_brackets(around, typed_text, start)
    return _make_cursor(typed_text, start, key="", around=around)


def _find_cursor_in_brackets(around: list[_Frame], flow_text: str, start: int) -> YamlCursor | None:
    """Return the place behind *flow_text*, which begins with a bracket at *start* in its line."""
    hidden = _QUOTED.sub(_cover_text, flow_text)
    bracket_depths: list[int] = []
    key, part_start = "", 0
    for offset, character in enumerate(hidden):
        if character in "{[,":
            if character == ",":
                around[-1].mapping.update(_parse_pair(flow_text[part_start:offset]))
            else:
                bracket_depths.append(len(around))
                if key:
                    around.append(_Frame(0, key, {}))
                if character == "[":
                    around.append(_Frame(0, ITEM, {}))
            key, part_start = "", offset + 1
        elif character in "}]":
            if not bracket_depths:
                return None
            del around[bracket_depths.pop() :]
        elif character == ":" and hidden[offset + 1 : offset + 2] in ("", " "):
            key = flow_text[part_start:offset].strip().strip("'\"")
            around[-1].mapping.setdefault(key, "")
            part_start = offset + 1
    if not bracket_depths:
        return None
    typed_text = flow_text[part_start:]
    blanks = len(typed_text) - len(typed_text.lstrip())
    start += part_start + blanks
    return _make_cursor(typed_text[blanks:], start, key=key, around=around)


def _cover_text(quoted: re.Match[str]) -> str:
    return "x" * len(quoted[0])


def _parse_pair(key_and_value: str) -> dict[str, str]:
    key = _KEY.match(key_and_value.strip())
    return {key["key"]: (key["value"] or "").strip("'\"")} if key else {}


def _make_cursor(
    typed_text: str, start: int, *, key: str, around: Sequence[_Frame]
) -> YamlCursor | None:
    word = _WORD.fullmatch(typed_text)
    if word is None:
        return None
    return YamlCursor(
        key_path=tuple(frame.name for frame in around[1:]),
        mappings=tuple(frame.mapping for frame in around),
        key=key,
        word=word["word"],
        start=start + word.start("word"),
    )
