r"""Markdown: what is written for people is prose; code stands in fences, spans, and indented.

Blocks are those of CommonMark, without tables: code in a quote or an item of a list ends with it.

- a
    - b

    text of a, no code         what an item holds is indented as far as its text

> ```sh
> code

text, no code
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from phaser_lint.core import Record
from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.regions.scanner import READING, Reading, Region
from phaser_lint.text.regions.scanner_actions import CODE, COMMENT, PROSE

FRONT_MATTER = re.compile(
    r"---[ \t]*\r?\n(?:.*?\n)??(?:---|\.\.\.)[ \t]*(?:\r?\n|\Z)"
    r"|\+\+\+[ \t]*\r?\n(?:.*?\n)??\+\+\+[ \t]*(?:\r?\n|\Z)",
    re.DOTALL,
)
_SIGN = re.compile(r"\\[^\n]|`+|<!--")
_TICKS = re.compile(r"`+")
# What code is indented by; a container holds no more containers in it.
_TAB, _DEEPEST = 4, 50
_BLOCK_TAGS = (
    "address article aside base basefont blockquote body caption center col colgroup dd details"
    " dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6"
    " head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option"
    " p param search section summary table tbody td tfoot th thead title tr track ul"
).replace(" ", "|")
_TAG = (
    r"(?:[A-Za-z][\w-]*(?: +[A-Za-z_:][\w.:-]*(?: *= *(?:[^ \"'=<>`]+|'[^']*'|\"[^\"]*\"))?)* */?>"
    r"|/[A-Za-z][\w-]* *>)"
)
_BEGINS = ">`~=-_*+#<0123456789"
_BLOCK = re.compile(
    r"(?P<quote>>) ?"
    r"|(?P<fence>`{3,}(?=[^`]*$)|~{3,})"
    r"|(?P<underline>(?:=+|-+) *$)"
    r"|(?P<line>#{1,6}(?= |$)|(?:\* *){3,}$|(?:- *){3,}$|(?:_ *){3,}$)"
    r"|(?P<item>(?:[-+*]|(?P<number>\d{1,9})[.)])(?= |$))"
    r"|(?P<html><(?:(?P<raw>script|pre|style|textarea)(?=[ >]|$)|!--|\?|![a-z]|!\[cdata\["
    rf"|(?P<block>/?(?:{_BLOCK_TAGS})(?= |/?>|$))|(?P<tag>{_TAG} *$)))",
    re.IGNORECASE,
)
_CLOSERS_OF_HTML = {"<!--": "-->", "<?": "?>", "<![cdata[": "]]>"}
_RULE = re.compile(r"(?:- *){3,}$")


class Markdown:
    """The regions of a page."""

    def read(self, text: str, start: int, end: int, *, until: float | None = None) -> Reading:
        """Return the regions of the Markdown *text* from *start* to *end*, in order.

        Raises ``LateReaderError`` once it is later than *until*.
        """
        front = FRONT_MATTER.match(text, start, end)
        offset = front.end() if front else start
        regions: list[Region] = []
        blocks, prose_start, has_returns = _Blocks(), -1, "\r" in text
        while offset < end:
            keep_to_deadline(until, READING)
            line_end = text.find("\n", offset, end)
            line_end = end if line_end < 0 else line_end
            line_text = text[offset:line_end]
            line = blocks.read_line(line_text.rstrip("\r") if has_returns else line_text)
            # A span of code ends with its block: `a and "- b` hold two open backticks.
            if prose_start >= 0 and not line.goes_on:
                _note_prose(regions, text, start=prose_start, end=offset)
                prose_start = -1
            if line.is_prose and prose_start < 0:
                prose_start = offset
            offset = line_end + 1
        if prose_start >= 0:
            _note_prose(regions, text, start=prose_start, end=end)
        return Reading(regions)


class _Line(Record):
    """What a line holds: prose, or nothing and code; it may go on with the prose before it."""

    is_prose: bool
    goes_on: bool = False


_NO_PROSE, _NEW_PROSE, _SAME_PROSE = _Line(False), _Line(True), _Line(True, True)


class _Blocks:
    """The blocks that are open behind a line: ``_containers``, and in the last one a leaf.

    A container is an item of a list, by the number of columns that its text is indented by, or a
    quote (0). The leaf is ``text``, ``code``, ``fence``, ``html`` or none.
    """

    def __init__(self) -> None:
        self._containers: list[int] = []
        self._leaf = ""
        # What closes a fence, or a part of HTML; nothing where a blank line does.
        self._closer = ""
        self._is_empty_item = False

    def read_line(self, line: str) -> _Line:
        """Return what the next *line* holds."""
        # Most lines: they go on with a text, or with a fence, outside of quotes and lists.
        if not self._containers and line[:1] not in _MAY_BEGIN:
            if self._leaf == "text":
                return _SAME_PROSE
            if self._leaf == "fence":
                return _NO_PROSE
        if "\t" in line:
            line = line.expandtabs(_TAB)
        offset, depth = self._enter_containers(line) if self._containers else (0, 0)
        is_inside = depth == len(self._containers)
        if is_inside and self._leaf == "fence":
            marks = line[offset:].rstrip(" ")
            bare = marks.lstrip(" ")
            if (
                len(marks) - len(bare) < _TAB
                and len(bare) >= len(self._closer)
                and not bare.strip(self._closer[0])
            ):
                self._leaf = ""
            return _NO_PROSE
        if is_inside and self._leaf == "html":
            return self._read_html(line, offset)
        return self._read_blocks(line, offset, depth)

    def _enter_containers(self, line: str) -> tuple[int, int]:
        """Return where a *line* goes on inside of the containers that it belongs to, and how many
        these are.
        """
        offset = depth = 0
        for width in self._containers:
            visible = _find_visible(line, offset)
            if width and (visible - offset >= width or visible == len(line)):
                offset = min(offset + width, visible)
            elif not width and visible - offset < _TAB and line.startswith(">", visible):
                offset = visible + 1 + line.startswith(" ", visible + 1)
            else:
                break
            depth += 1
        return offset, depth

    def _read_blocks(self, line: str, offset: int, depth: int) -> _Line:
        """Return what a *line* holds from *offset* on, inside of so many containers."""
        while True:
            visible = _find_visible(line, offset)
            if visible == len(line):
                return self._read_blank(depth)
            self._is_empty_item = False
            # Text goes on, too, where a line leaves out the signs of containers around it.
            is_text = self._leaf == "text"
            if visible - offset >= _TAB:
                return _SAME_PROSE if is_text else self._begin("code", depth)
            block = _BLOCK.match(line, visible) if line[visible] in _BEGINS else None
            kind = self._kind_of(block, depth) if block else ""
            if block is None or not kind:
                return _SAME_PROSE if is_text else self._begin("text", depth)
            if kind == "quote":
                width, offset = 0, block.end()
            elif kind == "item":
                sign_end = block.end("item") if block["item"] else visible + len("-")
                content = _find_visible(line, sign_end)
                is_deep = content == len(line) or content - sign_end > _TAB
                content = sign_end + 1 if is_deep else content
                width, offset = content - offset, content
            else:
                return self._begin_leaf(kind, block, depth)
            self._begin("", depth)
            self._containers.append(width)
            depth += 1
            if width and not line[offset:].strip(" "):
                self._is_empty_item = True
                return _NO_PROSE

    def _kind_of(self, block: re.Match[str], depth: int) -> str:
        """Return what *block* begins inside of so many containers; nothing where it is text."""
        is_text = self._leaf == "text"
        goes_on = is_text and depth == len(self._containers)
        kind = block.lastgroup or ""
        if kind == "underline":
            if goes_on:
                return kind
            if _RULE.match(block.string, block.start()):
                return "line"
            return "item" if block[0].rstrip() == "-" else ""
        # In the middle of a text "2." begins no list, nor does a sign without a text.
        if kind == "item" and goes_on and int(block["number"] or 1) != 1:
            return ""
        is_kept_out = (
            (kind == "item" and goes_on and not block.string[block.end() :].strip(" "))
            or (kind in ("item", "quote") and depth >= _DEEPEST)
            or (block["tag"] and is_text)
        )
        return "" if is_kept_out else kind

    def _begin_leaf(self, kind: str, block: re.Match[str], depth: int) -> _Line:
        if kind == "underline":
            self._leaf = ""
            return _SAME_PROSE
        if kind == "line":
            self._begin("", depth)
            return _NEW_PROSE
        if kind == "fence":
            self._closer = block["fence"]
            return self._begin("fence", depth)
        self._begin("html", depth)
        sign = block["html"].lower()
        self._closer = "" if block["block"] or block["tag"] else _CLOSERS_OF_HTML.get(sign, ">")
        if block["raw"]:
            self._closer = "</"
        self._read_html(block.string, block.start())
        return _NEW_PROSE

    def _read_html(self, line: str, offset: int) -> _Line:
        """Return what a *line* of HTML holds from *offset* on; it may be the last one."""
        if self._closer == "</":
            is_end = _RAW_END.search(line, offset) is not None
        elif self._closer:
            is_end = self._closer in line[offset:]
        else:
            is_end = not line[offset:].strip(" ")
        if is_end:
            self._leaf = ""
        return _NO_PROSE if is_end and not self._closer else _SAME_PROSE

    def _read_blank(self, depth: int) -> _Line:
        is_inside = depth == len(self._containers)
        del self._containers[depth:]
        if is_inside and self._is_empty_item:
            self._containers.pop()
        if self._leaf != "code" or not is_inside:
            self._leaf = ""
        self._is_empty_item = False
        return _NO_PROSE

    def _begin(self, leaf: str, depth: int) -> _Line:
        """Close all but so many containers, and begin a *leaf* in the last one."""
        del self._containers[depth:]
        self._leaf = leaf
        return _NEW_PROSE if leaf == "text" else _NO_PROSE


_MAY_BEGIN = ("", " ", "\t", *_BEGINS)
_RAW_END = re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE)


def _find_visible(line: str, offset: int) -> int:
    """Return where the first character stands in a *line* from *offset* on that is not blank."""
    return len(line) - len(line[offset:].lstrip(" "))


def _note_prose(regions: list[Region], text: str, *, start: int, end: int) -> None:
    """Note the prose from *start* to *end*, less the code in it and its comments."""
    open_at = start
    for region_start, region_end, kind in _find_beside_prose(text, start, end):
        if open_at < region_start:
            regions.append((open_at, region_start, PROSE))
        open_at = region_end
        if kind == COMMENT:
            regions.append((region_start, region_end, COMMENT))
            if text[open_at:end] == "\n":
                return
    if open_at < end:
        regions.append((open_at, end, PROSE))


def _find_beside_prose(text: str, start: int, end: int) -> Iterator[Region]:
    """Yield the spans of code, and the comments, from *start* to *end*."""
    # Where runs of backticks stand, the last first, by how many they are.
    runs: dict[int, list[int]] | None = None
    offset, is_closed = start, True
    while sign := _SIGN.search(text, offset, end):
        offset = sign.end()
        if sign[0] == "<!--":
            closer = text.find("-->", offset, end) if is_closed else -1
            is_closed = closer >= 0
            line_start = max(start, text.rfind("\n", start, sign.start()) + 1)
            # Without an end it is one where it begins its line.
            if is_closed or not text[line_start : sign.start()].strip(" \t>"):
                offset = closer + len("-->") if is_closed else end
                yield sign.start(), offset, COMMENT
        elif sign[0][0] == "`":
            if runs is None:
                runs = {}
                for run in _TICKS.finditer(text, sign.start(), end):
                    runs.setdefault(run.end() - run.start(), []).append(run.start())
                for places in runs.values():
                    places.reverse()
            closers = runs.get(len(sign[0]), [])
            while closers and closers[-1] < offset:
                closers.pop()
            if closers:
                offset = closers[-1] + len(sign[0])
                yield sign.start(), offset, CODE


MARKDOWN = Markdown()
