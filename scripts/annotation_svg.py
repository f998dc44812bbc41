"""An annotation as an SVG, as GitHub draws it below a line of a pull request.

It is light or dark as the reader's system is. Nothing is loaded from elsewhere, and its text can be
copied. Text in, text out: it knows nothing of what was run.
"""

from __future__ import annotations

import textwrap
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

from terminal_svg import color_rules

WIDTH, COLUMNS, LINE = 600, 66, 20
TOP, BOX = 92, 56
STYLE = """\
text {{ font: 14px system-ui, -apple-system, "Segoe UI", Helvetica, Arial, sans-serif }}
.code {{ font: 13px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }}
.code {{ white-space: pre }}
.bold {{ font-weight: 600 }}
{colors}"""
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" \
height="{height}" role="img" aria-label={title} xml:space="preserve">
<title>{title_text}</title>
<style>
{style}
</style>
<rect class="paper" x=".5" y=".5" width="{inner_width}" height="{inner_height}" rx="6" \
stroke="#8b919a"/>
<text class="code ink bold" x="16" y="26">{file}</text>
<path d="M0 40.5H{width}" stroke="#8b919a" stroke-opacity=".5"/>
<rect class="green" fill-opacity=".14" x="1" y="48" width="{inner_width}" height="28"/>
<text class="code dim" x="24" y="67">{number}</text>
<text class="code green" x="60" y="67">+</text>
<text class="code ink" x="80" y="67">{source}</text>
<rect class="paper" x="16.5" y="{top}.5" width="{box_width}" height="{box_height}" rx="6" \
stroke="#8b919a" stroke-opacity=".7"/>
<rect class="red" x="16" y="{top}" width="4" height="{box_height}" rx="2"/>
<circle class="red" cx="40" cy="{icon}" r="8"/>
<path class="cross" d="M37 {above}l6 6m0-6l-6 6" stroke-width="1.8" stroke-linecap="round"/>
<text class="ink bold" x="56" y="{heading}">Check failure on line {number} in {file}</text>
<text class="dim" x="56" y="{below}">{check}</text>
<path d="M20 {rule}.5H{rule_end}" stroke="#8b919a" stroke-opacity=".5"/>
<text class="ink bold" x="36" y="{title_line}">{annotation_title}</text>
{message}
</svg>
"""
CROSS = """\
.cross { stroke: #fbfbf9 }
@media (prefers-color-scheme: dark) {
.cross { stroke: #16181d }
}"""


class Annotation(NamedTuple):
    """What a workflow command writes at a line, and the *source* of that line."""

    file: str
    line: int
    source: str
    title: str
    message: str


def annotation_svg(annotation: Annotation, *, title: str, check: str) -> str:
    """Return the SVG; *check* is the app and its check, as GitHub names them."""
    rows = textwrap.wrap(annotation.message, COLUMNS, break_on_hyphens=False)
    first = TOP + BOX + 52
    box_height = BOX + 48 + LINE * len(rows)
    height = TOP + box_height + 16
    return SVG.format(
        width=WIDTH,
        height=height,
        inner_width=WIDTH - 1,
        inner_height=height - 1,
        title=quoteattr(title),
        title_text=escape(title),
        style=f"{STYLE.format(colors=color_rules())}\n{CROSS}",
        file=escape(annotation.file),
        number=annotation.line,
        source=escape(annotation.source),
        top=TOP,
        box_width=WIDTH - 33,
        box_height=box_height,
        icon=TOP + 21,
        above=TOP + 18,
        heading=TOP + 26,
        below=TOP + 46,
        rule=TOP + BOX,
        rule_end=WIDTH - 16,
        title_line=TOP + BOX + 26,
        check=escape(check),
        annotation_title=escape(annotation.title),
        message="\n".join(
            f'<text class="code ink" x="36" y="{first + LINE * number}">{escape(row)}</text>'
            for number, row in enumerate(rows)
        ),
    )
