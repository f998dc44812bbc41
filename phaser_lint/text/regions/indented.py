r"""CoffeeScript and Nim, whose comments and strings are not those of Python.

### a ###         a comment over lines, as is #[ b #[ c ]# ]#
"a #{b}"          a string with a hole; its lines go on
fmt"a\"           a name in front of a string takes it as it is
"""

from __future__ import annotations

import re

from phaser_lint.text.regions.javascript import PATTERN
from phaser_lint.text.regions.scanner import Lexer, Scanner, ScannerMode, make_filled_mode
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    HASH_COMMENT,
    OUT,
    SKIP,
    STRING,
    Into,
    Nested,
    Prefixed,
    Row,
    Until,
    Whole,
    make_quoted_lines_pattern,
    make_quoted_pattern,
    make_tripled_pattern,
)

_SIGNS = "=(,[{;:!&|?+-*%^~<>"
_WORDS = frozenset(
    (
        *("return", "if", "unless", "while", "until", "when", "then", "else", "and", "or", "not"),
        *("is", "isnt", "in", "of", "typeof", "case", "yield"),
    )
)
_CALL = re.compile(r"[\w$?][ \t]+\Z")


def _take_pattern(scanner: Scanner, match: re.Match[str], start: int) -> int:
    text = scanner.text
    is_argument = (
        text[match.end() : match.end() + 1] not in (" ", "\t", "=", "\n", "")
        and _CALL.search(text[max(0, start - _NEAR) : start]) is not None
    )
    if is_argument or scanner.follows(start, signs=_SIGNS, words=_WORDS):
        return scanner.within_line(PATTERN, start)
    return match.end()


_NEAR = 80
_COFFEE: tuple[Row, ...] = (
    (r"\#\#\#(?!\#)", Until(COMMENT, "###")),
    (HASH_COMMENT, COMMENT),
    (make_tripled_pattern("'"), Whole(STRING)),
    ('"""', Into('"""')),
    ('"', Into('"')),
    (make_quoted_lines_pattern("'"), Whole(STRING)),
    # JavaScript as it is.
    ("```(?:[^`]|`(?!``))*(?:```)?|`[^`]*`?", SKIP),
    ("///", Into("///")),
    ("/", _take_pattern),
)


COFFEESCRIPT = Lexer(
    {
        "code": ScannerMode(CODE, "#'\"`/", _COFFEE),
        "hole": ScannerMode(CODE, "#'\"`/{}", (*_COFFEE, (r"\{", Into("hole")), (r"\}", OUT))),
        **{
            quotes: make_filled_mode(quotes, ((r"\#\{", Into("hole")),), first="#", flags="[a-z]*")
            for quotes in ('"""', '"', "///")
        },
    }
)
_NAME = r"[A-Za-z]\w*"
NIM = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "#'\"`",
            (
                (r"\#\#\[", Nested(DOC_COMMENT, "##[", "]##")),
                (r"\#\[", Nested(COMMENT, "#[", "]#")),
                (r"\#\#[^\n\r]*", DOC_COMMENT),
                (HASH_COMMENT, COMMENT),
                (r'"""(?:[^"]|"(?!""))*((?:"{3,})?)', Prefixed(_NAME, Whole(STRING))),
                (r'(?<=\w)"(?:[^"\n]|"")*"?', Prefixed(_NAME, STRING)),
                (make_quoted_pattern('"'), STRING),
                # Behind a number it names its type: `1'u8`.
                (r"(?<!\w)'(?:[^'\\\n]|\\(?:x[0-9a-fA-F]{2}|\d+|[^\n]))'", STRING),
                ("`[^`\n]*`?", SKIP),
            ),
        )
    }
)
