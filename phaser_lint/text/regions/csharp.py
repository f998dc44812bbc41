r"""C#: of a raw string is kept how many quotes end it, and how many braces open a hole."""

from __future__ import annotations

import re

from phaser_lint.text.regions.c_like import BLOCK, BLOCK_DOCUMENTS
from phaser_lint.text.regions.scanner import Lexer, Scanner, ScannerMode
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    ESCAPE,
    OUT,
    OUT_BEFORE,
    OUT_OF_FORMAT,
    SKIP,
    STRING,
    Become,
    EndOfLine,
    Into,
    IntoOverLines,
    Row,
    Until,
    Whole,
    make_doubled_pattern,
    make_quoted_pattern,
)

_SIGNS = re.compile(r"(?:\$+@?|@\$?)\Z")
_VERBATIM = re.compile(make_doubled_pattern('"'), re.DOTALL)
_PLAIN = re.compile(make_quoted_pattern('"'), re.DOTALL)
_MANY_QUOTES = re.compile('"{3,}')


def _take_csharp_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    before = scanner.prefix(start, _SIGNS)
    signs = scanner.text[before:start]
    many = _MANY_QUOTES.match(scanner.text, start, scanner.end)
    if many and "@" not in signs:
        if not signs:
            return Until(STRING, many[0])(scanner, many, start)
        scanner.enter("filled raw", before, (len(many[0]), len(signs)))
        return many.end()
    if "$" in signs:
        scanner.enter("filled verbatim" if "@" in signs else "filled", before)
        return match.end()
    if signs:
        verbatim = _VERBATIM.match(scanner.text, start, scanner.end)
        return Whole(STRING).take(scanner, verbatim, before)
    literal = _PLAIN.match(scanner.text, start, scanner.end)
    return scanner.mark(STRING, start, literal.end() if literal else match.end())


def _begin_raw_hole(scanner: Scanner, match: re.Match[str], start: int) -> int:
    braces = scanner.modes[-1][1][1]
    if match.end() - start >= braces:
        scanner.enter("hole", match.end() - braces, braces)
    return match.end()


def _end_raw_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    if match.end() - start >= scanner.modes[-1][1][0]:
        scanner.leave(match.end())
    return match.end()


_CSHARP: tuple[Row, ...] = (
    (r"///(?!/)[^\n\r\x85\u2028\u2029]*", DOC_COMMENT),
    (r"//[^\n\r\x85\u2028\u2029]*", COMMENT),
    BLOCK_DOCUMENTS,
    BLOCK,
    ('"', _take_csharp_string),
    (make_quoted_pattern("'"), STRING),
    # A word in the title of a region, or a package's name, may have an apostrophe.
    (r"\#(?:[ \t]*(?:region|endregion|error|warning)\b|:)[^\n]*", SKIP),
)


def _make_hole_modes(name: str, end: tuple[Row, ...]) -> dict[str, ScannerMode]:
    stops = "/\"'(\\[{)\\]}\r\n" if end else "/\"'(\\[{)\\]}"
    inner = (*_CSHARP[:-1], (r"[(\[{]", Into(f"{name} brackets")), *end)
    format_rows = (r"\}", OUT_OF_FORMAT), *end
    return {
        name: ScannerMode(
            CODE,
            f"{stops}:",
            (*inner, (r"::", SKIP), (":", Become(f"{name} format")), (r"\}", OUT_OF_FORMAT)),
        ),
        f"{name} brackets": ScannerMode(CODE, stops, (*inner, (r"[)\]}]", OUT))),
        f"{name} format": ScannerMode(STRING, "}\r\n" if end else "}", format_rows),
    }


_CSHARP_LINE: tuple[Row, ...] = ((r"\r?\n", EndOfLine(("filled",))),)
_BRACES: tuple[Row, ...] = ((r"\{\{", SKIP),)
CSHARP_MODES = {
    "code": ScannerMode(CODE, "/\"'#", _CSHARP),
    "filled": ScannerMode(
        STRING,
        r"\\{\r\n\"",
        (
            (ESCAPE, SKIP),
            *_BRACES,
            (r"\{", IntoOverLines("hole", "line hole")),
            ('"', OUT),
            (r"\r?\n", OUT_BEFORE),
        ),
    ),
    "filled verbatim": ScannerMode(
        STRING, '{"', (('""', SKIP), *_BRACES, (r"\{", Into("hole")), ('"', OUT))
    ),
    "filled raw": ScannerMode(STRING, '{"', ((r"\{+", _begin_raw_hole), ('"+', _end_raw_string))),
    **_make_hole_modes("hole", ()),
    **_make_hole_modes("line hole", _CSHARP_LINE),
}
CSHARP = Lexer(CSHARP_MODES)
