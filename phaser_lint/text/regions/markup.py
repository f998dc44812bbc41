r"""Pages: their comments, and what stands in other languages inside of them."""

from __future__ import annotations

import re

from phaser_lint.text.regions.c_like import SCSS, STYLESHEET
from phaser_lint.text.regions.data import JSON
from phaser_lint.text.regions.javascript import JSX, TYPESCRIPT
from phaser_lint.text.regions.scanner import Lexer, Scanner, ScannerMode, make_filled_mode
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    OUT,
    SKIP,
    STRING,
    Into,
    IntoTag,
    Pieces,
    ReadUntil,
    Row,
    Until,
    UntilMatch,
    make_quoted_pattern,
)

_COMMENT: Row = ("<!--", Until(COMMENT, "-->"))
_CDATA: Row = (r"<!\[CDATA\[", Until(CODE, "]]>"))
# Elsewhere than behind its sign a quote is one of the value: `<a title=it's>`.
_VALUES = '=[ \t\r\n]*"[^"]*"?', "=[ \t\r\n]*'[^']*'?"
_TAG: tuple[Row, ...] = (*((pattern, SKIP) for pattern in _VALUES), (">", OUT))
XML = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "<",
            (_COMMENT, _CDATA, (r"<\?", Until(CODE, "?>")), (r"<[/\w:]", Into("tag"))),
        ),
        "tag": ScannerMode(CODE, "=>", _TAG),
    }
)

# By what the attribute `lang` says, or `type`.
_LANGUAGES = {
    "script": {
        "": JSX,
        "js": JSX,
        "jsx": JSX,
        "tsx": JSX,
        "javascript": JSX,
        "module": JSX,
        "babel": JSX,
        "ecmascript": JSX,
        "ts": TYPESCRIPT,
        "typescript": TYPESCRIPT,
        "json": JSON,
        "ld+json": JSON,
        "importmap": JSON,
    },
    "style": {
        "": STYLESHEET,
        "css": STYLESHEET,
        "postcss": STYLESHEET,
        "pcss": STYLESHEET,
        "scss": SCSS,
        "sass": SCSS,
        "less": SCSS,
        "stylus": SCSS,
    },
}
_LANGUAGE_NAMED = re.compile(
    r"(?<![\w-])(?:lang|type)[ \t\r\n]*=[ \t\r\n]*[\"']?(?:text/|application/)?(?:x-)?([\w+-]*)",
    re.I,
)
_SPECIAL = "script|style|textarea|title|xmp|iframe|noembed|noframes"
_ENDS = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.I) for name in (*_SPECIAL.split("|"), "template")
}
_NEAR = 2000


def _read_embedded(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Read what stands between the tags in its own language; of one nobody knows it is code."""
    (name, tag), inner = scanner.modes[-1][1], match.end()
    scanner.leave(inner)
    if scanner.text[start - 1] == "/":
        return inner
    closed = _ENDS[name].search(scanner.text, inner, scanner.end)
    end = closed.start() if closed else scanner.end
    language_attribute = _LANGUAGE_NAMED.search(scanner.text, tag, min(start, tag + _NEAR))
    lexer = _LANGUAGES.get(name, {}).get(
        language_attribute[1].lower() if language_attribute else ""
    )
    return end if lexer is None else scanner.read_as(lexer, inner, end)


_EXPRESSION_IN_TAG = ScannerMode(
    CODE,
    "\"'`{}/",
    (
        (make_quoted_pattern('"'), STRING),
        (make_quoted_pattern("'"), STRING),
        ("`", Into("template in tag")),
        (r"//[^\n]*", COMMENT),
        (r"/\*", Until(COMMENT, "*/", must_close=False)),
        (r"\{", Into("expression in tag")),
        (r"\}", OUT),
    ),
    must_close=False,
)


class _ReadValue:
    """The match is `=` and a value in quotes, in which each match of *expression* is a program.

    So it is only where the *name* in front of it is one of such an attribute.
    """

    def __init__(self, expression: str, name: str = "") -> None:
        self._expression = re.compile(expression, re.DOTALL)
        self._name = re.compile(rf"(?<=\s){name}[ \t\r\n]*\Z") if name else None

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        text, end = scanner.text, match.end()
        inner = text.index(text[end - 1], start, end) + 1
        # In most values there is neither a string nor a comment; one that nothing closes is none.
        is_closed = text[inner - 1] in "\"'" and not text[start + 1 : inner - 1].strip()
        if not is_closed or not _SIGN_IN_VALUE.search(text, inner, end - 1):
            return end
        if self._name and scanner.prefix(start, self._name) == start:
            return end
        for expression in self._expression.finditer(text, inner, end - 1):
            scanner.read_as(TYPESCRIPT, *expression.span())
        return end


_SIGN_IN_VALUE = re.compile("[\"'`/]")


def _make_page_modes(
    *expressions: Row,
    other_language: str = "",
    has_values: bool = False,
    quoted: _ReadValue | None = None,
) -> dict[str, ScannerMode]:
    """Return the modes of a page, between whose tags *expressions* may stand.

    What matches *other_language* begins a tag like those of a script. A tag *has_values* where an
    attribute may be an expression in braces; *quoted* reads values in quotes.
    """
    value: tuple[Row, ...] = ((r"\{", Into("expression in tag")),) if has_values else ()
    value += tuple((pattern, quoted) for pattern in _VALUES) if quoted else ()
    first_in_tag = "={>" if has_values else "=>"
    return {
        "code": ScannerMode(
            CODE,
            "<{" if expressions else "<",
            (
                # A browser closes one at the end: `<!-->` is one, and `--!>` ends one.
                (r"<!---?>", COMMENT),
                (r"<!--", UntilMatch(COMMENT, "--!?>", must_close=False)),
                (r"<!\[CDATA\[", Until(CODE, "]]>", must_close=False)),
                (rf"<(?:(?i:{_SPECIAL}){other_language})\b", IntoTag("special tag")),
                (r"<[/?A-Za-z]", Into("tag")),
                *expressions,
            ),
        ),
        "tag": ScannerMode(CODE, first_in_tag, (*value, *_TAG), must_close=False),
        "special tag": ScannerMode(
            CODE, first_in_tag, (*value, *_TAG[:-1], (">", _read_embedded)), must_close=False
        ),
        "expression in tag": _EXPRESSION_IN_TAG,
        "template in tag": make_filled_mode(
            "`", ((r"\$\{", Into("expression in tag")),), first="$"
        ),
    }


# An expression up to an element, a slash or a brace in it: `<script>` in a text of it is no tag.
_HOLE = r"\$\{[^{}`\"']*\}"
_TEMPLATE = rf"`[^`\\$]*(?:(?:\\.|\$(?!\{{)|{_HOLE})[^`\\$]*)*`"
_STRING = rf"{make_quoted_pattern(chr(34))}|{make_quoted_pattern(chr(39))}|{_TEMPLATE}"
_EXPRESSION = rf"(?:[^\"'`<{{}}/]+|<(?![A-Za-z/!>])|{_STRING})*"
HTML = Lexer(_make_page_modes())


VUE = Lexer(
    _make_page_modes(
        (r"\{\{", ReadUntil(TYPESCRIPT, "}}")),
        other_language=r"|template(?=[ \t\r\n](?:[^<>]*[ \t\r\n])?lang=(?![\"']?html\b))",
        quoted=_ReadValue(r".+", name=r"(?:v-|[:@#.])[^\s\"'<>/=]*"),
    )
)


def _take_expression(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take the strings of an expression, as far as it was read, and a comment that is next."""
    for string in _STRINGS.finditer(scanner.text, start, match.end()):
        _PIECES(scanner, string, string.start())
    if scanner.text.startswith("/*", match.end()):
        return Until(COMMENT, "*/", must_close=False)(scanner, match, match.end())
    return match.end()


_STRINGS, _PIECES = re.compile(_STRING, re.DOTALL), Pieces(_HOLE)
SVELTE = Lexer(
    _make_page_modes(
        (r"\{(?:[#:@]|/(?![*/]))?", Into("expression in tag")),
        has_values=True,
        quoted=_ReadValue(r"(?<=\{)[^{}]*(?=\})"),
    )
)

_FENCED = re.compile(r"\s*---[ \t]*\r?\n(?P<inner>.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)


def _read_front_matter(scanner: Scanner, start: int) -> int:
    fenced = _FENCED.match(scanner.text, start, scanner.end)
    if fenced is None:
        return start
    return scanner.read_as(TYPESCRIPT, *fenced.span("inner"))


# An element may stand in an expression.
ASTRO = Lexer(
    _make_page_modes((r"\{" + _EXPRESSION, _take_expression), has_values=True),
    begin=_read_front_matter,
)
