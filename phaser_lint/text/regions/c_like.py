r"""Languages with the comments of C: what differs is their strings, and which comments document.

A quote in front of which a letter stands is a part of a name or a number where the language has
such: C++'s ``1'000``, Rust's ``'a``, Scala's ``'symbol``.
"""

from __future__ import annotations

import re

from phaser_lint.text.regions.documented import CommentsAbove
from phaser_lint.text.regions.scanner import Lexer, Scanner, ScannerMode
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    ESCAPE,
    HASH_COMMENT,
    LINE_COMMENT,
    OUT,
    OUT_BEFORE,
    SKIP,
    STRING,
    EndOfLine,
    Into,
    Nested,
    Prefixed,
    Row,
    Until,
    UntilSame,
    Whole,
    make_quoted_lines_pattern,
    make_quoted_pattern,
    make_tripled_pattern,
)

LINE: Row = (LINE_COMMENT, COMMENT)
SLASHES_DOCUMENT: Row = (r"///(?!/)[^\n\r]*", DOC_COMMENT)
LINE_TO_LINE_FEED: Row = (r"//[^\n]*", COMMENT)
BLOCK: Row = (r"/\*", Until(COMMENT, "*/"))
BLOCK_DOCUMENTS: Row = (r"/\*\*(?![*/])", Until(DOC_COMMENT, "*/"))
# Javadoc's may have more stars.
STARS_DOCUMENT: Row = (r"/\*\*(?!/)", Until(DOC_COMMENT, "*/"))
NESTED: Row = (r"/\*", Nested(COMMENT, "/*", "*/"))
NESTED_DOCUMENTS: Row = (r"/\*\*(?!/)", Nested(DOC_COMMENT, "/*", "*/"))
NAME = r"[A-Za-z_]\w*"
CHARACTER = r"'(?:[^'\\\n]|\\u+[0-9a-fA-F]{4}|\\[0-7]{2,3}|\\[^\n])'"
BACKTICKS: Row = (r"`[^`\n]*`?", SKIP)


_NUMBER = re.compile(r"(?<![\w.])\d[\w'.]*\Z")
_CHARACTER_OF_C = re.compile(make_quoted_pattern("'"), re.DOTALL)


def _pass_separator(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Pass over the quote in a number; else it begins a character."""
    if scanner.prefix(start, _NUMBER) < start:
        return match.end()
    character = _CHARACTER_OF_C.match(scanner.text, start, scanner.end)
    return scanner.mark(STRING, start, character.end() if character else match.end())


# A backslash at its end takes the next line into a comment or a string; blanks may stand behind it.
_SPLICE = r"\\(?:[ \t]*\r?\n|.|\Z)"
_CONTINUED = rf"[^\\\n\r]*(?:{_SPLICE}[^\\\n\r]*)*"
_WORDS_FOR_PEOPLE = r"(?:error|warning|pragma[ \t]+(?:mark|(?:end)?region|message(?![ \t]*\()))\b"
_COMMENTS_OF_C: tuple[Row, ...] = (
    (rf"//(?:/(?!/)|!){_CONTINUED}", DOC_COMMENT),
    (rf"/(?:\\\r?\n)*/{_CONTINUED}", COMMENT),
    (r"/\*(?:\*(?![*/])|!)", Until(DOC_COMMENT, "*/")),
    (r"/(?:\\\r?\n)*\*", Until(COMMENT, "*/")),
)
C = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "/\"'#",
            (
                (rf"\#[ \t]*{_WORDS_FOR_PEOPLE}", Into("words")),
                *_COMMENTS_OF_C,
                (
                    r"(?:(?<=\bR)|(?<=\b[uUL]R)|(?<=\bu8R))\"([^()\\\s\"]{0,16})\(",
                    Prefixed("(?:u8|[uUL])?R", UntilSame(STRING, ")", '"')),
                ),
                (make_quoted_pattern('"', escape=_SPLICE), Prefixed("u8|[uUL]|@", STRING)),
                (r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", _pass_separator),
                (make_quoted_pattern("'"), Prefixed("u8|[uUL]", STRING)),
            ),
        ),
        # They may hold an apostrophe.
        "words": ScannerMode(
            CODE,
            r"/\"\\\n",
            (
                *_COMMENTS_OF_C,
                (r'"[^"\\\n]*"', STRING),
                (r"\\\r?\n", SKIP),
                (r"\n", OUT_BEFORE),
            ),
            must_close=False,
        ),
    }
)

JAVA = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "/\"'",
            (
                SLASHES_DOCUMENT,
                LINE,
                STARS_DOCUMENT,
                BLOCK,
                (make_tripled_pattern('"'), Whole(STRING)),
                (make_quoted_pattern('"'), STRING),
                (make_quoted_pattern("'"), STRING),
            ),
        )
    }
)

GO = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "/\"'`",
            (
                LINE_TO_LINE_FEED,
                BLOCK,
                (make_quoted_pattern('"'), STRING),
                (make_quoted_pattern("'"), STRING),
                (r"`[^`]*(`?)", Whole(STRING)),
            ),
        )
    },
    finish=CommentsAbove(
        r"(?:package|const|func|type|var)\b",
        instruction=r"//(?:[a-z0-9]+:[a-z0-9]|line |export |extern )",
    ),
)

PROTOBUF = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "/\"'",
            (LINE, BLOCK, (make_quoted_pattern('"'), STRING), (make_quoted_pattern("'"), STRING)),
        )
    }
)
"""And every language that has nothing more than these."""

SOLIDITY = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "/\"'",
            (
                (r"///(?!/)[^\n\r\v\f\x85\u2028\u2029]*", DOC_COMMENT),
                (r"//[^\n\r\v\f\x85\u2028\u2029]*", COMMENT),
                BLOCK_DOCUMENTS,
                BLOCK,
                (make_quoted_pattern('"'), Prefixed("hex|unicode", STRING)),
                (make_quoted_pattern("'"), Prefixed("hex|unicode", STRING)),
            ),
        )
    }
)
THRIFT = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "/#\"'",
            (
                LINE,
                (HASH_COMMENT, COMMENT),
                BLOCK_DOCUMENTS,
                BLOCK,
                (make_quoted_pattern('"'), STRING),
                (make_quoted_pattern("'"), STRING),
            ),
        )
    }
)
# A line of a text begins with two backslashes.
ZIG = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "/\"'\\\\",
            (
                (r"//(?:/(?!/)|!)[^\n]*", DOC_COMMENT),
                LINE_TO_LINE_FEED,
                (make_quoted_pattern('"'), STRING),
                (make_quoted_pattern("'"), STRING),
                (r"\\\\[^\n]*", STRING),
            ),
        )
    }
)


def _take_d_quotation(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take ``q"(a "b" c)"``: what stands behind the quote says what ends it."""
    before = scanner.prefix(start, _QUOTATION_PREFIX)
    word = _WORD_OF_D.match(scanner.text, match.end(), scanner.end)
    if word:
        return Until(STRING, f'\n{word["word"]}"')(scanner, word, before)
    sign = scanner.text[match.end() : match.end() + 1]
    if sign not in _BRACKETS_OF_D:
        return Until(STRING, f'{sign}"')(scanner, match, before)
    depth, closer = 0, _BRACKETS_OF_D[sign]
    for bracket in re.compile(f"[{re.escape(sign + closer)}]").finditer(
        scanner.text, match.end(), scanner.end
    ):
        depth += 1 if bracket[0] == sign else -1
        if not depth:
            return scanner.mark(STRING, before, min(bracket.end() + 1, scanner.end))
    return scanner.leave_open(STRING, before)


_QUOTATION_PREFIX = re.compile(r"\bq\Z")
_WORD_OF_D = re.compile(r"(?P<word>[^\W\d]\w*)\r?(?=\n)")
_BRACKETS_OF_D = {"(": ")", "[": "]", "{": "}", "<": ">"}


# Comments of `/+` nest, a backtick or an r takes what stands there as it is, and an i fills it in.
_D: tuple[Row, ...] = (
    (r"///(?!/)[^\n\r\u2028\u2029]*", DOC_COMMENT),
    (r"//[^\n\r\u2028\u2029]*", COMMENT),
    (r"/\*\*(?![*/])", Until(DOC_COMMENT, "*/")),
    BLOCK,
    (r"/\+\+(?!/)", Nested(DOC_COMMENT, "/+", "+/")),
    (r"/\+", Nested(COMMENT, "/+", "+/")),
    (r"(?<=\br)\"[^\"]*(\"?)", Prefixed("r", Whole(STRING))),
    (r"(?<=\bq)\"", _take_d_quotation),
    (r"(?<=\bi)\"", Prefixed("i", Into("filled"))),
    (r"(?<=\bi)`", Prefixed("i", Into("raw filled"))),
    (make_quoted_lines_pattern('"'), Whole(STRING)),
    (make_quoted_pattern("'"), STRING),
    (r"`[^`]*(`?)", Whole(STRING)),
    # The program ends here.
    (r"(?<!\w)__EOF__(?!\w).*", COMMENT),
)
D = Lexer(
    {
        "code": ScannerMode(CODE, "/\"'`_", _D),
        "hole": ScannerMode(CODE, "/\"'`_()", (*_D, (r"\(", Into("hole")), (r"\)", OUT))),
        "filled": ScannerMode(
            STRING, r"\\$\"", ((ESCAPE, SKIP), (r"\$\(", Into("hole")), ('"', OUT))
        ),
        "raw filled": ScannerMode(STRING, "$`", ((r"\$\(", Into("hole")), ("`", OUT))),
    }
)

# In an address neither slashes nor quotes begin anything.
_ADDRESS: Row = (r"(?<=(?i:\burl))\([ \t\r\n]*(?![\"' \t\r\n]|/\*)(?:\\.|[^)\\\n])*\)?", SKIP)


def _take_stylesheet_comment(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take a comment; in an address the signs of one begin nothing: `url(//a/*b)`."""
    before = scanner.text[max(0, start - _NEAR) : start]
    # There are no blanks in one.
    if not before[-1:].isspace() and _ADDRESS_BEFORE.search(before):
        return match.end()
    return Until(COMMENT, "*/", must_close=False)(scanner, match, start)


_NEAR = 200
_ADDRESS_BEFORE = re.compile(r"(?i:\burl)\([ \t\r\n]*[^\s\"'()]*\Z")
STYLESHEET = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "/\"'",
            (
                (r"/\*", _take_stylesheet_comment),
                (make_quoted_pattern('"'), STRING),
                (make_quoted_pattern("'"), STRING),
            ),
        )
    }
)
_SCSS: tuple[Row, ...] = (
    _ADDRESS,
    # An address in plain text, as a value that a function of Less takes.
    (r"(?<=:)//(?=\w)", SKIP),
    LINE,
    BLOCK,
    ('"', Into("double")),
    ("'", Into("single")),
)
_SCSS_LINE_END: Row = (r"\r?\n", EndOfLine(("double", "single")))


def _make_scss_mode(quote: str) -> ScannerMode:
    """Return the mode of a string with what Sass (`#{}`) and Less (`@{}`, `${}`) fill in."""
    rows: tuple[Row, ...] = (
        (ESCAPE, SKIP),
        (r"\#\{", Into("hole")),
        (r"[@$]\{[\w-]+\}", CODE),
        (quote, OUT),
        (r"\r?\n", OUT_BEFORE),
    )
    return ScannerMode(STRING, rf"\\#@$\r\n{quote}", rows)


SCSS = Lexer(
    {
        "code": ScannerMode(CODE, "/\"'(", _SCSS),
        "hole": ScannerMode(
            CODE,
            "/\"'({}\r\n",
            (*_SCSS, (r"\{", Into("hole")), (r"\}", OUT), _SCSS_LINE_END),
        ),
        "double": _make_scss_mode('"'),
        "single": _make_scss_mode("'"),
    }
)


def _take_rust_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    before = scanner.prefix(start, _RUST_PREFIX)
    prefix = scanner.text[before:start]
    if "r" in prefix:
        return Until(STRING, f'"{"#" * prefix.count("#")}')(scanner, match, before)
    literal = _RUST_STRING.match(scanner.text, start, scanner.end)
    return Whole(STRING).take(scanner, literal, before)


_RUST_PREFIX = re.compile(r"(?<!\w)(?:[bc]?r#*|[bc])\Z")
_RUST_STRING = re.compile(make_quoted_lines_pattern('"'), re.DOTALL)
RUST = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "/\"'",
            (
                (r"//(?:/(?!/)|!)[^\n]*", DOC_COMMENT),
                LINE_TO_LINE_FEED,
                (r"/\*(?:\*(?![*/])|!)", Nested(DOC_COMMENT, "/*", "*/")),
                NESTED,
                ('"', _take_rust_string),
                (
                    r"'(?:[^'\\\n]|\\u\{[^}\n]*\}|\\x[0-9a-fA-F]{2}|\\[^\n])'",
                    Prefixed("b", STRING),
                ),
            ),
        )
    }
)
