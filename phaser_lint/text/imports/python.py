"""Imports of Python, and of Cython.

import a.b as c, d             each is a module
from ..a import (b, c as d)    with its names
lazy import a                  since Python 3.15
"""

from __future__ import annotations

import re

from phaser_lint.text.imports.found import Gaps, holds_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.text.imports.found import ImportMatch, ImportQuery, ImportWords

_BLANK = r"(?:[ \t\f]|\\\r?\n)*"
_WORD = r"[^\W\d]\w*"
_NAME = rf"{_WORD}(?:{_BLANK}\.{_BLANK}{_WORD})*"
# A statement begins a line, or stands behind another one, or behind what opens a block. Lines
# without the word are not tried: that takes five times as long.
_BEGINS = re.compile(r"[\n;:][ \t\f]*(?:lazy[ \t\f]+)?(?:(?P<import>c?import)|(?P<from>from))\b")
_TAKEN = re.compile(rf"{_BLANK}(?P<module>(?P<dots>(?:\.{_BLANK})*)(?:(?!c?import\b){_NAME})?)")
_IMPORT = re.compile(rf"{_BLANK}c?import\b")
_MODULE = re.compile(rf"{_BLANK}(?P<module>{_NAME})(?:{_BLANK}\bas\b{_BLANK}{_WORD})?{_BLANK}(,?)")
_OPENED = re.compile(rf"{_BLANK}\(")
# Brackets that are still open do not take the next statement.
_ITEM_NAME = rf"(?!(?:from|c?import)\b){_WORD}|\*"
_ITEM = re.compile(rf"{_BLANK}(?P<name>{_ITEM_NAME})(?:{_BLANK}\bas\b{_BLANK}{_WORD})?{_BLANK}(,?)")
_NAME_IN_BRACKETS, _AS, _ANY_WORD = map(re.compile, (_ITEM_NAME, r"\bas\b", _WORD))
# Brackets without an end are not looked for to the end of the text each time.
_SHORT = 4_000
_SPACE = re.compile(r"[\s\\]+")


def find(text: str, query: ImportQuery, /) -> Iterator[ImportMatch]:
    """Yield what may be an import in *text*."""
    moved = query._replace(is_code=lambda place: query.is_code(place - 1))
    for word, quote, module, start, end, names, relative, is_type in _statements(
        f"\n{text}", moved
    ):
        yield word - 1, quote, module, start - 1, end - 1, names, relative, is_type


def _statements(text: str, query: ImportQuery) -> Iterator[ImportMatch]:
    # A comment may hold statements, too, each with brackets that go on to the end.
    statement_end, passed, place = 0, 0, text.find("import")
    gaps = Gaps(text, blanks=r"[\s\\]+", line="#", blocks=False, unclosed=True)
    while place >= 0:
        query.look_at_clock()
        begin = text.rfind("\n", 0, place)
        while begin > statement_end and _goes_on(text, begin):
            begin = text.rfind("\n", 0, begin)
        begin, statement_end = max(begin, statement_end), text.find("\n", place)
        while statement_end >= 0 and _goes_on(text, statement_end):
            statement_end = text.find("\n", statement_end + 1)
        statement_end = len(text) if statement_end < 0 else statement_end
        line = text[begin:statement_end]
        # Only brackets go on below the line; a line is looked through for less than it is matched.
        may_hold = "(" in line or holds_all(line, query.words)
        for word, module, end in _begun(text, begin, statement_end) if may_hold else ():
            query.look_at_clock()
            if not _may_hold(text, word, place=end, end=statement_end, words=query.words):
                continue
            if module is None:
                yield from _modules(text, word, end)
            elif module["module"] and (word >= passed or query.is_code(word)):
                start, after = module.span("module")
                after -= len(module["module"]) - len(module["module"].rstrip(" \t\f\r\n\\"))
                names, passed = _names(text, end, gaps)
                module_name = _SPACE.sub("", module["module"])
                yield word, None, module_name, start, after, names, bool(module["dots"]), False
        place = text.find("import", statement_end)


def _begun(text: str, begin: int, end: int) -> Iterator[tuple[int, re.Match[str] | None, int]]:
    """Yield where statements begin, the module of those with ``from``, and where its names do."""
    begins = _BEGINS.search(text, begin, end)
    while begins:
        place = begins.end()
        if begins["import"]:
            yield begins.start("import"), None, place
        else:
            module = _TAKEN.match(text, place, end)
            word = _IMPORT.match(text, module.end(), end) if module else None
            # Of `from.\\` over and over each would go on to the end: none of them imports.
            place = word.end() if word else module.end() if module else place
            if word:
                yield begins.start("from"), module, place
        begins = _BEGINS.search(text, place, end)


def _may_hold(text: str, start: int, place: int, end: int, words: ImportWords) -> bool:
    """Tell whether a statement whose names begin at *place*, its line's *end*, may hold *words*."""
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


def _modules(text: str, word: int, place: int) -> Iterator[ImportMatch]:
    while True:
        match = _MODULE.match(text, place)
        if match is None:
            return
        start, end = match.span("module")
        yield word, None, _SPACE.sub("", match["module"]), start, end, (), False, False
        place = match.end()
        if not match[2]:
            return


def _names(text: str, place: int, gaps: Gaps) -> tuple[tuple[str, ...], int]:
    """Return the names that are taken from a module, and where they end."""
    bracket = _OPENED.match(text, place)
    if bracket:
        return _names_in_brackets(text, bracket.end(), gaps)
    names: list[str] = []
    while True:
        match = _ITEM.match(text, place)
        if match is None:
            return tuple(names), place
        names.append(match["name"])
        place = match.end()
        if not match[2]:
            return tuple(names), place


def _names_in_brackets(text: str, place: int, gaps: Gaps) -> tuple[tuple[str, ...], int]:
    names: list[str] = []
    while True:
        place = gaps.end(place)
        name = _NAME_IN_BRACKETS.match(text, place)
        if name is None:
            return tuple(names), place
        names.append(name[0])
        place = gaps.end(name.end())
        alias = _AS.match(text, place)
        alias_name = _ANY_WORD.match(text, gaps.end(alias.end())) if alias else None
        place = gaps.end(alias_name.end()) if alias_name else place
        if not text.startswith(",", place):
            return tuple(names), place
        place += 1
