r"""Templates: what one runs is code, wherever it stands in the language around it.

    <!-- <%= eval(x) %> -->      runs, though the page takes it for a comment
    # {{ lookup('file', x) }}    so does this, in a YAML file that is filled in
    {# don't #}                  and its own comments open nothing in the text around them
    @if (f('a') /* b */)         a program has the strings and comments of its language

The text around the tags is read as if blanks stood in their place.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module

from phaser_lint.core import Record
from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.regions.scanner import READING, Lexer, Reading, ScannerMode
from phaser_lint.text.regions.scanner_actions import CODE, COMMENT, FLAGS, STRING, Pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaser_lint.text.regions.scanner import Reader, Region


class TagStyle(Record):
    """What opens and closes a tag of a template, and what stands in it.

    A tag may hold strings in which its closer stands; a comment goes to the first one. ``pattern``
    is read in place of the opener, and is the whole tag where nothing closes it: Smarty's ``{$a}``.
    A closer that is a bracket is the partner of the one that the pattern ends with. ``program``:
    the module and the name of what reads a tag that is no comment. ``tail``: what ends the tag
    behind the closer of a comment. ``finder``: the module and the name of what finds all tags of a
    template in whose programs the page goes on.
    """

    opener: str
    closer: str = ""
    is_comment: bool = False
    pattern: str = ""
    program: tuple[str, str] = ("template", "STRINGS")
    tail: str = ""
    finder: tuple[str, str] | None = None


STRINGS = Lexer(
    {
        "code": ScannerMode(
            CODE,
            "\"'",
            (
                (r"\"[^\"\\]*(?:\\.[^\"\\]*)*\"", Pieces(r"[#$]\{[^{}]*\}")),
                (r"'[^'\\]*(?:\\.[^'\\]*)*'", STRING),
            ),
        )
    }
)
"""Of a template's own language no more is known than what its strings are."""


def _make_tag_style(
    opener: str,
    closer: str,
    program: tuple[str, str] = ("template", "STRINGS"),
    *,
    pattern: str = "",
) -> TagStyle:
    return TagStyle(opener, closer, pattern=pattern, program=program)


def _make_comment_style(opener: str, closer: str, pattern: str = "", *, tail: str = "") -> TagStyle:
    return TagStyle(opener, closer, is_comment=True, pattern=pattern, tail=tail)


_PHP, _RUBY, _JAVA = ("scripting", "PHP_PROGRAM"), ("quote_like", "RUBY"), ("c_like", "JAVA")
_ELIXIR, _GO_PROGRAM = ("quote_like", "ELIXIR"), ("c_like", "GO")
_SCRIPT = ("javascript", "TYPESCRIPT")
_BRACES = _make_tag_style("{{", "}}")
_PERCENTS = _make_tag_style("{%", "%}")
# To the next tag that ends one: `{% endcomment %}`.
_LIQUID_COMMENT = _make_comment_style(
    "{% comment", "endcomment", r"\{%-?[ \t\r\n]*comment\b", tail="%}"
)
_LIQUID_LINE = _make_comment_style("{% #", "%}", r"\{%-?[ \t\r\n]*#")
_PHP_TAG = _make_tag_style("<?php", "?>", _PHP, pattern=r"<\?(?:php\b|=|(?!xml))")
# By the name of its row in the table of languages. The longest opener counts.
TAG_STYLES: dict[str, tuple[TagStyle, ...]] = {
    # Pages of Liquid are called *.html, too.
    "jinja": (
        _make_comment_style("{#", "#}"),
        _LIQUID_COMMENT,
        _LIQUID_LINE,
        _PERCENTS,
        _BRACES,
    ),
    "liquid": (_LIQUID_COMMENT, _LIQUID_LINE, _PERCENTS, _BRACES),
    "erb": (
        _make_comment_style("<%#", "%>"),
        _make_tag_style("<%%", "", pattern="<%%"),
        _make_tag_style("<%", "%>", _RUBY),
    ),
    "ejs": (
        _make_comment_style("<%#", "%>"),
        _make_tag_style("<%%", "", pattern="<%%"),
        _make_tag_style("<%", "%>", _SCRIPT),
    ),
    "eex": (
        _make_comment_style("<%#", "%>"),
        _make_comment_style("<%!--", "--%>"),
        _make_tag_style("<%%", "", pattern="<%%"),
        _make_tag_style("<%", "%>", _ELIXIR),
    ),
    "jsp": (
        _make_comment_style("<%--", "--%>"),
        _make_tag_style("<%", "%>", _JAVA),
        _make_tag_style("${", "}", _JAVA),
        _make_tag_style("#{", "}", _JAVA),
    ),
    "blade": (
        _make_comment_style("{{--", "--}}"),
        _make_tag_style("{!!", "!!}", _PHP),
        _make_tag_style("{{", "}}", _PHP),
        _make_tag_style("@verbatim", "", pattern=r"@verbatim\b"),
        _make_tag_style("@php", "@endphp", _PHP, pattern=r"@php\b(?![ \t]*\()"),
        _PHP_TAG,
        # A stylesheet has rules of that form.
        _make_tag_style(
            "@(",
            ")",
            _PHP,
            pattern=r"(?<![\w@])@(?!media\b|supports\b|container\b)\w+(?:::\w+)?[ \t]*\(",
        ),
    ),
    "php": (_PHP_TAG,),
    "razor": (TagStyle("@", finder=("razor", "find_razor_tags")),),
    "handlebars": (
        _make_comment_style("{{!--", "--}}"),
        _make_comment_style("{{~!--", "--~}}"),
        _make_comment_style("{{!", "}}"),
        _make_tag_style("{{{", "}}}"),
        _BRACES,
    ),
    "go template": (
        _make_comment_style("{{/*", "*/", r"\{\{(?:-[ \t\r\n]+)?/\*", tail="}}"),
        _make_tag_style("{{", "}}", _GO_PROGRAM),
    ),
    "smarty": (
        _make_comment_style("{*", "*}"),
        _make_tag_style("{", "", pattern=r"\{(?=[$/A-Za-z])[^{}\n]*\}"),
    ),
    "freemarker": (
        _make_comment_style("<#--", "-->"),
        _make_tag_style("${", "}"),
        _make_tag_style("<#", "", pattern=r"</?[#@][^<>\n]*>"),
    ),
}
_QUOTE = re.compile("['\"`]")
_STRINGS = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|`[^`]*`", re.DOTALL)


class Tag(Record):
    """A tag of a template, the regions in it, and the name of what reads a program."""

    start: int
    end: int
    regions: list[Region]
    program: str


class Template:
    """The regions of a template, whose own tags have *tag_styles*, in a text of a *host*."""

    def __init__(self, tag_styles: Sequence[TagStyle], host: Reader = STRINGS) -> None:
        self._host = host
        by_length = sorted(tag_styles, key=lambda style: -len(style.opener))
        self._styles = by_length
        self._opener = re.compile(
            "|".join(f"({style.pattern or re.escape(style.opener)})" for style in by_length),
            FLAGS,
        )

    def read(self, text: str, start: int, end: int, *, until: float | None = None) -> Reading:
        """Return the regions of *text* from *start* to *end*.

        Raises ``LateReaderError`` once it is later than *until*.
        """
        tags, marks = self.find_tags(text, start, end, until=until)
        if not tags:
            return self._host.read(text, start, end, until=until)
        pieces: list[str] = []
        offset = 0
        for tag in tags:
            pieces += text[offset : tag.start], _NO_LINE_END.sub(" ", text[tag.start : tag.end])
            offset = tag.end
        host_text = "".join((*pieces, text[offset:]))
        host = self._host.read(host_text, start, end, until=until)
        marks += [] if host.unclosed_at is None else [host.unclosed_at]
        return Reading([*_cut_out_tags(host.regions, tags)], min(marks, default=None))

    def find_tags(
        self, text: str, start: int, end: int, *, until: float | None
    ) -> tuple[list[Tag], list[int]]:
        """Return the tags from *start* to *end*, and where marks stand in them that none closes.

        A tag that nothing closes is none, but for a program of PHP, which ends with its file.
        """
        if self._styles[0].finder:
            tags, marks = _load(self._styles[0].finder)(text, start, end, until=until)
            return tags, marks
        tags, marks = [], []
        missing: set[str] = set()
        brackets = _Brackets(text, end)
        opener = self._opener.search(text, start, end)
        while opener:
            keep_to_deadline(until, READING)
            style, after = self._styles[(opener.lastindex or 0) - 1], opener.end()
            inner_end = after
            if style.closer in _PARTNERS:
                inner_end = brackets.end_behind(after, style.closer)
            elif style.closer:
                is_missing = style.closer in missing
                inner_end = -1 if is_missing else _find_tag_end(style, text, offset=after, end=end)
                if inner_end < 0:
                    missing.add(style.closer)
                    inner_end = end if style is _PHP_TAG else -1
            if inner_end < 0:
                opener = self._opener.search(text, after, end)
                continue
            tag_end = min(inner_end + len(style.closer), end)
            if style.tail:
                tag_end = max(tag_end, text.find(style.tail, tag_end, end) + len(style.tail))
            inner = (after if style.closer else opener.start(), inner_end)
            if style.is_comment:
                regions = [(opener.start(), tag_end, COMMENT)]
            elif _PLAIN.fullmatch(text, *inner):
                regions = []
            else:
                reading = _load(style.program).read(text, *inner, until=until)
                regions = reading.regions
                marks += [] if reading.unclosed_at is None else [reading.unclosed_at]
            name = "" if style.is_comment else style.program[1]
            tags.append(Tag(opener.start(), tag_end, regions, program=name))
            raw_end = _find_raw_end(text, opener.start(), offset=tag_end, end=end, missing=missing)
            opener = self._opener.search(text, raw_end, end)
        return tags, marks


def _find_raw_end(text: str, tag_start: int, *, offset: int, end: int, missing: set[str]) -> int:
    """Return where the text that a tag takes as it is ends, or its beginning (*offset*); tags with
    no end are *missing* from then on.
    """
    for opener, closer_pattern in _RAW_TEXTS if _MAY_BE_RAW.match(text, tag_start, end) else ():
        tag = opener.match(text, tag_start, end)
        if tag and tag[0] not in missing and len(missing) < _MOST_MISSING:
            closer = re.compile(closer_pattern.replace("NAME", tag[1])).search(text, offset, end)
            if closer:
                return closer.start()
            missing.add(tag[0])
    return offset


_MOST_MISSING = 50
_MAY_BE_RAW = re.compile(r"\{%[-+~]?[ \t\r\n]*(?:raw|verb)|@verb|\{lit|<#nop|\{{4}")
# In `{% raw %}{# a #}{% endraw %}` there is no comment.
_RAW_TEXTS = (
    (re.compile(r"\{%[-+~]?[ \t\r\n]*(raw|verbatim)\b"), r"\{%[-+~]?[ \t\r\n]*endNAME\b"),
    (re.compile(r"\{\{\{\{([\w-]+)\}"), r"\{\{\{\{/NAME\}"),
    (re.compile(r"@(verbatim)\b"), r"@endNAME\b"),
    (re.compile(r"\{(literal)\}"), r"\{/NAME\}"),
    (re.compile(r"<#(noparse)>"), r"</#NAME>"),
)


@cache
def _load(place: tuple[str, str]) -> Any:
    module, name = place
    return getattr(import_module(f"{_PACKAGE}.{module}"), name)


# In such a program there is neither a string nor a comment.
_PLAIN = re.compile(r"[\w\s.$(),;=+>|:\[\]{}!&@-]*")
_PACKAGE = "phaser_lint.text.regions"
_PARTNERS = {")": "(", "}": "{"}
_SIGNS = re.compile(
    r"[(){}]|'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"|/\*.*?\*/|(?<!:)//[^\n]*", re.DOTALL
)
# No program between brackets is longer, and so much is read for partners that are not there.
_FAR, _MOST_READ_IN_VAIN = 100_000, 2_000_000


class _Brackets:
    """Finds the partners of brackets in a *text* up to its *end*."""

    def __init__(self, text: str, end: int) -> None:
        self._text, self._end, self._read_in_vain = text, end, 0

    def end_behind(self, offset: int, closer: str) -> int:
        """Return where the *closer* stands of the bracket in front of *offset*; -1 without one."""
        depth, end = 1, min(self._end, offset + _FAR)
        if self._read_in_vain > _MOST_READ_IN_VAIN:
            return -1
        for sign in _SIGNS.finditer(self._text, offset, end):
            depth += (sign[0] == _PARTNERS[closer]) - (sign[0] == closer)
            if not depth:
                return sign.start()
        self._read_in_vain += end - offset
        return -1


_NO_LINE_END = re.compile(r"[^\r\n]")


def _find_tag_end(style: TagStyle, text: str, offset: int, end: int) -> int:
    """Return where the closer of a tag stands; -1 where there is none."""
    closer = text.find(style.closer, offset, end)
    quote = None if closer < 0 or style.is_comment else _QUOTE.search(text, offset, closer)
    while quote:
        # A closer in one of its strings is no closer, if another one follows on that line.
        string = _STRINGS.match(text, quote.start(), min(end, closer + _FAR)) or quote
        if closer < string.end():
            further = text.find(style.closer, string.end(), end)
            if further < 0 or text.find("\n", string.end(), further) >= 0:
                break
            closer = further
        quote = _QUOTE.search(text, string.end(), closer)
    return closer


def _cut_out_tags(regions: Sequence[Region], tags: Sequence[Tag]) -> Iterator[Region]:
    """Yield the *regions* without the *tags* in them, and those in the tags."""
    tag = cut_to = 0
    for region_start, end, kind in regions:
        # What a blank line of a tag divides for the text around it has two regions there.
        start = max(region_start, cut_to)
        while tag < len(tags) and tags[tag].end <= start:
            yield from tags[tag].regions
            tag += 1
        while tag < len(tags) and tags[tag].start < end:
            if start < tags[tag].start:
                yield start, tags[tag].start, kind
            yield from tags[tag].regions
            start = cut_to = tags[tag].end
            tag += 1
        if start < end:
            yield start, end, kind
    for tag_behind in tags[tag:]:
        yield from tag_behind.regions


_JINJA = re.compile(
    r"\{(?:%[-+]?[ \t\r\n]{0,20}[A-Za-z_]\w{0,40}(?:[ \t\r\n][^%{}]{0,500})?[-+]?%\}"
    r"|%-?[ \t\r\n]{0,20}#"
    r"|#(?!\w+[ \t]*[;=({}])(?:[^\n#{]|#(?!\})|\{(?!#)){0,500}#\})"
)
# In a script `{#a;` may begin a class, and nothing but a comment ends in `#}`.
_JINJA_OVER_LINES = re.compile(r"\{#[-+]?\s"), re.compile(r"\s[-+]?#\}")
_GO_TAG = re.compile(
    r"\{\{(?:-[ \t\r\n]+)?(?:/\*|[ \t]*(?:end|range|define|template|block|with)\b)"
)


def find_page_template(text: str) -> str:
    """Return the name of the template that becomes the page *text*, of a file that is called HTML;
    empty where it is plain.
    """
    if ("{%" in text or "{#" in text) and (
        _JINJA.search(text) or all(pattern.search(text) for pattern in _JINJA_OVER_LINES)
    ):
        return "jinja"
    return "go template" if "{{" in text and _GO_TAG.search(text) else ""


# An action where YAML has the beginning of a value or of a key: Helm's `{{- if .Values.a }}`. Jinja
# has no `.a`, no `f "a"` and no `if` there, and Ansible's `"{{ a }}"` stands in quotes.
_GO_ACTION = re.compile(
    r"[ \t]*(?:(?:[\w./\"'-]+:|-)[ \t]+)*\{\{-?[ \t]*"
    r"(?:/\*|[.$]|(?!not\b)\w+[ \t]+[.$\"]|(?:if|with|range)[ \t]+[\w(])"
)
_BLOCK_SCALAR = re.compile(r"[ \t][|>][-+0-9]*[ \t]*(?:[ \t]#.*)?$")
_INDENTATION = re.compile(r"( *(?:-[ ]+)*)(?:[&!]\S*[ \t]+)*([|>])?")


def is_go_template_of_yaml(text: str) -> bool:
    """Tell whether *text*, of a file that is called YAML, becomes that by a template of Go.

    What plain YAML holds in quotes, in comments and in the lines below `|` tells nothing.
    """
    column: int | None = None
    for line in text.splitlines() if "{{" in text else ():
        code = line.lstrip(" ")
        if not code or (column is not None and len(line) - len(code) > column):
            continue
        if _GO_ACTION.match(line):
            return True
        column = None
        if not code.startswith("#") and _BLOCK_SCALAR.search(line):
            indentation = _INDENTATION.match(line)
            column = indentation.end(1) if indentation else 0
            column -= 2 if indentation and indentation[2] else 0
    return False
