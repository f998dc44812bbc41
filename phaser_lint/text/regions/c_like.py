r"""Languages with the comments of C: what differs is their strings, and which comments document.

A quote in front of which a letter stands is a part of a name or a number where the language has
such: C++'s ``1'000``, Rust's ``'a``, Scala's ``'symbol``.
"""

from __future__ import annotations

import re

from phaser_lint.text.regions.scanner import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    ESCAPE,
    LINE_COMMENT,
    OUT,
    OUT_BEFORE,
    SKIP,
    STRING,
    Become,
    EndOfLine,
    Into,
    Lexer,
    Mode,
    Nested,
    Prefixed,
    Scanner,
    Until,
    doubled,
    quoted,
    tripled,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.text.regions.scanner import Row

_LINE: Row = (LINE_COMMENT, COMMENT)
_SLASHES_DOCUMENT: Row = (r"///(?!/)[^\n]*", DOC_COMMENT)
_BLOCK: Row = (r"/\*", Until(COMMENT, "*/"))
_BLOCK_DOCUMENTS: Row = (r"/\*\*(?![*/])", Until(DOC_COMMENT, "*/"))
# Javadoc's may have more stars.
_STARS_DOCUMENT: Row = (r"/\*\*(?!/)", Until(DOC_COMMENT, "*/"))
_NESTED: Row = (r"/\*", Nested(COMMENT, "/*", "*/"))
_NESTED_DOCUMENTS: Row = (r"/\*\*(?!/)", Nested(DOC_COMMENT, "/*", "*/"))
_NAME = r"[A-Za-z_]\w*"
_CHARACTER = r"'(?:[^'\\\n]|\\u+[0-9a-fA-F]{4}|\\[0-7]{2,3}|\\[^\n])'"
_BACKTICKS: Row = (r"`[^`\n]*`?", SKIP)


def _string_of_c(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take a string, which is a raw one behind an R."""
    before = scanner.prefix(start, _RAW)
    opened = _RAW_OPENED.match(scanner.text, start, scanner.end) if before < start else None
    if opened is None:
        before = scanner.prefix(start, _WIDE)
        return scanner.mark(STRING, before, match.end())
    return Until(STRING, f'){opened["mark"]}"')(scanner, opened, before)


_WIDE = re.compile(r"(?<!\w)(?:u8|[uUL]|(?<!\w)@)\Z")
_RAW = re.compile(r"(?<!\w)(?:u8|[uUL])?R\Z")
_RAW_OPENED = re.compile(r'"(?P<mark>[^()\\\s"]{0,16})\(')

_NUMBER = re.compile(r"(?<![\w.])\d[\w'.]*\Z")
_CHARACTER_OF_C = re.compile(quoted("'"), re.DOTALL)


def _separator(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Pass over the quote in a number; else it begins a character."""
    if scanner.prefix(start, _NUMBER) < start:
        return match.end()
    whole = _CHARACTER_OF_C.match(scanner.text, start, scanner.end)
    return scanner.mark(STRING, start, whole.end() if whole else match.end())


# A backslash at its end takes the next line into a comment.
_CONTINUED = rf"[^\\\n]*(?:{ESCAPE}[^\\\n]*)*"
C = Lexer(
    {
        "code": Mode(
            CODE,
            "/\"'",
            (
                (rf"//(?:/(?!/)|!){_CONTINUED}", DOC_COMMENT),
                (rf"//{_CONTINUED}", COMMENT),
                (r"/\*(?:\*(?![*/])|!)", Until(DOC_COMMENT, "*/")),
                _BLOCK,
                (quoted('"'), _string_of_c),
                (r"(?<=[0-9a-fA-F])'(?=[0-9a-fA-F])", _separator),
                (quoted("'"), Prefixed("u8|[uUL]", STRING)),
            ),
        )
    }
)

JAVA = Lexer(
    {
        "code": Mode(
            CODE,
            "/\"'",
            (
                _SLASHES_DOCUMENT,
                _LINE,
                _STARS_DOCUMENT,
                _BLOCK,
                (tripled('"'), STRING),
                (quoted('"'), STRING),
                (quoted("'"), STRING),
            ),
        )
    }
)

GO = Lexer(
    {
        "code": Mode(
            CODE,
            "/\"'`",
            (
                _LINE,
                _BLOCK,
                (quoted('"'), STRING),
                (quoted("'"), STRING),
                (r"`[^`]*`?", STRING),
            ),
        )
    }
)

PROTOBUF = Lexer(
    {"code": Mode(CODE, "/\"'", (_LINE, _BLOCK, (quoted('"'), STRING), (quoted("'"), STRING)))}
)
"""And every language that has nothing more than these."""

STYLESHEET = Lexer(
    {"code": Mode(CODE, "/\"'", (_BLOCK, (quoted('"'), STRING), (quoted("'"), STRING)))}
)
# In an address two slashes begin nothing.
_ADDRESS = r"(?i:\burl)\([ \t\r\n]*(?![\"' \t\r\n])[^)\n]*\)?"


def _address(scanner: Scanner, match: re.Match[str], start: int) -> int:
    found = _ADDRESS_FROM.match(scanner.text, max(0, start - 3), scanner.end)
    return found.end() if found else match.end()


_ADDRESS_FROM = re.compile(_ADDRESS)
SCSS = Lexer(
    {
        "code": Mode(
            CODE,
            "/\"'(",
            (
                (r"\(", _address),
                # An address in plain text, as a value that a function of Less takes.
                (r"(?<=:)//(?=\w)", SKIP),
                _LINE,
                _BLOCK,
                (quoted('"'), STRING),
                (quoted("'"), STRING),
            ),
        ),
    }
)


def _rust_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    before = scanner.prefix(start, _RUST_PREFIX)
    prefix = scanner.text[before:start]
    if "r" in prefix:
        return Until(STRING, f'"{"#" * prefix.count("#")}')(scanner, match, before)
    whole = _RUST_STRING.match(scanner.text, start, scanner.end)
    return scanner.mark(STRING, before, whole.end() if whole else match.end())


_RUST_PREFIX = re.compile(r"(?<!\w)(?:[bc]?r#*|[bc])\Z")
_RUST_STRING = re.compile(quoted('"', lines=True), re.DOTALL)
RUST = Lexer(
    {
        "code": Mode(
            CODE,
            "/\"'",
            (
                (r"//(?:/(?!/)|!)[^\n]*", DOC_COMMENT),
                _LINE,
                (r"/\*(?:\*(?![*/])|!)", Nested(DOC_COMMENT, "/*", "*/")),
                _NESTED,
                ('"', _rust_string),
                (
                    r"'(?:[^'\\\n]|\\u\{[^}\n]*\}|\\x[0-9a-fA-F]{2}|\\[^\n])'",
                    Prefixed("b", STRING),
                ),
            ),
        )
    }
)


# Languages that fill in names and holes. A hole that is open ends with the line of its string.


def _filled(quote: str, *, hole: str, name: str = r"\$[A-Za-z_]\w*") -> Mode:
    """Return the mode of a string of one line, which *quote* ends, with names and holes."""
    rows: tuple[Row, ...] = ((ESCAPE, SKIP), (hole, Into("line hole")))
    return Mode(
        STRING,
        rf"\\$\r\n{quote}",
        (*rows, (name, CODE), (quote, OUT), (r"\r?\n", OUT_BEFORE)),
    )


def _with_holes(
    first: str, rows: tuple[Row, ...], one_line: tuple[str, ...], **strings: Mode
) -> dict[str, Mode]:
    """Return the modes of a language: its code, holes with the braces in them, and *strings*."""
    braces: tuple[Row, ...] = ((r"\{", Into("hole")), (r"\}", OUT))
    in_line: tuple[Row, ...] = (
        (r"\{", Into("line hole")),
        (r"\}", OUT),
        (r"\r?\n", EndOfLine(one_line)),
    )
    return {
        "code": Mode(CODE, first, rows),
        "hole": Mode(CODE, rf"{first}{{}}", (*rows, *braces)),
        "line hole": Mode(CODE, rf"{first}{{}}\r\n", (*rows, *in_line)),
        **strings,
    }


_TRIPLE_ENDS: Row = (r'"{3,}', OUT)
KOTLIN = Lexer(
    _with_holes(
        "/\"'`$",
        (
            _LINE,
            _NESTED_DOCUMENTS,
            _NESTED,
            (r'\$\$+"""', Into("many dollars")),
            ('"""', Into("triple")),
            ('"', Into("double")),
            (_CHARACTER, STRING),
            _BACKTICKS,
        ),
        ("double",),
        double=_filled('"', hole=r"\$\{", name=rf"\$(?:{_NAME}|`[^`\n]*`)"),
        triple=Mode(
            STRING,
            '$"',
            ((r"\$\{", Into("hole")), (rf"\$(?:{_NAME}|`[^`\n]*`)", CODE), _TRIPLE_ENDS),
        ),
        **{
            "many dollars": Mode(
                STRING,
                '$"',
                ((r"\$\$+\{", Into("hole")), (rf"\$\$+{_NAME}", CODE), _TRIPLE_ENDS),
            )
        },
    )
)

# The letters in front of the quotes name what fills it in.
_INTERPOLATOR = re.compile(rf"(?<![\w$]){_NAME}\Z")


class _Interpolated:
    """Begins a string that a name in front of its quotes fills in, or a plain one."""

    def __init__(self, mode: str, plain: str) -> None:
        self._mode, self._plain = mode, re.compile(plain, re.DOTALL)

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        before = scanner.prefix(start, _INTERPOLATOR)
        if before == start or scanner.text[before:start] in ("case", "return", "yield"):
            whole = self._plain.match(scanner.text, start, scanner.end)
            return scanner.mark(STRING, start, whole.end() if whole else match.end())
        scanner.enter(self._mode, before)
        return match.end()


_DOLLARS: Row = (r"\$[$\"]", SKIP)
_SCALA_NAME = r"\$[A-Za-z_]\w*"
SCALA = Lexer(
    _with_holes(
        "/\"'`",
        (
            _LINE,
            _NESTED_DOCUMENTS,
            _NESTED,
            ('"""', _Interpolated("triple", r'"""(?:[^"]|"(?!""))*(?:"{3,})?')),
            ('"', _Interpolated("double", quoted('"'))),
            (_CHARACTER, STRING),
            _BACKTICKS,
        ),
        ("double",),
        double=Mode(
            STRING,
            r"\\$\r\n\"",
            (
                _DOLLARS,
                (ESCAPE, SKIP),
                (r"\$\{", Into("line hole")),
                (_SCALA_NAME, CODE),
                ('"', OUT),
                (r"\r?\n", OUT_BEFORE),
            ),
        ),
        triple=Mode(
            STRING,
            '$"',
            (_DOLLARS, (r"\$\{", Into("hole")), (_SCALA_NAME, CODE), _TRIPLE_ENDS),
        ),
    )
)


def _slashy(scanner: Scanner, match: re.Match[str], start: int) -> int:
    if scanner.follows(start, signs="=(,~[:?{!&|;", words=frozenset(("return", "in"))):
        scanner.enter("slashes", start)
    return match.end()


_GROOVY_NAME = rf"\${_NAME}(?:\.{_NAME})*"
GROOVY = Lexer(
    _with_holes(
        "/\"'$",
        (
            _LINE,
            _STARS_DOCUMENT,
            _BLOCK,
            (tripled("'"), STRING),
            (quoted("'"), STRING),
            ('"""', Into("triple")),
            ('"', Into("double")),
            (r"\$/", Into("dollar slashes")),
            (r"/(?![/*=\s])", _slashy),
        ),
        ("double",),
        double=_filled('"', hole=r"\$\{", name=_GROOVY_NAME),
        triple=Mode(
            STRING,
            r"\\$\"",
            ((ESCAPE, SKIP), (r"\$\{", Into("hole")), (_GROOVY_NAME, CODE), ('"""', OUT)),
        ),
        slashes=Mode(
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
            "dollar slashes": Mode(
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


class _OrRaw:
    """Begins a string with holes, or takes the one without that a prefix makes."""

    def __init__(self, mode: str, prefix: str, raw: str) -> None:
        self._mode, self._prefix = mode, re.compile(rf"(?<!\w)(?:{prefix})\Z")
        self._raw = re.compile(raw, re.DOTALL)

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        before = scanner.prefix(start, self._prefix)
        if before == start:
            scanner.enter(self._mode, start)
            return match.end()
        whole = self._raw.match(scanner.text, start, scanner.end)
        return scanner.mark(STRING, before, whole.end() if whole else match.end())


def _dart_triple(quote: str) -> Mode:
    return Mode(
        STRING,
        rf"\\${quote}",
        ((ESCAPE, SKIP), (r"\$\{", Into("hole")), (rf"\${_NAME}", CODE), (quote * 3, OUT)),
    )


DART = Lexer(
    _with_holes(
        "/\"'",
        (
            _SLASHES_DOCUMENT,
            _LINE,
            _NESTED_DOCUMENTS,
            _NESTED,
            ('"""', _OrRaw('"""', "r", tripled('"', ""))),
            ("'''", _OrRaw("'''", "r", tripled("'", ""))),
            ('"', _OrRaw('"', "r", r'"[^"\n]*"?')),
            ("'", _OrRaw("'", "r", r"'[^'\n]*'?")),
        ),
        ("'", '"'),
        **{
            '"': _filled('"', hole=r"\$\{"),
            "'": _filled("'", hole=r"\$\{"),
            '"""': _dart_triple('"'),
            "'''": _dart_triple("'"),
        },
    )
)


# C#. Of a raw string is kept how many quotes end it, and how many braces open a hole.

_SIGNS = re.compile(r"(?:\$+@?|@\$?)\Z")
_VERBATIM = re.compile(doubled('"'), re.DOTALL)
_PLAIN = re.compile(quoted('"'), re.DOTALL)
_MANY_QUOTES = re.compile('"{3,}')


def _csharp_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
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
    whole = (_VERBATIM if signs else _PLAIN).match(scanner.text, start, scanner.end)
    return scanner.mark(STRING, before, whole.end() if whole else match.end())


def _raw_hole(scanner: Scanner, match: re.Match[str], start: int) -> int:
    braces = scanner.modes[-1][1][1]
    if match.end() - start >= braces:
        scanner.enter("hole", match.end() - braces, braces)
    return match.end()


def _raw_end(scanner: Scanner, match: re.Match[str], start: int) -> int:
    if match.end() - start >= scanner.modes[-1][1][0]:
        scanner.leave(match.end())
    return match.end()


def _hole_ends(scanner: Scanner, match: re.Match[str], start: int) -> int:
    end = min(start + (scanner.modes[-1][1] or 1), scanner.end)
    scanner.leave(start)
    return scanner.mark(CODE, start, end)


_CSHARP: tuple[Row, ...] = (
    _SLASHES_DOCUMENT,
    _LINE,
    _BLOCK_DOCUMENTS,
    _BLOCK,
    ('"', _csharp_string),
    (quoted("'"), STRING),
    # A word in the title of a region may have an apostrophe.
    (r"\#[ \t]*(?:region|endregion|error|warning)\b[^\n]*", SKIP),
)


def _csharp_hole(name: str, end: tuple[Row, ...]) -> dict[str, Mode]:
    first = "/\"'(\\[{)\\]}\r\n" if end else "/\"'(\\[{)\\]}"
    inner = (*_CSHARP[:-1], (r"[(\[{]", Into(f"{name} brackets")), *end)
    format_rows = (r"\}", _hole_ends), *end
    return {
        name: Mode(
            CODE,
            f"{first}:",
            (*inner, (r"::", SKIP), (":", Become(f"{name} format")), (r"\}", _hole_ends)),
        ),
        f"{name} brackets": Mode(CODE, first, (*inner, (r"[)\]}]", OUT))),
        f"{name} format": Mode(STRING, "}\r\n" if end else "}", format_rows),
    }


_CSHARP_LINE: tuple[Row, ...] = ((r"\r?\n", EndOfLine(("filled",))),)
_BRACES: tuple[Row, ...] = ((r"\{\{", SKIP),)
CSHARP = Lexer(
    {
        "code": Mode(CODE, "/\"'#", _CSHARP),
        "filled": Mode(
            STRING,
            r"\\{\r\n\"",
            (
                (ESCAPE, SKIP),
                *_BRACES,
                (r"\{", Into("line hole")),
                ('"', OUT),
                (r"\r?\n", OUT_BEFORE),
            ),
        ),
        "filled verbatim": Mode(
            STRING, '{"', (('""', SKIP), *_BRACES, (r"\{", Into("hole")), ('"', OUT))
        ),
        "filled raw": Mode(STRING, '{"', ((r"\{+", _raw_hole), ('"+', _raw_end))),
        **_csharp_hole("hole", ()),
        **_csharp_hole("line hole", _CSHARP_LINE),
    }
)


# Swift. Of a string is kept with how many signs it began: so many end it, and open a hole.

_HASHES = re.compile(r"#+\Z")


def _swift_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    before = scanner.prefix(start, _HASHES)
    mode = "string" if match.end() == start + 1 else "lines"
    scanner.enter(mode, before, start - before)
    return match.end()


def _swift_hole(scanner: Scanner, match: re.Match[str], start: int) -> int:
    mode, hashes = scanner.modes[-1]
    if match.end() - start - 2 != hashes:
        return start + (1 if hashes else 2)
    scanner.enter("line hole" if mode == "string" else "hole", start)
    return match.end()


def _swift_escape(scanner: Scanner, match: re.Match[str], start: int) -> int:
    return start + 1 if scanner.modes[-1][1] else match.end()


def _swift_end(scanner: Scanner, match: re.Match[str], start: int) -> int:
    mode, hashes = scanner.modes[-1]
    end: int = start + (1 if mode == "string" else 3) + hashes
    if end <= match.end():
        scanner.leave(end)
        return end
    return match.end()


_VALUE_SIGNS = "=(,[{:!&|?;~"
_VALUE_WORDS = frozenset(("return", "in", "case", "try", "await", "where", "throw"))


def _swift_pattern(scanner: Scanner, match: re.Match[str], start: int) -> int:
    if scanner.follows(start, signs=_VALUE_SIGNS, words=_VALUE_WORDS):
        return scanner.within_line(_SWIFT_PATTERN, start)
    return start + 1


_SWIFT_PATTERN = re.compile(r"/(?:[^/\\\n\[]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\])+/")


def _swift_long_pattern(scanner: Scanner, match: re.Match[str], start: int) -> int:
    signs = match.end() - start - 1
    if scanner.text[match.end() - 1] == "#":
        # They stand in front of a string.
        return match.end()
    return Until(STRING, f"/{'#' * signs}")(scanner, match, start)


_SWIFT: tuple[Row, ...] = (
    _SLASHES_DOCUMENT,
    _LINE,
    (r"/\*\*(?![*/])", Nested(DOC_COMMENT, "/*", "*/")),
    _NESTED,
    ('"""', _swift_string),
    ('"', _swift_string),
    (r"#+(?:/(?!/))?", _swift_long_pattern),
    (r"/(?![\s/*])", _swift_pattern),
)
_PARENTHESES: tuple[Row, ...] = ((r"\)", OUT),)
SWIFT = Lexer(
    {
        "code": Mode(CODE, '/"#', _SWIFT),
        "string": Mode(
            STRING,
            r"\\\r\n\"",
            (
                (r"\\#*\(", _swift_hole),
                (ESCAPE, _swift_escape),
                ('"#*', _swift_end),
                (r"\r?\n", OUT_BEFORE),
            ),
        ),
        "lines": Mode(
            STRING,
            r"\\\"",
            ((r"\\#*\(", _swift_hole), (ESCAPE, _swift_escape), ('"""#*', _swift_end)),
        ),
        "hole": Mode(CODE, '/"#()', (*_SWIFT, (r"\(", Into("hole")), (r"\)", OUT))),
        "line hole": Mode(
            CODE,
            '/"#()\r\n',
            (
                *_SWIFT,
                (r"\(", Into("line hole")),
                (r"\)", OUT),
                (r"\r?\n", EndOfLine(("string",))),
            ),
        ),
    }
)
