"""Regions: which parts of a text are code, comments, strings, documentation, or prose.

    regions = regions_of("src/app.py", text)
    start, end, kind = regions.around(place)

The language is that of the file's type (``text/languages``), or what its first line names
(``#!/usr/bin/env python3``). A row here is what reads it; of a type that has none, lines that begin
as its comments do are comments, and of a file that nothing is known of all is code.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from importlib import import_module

from phaser_lint.text.languages import FileType, file_types
from phaser_lint.text.regions.scanner import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    DOCSTRING,
    FLAGS,
    PROSE,
    STRING,
    Lexer,
    Scanner,
)

__all__ = [
    "CODE",
    "DOCSTRING",
    "KINDS",
    "PROSE",
    "STRING",
    "Regions",
    "is_known",
    "regions_of",
    "types_of",
]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from phaser_lint.text.languages import CommentStyle
    from phaser_lint.text.regions.scanner import Region

    class Reader(Protocol):
        """Returns the regions of a part of a text, in order, but for the code."""

        def regions(self, text: str, start: int, end: int) -> list[Region]: ...


# What the key ``in`` may say, and the kinds of regions that it means.
KINDS = {
    "code": (CODE,),
    "comments": (COMMENT, DOC_COMMENT),
    "strings": (STRING, DOCSTRING),
    "docs": (DOC_COMMENT, DOCSTRING, PROSE),
}

LEXERS = {
    "python": ("python", "PYTHON"),
    "javascript": ("javascript", "JSX"),
    "jsx": ("javascript", "JSX"),
    "typescript": ("javascript", "TYPESCRIPT"),
    "java": ("c_like", "JAVA"),
    "kotlin": ("interpolated", "KOTLIN"),
    "scala": ("interpolated", "SCALA"),
    "groovy": ("interpolated", "GROOVY"),
    "c": ("c_like", "C"),
    "csharp": ("csharp", "CSHARP"),
    "go": ("c_like", "GO"),
    "rust": ("c_like", "RUST"),
    "swift": ("swift", "SWIFT"),
    "dart": ("interpolated", "DART"),
    "protobuf": ("c_like", "PROTOBUF"),
    "css": ("c_like", "STYLESHEET"),
    "scss": ("c_like", "SCSS"),
    "php": ("scripting", "PHP"),
    "lua": ("scripting", "LUA"),
    "r": ("scripting", "R"),
    "julia": ("scripting", "JULIA"),
    "haskell": ("scripting", "HASKELL"),
    "sql": ("scripting", "SQL"),
    "ruby": ("quote_like", "RUBY"),
    "perl": ("quote_like", "PERL"),
    "elixir": ("quote_like", "ELIXIR"),
    "shell": ("shell", "SHELL"),
    "powershell": ("shell", "POWERSHELL"),
    "make": ("shell", "MAKEFILE"),
    "dockerfile": ("shell", "DOCKERFILE"),
    "json": ("data", "JSON"),
    "toml": ("data", "TOML"),
    "yaml": ("data", "YAML"),
    "properties": ("data", "PROPERTIES"),
    "graphql": ("data", "GRAPHQL"),
    "hcl": ("data", "HCL"),
    "html": ("markup", "HTML"),
    "vue": ("markup", "VUE"),
    "svelte": ("markup", "SVELTE"),
    "xml": ("markup", "XML"),
    "astro": ("markup", "ASTRO"),
    "markdown": ("markdown", "MARKDOWN"),
}
# What is filled in has the name of what it becomes.
_FILLED_IN = (".j2", ".tmpl", ".in", ".example")
_PROGRAMS = {
    "sh": "sh bash dash zsh ksh ash fish",
    "py": "python pypy",
    "js": "node nodejs deno bun",
    "ts": "ts-node tsx",
    "rb": "ruby jruby",
    "pl": "perl",
    "php": "php",
    "lua": "lua luajit",
    "r": "Rscript",
    "jl": "julia",
    "exs": "elixir",
    "ps1": "pwsh powershell",
    "groovy": "groovy",
    "kts": "kotlin",
    "scala": "scala",
    "hs": "runhaskell runghc",
    "awk": "awk gawk",
    "mk": "make",
    "tcl": "tclsh wish",
}
_PROGRAM = re.compile(
    r"#![ \t]*(?:\S*/)?(?:env[ \t]+(?:-S[ \t]*)?(?:-\S+[ \t]+|\w+=\S*[ \t]+)*(?:\S*/)?)?"
    r"(?P<name>[A-Za-z][A-Za-z-]*)"
)
# In Rust `#![allow(…)]` may stand first.
_FIRST_LINE = re.compile(r"#!(?![ \t]*\[)[^\n]*")


class Regions:
    """The regions of a text of that *length*, read by the *scanner* as far as somebody asks."""

    def __init__(
        self, found: Sequence[Region], length: int, scanner: Scanner | None = None
    ) -> None:
        self._found, self._length, self._scanner = found, length, scanner

    def around(self, place: int) -> Region:
        """Return the region that *place* lies in: what is none of another is one of code."""
        if self._scanner:
            self._scanner.read_to(place)
        found = self._found
        known = bisect_right(found, (place, self._length + 1, "")) - 1
        if known >= 0 and place < found[known][1]:
            return found[known]
        start = found[known][1] if known >= 0 else 0
        end = found[known + 1][0] if known + 1 < len(found) else self._length
        return start, end, CODE


def is_known(path: str, text: str = "") -> bool:
    """Tell whether anything is known of the language of the file at *path*.

    The cells of a notebook say theirs.
    """
    return path.endswith(".ipynb") or bool(types_of(path, text))


def regions_of(path: str, text: str, *, documented: bool = True) -> Regions:
    """Return the regions of *text*, by the type of the file at *path*.

    Unless they are to be *documented*, a docstring is a string like any other: to tell it takes as
    long as all else.
    """
    first, types, length = _FIRST_LINE.match(text), types_of(path, text), len(text)
    start = first.end() if first else 0
    found = [(0, start, COMMENT)] if first else []
    reader = _reader(types[0]) if types else None
    if reader is None:
        return Regions(found, length)
    if isinstance(reader, Lexer) and not (documented and reader.finish):
        scanner = Scanner(reader, text, start, length)
        scanner.found[:0] = found
        return Regions(scanner.found, length, scanner)
    return Regions([*found, *reader.regions(text, start, length)], length)


def types_of(path: str, text: str) -> Sequence[FileType]:
    """Return the types of the file at *path*, or those that its first line names."""
    types = file_types(path)
    name = path
    while not types or types[0].lexer == "template":
        ending = next((each for each in _FILLED_IN if name.lower().endswith(each)), "")
        if not ending:
            break
        name = name[: -len(ending)]
        types = file_types(name) or types
    program = None if types else _PROGRAM.match(text)
    if program:
        known = (ending for ending, names in _PROGRAMS.items() if program["name"] in names.split())
        return file_types(f"_.{next(known, '')}")
    return types


def _reader(kind: FileType) -> Reader:
    if kind.lexer in LEXERS:
        module, name = LEXERS[kind.lexer]
        reader: Reader = getattr(import_module(f"phaser_lint.text.regions.{module}"), name)
        return reader
    return _CommentsAlone(kind.comments, anywhere=kind.lexer == "template")


class _CommentsAlone:
    """Finds the comments of a language of which no more is known.

    They count where they begin a line, for elsewhere their signs may be anything; in a template
    those with an end count *anywhere*.
    """

    def __init__(self, styles: Sequence[CommentStyle], *, anywhere: bool) -> None:
        written = []
        self._closers: list[str] = []
        for style in sorted(styles, key=lambda style: -len(style.opener)):
            begins = "" if anywhere and style.closer else r"^[ \t]*"
            opener = re.escape(style.opener) + (r"\b" if style.opener[-1].isalpha() else "")
            rest = "" if style.closer else r"[^\n]*"
            written.append(f"{begins}({opener}{rest})")
            self._closers.append(style.closer)
        self._pattern = re.compile("|".join(written), FLAGS)

    def regions(self, text: str, start: int, end: int) -> list[Region]:
        """Return the regions of *text* from *start* to *end*, in order."""
        found: list[Region] = []
        match = self._pattern.search(text, start, end)
        while match:
            group = match.lastindex or 0
            closer, after = self._closers[group - 1], match.end()
            if closer:
                closed = text.find(closer, after, end)
                after = closed + len(closer) if closed >= 0 else end
            found.append((match.start(group), after, COMMENT))
            match = self._pattern.search(text, after, end)
        return found
