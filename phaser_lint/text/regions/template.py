r"""Templates: what one runs is code, wherever it stands in the language around it.

    <!-- <%= eval(x) %> -->      runs, though the page takes it for a comment
    # {{ lookup('file', x) }}    so does this, in a YAML file that is filled in
    {# don't #}                  and its own comments open nothing in the text around them

The text around the tags is read as if blanks stood in their place.
"""

from __future__ import annotations

import re

from phaser_lint.core import Record
from phaser_lint.text.regions.acts import COMMENT, FLAGS
from phaser_lint.text.regions.scanner import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.text.regions.scanner import Reader, Region


class TagStyle(Record):
    """What opens and closes a tag of a template, and whether it is a comment.

    A tag may hold strings in which its closer stands; a comment goes to the first one. ``pattern``
    is read in place of the opener, and is the whole tag where nothing closes it: Razor's
    ``@Html.Raw(x)``.
    """

    opener: str
    closer: str = ""
    is_comment: bool = False
    pattern: str = ""


def _tag(opener: str, closer: str) -> TagStyle:
    return TagStyle(opener, closer)


def _comment(opener: str, closer: str) -> TagStyle:
    return TagStyle(opener, closer, is_comment=True)


_BRACES = _tag("{{", "}}")
_PERCENTS = _tag("{%", "%}")
# To the next tag that ends one: `{% endcomment %}`.
_LIQUID_COMMENT = TagStyle(
    "{% comment",
    "endcomment",
    is_comment=True,
    pattern=r"\{%-?[ \t\r\n]*comment\b",
)
_RAZOR_VALUE = r"[A-Za-z_]\w*(?:\.\w+|\??\[[^\]\n]*\]|\((?:[^()\n]|\([^()\n]*\))*\))*"
# By the name of its row in the table of languages. The longest opener counts.
TAG_STYLES: dict[str, tuple[TagStyle, ...]] = {
    "jinja": (_comment("{#", "#}"), _LIQUID_COMMENT, _PERCENTS, _BRACES),
    "liquid": (_LIQUID_COMMENT, _comment("{% #", "%}"), _PERCENTS, _BRACES),
    "erb": (_comment("<%#", "%>"), TagStyle("<%%", pattern="<%%"), _tag("<%", "%>")),
    "eex": (
        _comment("<%#", "%>"),
        _comment("<%!--", "--%>"),
        TagStyle("<%%", pattern="<%%"),
        _tag("<%", "%>"),
    ),
    "jsp": (_comment("<%--", "--%>"), _tag("<%", "%>"), _tag("${", "}"), _tag("#{", "}")),
    "blade": (
        _comment("{{--", "--}}"),
        _tag("{!!", "!!}"),
        _BRACES,
        TagStyle("@php", "@endphp", pattern=r"@php\b(?![ \t]*\()"),
        _tag("<?php", "?>"),
    ),
    "razor": (
        _comment("@*", "*@"),
        TagStyle("@@", pattern="@@"),
        TagStyle("@(", pattern=r"@\((?:[^()\n]|\([^()\n]*\))*\)"),
        TagStyle("@{", pattern=r"@\{[^{}\n]*\}"),
        TagStyle("@", pattern=rf"@{_RAZOR_VALUE}"),
    ),
    "handlebars": (
        _comment("{{!--", "--}}"),
        _comment("{{~!--", "--~}}"),
        _comment("{{!", "}}"),
        _tag("{{{", "}}}"),
        _BRACES,
    ),
    "go template": (_comment("{{/*", "*/}}"), _comment("{{- /*", "*/ -}}"), _BRACES),
    "smarty": (_comment("{*", "*}"), TagStyle("{", pattern=r"\{(?=[$/A-Za-z])[^{}\n]*\}")),
    "freemarker": (
        _comment("<#--", "-->"),
        _tag("${", "}"),
        TagStyle("<#", pattern=r"</?[#@][^<>\n]*>"),
    ),
}
_STRINGS = re.compile(r"'(?:[^'\\\n]|\\.)*'|\"(?:[^\"\\\n]|\\.)*\"", re.DOTALL)


class Template:
    """The regions of a template, whose own tags have *tag_styles*, in a text of a *host*."""

    def __init__(self, tag_styles: Sequence[TagStyle], host: Reader) -> None:
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
        # A tag that nothing closes is none.
        tags: list[Region] = []
        missing: set[str] = set()
        opener = self._opener.search(text, start, end)
        while opener:
            style, after = self._styles[(opener.lastindex or 0) - 1], opener.end()
            tag_end = after
            if style.closer:
                tag_end = (
                    -1
                    if style.closer in missing
                    else _end_of_tag(style, text, offset=after, end=end)
                )
            if tag_end >= 0:
                tags.append((opener.start(), tag_end, COMMENT if style.is_comment else ""))
            else:
                missing.add(style.closer)
            opener = self._opener.search(text, tag_end if tag_end >= 0 else after, end)
        if not tags:
            return self._host.read(text, start, end, until=until)
        pieces: list[str] = []
        offset = 0
        for tag_start, tag_end, _ in tags:
            pieces += text[offset:tag_start], _NO_LINE_END.sub(" ", text[tag_start:tag_end])
            offset = tag_end
        host_text = "".join((*pieces, text[offset:]))
        host = self._host.read(host_text, start, end, until=until)
        return host._replace(regions=[*_cut_out(host.regions, tags)])


_NO_LINE_END = re.compile(r"[^\r\n]")


def _end_of_tag(style: TagStyle, text: str, offset: int, end: int) -> int:
    closer = text.find(style.closer, offset, end)
    if closer < 0:
        return -1
    if not style.is_comment:
        # A closer in one of its strings is no closer, if another one follows on that line.
        for string in _STRINGS.finditer(text, offset, min(end, closer + _LONGEST_STRING)):
            if string.start() > closer:
                break
            if closer < string.end():
                further = text.find(style.closer, string.end(), end)
                if further < 0 or text.find("\n", string.end(), further) >= 0:
                    break
                closer = further
    after = closer + len(style.closer)
    if style is _LIQUID_COMMENT:
        return max(after, text.find("%}", after, end) + 2)
    return after


_LONGEST_STRING = 2_000


def _cut_out(regions: Sequence[Region], tags: Sequence[Region]) -> Iterator[Region]:
    """Yield the *regions* without the *tags* in them, and the tags that are comments."""
    tag = 0
    for start, end, kind in regions:
        while tag < len(tags) and tags[tag][1] <= start:
            if tags[tag][2]:
                yield tags[tag]
            tag += 1
        while tag < len(tags) and tags[tag][0] < end:
            if start < tags[tag][0]:
                yield start, tags[tag][0], kind
            if tags[tag][2]:
                yield tags[tag]
            start = tags[tag][1]
            tag += 1
        if start < end:
            yield start, end, kind
    for tag_region in tags[tag:]:
        if tag_region[2]:
            yield tag_region
