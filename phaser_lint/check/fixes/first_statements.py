r"""Where lines of code may go at the start of a program: behind the statements that must be first.

    \"""Docs.\"""                     Python has its docstring and `from __future__` first,
    from __future__ import x        JavaScript 'use client', Go its package, PHP `declare`
    import logging                  goes here

A row of a table names them by lexer, in order. Lines that are such a statement themselves go
behind those that come before it. Comments go in front of all of them, unless a tool reads one that
only counts before the first statement.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import regex

from phaser_lint.text.languages import FileType, find_comment_closer
from phaser_lint.text.regions import find_text_types

_FLAGS = regex.MULTILINE | regex.DOTALL
_QUOTED = r"(?:\"[^\"\n]*+\"|'[^'\n]*+')"
_STRING = (
    r"[rRuU]{0,2}(?:\"\"\".*?\"\"\"|'''.*?'''|\"(?:[^\"\\\n]|\\.)*+\"|'(?:[^'\\\n]|\\.)*+')[ \t]*+"
)
_DIRECTIVE = rf"{_QUOTED}[ \t]*+(?:;|(?=\n|\Z))"
_PACKAGE = r"(?:@file:[^\n]*+\s*+)*+package[ \t]+[^\n;]++;?"
_FIRST: dict[str, tuple[str, ...]] = {
    "python": (
        rf"(?:{_STRING})++(?=$|[;#])(?:;[^\n]*+)?+",
        r"from[ \t]+__future__[ \t]+import\b(?:[ \t]*+\([^)]*+\)[^\n]*+|(?:[^\n\\]|\\.)*+)",
    ),
    **dict.fromkeys(("javascript", "jsx", "typescript"), (_DIRECTIVE,)),
    "go": (r"package[ \t]+\w++[ \t]*+;?",),
    "php": (
        r"declare[ \t]*+\([^)]*+\)[ \t]*+;", r"namespace[ \t]+[\w\\]++[ \t]*+;"
    ),
    **dict.fromkeys(("java", "kotlin", "scala", "groovy"), (_PACKAGE,)),
    "rust": (r"(?://!|#!\[)[^\n]*+",),
    "c": (r"\#[ \t]*+(?:pragma|ifndef|define|undef)\b(?:[^\n\\]|\\.)*+",),
    "csharp": (r"\#[ \t]*+(?:define|undef|nullable)\b[^\n]*+", r"extern[ \t]+alias\b[^\n]*+"),
    "perl": (r"package[ \t]+[\w:]++[ \t]*+;",),
    "haskell": (r"\{-\#.*?\#-\}", r"module\b.*?\bwhere\b"),
    "dart": (r"library\b[^\n;]*+;",),
    "protobuf": (r"(?:syntax|edition)[ \t]*+=[^\n;]*+;", r"package[ \t]+[^\n;]++;"),
    **dict.fromkeys(
        ("css", "scss"), (r"@(?:charset|import|layer|use|forward)\b[^{};]*+;",)
    ),
    "yaml": (r"---(?=\s|\Z)",),
    "xml": (r"<!DOCTYPE\b[^>]*+>",),
    "dockerfile": (r"(?i:arg|from)\b(?:[^\n\\]|\\.)*+",),
}  # fmt: skip
# What a tool reads of a comment only where no statement stands before it.
_PRAGMA = regex.compile(
    r"@(?:ts-|flow|noflow|jest|vitest|jsx|format|prettier|generated)|<reference\b|\{-#"
    r"|\b(?:eslint|jshint|tslint|istanbul|biome|shellcheck|rubocop|frozen_string_literal|typed"
    r"|warn_indent|shareable_constant_value|go:build|mypy|pyright|ruff|pylint|flake8|type)\b"
    r"|\+build\b",
)


@cache
def compile_statement_patterns(file_type: FileType) -> tuple[Any, tuple[Any, ...]]:
    """Return the patterns for blanks and comments of a language, and for the first statements,
    those that must stand first in a file, in order.
    """
    comments = [
        rf"{regex.escape(opener)}.*?{regex.escape(find_comment_closer(opener))}"
        if find_comment_closer(opener)
        else rf"{regex.escape(opener)}[^\n]*+"
        for opener in sorted(file_type.openers, key=len, reverse=True)
        if opener not in ("//!", "{-")
    ]
    gap = regex.compile(rf"(?:\s|(?P<comment>{'|'.join(comments) or '(?!)'}))*+", _FLAGS)
    return gap, tuple(regex.compile(section, _FLAGS) for section in _FIRST.get(file_type.lexer, ()))


def holds_only_comments(path: str, text: str, lines: str) -> bool:
    """Tell whether added first *lines* hold only comments, or nobody can tell."""
    types = find_text_types(path, text)
    return not types or bool(compile_statement_patterns(types[0])[0].fullmatch(lines))


def find_first_statements_end(path: str, text: str, *, start: int, lines: str) -> int:
    """Return where added *lines* may stand: behind the statements that must be first."""
    types = find_text_types(path, text)
    if not types:
        return start
    gap, sections = compile_statement_patterns(types[0])
    lines_start = gap.match(lines).end()
    own = next(
        (index for index, section in enumerate(sections) if section.match(lines, lines_start)),
        len(sections),
    )
    place = offset = start
    for section in sections[: own + 1]:
        statement = section.match(text, gap.match(text, offset).end())
        while statement:
            place = offset = statement.end()
            statement = section.match(text, gap.match(text, offset).end())
    comments = gap.match(text, place)
    for comment_end, comment in zip(
        comments.ends("comment"), comments.captures("comment"), strict=True
    ):
        if place == start and own == len(sections) and _PRAGMA.search(comment):
            offset = comment_end
    place = max(place, offset)
    # Its line may end with a comment of its own.
    line_end = text.find("\n", place)
    behind = text[place : line_end if line_end >= 0 else len(text)]
    is_line = place > start and gap.fullmatch(behind) is not None
    return (line_end + 1 if line_end >= 0 else len(text)) if is_line else place
