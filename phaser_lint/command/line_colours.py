"""The colours of plain lines: places, severities, carets, and what went well or wrong.

    src/a.py:3:5              bold
      3 │ print(1)            a dim margin
        │ ^^^^^^              red carets
    no-print  error  …        a red severity

What a scan prints has styles of its own (``report.terminal``). These are for the lines of all other
commands, which are made as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

# The first group of a pattern is what has the style.
_STYLES = tuple(
    (re.compile(pattern), style)
    for pattern, style in (
        # A source line's margin with its number, and the carets below.
        (r"^( +\d* *│)", "dim"),
        (r"^ +│ +(\^[\^ ]*)$", "bold red"),
        # A place, and a commit.
        (r"^([^\s│]+:\d+(?::\d+)?)(?=:|$)", "bold"),
        (r"^([0-9a-f]{12})(?= )", "yellow"),
        # Severities: of a violation, and in a table.
        (r"(?:: |  )(error)(?=:|  )", "bold red"),
        (r"(?:: |  )(warning)(?=:|  )", "bold yellow"),
        (r"( \[[A-Za-z0-9/-]+\])$", "cyan"),
        # The name of a step of ``why``, or of a file that is proposed.
        (r"^  ([a-z_.][^\s:│]*)(?=  )", "cyan"),
        (r"^(contract +severity +type\b.*)", "bold"),
        # What has to be looked at, and what is as it should be.
        (r"^(note|invalid|slow)(?=: )", "bold yellow"),
        (r": (undecided|note)(?=: )", "bold yellow"),
        (r"\b([1-9]\d* (?:wrong|undecided|contract problems?))\b", "bold red"),
        (r"^ +(not converted|never matched|worked only in part)(?=: )", "yellow"),
        (r": (right)(?=: )", "green"),
        (r"^(written)(?=: )", "green"),
        (r": (written|new)$", "green"),
    )
)


def make_console(*, in_colour: bool) -> Console:
    """Return the ``rich`` console that prints styled lines, coloured or not, never folded."""
    return Console(
        highlight=False,
        soft_wrap=True,
        force_terminal=False,  # of a dumb one rich believes that it has 80 columns
        color_system="standard" if in_colour else None,
        no_color=not in_colour,
    )


def colour_rows(rows: Iterable[str]) -> Iterator[str]:
    """Yield *rows*, plain lines, with a terminal's colours for places and severities."""
    console = make_console(in_colour=True)
    if console.legacy_windows:  # it shows the sequences
        yield from rows
        return
    for row in rows:
        text = Text(row)
        for pattern, style in _STYLES:
            for match in pattern.finditer(row):
                text.stylize(style, *match.span(1))
        with console.capture() as capture:
            console.print(text, end="")
        yield capture.get()
