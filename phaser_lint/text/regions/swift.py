r"""Swift: of a string is kept with how many signs it began: so many end it, and open a hole."""

from __future__ import annotations

import re

from phaser_lint.text.regions.c_like import BACKTICKS, LINE, NESTED, SLASHES_DOCUMENT
from phaser_lint.text.regions.scanner import Lexer, Scanner, ScannerMode
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    DOC_COMMENT,
    ESCAPE,
    OUT,
    OUT_BEFORE,
    SKIP,
    STRING,
    EndOfLine,
    Into,
    Nested,
    Row,
    UntilSame,
)

_HASHES = re.compile(r"#+\Z")
_LONGEST_LINE = 4096


def _begin_swift_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    before = scanner.prefix(start, _HASHES)
    # `#"""#` is one quote: signs and three quotes begin lines where no end stands in their own.
    if match.end() > start + 1 and (
        before == start
        or '"' + scanner.text[before:start]
        not in scanner.text[start + 2 : min(start + _LONGEST_LINE, scanner.end)].partition("\n")[0]
    ):
        scanner.enter("lines", before, start - before)
        return match.end()
    scanner.enter("string", before, start - before)
    return start + 1


def _begin_swift_hole(scanner: Scanner, match: re.Match[str], start: int) -> int:
    mode, hashes = scanner.modes[-1]
    if match.end() - start - 2 != hashes:
        return start + (1 if hashes else 2)
    if mode == "string":
        return scanner.enter_over_lines(("hole", "line hole"), start, match.end())
    scanner.enter("hole", start)
    return match.end()


def _pass_swift_escape(scanner: Scanner, match: re.Match[str], start: int) -> int:
    return start + 1 if scanner.modes[-1][1] else match.end()


def _end_swift_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    mode, hashes = scanner.modes[-1]
    end: int = start + (1 if mode == "string" else 3) + hashes
    if end <= match.end():
        scanner.leave(end)
        return end
    return match.end()


_VALUE_SIGNS = "=(,[{:!&|?;~"
_VALUE_WORDS = frozenset(("return", "in", "case", "try", "await", "where", "throw"))


def _take_swift_pattern(scanner: Scanner, match: re.Match[str], start: int) -> int:
    if scanner.follows(start, signs=_VALUE_SIGNS, words=_VALUE_WORDS):
        return scanner.within_line(_SWIFT_PATTERN, start)
    return start + 1


_SWIFT_PATTERN = re.compile(r"/(?:[^/\\\n\[]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+(?<![ \t])/")


_SWIFT: tuple[Row, ...] = (
    SLASHES_DOCUMENT,
    LINE,
    (r"/\*\*(?![*/])", Nested(DOC_COMMENT, "/*", "*/")),
    NESTED,
    ('"""', _begin_swift_string),
    ('"', _begin_swift_string),
    (r"(#+)/(?!/)", UntilSame(STRING, "/", "")),
    # They stand in front of a string.
    ("#+", SKIP),
    (r"/(?![\s/*)])", _take_swift_pattern),
    BACKTICKS,
)
_PARENTHESES: tuple[Row, ...] = ((r"\)", OUT),)
SWIFT = Lexer(
    {
        "code": ScannerMode(CODE, '/"#`', _SWIFT),
        "string": ScannerMode(
            STRING,
            r"\\\r\n\"",
            (
                (r"\\#*\(", _begin_swift_hole),
                (ESCAPE, _pass_swift_escape),
                ('"#*', _end_swift_string),
                (r"\r?\n", OUT_BEFORE),
            ),
        ),
        "lines": ScannerMode(
            STRING,
            r"\\\"",
            (
                (r"\\#*\(", _begin_swift_hole),
                (ESCAPE, _pass_swift_escape),
                ('"""#*', _end_swift_string),
            ),
        ),
        "hole": ScannerMode(CODE, '/"#`()', (*_SWIFT, (r"\(", Into("hole")), (r"\)", OUT))),
        "line hole": ScannerMode(
            CODE,
            '/"#`()\r\n',
            (
                *_SWIFT,
                (r"\(", Into("line hole")),
                (r"\)", OUT),
                (r"\r?\n", EndOfLine(("string",))),
            ),
        ),
    }
)
