r"""MDX: prose as in Markdown, and JavaScript in it.

import A from './a.mdx'      code up to the next blank line
# A title of {name}          prose, and code in braces: {/* a comment */}
<A b="c">text</A>            a tag is code, and what stands between two is prose
"""

from __future__ import annotations

import re

from phaser_lint.text.regions.javascript import JSX_MODES
from phaser_lint.text.regions.markdown import FRONT_MATTER
from phaser_lint.text.regions.scanner import Lexer, Scanner, ScannerMode
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    OUT,
    OUT_BEFORE,
    PROSE,
    SKIP,
    Into,
    Row,
    Until,
)

_MODULE = r"(?:import|export)\b(?=[ \t{*\"'])"
_MODULE_FIRST = re.compile(rf"\s*{_MODULE}")
_BEFORE_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*\Z")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
# No fence stands further in, and no span of code is longer.
_NEAR, _LONGEST_SPAN = 200, 4_000


def _begin_page(scanner: Scanner, start: int) -> int:
    front = FRONT_MATTER.match(scanner.text, start, scanner.end)
    offset = scanner.mark(CODE, start, front.end()) if front else start
    module = _MODULE_FIRST.match(scanner.text, offset, scanner.end)
    if module:
        scanner.enter("module", offset)
    return module.end() if module else offset


def _take_ticks(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take a fence, or a span of code; signs that nothing closes are text."""
    text, signs = scanner.text, scanner.text[start : match.end()]
    line_start = text.rfind("\n", max(scanner.start, start - _NEAR), start) + 1
    if len(signs) >= len("```") and _BEFORE_FENCE.match(text, line_start, start):
        before = text[line_start:start]
        # A fence ends with the quote, or the item of a list, that it stands in.
        inside = (
            "[ \t]*>" if ">" in before else f" {{{len(before)}}}|[ \t]*\t" if before.strip() else ""
        )
        outside = re.compile(rf"^(?!{inside})(?=[ \t]*\S)", re.MULTILINE)
        left = outside.search(text, match.end(), scanner.end) if inside else None
        end = left.start() if left else scanner.end
        closer = re.compile(rf"^[ \t>]*{signs[0]}{{{len(signs)},}}[ \t]*\r?$", re.MULTILINE)
        closed = closer.search(text, match.end(), end)
        return scanner.mark(CODE, line_start, closed.end() if closed else end)
    if signs[0] == "~" or match.end() <= scanner.missing.get(signs, 0):
        return match.end()
    farthest = min(scanner.end, match.end() + _LONGEST_SPAN)
    blank_line = _BLANK_LINE.search(text, match.end(), farthest)
    end = blank_line.start() if blank_line else farthest
    closed = re.compile(rf"(?<!`){signs}(?!`)").search(text, match.end(), end)
    if closed is None:
        scanner.missing[signs] = end
        return match.end()
    return scanner.mark(CODE, start, closed.end())


_TAG_ROWS: tuple[Row, ...] = tuple(
    row for row in JSX_MODES["tag"].rows if row[0] not in ("/>", ">")
)
MDX = Lexer(
    {
        "page": ScannerMode(
            PROSE,
            r"\\`~{<\n",
            (
                (r"\\[^\n]", SKIP),
                (r"`+|~{3,}", _take_ticks),
                (r"\{", Into("hole")),
                # An older version takes this one, too.
                ("<!--", Until(COMMENT, "-->", must_close=False)),
                (r"</?(?=>|[^\W\d]|\$)", Into("tag of page")),
                (rf"\n[ \t\r]*\n{_MODULE}", Into("module")),
            ),
            must_close=False,
        ),
        **JSX_MODES,
        "tag of page": JSX_MODES["tag"]._replace(rows=(*_TAG_ROWS, ("/?>", OUT))),
        "module": JSX_MODES["code"]._replace(
            first=rf"{JSX_MODES['code'].first}{{\n",
            rows=(
                *JSX_MODES["code"].rows,
                (r"\{", Into("hole")),
                (r"\n(?=[ \t\r]*\n)", OUT_BEFORE),
            ),
        ),
    },
    begin=_begin_page,
)
