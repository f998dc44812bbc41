r"""Kotlin, Scala, Groovy and Dart: names and holes in their strings are filled in.

A hole that is left open ends with the line of its string.
"""

from __future__ import annotations

import re

from phaser_lint.text.regions.c_like import (
    BACKTICKS,
    BLOCK,
    CHARACTER,
    LINE,
    NAME,
    NESTED,
    NESTED_DOCUMENTS,
    SLASHES_DOCUMENT,
    STARS_DOCUMENT,
)
from phaser_lint.text.regions.scanner import Lexer, Scanner, ScannerMode, make_filled_mode
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    ESCAPE,
    OUT,
    OUT_BEFORE,
    SKIP,
    STRING,
    EndOfLine,
    Into,
    IntoOverLines,
    OrRaw,
    Row,
    Whole,
    make_quoted_pattern,
    make_tripled_pattern,
)


def _make_filled_mode(quote: str, *, hole: str, name: str = r"\$[A-Za-z_]\w*") -> ScannerMode:
    """Return the mode of a string of one line, which *quote* ends, with names and holes."""
    rows: tuple[Row, ...] = ((ESCAPE, SKIP), (hole, IntoOverLines("hole", "line hole")))
    return ScannerMode(
        STRING,
        rf"\\$\r\n{quote}",
        (*rows, (name, CODE), (quote, OUT), (r"\r?\n", OUT_BEFORE)),
    )


def _make_modes_with_holes(
    stops: str, rows: tuple[Row, ...], one_line: tuple[str, ...], **strings: ScannerMode
) -> dict[str, ScannerMode]:
    """Return the modes of a language: its code, holes with the braces in them, and *strings*."""
    braces: tuple[Row, ...] = ((r"\{", Into("hole")), (r"\}", OUT))
    in_line: tuple[Row, ...] = (
        (r"\{", Into("line hole")),
        (r"\}", OUT),
        (r"\r?\n", EndOfLine(one_line)),
    )
    return {
        "code": ScannerMode(CODE, stops, rows),
        "hole": ScannerMode(CODE, rf"{stops}{{}}", (*rows, *braces)),
        "line hole": ScannerMode(CODE, rf"{stops}{{}}\r\n", (*rows, *in_line)),
        **strings,
    }


def _begin_many_dollars(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin a string in which as many dollars open a hole as stand in front of it."""
    opening = scanner.text[start : match.end()]
    mode = "many dollars" if opening.endswith('"""') else "many dollars in line"
    scanner.enter(mode, start, opening.count("$"))
    return match.end()


def _fill_in_many_dollars(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Fill in what stands behind enough dollars; those in front of them are text."""
    mode, dollars = scanner.modes[-1]
    filled = scanner.text[start : match.end()].lstrip("$")
    opening = match.end() - len(filled) - dollars
    if opening < start or not filled:
        return match.end()
    if filled != "{":
        return scanner.mark(CODE, opening, match.end())
    if mode == "many dollars":
        scanner.enter("hole", opening)
        return match.end()
    return scanner.enter_over_lines(("hole", "line hole"), opening, match.end())


# All at once: each would else be the first of those that follow it.
_DOLLAR_SIGNS: Row = (r"\$+", SKIP)
_MANY_DOLLARS: Row = (rf"\$+(?:\{{|{NAME}|`[^`\n]*`)?", _fill_in_many_dollars)
_TRIPLE_ENDS: Row = (r'"{3,}', OUT)
KOTLIN = Lexer(
    _make_modes_with_holes(
        "/\"'`$",
        (
            LINE,
            NESTED_DOCUMENTS,
            NESTED,
            (r'\$+"(?:"")?', _begin_many_dollars),
            _DOLLAR_SIGNS,
            ('"""', Into("triple")),
            ('"', Into("double")),
            (CHARACTER, STRING),
            BACKTICKS,
        ),
        ("double", "many dollars in line"),
        double=_make_filled_mode('"', hole=r"\$\{", name=rf"\$(?:{NAME}|`[^`\n]*`)"),
        triple=ScannerMode(
            STRING,
            '$"',
            ((r"\$\{", Into("hole")), (rf"\$(?:{NAME}|`[^`\n]*`)", CODE), _TRIPLE_ENDS),
        ),
        **{
            "many dollars": ScannerMode(STRING, '$"', (_MANY_DOLLARS, _TRIPLE_ENDS)),
            "many dollars in line": ScannerMode(
                STRING,
                r"\\$\r\n\"",
                ((ESCAPE, SKIP), _MANY_DOLLARS, ('"', OUT), (r"\r?\n", OUT_BEFORE)),
            ),
        },
    )
)

# The letters in front of the quotes name what fills it in.
_INTERPOLATOR = re.compile(rf"(?<![\w$]){NAME}\Z")


class _Interpolated:
    """Begins a string that a name in front of its quotes fills in, or a plain one."""

    def __init__(self, mode: str, plain: str) -> None:
        self._mode, self._plain = mode, re.compile(plain, re.DOTALL)
        self._is_over_lines = plain.startswith('"""')

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        before = scanner.prefix(start, _INTERPOLATOR)
        if before == start or scanner.text[before:start] in ("case", "return", "yield"):
            literal = self._plain.match(scanner.text, start, scanner.end)
            if self._is_over_lines:
                return Whole(STRING).take(scanner, literal, start)
            return scanner.mark(STRING, start, literal.end() if literal else match.end())
        scanner.enter(self._mode, before)
        return match.end()


_DOLLARS: Row = (r"\$[$\"]", SKIP)
_SCALA_NAME = r"\$[A-Za-z_]\w*"
SCALA = Lexer(
    _make_modes_with_holes(
        "/\"'`",
        (
            LINE,
            NESTED_DOCUMENTS,
            NESTED,
            ('"""', _Interpolated("triple", r'"""(?:[^"]|"(?!""))*((?:"{3,})?)')),
            ('"', _Interpolated("double", make_quoted_pattern('"'))),
            (CHARACTER, STRING),
            BACKTICKS,
        ),
        ("double",),
        double=ScannerMode(
            STRING,
            r"\\$\r\n\"",
            (
                _DOLLARS,
                # Of a dollar it takes nothing away: `raw"C:\${folder}"`.
                (r"\\[\"\\]?", SKIP),
                (r"\$\{", IntoOverLines("hole", "line hole")),
                (_SCALA_NAME, CODE),
                ('"', OUT),
                (r"\r?\n", OUT_BEFORE),
            ),
        ),
        triple=ScannerMode(
            STRING,
            '$"',
            (_DOLLARS, (r"\$\{", Into("hole")), (_SCALA_NAME, CODE), _TRIPLE_ENDS),
        ),
    )
)


def _begin_slashy_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    text = scanner.text
    is_counted = text[max(0, start - 20) : start].rstrip().endswith(("++", "--"))
    if not is_counted and scanner.follows(start, signs=_SIGNS_OF_GROOVY, words=_WORDS_OF_GROOVY):
        scanner.enter("slashes", start)
    return match.end()


_SIGNS_OF_GROOVY = "=(,~[:?{!&|;<>+-*%^"
_WORDS_OF_GROOVY = frozenset(
    ("return", "in", "case", "assert", "else", "throw", "instanceof", "as")
)


_GROOVY_NAME = rf"\${NAME}(?:\.{NAME})*"
GROOVY = Lexer(
    _make_modes_with_holes(
        "/\"'$",
        (
            LINE,
            STARS_DOCUMENT,
            BLOCK,
            (make_tripled_pattern("'"), Whole(STRING)),
            (make_quoted_pattern("'"), STRING),
            ('"""', Into("triple")),
            ('"', Into("double")),
            (r"\$/", Into("dollar slashes")),
            (r"/(?![/*\r\n])", _begin_slashy_string),
        ),
        ("double",),
        double=_make_filled_mode('"', hole=r"\$\{", name=_GROOVY_NAME),
        triple=make_filled_mode('"""', ((r"\$\{", Into("hole")), (_GROOVY_NAME, CODE)), first="$"),
        slashes=ScannerMode(
            STRING,
            r"\\$/\n",
            (
                (r"\\/", SKIP),
                (r"\$\{", Into("hole")),
                (_GROOVY_NAME, CODE),
                ("/", OUT),
                (r"\r?\n(?=\r?\n)", OUT_BEFORE),
            ),
        ),
        **{
            "dollar slashes": ScannerMode(
                STRING,
                "$/",
                (
                    (r"\$[$/]", SKIP),
                    (r"\$\{", Into("hole")),
                    (_GROOVY_NAME, CODE),
                    (r"/\$", OUT),
                ),
            )
        },
    )
)


_DART_HOLES: tuple[Row, ...] = ((r"\$\{", Into("hole")), (rf"\${NAME}", CODE))
DART = Lexer(
    _make_modes_with_holes(
        "/\"'",
        (
            SLASHES_DOCUMENT,
            LINE,
            NESTED_DOCUMENTS,
            NESTED,
            ('"""', OrRaw('"""', prefix="r", raw=make_tripled_pattern('"', ""))),
            ("'''", OrRaw("'''", prefix="r", raw=make_tripled_pattern("'", ""))),
            ('"', OrRaw('"', prefix="r", raw=r'"[^"\n]*"?')),
            ("'", OrRaw("'", prefix="r", raw=r"'[^'\n]*'?")),
        ),
        ("'", '"'),
        **{
            '"': _make_filled_mode('"', hole=r"\$\{"),
            "'": _make_filled_mode("'", hole=r"\$\{"),
            '"""': make_filled_mode('"""', _DART_HOLES, first="$"),
            "'''": make_filled_mode("'''", _DART_HOLES, first="$"),
        },
    )
)
