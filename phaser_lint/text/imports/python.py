"""Imports of Python, and of Cython.

import a.b as c, d             each is a module
from ..a import (b, c as d)    with its names
lazy import a                  since Python 3.15
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from phaser_lint.text.imports.import_search import Gaps, ImportMatch, ImportQuery, holds_all_words

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
    """Yield what may be an import of Python in *text*."""
    text = f"\n{text}"  # a statement begins behind a line end: each place is one further on
    # A comment may hold statements, too, each with brackets that go on to the end.
    statement_end, passed, offset = 0, 0, text.find("import")
    gaps = Gaps(text, blanks=r"[\s\\]+", line="#", blocks=False, unclosed=True)
    while offset >= 0:
        query.look_at_clock()
        begin = text.rfind("\n", 0, offset)
        while begin > statement_end and _goes_on(text, begin):
            begin = text.rfind("\n", 0, begin)
        begin, statement_end = max(begin, statement_end), text.find("\n", offset)
        while statement_end >= 0 and _goes_on(text, statement_end):
            statement_end = text.find("\n", statement_end + 1)
        statement_end = len(text) if statement_end < 0 else statement_end
        line = text[begin:statement_end]
        # Only brackets go on below the line; a line is looked through for less than it is matched.
        may_hold = "(" in line or holds_all_words(line, query.words)
        statements = (
            _find_statements(text, begin, end=statement_end, query=query) if may_hold else ()
        )
        for word, module, end in statements:
            next_module = _MODULE.match(text, end) if module is None else None
            while next_module:
                start, after = next_module.span("module")
                module_name = _SPACE.sub("", next_module["module"])
                yield word - 1, None, module_name, start - 1, after - 1, (), False, False
                next_module = _MODULE.match(text, next_module.end()) if next_module[2] else None
            if module and module["module"] and (word >= passed or query.is_code(word - 1)):
                start, after = module.span("module")
                after -= len(module["module"]) - len(module["module"].rstrip(" \t\f\r\n\\"))
                names, passed = _parse_names(text, end, gaps)
                module_name, relative = _SPACE.sub("", module["module"]), bool(module["dots"])
                yield word - 1, None, module_name, start - 1, after - 1, names, relative, False
        offset = text.find("import", statement_end)


def _find_statements(
    text: str, begin: int, end: int, query: ImportQuery
) -> Iterator[tuple[int, re.Match[str] | None, int]]:
    """Yield where statements begin, the module of those with ``from``, and where its names do.

    Not those that cannot hold the words that are looked for.
    """
    begins = _BEGINS.search(text, begin, end)
    while begins:
        offset, module, is_import = begins.end(), None, bool(begins["import"])
        if not is_import:
            module = _TAKEN.match(text, offset, end)
            word = _IMPORT.match(text, module.end(), end) if module else None
            # Of `from.\\` over and over each would go on to the end: none of them imports.
            offset = word.end() if word else module.end() if module else offset
            is_import = word is not None
        if is_import:
            query.look_at_clock()
            start, names_end = begins.start(begins.lastgroup or 0), end
            if _OPENED.match(text, offset):
                names_end = text.find(")", offset, offset + _SHORT)
            # A line may hold any number of them: `import a;import a;`.
            is_long = names_end < 0 or names_end - offset > _SHORT
            # A comment may close the brackets for the eye alone.
            is_commented = not is_long and "#" in text[offset:names_end]
            if is_long or is_commented or holds_all_words(text[start:names_end], query.words):
                yield start, module, offset
        begins = _BEGINS.search(text, offset, end)


def _goes_on(text: str, end: int) -> bool:
    """Tell whether a backslash takes the line break at *end*, which is not the first, away."""
    last = text[end - 1]
    return last == "\\" or (last == "\r" and text[max(end - 2, 0)] == "\\")


def _parse_names(text: str, offset: int, gaps: Gaps) -> tuple[tuple[str, ...], int]:
    """Return the names that are taken from a module, and where they end."""
    names: list[str] = []
    bracket = _OPENED.match(text, offset)
    item = None if bracket else _ITEM.match(text, offset)
    while item:
        names.append(item["name"])
        offset = item.end()
        item = _ITEM.match(text, offset) if item[2] else None
    if bracket is None:
        return tuple(names), offset
    offset = bracket.end()
    while True:
        offset = gaps.end(offset)
        name = _NAME_IN_BRACKETS.match(text, offset)
        if name is None:
            return tuple(names), offset
        names.append(name[0])
        offset = gaps.end(name.end())
        alias = _AS.match(text, offset)
        alias_name = _ANY_WORD.match(text, gaps.end(alias.end())) if alias else None
        offset = gaps.end(alias_name.end()) if alias_name else offset
        if not text.startswith(",", offset):
            return tuple(names), offset
        offset += 1
