r"""Ruby, Perl and Elixir: texts between any two signs (``%w[a b]``, ``qq{a}``, ``~r/a/``).

Of a text is kept what opens and closes it: brackets of its own kind nest in it.
"""

from __future__ import annotations

import re

from phaser_lint.core import Record
from phaser_lint.text.regions.documented import CommentsAbove, StringsAbove
from phaser_lint.text.regions.heredocs import (
    Heredoc,
    begin_next_heredoc,
    end_heredoc_by_line,
    has_heredoc_end,
)
from phaser_lint.text.regions.scanner import FirstLine, Lexer, Scanner, ScannerMode, find_end_before
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    ESCAPE,
    FLAGS,
    HASH_TO_LINE_FEED,
    OUT,
    SKIP,
    STRING,
    Into,
    Row,
    Until,
    UntilMatch,
    Whole,
    make_quoted_lines_pattern,
)

_CLOSERS = {"(": ")", "[": "]", "{": "}", "<": ">"}


class _Delimited(Record):
    """What opens and closes a text, how many brackets are open, and the mode of what follows."""

    opener: str
    closer: str
    depth: int = 1
    following: str = ""
    flags: bool = True


def _make_delimited(sign: str, *, following: str = "") -> _Delimited:
    return _Delimited(sign, _CLOSERS.get(sign, sign), following=following)


_FLAGS_AFTER = re.compile("[A-Za-z]*")


def _take_sign(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Count a bracket of a quoted text, or end it with its sign; a second part may follow."""
    mode, text = scanner.modes[-1]
    sign, end = scanner.text[start], start + 1
    if sign != text.closer:
        if sign == text.opener:
            scanner.modes[-1] = mode, text._replace(depth=text.depth + 1)
        return end
    if text.depth > 1:
        scanner.modes[-1] = mode, text._replace(depth=text.depth - 1)
        return end
    if not text.following:
        flags = _FLAGS_AFTER.match(scanner.text, end, scanner.end) if text.flags else None
        end = flags.end() if flags else end
        scanner.leave(end)
        return end
    if text.opener == text.closer:
        scanner.become(text.following, end, text._replace(following=""))
        return end
    # What a pattern is replaced by has brackets of its own.
    gap = _GAP.match(scanner.text, end, scanner.end)
    opening = gap.end() if gap else end
    scanner.leave(end)
    for comment in _COMMENT.finditer(scanner.text, end, opening):
        scanner.mark(COMMENT, *comment.span())
    if opening >= scanner.end:
        return opening
    scanner.enter(text.following, opening, _make_delimited(scanner.text[opening]))
    return opening + 1


_COMMENT = re.compile(HASH_TO_LINE_FEED)
_GAP = re.compile(r"(?:\s+(?:#[^\n]*)?)*")


_SIGNS = r"!-/:-@\[-\^`{-~"


def _make_modes(hole: tuple[Row, ...]) -> dict[str, ScannerMode]:
    """Return the modes of a text between signs: with holes, and as it is."""
    rows: tuple[Row, ...] = ((r"[^\w\s]", _take_sign),)
    return {
        "filled": ScannerMode(STRING, _SIGNS, ((ESCAPE, SKIP), *hole, *rows)),
        "plain": ScannerMode(STRING, _SIGNS, ((ESCAPE, SKIP), *rows)),
    }


_RUBY_SIGNS = "=(,[{;:!&|?+-*%^~<>"
_RUBY_WORDS = frozenset((
    "return", "if", "unless", "while", "until", "and", "or", "not", "when", "in", "puts", "then",
    "do", "else", "elsif", "case", "begin", "ensure", "rescue", "yield",
))  # fmt: skip
# `def f(a, b = (1)) /re/ end`: the body begins behind the parameters.
_PARAMETERS = re.compile(
    r"\bdef[ \t]+(?:\w+\.)?(?:\w+[?!=]?|[^\w\s(]+)[ \t]*\((?:[^()\n]|\([^()\n]*\))*\)[ \t]*\Z"
)
_CALL = re.compile(r"[\w?!][ \t]+\Z")
_NAME_WITH_SIGN = re.compile(r"\w[?!][ \t]*\Z")


def _begins_argument(scanner: Scanner, start: int, *, opens: bool) -> bool:
    """Tell whether a value begins: after an operator, or, if the sign *opens*, after a name."""
    text_before = scanner.text[max(0, start - 80) : start]
    # `a! / 2`: the sign is a part of the name.
    is_name = _NAME_WITH_SIGN.search(text_before) is not None
    if not is_name and scanner.follows(start, signs=_RUBY_SIGNS, words=_RUBY_WORDS):
        return True
    on_line = text_before.rpartition("\n")[2]
    if not on_line.strip() or (opens and _PARAMETERS.search(on_line)):
        return True
    return opens and text_before[-1] in " \t" and _CALL.search(text_before) is not None


def _begin_ruby_pattern(scanner: Scanner, match: re.Match[str], start: int) -> int:
    after = scanner.text[match.end() : match.end() + 1]
    if _begins_argument(scanner, start, opens=after not in (" ", "\t", "\n", "=")):
        scanner.enter("filled", start, _make_delimited("/"))
    return match.end()


def _begin_ruby_percent(scanner: Scanner, match: re.Match[str], start: int) -> int:
    letter, sign = match["letter"], match["sign"]
    if letter or _begins_argument(scanner, start, opens=sign in "([{<|"):
        mode = "plain" if letter and letter in "qwis" else "filled"
        scanner.enter(mode, start, _make_delimited(sign)._replace(flags=letter == "r"))
        return match.end()
    return start + 1


def _expect_ruby_heredoc(scanner: Scanner, match: re.Match[str], start: int) -> int:
    if not match["dash"]:
        # `f(<<'.,.,', 1)`: of signs alone it ends only where no value stands in front to append to.
        is_word = match["word"].isidentifier()
        if not is_word and not scanner.follows(start, signs="(,=[{", words=frozenset()):
            return start + 2
        before = scanner.text[start - 1 : start] if start else " "
        plain = not match["quote"] and not match["word"][0].isupper()
        if plain or before.isalnum() or before in "_)]}":
            return start + 2
    mode = "raw heredoc" if match["quote"] == "'" else "heredoc"
    heredoc = Heredoc(match["word"], mode, bool(match["dash"]))
    if match["quote"] and not has_heredoc_end(scanner, heredoc, match.end()):
        return start + 2  # `'a'<<'b'` appends
    scanner.pending.append(heredoc)
    return match.end()


def _take_data(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take all lines that follow: the program ends here, but for the text of a heredoc."""
    if scanner.pending:
        is_line_end = scanner.text.startswith("\n", start)
        return begin_next_heredoc(scanner, match, start) if is_line_end else match.end()
    line_end = scanner.text.find("\n", match.end(), scanner.end)
    return scanner.mark(COMMENT, line_end + 1 if line_end >= 0 else scanner.end, scanner.end)


_RUBY_DATA = r"(?=__END__\r?(?:\n|\Z))"
_RUBY_VARIABLE = r"@@?[A-Za-z_]\w*|\$(?:\w+|-\w|[!@&~=/\\,;.<>*$?:+])"
_RUBY_HOLES: tuple[Row, ...] = ((r"\#\{", Into("hole")), (rf"\#(?:{_RUBY_VARIABLE})", CODE))
_HEREDOC_LINE: tuple[Row, ...] = ((r"\n", end_heredoc_by_line),)
_RUBY: tuple[Row, ...] = (
    (r"(?<![^\n])=begin\b", UntilMatch(COMMENT, r"^=end\b[^\n]*")),
    (rf"\n{_RUBY_DATA}", _take_data),
    (HASH_TO_LINE_FEED, COMMENT),
    # Operators that are called by name: `def /(other)`, `inject(:/)`.
    (r"(?<=\bdef )[/%`]|(?<=\.)`|(?<=\bdef self\.)[/%`]|(?<!:):[/%`](?=[\s),\]])", SKIP),
    (r":?\"", Into("double")),
    (f":?{make_quoted_lines_pattern(chr(39))}", Whole(STRING)),
    (r"\$[\"'`/]", SKIP),
    (
        r"(?<![^\s(,\[={>|&!:])\?(?:(?:\\[CM]-|\\c)+\\?.|\\.|\w|[^\s\w\"']|[\"'](?=[\s),.\]]))(?!\w)",
        STRING,
    ),
    # `s = ?";` is a character; in `x ?";" : y` a text begins.
    (r"(?:(?<=[(,\[={>|&!:])|(?<=[(,\[={>|&!:] ))\?[\"'](?=[;}|&#:])", STRING),
    ("`", Into("command")),
    (
        r"<<(?P<dash>[~-]?)(?P<quote>[\"'`]?)(?P<word>[^\W\d]\w*|(?<=[\"'`])[^\"'`\n]+)(?P=quote)",
        _expect_ruby_heredoc,
    ),
    (r"%(?P<letter>[qQwWiIrxs]?)(?P<sign>[^\w\s)}\]>])", _begin_ruby_percent),
    ("/", _begin_ruby_pattern),
    (r"\n", begin_next_heredoc),
)


_RUBY_FIRST = r"=#:\"'$?`<%/\n"
RUBY = Lexer(
    {
        "code": ScannerMode(CODE, _RUBY_FIRST, _RUBY),
        "hole": ScannerMode(
            CODE, rf"{_RUBY_FIRST}{{}}", (*_RUBY, (r"\{", Into("hole")), (r"\}", OUT))
        ),
        "double": ScannerMode(STRING, r"\\#\"", ((ESCAPE, SKIP), *_RUBY_HOLES, ('"', OUT))),
        "command": ScannerMode(STRING, r"\\#`", ((ESCAPE, SKIP), *_RUBY_HOLES, ("`", OUT))),
        **_make_modes(_RUBY_HOLES),
        "heredoc": ScannerMode(
            STRING, r"\\#\n", ((r"\\[^\n]", SKIP), *_RUBY_HOLES, *_HEREDOC_LINE)
        ),
        "raw heredoc": ScannerMode(STRING, r"\n", _HEREDOC_LINE),
    },
    begin=FirstLine((_RUBY_DATA, _take_data)),
    finish=CommentsAbove(
        r"[ \t]*(?:(?:private|protected|public|private_class_method|module_function)[ \t]+)?"
        r"(?:def|class|module|attr_(?:reader|writer|accessor)|alias)\b",
        instruction=r"#(?:!|[ \t]*(?:-\*-|(?:frozen_string_literal|(?:en)?coding|typed|rubocop):))",
    ),
)

_OPERATOR = re.compile(r"(?<![\w$@%&>:-])(?<!\bsub )(?P<word>q[qwrx]?|m|s|tr|y)[ \t]*\Z")
_LAST_LETTERS = frozenset("qwrxmsy")
_PERL_SIGNS = "=(,[{;!&|?~>+-*.%:"
_PERL_WORDS = frozenset(
    [
        "split",
        "grep",
        "map",
        "join",
        "if",
        "unless",
        "and",
        "or",
        "not",
        "return",
        "push",
        "x",
        "lt",
        "gt",
        "le",
        "ge",
        "eq",
        "ne",
        "cmp",
        "while",
        "until",
        "when",
        "print",
    ]
)


def _begin_perl_text(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin what Perl's word in front of the quoting sign says, or a pattern."""
    sign = match[match.lastgroup or 0][-1:]
    last = scanner.text[
        find_end_before(scanner.text, start, scanner.start, blanks=" \t") - 1 : start
    ][:1]
    before = scanner.prefix(start, _OPERATOR) if last in _LAST_LETTERS else start
    word = scanner.text[before:start].strip()
    gap = start - before > len(word)
    is_arrow = scanner.text.startswith("=>", start) or (gap and sign in "#=,")
    if not word or is_arrow or sign == "}":
        return _take_perl_plain(scanner, start, sign)
    # In `s@a@b@` no `@b` is filled in.
    plain = sign in "'$@" or word in ("q", "qw", "tr", "y")
    mode = "plain" if plain else "filled"
    text = _make_delimited(sign, following=mode if word in ("s", "tr", "y") else "")
    scanner.enter(mode, before, text._replace(flags=word not in ("q", "qq", "qw", "qx")))
    return start + 1


def _take_perl_plain(scanner: Scanner, start: int, sign: str) -> int:
    """Take what a quoting sign of Perl begins that no word stands in front of."""
    if sign == "#":
        end = scanner.text.find("\n", start, scanner.end)
        return scanner.mark(COMMENT, start, end if end >= 0 else scanner.end)
    if sign == "'":
        if (
            scanner.text[start - 1 : start].isalpha()
            and scanner.text[start + 1 : start + 2].isalpha()
        ):
            return start + 1  # the old way to write a name: `isn't`
        literal = _PERL_SINGLE.match(scanner.text, start, scanner.end)
        return Whole(STRING).take(scanner, literal, start)
    if sign in '"`':
        scanner.enter("filled", start, _make_delimited(sign)._replace(flags=False))
    elif sign == "/":
        # `<FILE> // 1` has no pattern, `=> /a/` has one.
        offset = scanner.end_before(start)
        is_read = offset > 1 and scanner.text[offset - 1] == ">" and scanner.text[offset - 2] != "="
        is_counted = offset > 1 and scanner.text[offset - 2 : offset] in ("++", "--")
        if not (is_read or is_counted) and scanner.follows(
            start, signs=_PERL_SIGNS, words=_PERL_WORDS
        ):
            scanner.enter("filled", start, _make_delimited(sign))
    elif scanner.modes[-1][0] == "hole" and sign in "{}":
        if sign == "{":
            scanner.enter("hole", start)
        else:
            scanner.leave(start + 1)
    return start + 1


_PERL_SINGLE = re.compile(make_quoted_lines_pattern("'"), re.DOTALL)


def _expect_perl_heredoc(scanner: Scanner, match: re.Match[str], start: int) -> int:
    mode = "raw heredoc" if match["quote"] == "'" else "heredoc"
    word = match["bare"] if match["word"] is None else match["word"]
    heredoc = Heredoc(word, mode, bool(match["dash"]))
    scanner.pending.append(heredoc)
    return match.end()


def _take_perl_variable(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take a name for code, but for the texts in its subscripts; no sign that ends the text."""
    mode, text = scanner.modes[-1]
    if mode == "filled" and scanner.text.startswith(text.closer, start + 1):
        return start + 1
    offset = start
    for inner in _SUBSCRIPT_TEXT.finditer(scanner.text, start, match.end()):
        scanner.mark(CODE, offset, inner.start())
        offset = scanner.mark(STRING, *inner.span())
    return scanner.mark(CODE, offset, match.end())


_SUBSCRIPT_TEXT = re.compile(r"'[^'{}\n]*'|\"[^\"{}\n]*\"")


def _make_perl_holes(texts: str) -> tuple[Row, ...]:
    """Return what is filled in where *texts* may stand in a subscript."""
    subscript = rf"(?:(?:->)?(?:\[[\w$+-]+\]|\{{(?:[\w$+-]+|{texts})\}}))*"
    return (
        (r"[$@]\{|\$\#\{", Into("hole")),
        (r"\$\#\$*[A-Za-z_]\w*", CODE),
        (r"\$(?:\d+|[&!@.?;,]|\$(?!\w)|\^[A-Z])", _take_perl_variable),
        (rf"[$@]\$?(?:::)?[A-Za-z_]\w*(?:::\w+)*{subscript}", _take_perl_variable),
    )


def _pass_picture(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Pass over the lines of a ``format``, up to one with a dot only."""
    end = scanner.find_closer("\n.\n", match.end())
    return match.end() if end < 0 else end


_PERL_DATA = r"(?=[ \t]*__(?:END|DATA)__\b(?![ \t]*=>))"
_PERL_PICTURE = r"(?=format\b[ \t]*[\w:]*[ \t]*=[ \t]*\r?\n)"
_PERL: tuple[Row, ...] = (
    (r"\$\#[{$]?|\$[\"'`/](?![A-Za-z])", SKIP),
    (r"(?<![^\n])=[a-zA-Z]", UntilMatch(DOC_COMMENT, r"^=cut\b[^\n]*", must_close=False)),
    (
        r"<<(?P<dash>~?)(?:[ \t]*(?P<quote>[\"'`])(?P<word>[^\"'`\n]*)(?P=quote)"
        r"|(?P<bare>[A-Z_a-z]\w*))",
        _expect_perl_heredoc,
    ),
    (r"[({\[<|/#~^'\"`!}]|(?<=[mqrswxy])(?:[,$%@.;?*+&]|:(?!:)|[=-](?![=~>-]))", _begin_perl_text),
    (rf"[\n;]{_PERL_DATA}", _take_data),
    (rf"\n{_PERL_PICTURE}", _pass_picture),
    (r"\n", begin_next_heredoc),
)
PERL = Lexer(
    {
        "code": ScannerMode(CODE, r"$=<({\[|/#~\^'\"`!,%:@.;?*+&\-\n", _PERL),
        "hole": ScannerMode(CODE, r"$=<({\[|/#~\^'\"`!,%:@.;?*+&\-}\n", _PERL),
        **_make_modes(_make_perl_holes(r"'[^'{}\n]*'")),
        "heredoc": ScannerMode(
            STRING,
            r"\\$@\n",
            ((r"\\[^\n]", SKIP), *_make_perl_holes(_SUBSCRIPT_TEXT.pattern), *_HEREDOC_LINE),
        ),
        "raw heredoc": ScannerMode(STRING, r"\n", _HEREDOC_LINE),
    },
    begin=FirstLine((_PERL_DATA, _take_data), (_PERL_PICTURE, _pass_picture)),
)


def _take_sigil(scanner: Scanner, match: re.Match[str], start: int) -> int:
    opener, raw = match["opener"], match["name"].isupper()
    if match["name"] in _PAGE_SIGILS:
        # Elixir ends it before anything looks what its tags and braces run.
        sigil = _SIGIL_ENDS[opener].match(scanner.text, match.end(), scanner.end)
        if sigil is None:
            return scanner.leave_open(STRING, start)
        lexer = _PAGE_SIGILS[match["name"]]
        return scanner.read_as(lexer, start, sigil.end(), end_closes=True)
    if len(opener) == 3:
        if raw:
            return _RAW_SIGILS[opener](scanner, match, start)
        scanner.enter(f"sigil {opener}", start)
    else:
        # Brackets do not nest in it: `~r((1\\)(2\\)3)` ends with the first that is not escaped.
        text = _make_delimited(opener)._replace(opener="")
        scanner.enter("plain" if raw else "filled", start, text)
    return match.end()


_RAW_SIGILS = {
    quotes: UntilMatch(STRING, rf"\n[ \t]*{quotes}{_FLAGS_AFTER.pattern}")
    for quotes in ('"""', "'''")
}
_LINE_END = r"(?=[ \t]*\r?\n)"
_ELIXIR_HOLES: tuple[Row, ...] = ((r"\#\{", Into("hole")),)
_ELIXIR: tuple[Row, ...] = (
    (HASH_TO_LINE_FEED, COMMENT),
    (r"(?<![\w?!)\]}])\?(?:\\x[0-9a-fA-F]{1,2}|\\u\{[0-9a-fA-F]+\}|\\.|[^\s\\])", STRING),
    (
        rf"~(?P<name>[a-z]|[A-Z][A-Z0-9]*)(?P<opener>(?:\"\"\"|'''){_LINE_END}|[\[({{<|/\"'])",
        _take_sigil,
    ),
    (f'"""{_LINE_END}', Into('"""')),
    (f"'''{_LINE_END}", Into("'''")),
    (r":?\"", Into('"')),
    (r":?'", Into("'")),
)


def _make_heredoc_mode(quotes: str, flags: str = "") -> ScannerMode:
    rows: tuple[Row, ...] = (*_ELIXIR_HOLES, (rf"\n[ \t]*{quotes}{flags}", OUT))
    return ScannerMode(STRING, r"\\#\n", ((r"\\[^\n]", SKIP), *rows))


def _make_line_mode(quote: str) -> ScannerMode:
    return ScannerMode(STRING, rf"\\#{quote}", ((ESCAPE, SKIP), *_ELIXIR_HOLES, (quote, OUT)))


_ELIXIR_MODES = {
    "hole": ScannerMode(CODE, "#?~:\"'{}", (*_ELIXIR, (r"\{", Into("hole")), (r"\}", OUT))),
    **{quote: _make_line_mode(quote) for quote in "\"'"},
    **{quotes: _make_heredoc_mode(quotes) for quotes in _RAW_SIGILS},
    **{
        f"sigil {quotes}": _make_heredoc_mode(quotes, _FLAGS_AFTER.pattern)
        for quotes in _RAW_SIGILS
    },
    **_make_modes(_ELIXIR_HOLES),
}
ELIXIR = Lexer(
    {"code": ScannerMode(CODE, "#?~:\"'", _ELIXIR), **_ELIXIR_MODES},
    finish=StringsAbove(r"(?<![\w@])@(?:module|type|short)?doc[ \t(]+", "", hole="#{"),
)


def _make_page_lexer(*braces: Row) -> Lexer:
    """Return the lexer of a page in a sigil: what its tags and *braces* run is code."""
    tags: tuple[Row, ...] = (
        ("<%#", Until(COMMENT, "%>")),
        ("<%!--", Until(COMMENT, "--%>")),
        ("<%%", SKIP),
        ("<%", Into("tag")),
    )
    # In these a brace is a sign.
    plain: tuple[Row, ...] = (("<!--", Into("remark")), (r"<(?:script|style)\b", Into("script")))
    return Lexer(
        {
            "page": ScannerMode(STRING, r"<{", (*tags, *plain, *braces)),
            "remark": ScannerMode(STRING, r"<\-", (*tags, ("-->", OUT))),
            "script": ScannerMode(STRING, "<", (*tags, (r"</(?:script|style)\b", OUT))),
            "tag": ScannerMode(
                CODE,
                "#?~:\"'%",
                ((r"\#(?:(?!%>)[^\n])*", COMMENT), *_ELIXIR, ("%>", OUT)),
            ),
            **_ELIXIR_MODES,
        }
    )


_HEEX = _make_page_lexer((r"\{", Into("hole")))
_EEX = _make_page_lexer()
_PAGE_SIGILS = {"H": _HEEX, "F": _HEEX, "L": _EEX, "E": _EEX}


def _compile_sigil_end(opener: str) -> re.Pattern[str]:
    closer = _CLOSERS.get(opener, opener)
    if opener in _RAW_SIGILS:
        return re.compile(rf".*?\n[ \t]*{opener}[A-Za-z]*", FLAGS)
    return re.compile(rf"(?:\\.|(?!{re.escape(closer)}).)*{re.escape(closer)}[A-Za-z]*", FLAGS)


_SIGIL_ENDS = {opener: _compile_sigil_end(opener) for opener in (*_RAW_SIGILS, *"[({<|/\"'")}
