"""A terminal as an SVG that plays by itself once; its text can be copied.

It is light or dark as the reader's system is; who wants no motion sees the end at once. Nothing is
loaded from elsewhere. Text in, text out: it knows nothing of what was run.
"""

from __future__ import annotations

import io
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from rich.cells import cell_len
from rich.console import Console
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rich.style import Style

CHARACTER, LINE, SIZE, MARGIN = 8.4, 20, 14, 20
# Each as on a light ground and on a dark one: of text the contrast is 4.5 or more.
COLORS = {
    "paper": ("#fbfbf9", "#16181d"),
    "ink": ("#1d2127", "#e3e6eb"),
    "dim": ("#626a75", "#98a0ac"),
    "red": ("#b3261e", "#ff8f85"),
    "yellow": ("#7d5200", "#efc064"),
    "green": ("#1d6b43", "#7dd3a2"),
    "cyan": ("#0b6477", "#6fd0e6"),
}
# As escape sequences number them.
NUMBERED = {1: "red", 2: "green", 3: "yellow", 6: "cyan"}
STYLE = """\
text {{ font: {size}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }}
text {{ white-space: pre }}
.bold {{ font-weight: 700 }}
{colors}
@keyframes appear {{ from {{ opacity: 0 }} }}
@media (prefers-reduced-motion: no-preference) {{
text {{ animation: appear .01s both }}
}}"""
SVG = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" \
height="{height}" role="img" aria-label={title} xml:space="preserve">
<title>{title_text}</title>
<style>
{style}
</style>
<rect class="paper" x=".5" y=".5" width="{inner_width}" height="{inner_height}" rx="8" \
stroke="#8b919a"/>
{lines}
</svg>
"""


class Line(NamedTuple):
    """A line of a terminal, with its escape sequences; it appears *at* that second."""

    text: str
    at: float


def terminal_svg(lines: Iterable[Line], *, title: str, columns: int) -> str:
    """Return the SVG of a terminal that has as many lines as there are, *columns* wide."""
    drawn = list(_drawn(lines, columns))
    width, height = round(columns * CHARACTER + 2 * MARGIN), len(drawn) * LINE + 2 * MARGIN
    return SVG.format(
        width=width,
        height=height,
        inner_width=width - 1,
        inner_height=height - 1,
        title=quoteattr(title),
        title_text=escape(title),
        style=STYLE.format(size=SIZE, colors=color_rules()),
        lines="\n".join(line for line in drawn if line),
    )


def color_rules() -> str:
    """Return the rules of a stylesheet by which each color is light or dark."""
    return f"{_colors(0)}\n@media (prefers-color-scheme: dark) {{\n{_colors(1)}\n}}"


def _colors(which: int) -> str:
    return "\n".join(f".{name} {{ fill: {both[which]} }}" for name, both in COLORS.items())


def _drawn(lines: Iterable[Line], columns: int) -> Iterator[str]:
    """Yield each row's element, an empty text for an empty row."""
    console = Console(file=io.StringIO())
    rows = ((row, line.at) for line in lines for row in _rows(line.text, columns))
    for number, (row, at) in enumerate(rows):
        runs = [
            ("".join(each.text for each in same), classes)
            for classes, same in groupby(row.render(console), key=lambda each: _classes(each.style))
        ]
        spans = "".join(_spans(runs))
        y = MARGIN + LINE * number + SIZE
        delay = f' style="animation-delay:{at:.2f}s"' if at else ""
        yield f'<text y="{y}"{delay}>{spans}</text>' if spans else ""


def _rows(line: str, columns: int) -> Iterable[Text]:
    """Return a line as it is broken at the edge of a terminal."""
    text = Text.from_ansi(line, end="")
    return text.divide(range(columns, len(text), columns))


def _spans(runs: Iterable[tuple[str, str]]) -> Iterator[str]:
    # Whatever font there is: each run begins in its column, and ends there.
    column = 0
    for text, classes in runs:
        if cells := cell_len(text):
            x, length = MARGIN + column * CHARACTER, cells * CHARACTER
            yield (
                f'<tspan class="{classes}" x="{x:.1f}" textLength="{length:.1f}" '
                f'lengthAdjust="spacingAndGlyphs">{escape(text)}</tspan>'
            )
        column += cells


def _classes(style: Style | None) -> str:
    number = style.color.number if style is not None and style.color is not None else None
    color = "dim" if style is not None and style.dim else NUMBERED.get(number or 0, "ink")
    return f"{color} bold" if style is not None and style.bold else color
