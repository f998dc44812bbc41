r"""Pages: their comments, and what stands in other languages inside of them."""

from __future__ import annotations

import re

from phaser_lint.text.regions.c_like import SCSS, STYLESHEET
from phaser_lint.text.regions.data import JSON
from phaser_lint.text.regions.javascript import JSX, TYPESCRIPT
from phaser_lint.text.regions.scanner import (
    CODE,
    COMMENT,
    OUT,
    SKIP,
    Into,
    Lexer,
    Mode,
    Scanner,
    Until,
    quoted,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.text.regions.scanner import Row

_COMMENT: Row = ("<!--", Until(COMMENT, "-->"))
_CDATA: Row = (r"<!\[CDATA\[", Until(CODE, "]]>"))
_TAG: tuple[Row, ...] = (('"[^"]*"?', SKIP), ("'[^']*'?", SKIP), (">", OUT))
XML = Lexer(
    {
        "code": Mode(
            CODE,
            "<",
            (_COMMENT, _CDATA, (r"<[/?A-Za-z_:]", Into("tag"))),
        ),
        "tag": Mode(CODE, "\"'>", _TAG),
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
        "scss": SCSS,
        "less": SCSS,
        "stylus": SCSS,
    },
}
_LANGUAGE_NAMED = re.compile(
    r"\b(?:lang|type)[ \t\r\n]*=[ \t\r\n]*[\"']?(?:text/|application/)?(?:x-)?([\w+-]*)", re.I
)
_ENDS = {
    name: re.compile(rf"</{name}(?=[\s/>])", re.I)
    for name in ("script", "style", "textarea", "title")
}
_NEAR = 2000


def _special_tag(scanner: Scanner, match: re.Match[str], start: int) -> int:
    scanner.enter("special tag", start, (match["name"].lower(), start))
    return match.end()


def _embedded(scanner: Scanner, match: re.Match[str], start: int) -> int:
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


def _page(*expressions: Row) -> dict[str, Mode]:
    """Return the modes of a page, between whose tags *expressions* may stand."""
    return {
        "code": Mode(
            CODE,
            "<{" if expressions else "<",
            (
                # A browser closes whatever is open at the end.
                ("<!--", Until(COMMENT, "-->", must_close=False)),
                (r"<!\[CDATA\[", Until(CODE, "]]>", must_close=False)),
                (r"<(?P<name>(?i:script|style|textarea|title))\b", _special_tag),
                (r"<[/?A-Za-z]", Into("tag")),
                *expressions,
            ),
        ),
        "tag": Mode(CODE, "\"'>", _TAG, must_close=False),
        "special tag": Mode(CODE, "\"'>", (*_TAG[:-1], (">", _embedded)), must_close=False),
    }


# An expression up to an element, a slash or a brace in it: `<script>` in a text of it is no tag.
_HOLE = r"\$\{[^{}`\"']*\}"
_TEMPLATE = rf"`[^`\\$]*(?:(?:\\.|\$(?!\{{)|{_HOLE})[^`\\$]*)*`"
_EXPRESSION = (
    rf"(?:[^\"'`<{{}}/]+|<(?![A-Za-z/!>])|{quoted(chr(34))}|{quoted(chr(39))}|{_TEMPLATE})*"
)
HTML = Lexer(_page())
VUE = Lexer(_page((r"\{\{" + _EXPRESSION, SKIP)))
_BRACED: Row = (r"\{" + _EXPRESSION, SKIP)
SVELTE = Lexer(_page(_BRACED))

_FENCED = re.compile(r"\s*---[ \t]*\r?\n(?P<inner>.*?)^---[ \t]*$", re.DOTALL | re.MULTILINE)


def _front_matter(scanner: Scanner, start: int) -> int:
    fenced = _FENCED.match(scanner.text, start, scanner.end)
    if fenced is None:
        return start
    return scanner.read_as(TYPESCRIPT, *fenced.span("inner"))


ASTRO = Lexer(_page(_BRACED), begin=_front_matter)
