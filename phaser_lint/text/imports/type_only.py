"""Imports of types alone, which are gone once a program runs.

import type {A} from "b"       import {type A, type B} from "b"      export type * from "b"
import typeof A from "b"       import type a = require("b")          let a: typeof import("b")
if TYPE_CHECKING:              of Python, with all in its block

Only asked for contracts that let them pass. What may be either is no import of a type.
"""

from __future__ import annotations

import re

import regex

from phaser_lint.text.blocks import BlockHeaders, Blocks, find_header_blocks
from phaser_lint.text.deadlines import LateReaderError
from phaser_lint.text.imports.import_search import READING, Gaps, ImportQuery
from phaser_lint.text.regions import Regions

_STATEMENT = re.compile(r"(?<![\w$@#.])(?:import|export)(?![\w$])")
_TOKEN = re.compile(r"(?:[^\W\d]|\$)[\w$]*|\"[^\"\\\n]*\"|'[^'\\\n]*'|[{},*=]")
_TYPES, _STATEMENTS = ("type", "typeof"), ("import", "export")
_KEYWORDS = r"(?:(?:typeof|keyof|readonly)[ \t]+)*"
# Before `import("a")`, where nothing but a type can stand.
_BEFORE_TYPE = re.compile(
    r"(?:[\w$)\]}\"'`][ \t]+(?:as|satisfies)[ \t]+|\b(?:implements|keyof)[ \t]+"
    r"|\b(?:let|const|var|readonly|private|protected|public)[ \t]+[#\w$]+[?!]?[ \t]*:[ \t]*"
    r"|\btype[ \t]+[\w$]+(?:[ \t]*<[\w$ \t,]*>)?[ \t]*=[ \t]*)"
    rf"{_KEYWORDS}\Z"
)
_BEFORE_ARGUMENT = re.compile(rf"[\w$]<{_KEYWORDS}\Z")
_BEHIND_ARGUMENT = re.compile(r"(?:[ \t]*\.[ \t]*[\w$]+)*>[ \t]*\(")
_LONGEST = 200
_GUARD = r"\b(?:el)?if[ \t]+(?:\w+\.)?TYPE_CHECKING[ \t]*:"


def find_type_statements(text: str, query: ImportQuery, gaps: Gaps) -> frozenset[int]:
    """Return the offsets of ``from``, or ``require``, in a script's type-only imports: those that
    name only types.
    """
    places: set[int] = set()
    passed = 0
    for statement in _STATEMENT.finditer(text):
        query.look_at_clock()
        if statement.start() >= passed and query.is_code(statement.start()):
            offset, tokens, passed = _parse_clause(text, statement.end(), gaps)
            if offset >= 0 and _names_only_types(tokens):
                places.add(offset)
    return frozenset(places)


def _parse_clause(text: str, offset: int, gaps: Gaps) -> tuple[int, list[str], int]:
    """Return where `from` or `require` stands, what stands before it, and where reading ended.

    *offset*: behind `import` or `export`. The first is negative where there is none.
    """
    tokens: list[str] = []
    is_in_braces = False
    while True:
        offset = gaps.end(offset)
        match = _TOKEN.match(text, offset)
        if match is None:
            return -1, tokens, offset
        token, behind = match[0], gaps.end(match.end())
        # Half of a statement does not take the next one.
        if token in _STATEMENTS and not text.startswith("as", behind):
            return -1, tokens, offset
        if not is_in_braces and token == "from" and text[behind : behind + 1] in ("'", '"'):
            return offset, tokens, behind
        if not is_in_braces and token == "=":
            return (behind if text.startswith("require", behind) else -1), tokens, behind
        is_in_braces = token == "{" or (is_in_braces and token != "}")
        tokens.append(token)
        offset = match.end()


def _names_only_types(tokens: list[str]) -> bool:
    """Tell whether what stands between `import` and `from` names only types."""
    if len(tokens) > 1 and tokens[0] in _TYPES and tokens[1] != ",":
        return True
    if tokens[:1] != ["{"] or tokens[-1] != "}":
        return False
    items: list[list[str]] = [[]]
    for token in tokens[1:-1]:
        if token == ",":
            items.append([])
        else:
            items[-1].append(token)
    names = [item for item in items if item]
    # Each is marked: `type a as b`, not `type as a`.
    return bool(names) and all(
        name[0] in _TYPES and len(name) > 1 and (name[1] != "as" or len(name) in (2, 4))
        for name in names
    )


def is_type_position(text: str, word: int, end: int) -> bool:
    """Tell whether `import("a")` from *word* to *end* is a type for certain."""
    before = text[max(word - _LONGEST, 0) : word]
    if _BEFORE_TYPE.search(before):
        return True
    return bool(_BEFORE_ARGUMENT.search(before) and _BEHIND_ARGUMENT.match(text, end))


def find_type_checking_blocks(
    path: str, text: str, *, regions: Regions, until: float | None
) -> Blocks:
    """Return the blocks below ``if TYPE_CHECKING:`` in Python, whose imports are type-only; raises
    ``LateReaderError``.
    """
    headers = BlockHeaders(inside=(regex.compile(_GUARD),))
    try:
        return find_header_blocks(path, text, headers, regions=regions, until=until)
    except TimeoutError as error:  # a search of its own that is late: all of it is
        raise LateReaderError(READING) from error
