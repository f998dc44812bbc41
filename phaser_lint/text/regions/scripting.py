r"""PHP, Lua, R, Julia, Haskell and SQL."""

from __future__ import annotations

import re

from phaser_lint.core import Record
from phaser_lint.text.regions.documented import StringsAbove
from phaser_lint.text.regions.heredocs import (
    Heredoc,
    begin_heredoc,
    end_heredoc_by_line,
    has_heredoc_end,
)
from phaser_lint.text.regions.markup import HTML
from phaser_lint.text.regions.scanner import (
    FirstLine,
    Lexer,
    Scanner,
    ScannerMode,
    make_filled_mode,
)
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    ESCAPE,
    HASH_TO_LINE_FEED,
    OUT,
    OUT_BEFORE,
    SKIP,
    STRING,
    EndOfLine,
    Into,
    IntoOverLines,
    Nested,
    OrRaw,
    Prefixed,
    Row,
    Until,
    UntilNext,
    UntilSame,
    Whole,
    make_quoted_lines_pattern,
    make_quoted_pattern,
    make_tripled_pattern,
)
from phaser_lint.text.regions.template import TAG_STYLES, Template


def _begin_php_heredoc(scanner: Scanner, match: re.Match[str], start: int) -> int:
    mode = "raw heredoc" if match["quote"] == "'" else "heredoc"
    heredoc = Heredoc(match["word"], mode, indented=True, followed_by="")
    if not has_heredoc_end(scanner, heredoc, match.end()):
        return match.end()
    return begin_heredoc(scanner, heredoc, match.end())


def _take_php_data(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take all that follows: the program ends here."""
    return scanner.mark(COMMENT, match.end(), scanner.end)


_PHP_NAME = r"[A-Za-z_\x80-\U0010ffff][\w\x80-\U0010ffff]*"
_PHP_HOLES: tuple[Row, ...] = (
    (r"\{(?=\$)", Into("hole")),
    (r"\$\{", Into("hole")),
    (rf"\${_PHP_NAME}(?:\[[^\]\[\n\"']*\]|\??->{_PHP_NAME})?", CODE),
)
_PHP: tuple[Row, ...] = (
    (r"(?:\#(?!\[)|//)(?:[^\n\r?]|\?(?!>))*", COMMENT),
    (r"/\*\*(?=\s)", Until(DOC_COMMENT, "*/")),
    (r"/\*", Until(COMMENT, "*/")),
    (make_quoted_lines_pattern("'"), Whole(STRING)),
    ('"', Into("double")),
    ("`", Into("command")),
    (
        rf"<<<[ \t]*(?P<quote>[\"']?)(?P<word>{_PHP_NAME})(?P=quote)[ \t]*\r?\n",
        _begin_php_heredoc,
    ),
    (r"(?<![\w$>:\\])__(?i:halt_compiler)\s*\(\s*\)\s*(?:;|\?>)", _take_php_data),
)
_PHP_BEGINS: Row = (r"<\?(?:php\b|=|(?!xml))", Into("code"))
_PHP_FIRST = r"#/'\"`<_"
_IN_HEREDOC: tuple[Row, ...] = ((r"\n", end_heredoc_by_line),)
_PHP_MODES = {
    "code": ScannerMode(CODE, rf"{_PHP_FIRST}?", (*_PHP, (r"\?>", OUT)), must_close=False),
    "hole": ScannerMode(CODE, rf"{_PHP_FIRST}{{}}", (*_PHP, (r"\{", Into("hole")), (r"\}", OUT))),
    "double": make_filled_mode('"', _PHP_HOLES, first="{$"),
    "command": make_filled_mode("`", _PHP_HOLES, first="{$"),
    "heredoc": ScannerMode(STRING, r"\\{$\n", ((r"\\[^\n]", SKIP), *_PHP_HOLES, *_IN_HEREDOC)),
    "raw heredoc": ScannerMode(STRING, r"\n", _IN_HEREDOC),
}
PHP_PROGRAM = Lexer(_PHP_MODES)
"""What stands in a tag, which is over where that ends."""


class PageElement(Record):
    """The match begins an element of the page that is read by its own language, with its PHP."""

    name: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        sign = re.compile(rf"<\?|(</{self.name}\b)", re.I)
        sign_match = sign.search(scanner.text, match.end(), scanner.end)
        while sign_match and not sign_match[1]:
            # In a program what would end the element may be a string.
            program_end = scanner.find_closer("?>", sign_match.end())
            after = program_end if program_end >= 0 else scanner.end
            sign_match = sign.search(scanner.text, after, scanner.end)
        end = sign_match.end() if sign_match else scanner.end
        return scanner.read_as(Template(TAG_STYLES["php"], HTML), start, end)


PHP = Lexer(
    {
        "page": ScannerMode(
            CODE,
            "<",
            (
                _PHP_BEGINS,
                ("<!--", Into("comment")),
                (r"<(?i:script)\b", PageElement("script")),
                (r"<(?i:style)\b", PageElement("style")),
            ),
        ),
        # The program runs in a comment of the page, too.
        "comment": ScannerMode(COMMENT, r"<\-", (_PHP_BEGINS, ("-->", OUT)), must_close=False),
        **_PHP_MODES,
    }
)


_LUA: tuple[Row, ...] = (
    (r"--\[(=*)\[", UntilSame(COMMENT, "]", "]")),
    (r"---(?!-)[^\n\r]*", DOC_COMMENT),
    (r"--[^\n\r]*", COMMENT),
    (r"\[(=*)\[", UntilSame(STRING, "]", "]")),
    (make_quoted_pattern('"', escape=r"\\(?:z\s*|\r\n|.|\Z)"), STRING),
    (make_quoted_pattern("'", escape=r"\\(?:z\s*|\r\n|.|\Z)"), STRING),
    # Luau's.
    ("`", Into("filled")),
)
_LUA_FIRST = r"\-\[\"'`"
LUA = Lexer(
    {
        "code": ScannerMode(CODE, _LUA_FIRST, _LUA),
        "filled": ScannerMode(
            STRING,
            r"\\{`\n",
            (
                (ESCAPE, SKIP),
                (r"\{", IntoOverLines("hole", "line hole")),
                ("`", OUT),
                (r"\r?\n", OUT_BEFORE),
            ),
        ),
        "hole": ScannerMode(
            CODE, rf"{_LUA_FIRST}{{}}", (*_LUA, (r"\{", Into("hole")), (r"\}", OUT))
        ),
        "line hole": ScannerMode(
            CODE,
            rf"{_LUA_FIRST}{{}}\n",
            (
                *_LUA,
                (r"\{", Into("line hole")),
                (r"\}", OUT),
                (r"\r?\n", EndOfLine(("filled",))),
            ),
        ),
    }
)

_CMAKE_HOLE: Row = (r"\$\w*\{", Into("hole"))
CMAKE = Lexer(
    {
        "code": ScannerMode(
            CODE,
            r"\\#\[\"",
            (
                (ESCAPE, SKIP),
                (r"\#\[(=*)\[", UntilSame(COMMENT, "]", "]")),
                (HASH_TO_LINE_FEED, COMMENT),
                (r"\[(=*)\[", UntilSame(STRING, "]", "]")),
                ('"', Into("double")),
            ),
        ),
        "double": ScannerMode(STRING, r"\\$\"", ((ESCAPE, SKIP), _CMAKE_HOLE, ('"', OUT))),
        "hole": ScannerMode(CODE, r"$}\"\n", (_CMAKE_HOLE, (r"\}", OUT), (r"[\"\n]", OUT_BEFORE))),
    }
)

_R_CLOSERS = {"(": ")", "[": "]", "{": "}"}
_R_RAW = re.compile(r"(?<![\w.])[rR]\Z")
_R_OPENED = re.compile(r"[\"'](?P<dashes>-*)(?P<bracket>[(\[{])")
_R_PLAIN = {quote: re.compile(make_quoted_lines_pattern(quote), re.DOTALL) for quote in "\"'"}


def _take_r_string(scanner: Scanner, match: re.Match[str], start: int) -> int:
    before = scanner.prefix(start, _R_RAW)
    raw_opening = _R_OPENED.match(scanner.text, start, scanner.end) if before < start else None
    if raw_opening:
        closer = f"{_R_CLOSERS[raw_opening['bracket']]}{raw_opening['dashes']}{scanner.text[start]}"
        return Until(STRING, closer)(scanner, raw_opening, before)
    quote = scanner.text[start]
    literal = _R_PLAIN[quote].match(scanner.text, start, scanner.end)
    return Whole(STRING).take(scanner, literal, start)


R = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "#\"'`%",
            (
                (r"\#'[^\n]*", DOC_COMMENT),
                (HASH_TO_LINE_FEED, COMMENT),
                ("[\"']", _take_r_string),
                (make_quoted_pattern("`"), SKIP),
                # An operator may have any sign: `x %'% y`.
                (r"%[^%\n]*%", SKIP),
            ),
        )
    }
)

# A name in front of it takes what stands there as it is.
_JULIA_TEXTS = {
    quotes: OrRaw(
        quotes,
        prefix=r"[A-Za-z_]\w*",
        raw=make_tripled_pattern(quotes[0])
        if len(quotes) == 3
        else make_quoted_lines_pattern(quotes),
    )
    for quotes in ('"""', "```", '"', "`")
}

_JULIA_HOLES: tuple[Row, ...] = ((r"\$\(", Into("hole")), (r"\$[^\W\d]\w*!?", CODE))
_JULIA: tuple[Row, ...] = (
    ("#=", Nested(COMMENT, "#=", "=#")),
    (HASH_TO_LINE_FEED, COMMENT),
    *_JULIA_TEXTS.items(),
    # Behind a value it transposes.
    (r"(?<![\w)\]}'.])'(?:[^'\\\n]|\\[^\n][^'\n]{0,8})'", STRING),
)


JULIA = Lexer(
    {
        "code": ScannerMode(CODE, "#\"`'", _JULIA),
        "hole": ScannerMode(CODE, "#\"`'()", (*_JULIA, (r"\(", Into("hole")), (r"\)", OUT))),
        **{quotes: make_filled_mode(quotes, _JULIA_HOLES, first="$") for quotes in _JULIA_TEXTS},
    },
    finish=StringsAbove(
        r"^[ \t]*(?=\"|raw\"|doc\")|^[ \t]*@doc[ \t]+(?=\w*\")",
        r"[ \t]*\r?\n?[ \t]*(?:(?:function|macro|mutable|struct|abstract|primitive|(?:bare)?module"
        r"|const|global)\b|@|[A-Za-z_][\w.!]*(?:\{[^}\n]*\})?\()",
        hole="$",
    ),
)

_SYMBOL = r"!#$%&*+./<=>?@\\^|~:\-"


_HASKELL_ESCAPE = r"\\(?:\s+\\|\r\n|.|\Z)"
HASKELL = Lexer(
    {
        "code": ScannerMode(
            CODE,
            r"\-{\"'\[",
            (
                # The lines below it go on with it.
                (
                    rf"(?<![{_SYMBOL}])-- ?[|^][^\n]*(?:\n[ \t]*--+(?![{_SYMBOL}]| ?[|^])[^\n]*)*",
                    DOC_COMMENT,
                ),
                (rf"(?<![{_SYMBOL}])--+(?![{_SYMBOL}])[^\n]*", COMMENT),
                (rf"[{_SYMBOL}]+", SKIP),
                (r"\{-\#", SKIP),
                (r"\{- ?[|^]", Nested(DOC_COMMENT, "{-", "-}")),
                (r"\{-", Nested(COMMENT, "{-", "-}")),
                (make_tripled_pattern('"', escape=_HASKELL_ESCAPE), Whole(STRING)),
                (make_quoted_pattern('"', escape=_HASKELL_ESCAPE), STRING),
                (r"(?<![\w'])'(?:[^'\\\n]|\\(?:[^\nA-Zxo0-9]|\w+|\^.))'", STRING),
                # Without the end it is a list: ``[x|x<-xs]``.
                (
                    r"\[(?:(?:[A-Z]\w*\.)+[a-z_]\w*|[a-z_][\w']+|[ris])\|",
                    UntilNext(STRING, "|]"),
                ),
            ),
        )
    }
)


def _read_dollar_quotation(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Read what stands between two equal marks (``$$ … $$``) as a text of its own."""
    text, tag = scanner.text, match["tag"]
    if "$" not in scanner.last_offsets:
        scanner.last_offsets["$"] = {
            mark[1]: mark.start() for mark in _DOLLAR_TAG.finditer(text, start, scanner.end)
        }
    if scanner.last_offsets["$"].get(tag, -1) < match.end():
        return match.end()
    end = text.find(tag, match.end(), scanner.end)
    scanner.read_as(SQL, match.end(), end, end_closes=True)
    return end + len(tag)


# Two of them may share a sign: `$a$b$`.
_DOLLAR_TAG = re.compile(r"(?=(\$(?:[^\W\d]\w*)?\$))")
_SQL_CLOSERS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_SQL_PREFIX = re.compile(r"(?<!\w)[nN]?[qQ]\Z")


def _take_oracle_quotation(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take ``q'[it's]'``: the sign behind the quote says what ends it."""
    sign = scanner.text[match.end() - 1]
    end = scanner.find_closer(f"{_SQL_CLOSERS.get(sign, sign)}'", match.end())
    if end < 0:
        return start + 1
    return scanner.mark(STRING, scanner.prefix(start, _SQL_PREFIX), end + 2)


def _take_bigquery_quotation(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take the text of a function in another language: to the next three quotes."""
    end = scanner.find_closer(scanner.text[start : match.end()], match.end())
    if end < 0:
        return start + 1
    return scanner.mark(STRING, scanner.prefix(start, _BIGQUERY_PREFIX), end + 3)


_BIGQUERY_PREFIX = re.compile(r"(?<!\w)(?:[rRbB]|[rR][bB]|[bB][rR])\Z")


def _take_client_line(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take a line that a client reads itself: `REM don't` is a comment, `\\echo it's` is code."""
    line = _CLIENT.match(scanner.text, match.end(), scanner.end)
    if line is None:
        return match.end()
    return scanner.mark(COMMENT if line["remark"] else CODE, *line.span())


_CLIENT = re.compile(
    r"(?P<remark>(?i:rem|remark)(?![^ \t\r\n])[^\n\r]*)"
    r"|(?:(?i:prompt)(?![^ \t\r\n])|\\(?:q?echo|warn|prompt|!))[^\n\r]*"
)
_MAY_BE_CLIENTS = r"(?=(?i:rem|remark|prompt)(?:[ \t\r\n]|\Z)|\\)"
# No remark behind something is longer.
_LONGEST_REMARK = 400


def _take_mysql_comment(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take `# it's` for a comment, whose quotes would leave a string open; `a # b` is code."""
    line_end = scanner.text.find("\n", start, start + _LONGEST_REMARK)
    if line_end < 0 or scanner.text.count("'", start, line_end) % 2 == 0:
        return match.end()
    return scanner.mark(COMMENT, start, line_end)


# Of T-SQL's `[it's]` the quote begins no string; of `ARRAY[a, 'b']` each one does.
_BRACKETED = r"\[\w[^\]\['/\n]*(?:'[^\]\['\n]*(?:'[^\]\['\n]*'[^\]\['\n]*)*)?\]"
SQL = Lexer(
    {
        "code": ScannerMode(
            CODE,
            r"\-/'\"`\[#${\\\n",
            (
                (rf"\n{_MAY_BE_CLIENTS}", _take_client_line),
                # A comment of dbt.
                (r"\{\#", UntilNext(COMMENT, "#}")),
                (r"(?P<tag>\$(?:[^\W\d]\w*)?\$)", _read_dollar_quotation),
                (r"(?<=\b[qQ])'[^\s]|(?<=\b[nN][qQ])'[^\s]", _take_oracle_quotation),
                (_BRACKETED, SKIP),
                (r"--[^\n\r]*", COMMENT),
                (r"/\*", Nested(COMMENT, "/*", "*/")),
                # MySQL's, but for PostgreSQL's operators: `#> '{a}'`, `a # b`.
                (r"(?<![^\n])\#(?!(?:>>?|-)[ \t]*')[^\n]*", COMMENT),
                (r"(?<=[ \t])\#(?=[ \t])", _take_mysql_comment),
                (r"\"{3}(?=[ \t]*\r?\n)|(?<=\b[rRbB])(?:'{3}|\"{3})", _take_bigquery_quotation),
                # In a line it is like a name with doubled quotes: `"""the "user's" id"""`.
                (r"\"{3}(?!\")[^\"\n]*(?:\"{1,2}(?!\")[^\"\n]*)*\"{3}(?!\")", SKIP),
                (r"(?<=\b[eE])'[^'\\]*(?:(?:\\.|'')[^'\\]*)*('?)", Prefixed("[eE]", Whole(STRING))),
                # Others than PostgreSQL take a backslash for an escape: `'it\'s'`.
                (
                    r"'[^']*(?:(?:''|(?<=[\w ]\\)'(?=\w))[^']*)*('?)",
                    Prefixed("[nNbBxX]|[uU]&", Whole(STRING)),
                ),
                (r"\"[^\"]*(?:(?:\"\"|(?<=[\w ]\\)\"(?=\w))[^\"]*)*(\"?)", Whole(CODE)),
                (r"`[^`\n]*`?", SKIP),
            ),
        )
    },
    begin=FirstLine((_MAY_BE_CLIENTS, _take_client_line)),
)
