r"""Razor: programs of C# in a page, pieces of the page in these, and programs in those again.

    @if (a)                     a program up to its last block; `else` goes on with it
    {
        Log("a"); // b          strings and comments of C#
        <p>it's @c("d")</p>     where a statement begins, an element is a piece of the page
        @: it's                 and so is the rest of such a line
        f(@<b>it's</b>);        and a template wherever a value may stand
    }
    me@x.de, @@c, @* d *@       text, a sign, a comment

The tags are what is no page: those of one program may have pieces of the page between them.
"""

from __future__ import annotations

import re

from phaser_lint.text.regions.csharp import CSHARP, CSHARP_MODES
from phaser_lint.text.regions.scanner import Lexer, Region, Scanner, ScannerMode, find_end_before
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    OUT,
    OUT_BEFORE,
    SKIP,
    Into,
    IntoTag,
    Row,
    UntilNext,
)
from phaser_lint.text.regions.template import Tag

_MARKUP = "markup"
_VOID = re.compile(
    "area|base|br|col|command|embed|frame|hr|img|input|keygen|link|meta|param|source|track|wbr"
    "|!doctype"
)
_RAW = ("script", "style")
_NAME = r"[^\W\d]\w*"
_MEMBERS = rf"(?:[?!]?\.{_NAME})*"
_BRACKET = r"[?!]?[(\[]"
# An expression that is a statement: its brackets tell of their end by themselves.
_NAME_BEFORE = re.compile(rf"(?:^|[{{}};>])\s*@{_NAME}{_MEMBERS}\Z", re.MULTILINE)
_LONGEST_NAME = 200
_MEMBERS_FOLLOW = re.compile(rf"{_MEMBERS}(?:{_BRACKET})?")
_GAP = r"(?:[ \t\r\n]|//[^\n]*\n|/\*[^*]{0,400}\*/|@\*[^*]{0,400}\*@)*"
_BLOCK_FOLLOWS = re.compile(rf"{_GAP}(?:\{{|when\b)")
_BRANCH_FOLLOWS = re.compile(
    rf"{_GAP}(?:else\s*(?:[{{/@]|if\b)|catch\s*[({{]|finally\s*\{{|while\s*\()"
)
_SECTION = r"@section\b[ \t]+\w+[ \t\r\n]*\{"
_CLOSING_TAG = re.compile(r"</([^\s<>/@\"']+)")


def _end_part(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """End a block or brackets, and with them what they belong to, unless that goes on.

    So does `@if` with `else`, and an expression with further brackets: `@a(b).c["d"]`.
    """
    text, offset, part = scanner.text, match.end(), scanner.modes[-1][0]
    if part == "expression":
        members = _MEMBERS_FOLLOW.match(text, offset, scanner.end)
        offset = members.end() if members else offset
        if text[offset - 1] in "([":
            return offset
    is_statement = part in ("expression", "explicit") and scanner.modes[-2][0] == "block"
    scanner.leave(offset)
    if is_statement:
        scanner.found.append((offset, offset, _MARKUP))  # an element may follow
    follows = _BRANCH_FOLLOWS if part == "block" else _BLOCK_FOLLOWS
    if scanner.modes[-1][0] == "head" and not follows.match(text, offset, scanner.end):
        scanner.leave(offset)
    return offset


def _read_program(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Read a directive, or the value of an attribute that is a program: `@onclick='f("a")'`."""
    inner, end = start + 1, match.end()
    if match["quote"]:
        inner, end = end, scanner.find_closer(match["quote"], end)
        if end < 0 or scanner.text.startswith("@", inner):
            inner = end = start + 1
    scanner.mark(CODE, start, inner)
    scanner.read_as(CSHARP, inner, end)
    scanner.unclosed_at = None  # it ends with its line, or its value
    return end


def _begin_markup(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin an element, or a comment of the page, if it is a template or begins a statement."""
    text, regions = scanner.text, scanner.found
    offset, region, kind = start, len(regions), COMMENT if match.end() == start else _MARKUP
    # A statement begins behind a sign, a piece of the page or an expression that is one itself.
    while kind in (COMMENT, DOC_COMMENT):
        region -= 1
        region_end = regions[region][1] if region >= 0 else scanner.start
        offset = find_end_before(text, offset, region_end)
        if region < 0 or offset > region_end:
            before = text[max(region_end, offset - _LONGEST_NAME) : offset]
            kind = _MARKUP if before[-1] in "{};:" or _NAME_BEFORE.search(before) else CODE
        else:
            offset, _, kind = regions[region]
    if kind != _MARKUP:
        return start + 1
    is_comment = text.startswith("<!--", match.end())
    scanner.enter("page comment" if is_comment else "element", start, ["", 0])
    return match.end()


def _pass_text_tag(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin or end what `<text>` holds: its tags are none of the page, nor of a script in it."""
    end = match.end()
    if scanner.modes[-1][0] == "text":
        scanner.leave(start)
        scanner.found.append((end, end, _MARKUP))  # an element may follow
    else:
        scanner.enter("text", end)
    return end


def _end_tag(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """End a tag, and its element, where that is the outermost one; only its own name counts.

    What nothing closes ends with its line.
    """
    (name, _), offset = scanner.modes[-1][1], match.end()
    scanner.leave(offset)
    element = scanner.modes[-1][1]
    if "tags" not in scanner.last_offsets:
        closing_tags = _CLOSING_TAG.finditer(scanner.text, scanner.start, scanner.end)
        scanner.last_offsets["tags"] = {tag[1].lower(): tag.start() for tag in closing_tags}
    is_opening = scanner.text[start - 1] != "/" and name[:1] != "/" and not _VOID.fullmatch(name)
    is_closed = scanner.last_offsets["tags"].get(name, -1) >= offset
    if is_opening and not is_closed and not element[0]:
        scanner.become("line", offset)
        return offset
    element[0] = element[0] or name
    if name.lstrip("/") == element[0]:
        element[1] += is_opening - (name[:1] == "/")
    if element[1] <= 0:
        scanner.leave(offset)
    elif is_opening and is_closed and name in _RAW:
        scanner.enter("raw", offset)
    return offset


_DIRECTIVES = (
    "addTagHelper|attribute|implements|inherits|inject|layout|model|namespace|page"
    "|preservewhitespace|removeTagHelper|rendermode|tagHelperPrefix|typeparam|using"
)
_EXPRESSIONS: tuple[Row, ...] = (
    (r"@\(", Into("explicit")),
    (rf"@(?:await[ \t]+)?{_NAME}{_MEMBERS}{_BRACKET}", Into("expression")),
    (rf"@(?:await[ \t]+)?{_NAME}{_MEMBERS}", CODE),
)
_RAZOR_COMMENT: Row = (r"@\*", UntilNext(COMMENT, "*@"))
_AT: tuple[Row, ...] = (
    _RAZOR_COMMENT,
    ("@@", CODE),
    # An address; in `id="_@Id"` an expression.
    (r"(?<=[^\W_])@(?=[^\W_])", SKIP),
    (r"@(?:(?:code|functions)\b[ \t\r\n]*)?\{", Into("block")),
    (_SECTION, CODE),
    (
        r"@(?:(?:do|try)[ \t\r\n]*(?=\{)|(?:(?:await[ \t]+)?foreach|for|if|lock|switch|using|while"
        r"|helper[ \t]+\w+)[ \t\r\n]*(?=\())",
        Into("head"),
    ),
    (rf"^@(?:{_DIRECTIVES})\b(?=[ \t])[^\n@]*", _read_program),
    (r"(?<=\s)@(?:on[a-z]+|bind[\w:-]*|attributes|key|ref)=(?P<quote>[\"'])", _read_program),
    *_EXPRESSIONS,
)
_PROGRAM = CSHARP_MODES["code"]
_TEMPLATES: tuple[Row, ...] = (
    _RAZOR_COMMENT,
    ("@:", Into("line")),
    ("@<text>", _pass_text_tag),
    (r"@(?=<[A-Za-z!])", _begin_markup),
)
_BLOCK: tuple[Row, ...] = (
    *_PROGRAM.rows,
    *_TEMPLATES,
    (_SECTION, Into("section")),
    *_EXPRESSIONS,
    (r"\{", Into("block")),
    (r"\}", _end_part),
    (r"(?<!\w)<text>", _pass_text_tag),
    ("(?=<[A-Za-z!/])", _begin_markup),
)
_BRACKETS = ScannerMode(
    CODE,
    rf"{_PROGRAM.first}(\[{{}}\])@",
    (*_PROGRAM.rows, *_TEMPLATES, (r"[(\[{]", Into("brackets")), (r"[)\]}]", _end_part)),
)


def _make_page_mode(first: str, rows: tuple[Row, ...] = ()) -> ScannerMode:
    return ScannerMode(_MARKUP, f"@{first}", (*_AT, *rows), must_close=False)


RAZOR = Lexer(
    {
        "page": _make_page_mode(""),
        "element": _make_page_mode(
            "<",
            (("(?=<!--)", Into("page comment")), (r"</?!?[A-Za-z][^\s<>/@\"']*", IntoTag("tag"))),
        ),
        "tag": _make_page_mode(
            "=>", (('=[ \t\r\n]*"', Into('"')), ("=[ \t\r\n]*'", Into("'")), (">", _end_tag))
        ),
        '"': _make_page_mode('"', (('"', OUT),)),
        "'": _make_page_mode("'", (("'", OUT),)),
        "raw": _make_page_mode("<", ((r"</(?i:script|style)\b", OUT_BEFORE),)),
        # Within a block a bracket ends it, and no `}` of a script does.
        "section": _make_page_mode("{}", ((r"\{", Into("section")), (r"\}", OUT))),
        "page comment": _make_page_mode("-", (("-->", OUT),)),
        "text": _make_page_mode("<", (("</text>", _pass_text_tag),)),
        "line": _make_page_mode("\n", (("\n", OUT),)),
        "block": ScannerMode(CODE, f"{_PROGRAM.first}{{}}<@", _BLOCK),
        "brackets": _BRACKETS,
        "expression": _BRACKETS,
        "explicit": _BRACKETS,
        "head": ScannerMode(
            CODE,
            f"{_PROGRAM.first}({{@",
            (
                *_PROGRAM.rows,
                _RAZOR_COMMENT,
                (r"\(", Into("brackets")),
                (r"\{", Into("block")),
            ),
        ),
        **{name: mode for name, mode in CSHARP_MODES.items() if name != "code"},
    }
)
_NAMES_ALONE = Lexer(
    {
        "page": ScannerMode(
            _MARKUP, "@", (_RAZOR_COMMENT, ("@@", CODE), (rf"@{_NAME}(?:\.{_NAME})*", CODE))
        )
    }
)
# Where programs that nothing closes have made so much to be read again, none is begun any more.
_MOST_READ_AGAIN, _MOST_TIMES_READ = 50_000, 4


def find_razor_tags(
    text: str, start: int, end: int, *, until: float | None
) -> tuple[list[Tag], list[int]]:
    """Return the tags of a page of Razor from *start* to *end*, and where marks stand in them that
    none closes.

    A program that nothing closes is none. Raises ``LateReaderError`` once it is later than *until*.
    """
    tags: list[Tag] = []
    marks: list[int] = []
    offset, may_read_again = start, _MOST_READ_AGAIN + _MOST_TIMES_READ * (end - start)
    while offset < end:
        lexer = RAZOR if may_read_again > 0 else _NAMES_ALONE
        scanner = Scanner(lexer, text, start=offset, end=end, until=until)
        scanner.read_to(end, until=until)
        unclosed_at = scanner.unclosed_at
        read_to = end if unclosed_at is None else unclosed_at
        regions: list[Region] = []
        for region in (*scanner.found, (read_to, read_to, _MARKUP)):
            if region[2] != _MARKUP:
                regions.append(region)
                continue
            if offset < region[0]:
                is_comment = regions == [(offset, region[0], COMMENT)]
                tags.append(Tag(offset, region[0], regions, program="" if is_comment else "CSHARP"))
            regions, offset = [], region[1]
        if unclosed_at is not None:
            is_in_program = text[unclosed_at] != "@" or text[unclosed_at + 1] in '"$'
            marks += [unclosed_at] if is_in_program else []
            may_read_again -= end - unclosed_at
            offset = unclosed_at + 1
    return tags, marks
