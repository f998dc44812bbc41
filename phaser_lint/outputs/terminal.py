"""``--format text`` on a terminal: colour, the offending line, and a caret under the match."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from rich.text import Text

from phaser_lint.outputs.summary import place, totals
from phaser_lint.text import printable, printable_lines

if TYPE_CHECKING:
    from phaser_lint.model import Report, Violation

_STYLES = {"error": "bold red", "warning": "bold yellow"}
_CONTEXT = 30


def lines(report: Report, *, width: int) -> list[Text]:
    """Return the styled lines of the report, for a terminal *width* columns wide."""
    shown = [line for violation in report.violations for line in _violation(violation, width)]
    style = "bold green"
    if report.violations:
        severities = {violation.severity for violation in report.violations}
        style = _STYLES["error" if "error" in severities else "warning"]
    return [*shown, Text(totals(report), style=style)]


def _violation(violation: Violation, width: int) -> list[Text]:
    column = f":{violation.column}" if violation.column else ""
    head = Text.assemble(
        (f"{place(violation)}{column}", "bold"),
        ": ",
        (violation.severity, _STYLES[violation.severity]),
        ": ",
        (violation.rule_id, "cyan"),
    )
    message = [Text(f"  {line}") for line in printable_lines(violation.message)]
    return [head, *message, *_excerpt(violation, width), Text()]


def _excerpt(violation: Violation, width: int) -> list[Text]:
    """Return the line of the match and a caret line, cut to the terminal around the match."""
    if violation.line is None or violation.column is None:
        return []
    number = str(violation.line)
    start = violation.column - 1
    ends_here = violation.end_line == violation.line and violation.end_column is not None
    end = (violation.end_column or 1) - 1 if ends_here else len(violation.line_text)
    room = max(width - len(number) - 4, 20)
    cut = max(0, start - _CONTEXT) if cells(violation.line_text) > room else 0
    visible = printable_cells(violation.line_text[cut : cut + room])
    if (start >= len(violation.line_text) and start > 0) or start - cut >= len(visible):
        start_of_line = "".join(printable_cells(violation.line_text[:room]))
        return [Text(f"  {number} │ {start_of_line}", style="dim")]
    before = sum(cells(part) for part in visible[: start - cut])
    marked = sum(cells(part) for part in visible[start - cut : max(end, start + 1) - cut]) or 1
    margin = " " * len(number)
    return [
        Text.assemble((f"  {number} │ ", "dim"), "".join(visible)),
        Text.assemble(
            (f"  {margin} │ ", "dim"), " " * before, ("^" * marked, _STYLES[violation.severity])
        ),
    ]


def printable_cells(line: str) -> list[str]:
    """Return what is shown for each character: tabs as four blanks, what cannot print escaped."""
    return ["    " if character == "\t" else printable(character) for character in line]


def cells(text: str) -> int:
    """Return the number of terminal columns that *text* takes."""
    return sum(
        0
        if unicodedata.combining(character)
        else 2
        if unicodedata.east_asian_width(character) in "WF"
        else 1
        for character in text
    )
