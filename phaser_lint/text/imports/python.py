"""Imports of Python, and of Cython.

import a.b as c, d             each is a module
from ..a import (b, c as d)    with its names
"""

from __future__ import annotations

import re

from phaser_lint.text.imports.found import holds_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.text.imports.found import Found, Words

_BLANK = r"(?:[ \t\f]|\\\r?\n)*"
_WORD = r"[^\W\d]\w*"
_NAME = rf"{_WORD}(?:{_BLANK}\.{_BLANK}{_WORD})*"
# A statement begins a line, or stands behind another one, or behind what opens a block. Lines
# without the word are not tried: that takes five times as long.
_STATEMENT = re.compile(
    rf"[\n;:][ \t\f]*(?:(?P<import>c?import)\b(?!\w)|(?P<from>from)\b{_BLANK}"
    rf"(?P<module>(?P<dots>(?:\.{_BLANK})*)(?:(?!c?import\b){_NAME})?){_BLANK}c?import\b)"
)
_MODULE = re.compile(rf"{_BLANK}(?P<module>{_NAME})(?:{_BLANK}\bas\b{_BLANK}{_WORD})?{_BLANK}(,?)")
_OPENED = re.compile(rf"{_BLANK}\(")
_BETWEEN = r"(?:[\s\\]|#[^\n]*(?:\n|\Z))*"


def _item(blank: str) -> re.Pattern[str]:
    # Brackets that are still open do not take the next statement.
    name = rf"(?!(?:from|c?import)\b){_WORD}|\*"
    return re.compile(rf"{blank}(?P<name>{name})(?:{blank}\bas\b{blank}{_WORD})?{blank}(,?)")


_ITEM, _ITEM_IN_BRACKETS = _item(_BLANK), _item(_BETWEEN)
# Brackets without an end are not looked for to the end of the text each time.
_SHORT = 4_000
_SPACE = re.compile(r"[\s\\]+")


def find(text: str, words: Words, /) -> Iterator[Found]:
    """Yield what may be an import in *text*."""
    for word, quote, module, start, end, names, relative in _statements(f"\n{text}", words):
        yield word - 1, quote, module, start - 1, end - 1, names, relative


def _statements(text: str, words: Words) -> Iterator[Found]:
    done, place = 0, text.find("import")
    while place >= 0:
        begin = text.rfind("\n", 0, place)
        while begin > done and _goes_on(text, begin):
            begin = text.rfind("\n", 0, begin)
        begin, done = max(begin, done), text.find("\n", place)
        while done >= 0 and _goes_on(text, done):
            done = text.find("\n", done + 1)
        done = len(text) if done < 0 else done
        line = text[begin:done]
        # Only brackets go on below the line; a line is looked through for less than it is matched.
        may_hold = "(" in line or holds_all(line, words)
        for match in _STATEMENT.finditer(text, begin, done) if may_hold else ():
            if not _may_hold(text, match, done, words):
                continue
            if match["import"]:
                yield from _modules(text, match.start("import"), match.end())
            elif match["module"]:
                start, end = match.span("module")
                end -= len(match["module"]) - len(match["module"].rstrip(" \t\f\r\n\\"))
                names = _names(text, match.end())
                module = _SPACE.sub("", match["module"])
                yield match.start("from"), None, module, start, end, names, bool(match["dots"])
        place = text.find("import", done)


def _may_hold(text: str, match: re.Match[str], end: int, words: Words) -> bool:
    """Tell whether a statement whose line ends at *end* may hold the *words*."""
    start, place = match.span()
    if _OPENED.match(text, place):
        end = text.find(")", place, place + _SHORT)
    # A line may hold any number of them: `import a;import a;`.
    if end < 0 or end - place > _SHORT:
        return True
    # A comment may close the brackets for the eye alone.
    return "#" in text[place:end] or holds_all(text[start:end], words)


def _goes_on(text: str, end: int) -> bool:
    """Tell whether a backslash takes the line break at *end*, which is not the first, away."""
    last = text[end - 1]
    return last == "\\" or (last == "\r" and text[max(end - 2, 0)] == "\\")


def _modules(text: str, word: int, place: int) -> Iterator[Found]:
    while True:
        match = _MODULE.match(text, place)
        if match is None:
            return
        start, end = match.span("module")
        yield word, None, _SPACE.sub("", match["module"]), start, end, (), False
        place = match.end()
        if not match[2]:
            return


def _names(text: str, place: int) -> tuple[str, ...]:
    opened = _OPENED.match(text, place)
    item, place = (_ITEM_IN_BRACKETS, opened.end()) if opened else (_ITEM, place)
    names: list[str] = []
    while True:
        match = item.match(text, place)
        if match is None:
            return tuple(names)
        names.append(match["name"])
        place = match.end()
        if not match[2]:
            return tuple(names)
