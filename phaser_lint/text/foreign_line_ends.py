r"""Where the language of a file ends a line and patterns do not, or the other way round.

    # x\rrm -r /          the shell reads one line, a comment; patterns two
    // x\u2028debugger    JavaScript reads two lines, patterns one

What ends a comment for the reader of the language (``regions``) ends a line for it.
"""

from __future__ import annotations

import re

from phaser_lint.core.text import OTHER_LINE_ENDS, normalise_text, replace_lone_returns
from phaser_lint.text.deadlines import LateReaderError
from phaser_lint.text.languages import find_comment_closer, join_text_name
from phaser_lint.text.regions import (
    CODE,
    KINDS,
    LEXERS,
    TextLanguage,
    find_region_language,
    open_regions,
)

_GOES_OVER, _ENDS_COMMENT = (True, True), (True, False)
_OTHER_LINE_END = re.compile(f"[{OTHER_LINE_ENDS}]")


def find_foreign_line_end(path: str, text: str, *, until: float | None) -> tuple[str, int]:
    """Return what to say of the first line end in the file at *path* that is one to its language
    only, or to patterns only, and its line.

    Nothing, and zero, where there is none. Time is over at *until*: then any place may be one.
    """
    language = find_region_language(path, text)
    if language is None or language.template or language.file_type.lexer not in LEXERS:
        return "", 0
    name = language.file_type.lexer
    offset = _find_carriage_return(text) if _is_comment_around("\r", language) == _GOES_OVER else -1
    if offset >= 0:
        line = replace_lone_returns(text[:offset]).count("\n") + 1
        message = f"read as two lines at a carriage return: {name} reads one"
        return f"{message}, which may be other code", line
    lines = normalise_text(text)
    others = [
        sign
        for sign in OTHER_LINE_ENDS
        if sign in lines and _is_comment_around(sign, language) == _ENDS_COMMENT
    ]
    offset = _find_other_line_end(path, lines, others, until=until) if others else -1
    if offset < 0:
        return "", 0
    message = f"read as one line at U+{ord(lines[offset]):04X}: {name} reads two"
    return f"{message}, which may be other code", lines.count("\n", 0, offset) + 1


def _find_carriage_return(text: str) -> int:
    """Return where the first one stands that is no part of another line end, and not the last."""
    lines = replace_lone_returns(text)
    offset = text.find("\r")
    while offset >= 0:
        line_end = text.find("\n", offset)
        following = text[offset + 1 : line_end if line_end >= 0 else None]
        if lines[offset] == "\n" and following.strip():
            return offset
        # What stands between here and the line's end is blank, or there is nothing.
        offset = text.find("\r", offset + 1)
    return -1


def _find_other_line_end(path: str, text: str, signs: list[str], until: float | None) -> int:
    """Return where the first of *signs* stands in code that more follows on that line, or -1."""
    regions = open_regions(path, text, documented=False)
    for place in _OTHER_LINE_END.finditer(text):
        line_end = text.find("\n", place.end())
        following = text[place.end() : line_end if line_end >= 0 else None]
        if place[0] not in signs or not following.strip():
            continue
        try:
            if regions.region_around(place.start(), until=until)[2] == CODE:
                return place.start()
        except LateReaderError:
            return place.start()
    return -1


def _is_comment_around(sign: str, language: TextLanguage) -> tuple[bool, bool]:
    """Tell whether a comment of a line is one in front of *sign*, and behind it."""
    file_type = language.file_type
    opener = next((opener for opener in file_type.openers if not find_comment_closer(opener)), "")
    text = f"{opener} x{sign}y"
    regions = open_regions(join_text_name("", file_type.lexer), text, documented=False)
    in_comment = [
        regions.region_around(offset)[2] in KINDS["comments"]
        for offset in (len(text) - 3, len(text) - 1)
    ]
    return in_comment[0], in_comment[1]
