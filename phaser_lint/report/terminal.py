"""``--format text`` on a terminal: colour, the offending line, and carets under the matches.

Matches of one contract in one line are grouped, so that its message is read once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from phaser_lint.core.text import contract_shown, printable_lines, without_commands
from phaser_lint.report.excerpt import excerpt
from phaser_lint.report.report_places import line_of
from phaser_lint.report.summary import asides, counts, place, text_totals
from phaser_lint.report.text_lines import lines

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import Report, Violation

_STYLES = {"error": "bold red", "warning": "bold yellow"}
_NARROWEST = 20
_OF_FILES = 80


def blocks(report: Report, *, width: int) -> list[Text]:
    """Return the styled lines of the report, for a terminal *width* columns wide."""
    groups: dict[tuple[object, ...], list[Violation]] = {}
    for violation in report.violations:
        groups.setdefault(_of_one_line(violation), []).append(violation)
    return [line for group in groups.values() for line in _block(group, width)]


def render_whole(report: Report) -> str:
    """Return all of the report, for a file: what ``scan`` prints on standard error included."""
    listed = [line.plain for line in blocks(report, width=_OF_FILES)]
    messages = (*asides(report), without_commands(counts(report)))
    return "\n".join((*listed, text_totals(report), *messages, ""))


def one_liners(report: Report) -> list[Text]:
    """Return the lines that a pipe gets, styled."""
    return [
        _head(line.place, line.severity, Text(f"{line.message} "), f"[{line.contract}]")
        for line in lines(report)
    ]


def totals_line(report: Report) -> Text:
    """Return the totals in the colour of the worst that was found."""
    style = "bold green" if report.is_decided() else _STYLES["warning"]
    if report.violations:
        severities = {violation.severity for violation in report.violations}
        style = _STYLES["error" if "error" in severities else "warning"]
    return Text(text_totals(report), style=style)


def _of_one_line(violation: Violation) -> tuple[object, ...]:
    return *violation[: violation._fields.index("line") + 1], violation.level


def _block(group: Sequence[Violation], width: int) -> list[Text]:
    first = group[0]
    column = f":{first.column}" if first.column else ""
    more = Text(f" ({len(group)} in this line)" if len(group) > 1 else "", style="dim")
    position = without_commands(f"{place(first)}{column}")
    name = contract_shown(first.contract_key)
    head = _head(position, first.severity, Text(), name).append_text(more)
    message = [Text(without_commands(f"  {line}")) for line in printable_lines(first.message)]
    return [head, *message, *_excerpt(group, width), Text()]


def _head(position: str, severity: str, message: Text, name: str) -> Text:
    return Text.assemble(
        (position, "bold"), ": ", (severity, _STYLES[severity]), ": ", message, (name, "cyan")
    )


def _excerpt(group: Sequence[Violation], width: int) -> list[Text]:
    """Return the line of the matches and a line of carets, cut to the terminal."""
    first = group[0]
    if first.line is None:
        return []
    number = f"  {first.line} │ "
    margin = f"{'':{len(number) - 2}}│ "
    columns = max(width - len(number), _NARROWEST)
    line, _, _ = line_of(first)
    shown = excerpt(line, [_span(violation, first) for violation in group], columns=columns)
    if not shown.carets:
        return [Text(f"{number}{shown.text}", style="dim")]
    return [
        Text.assemble((number, "dim"), without_commands(shown.text)),
        Text.assemble((margin, "dim"), (shown.carets, _STYLES[first.severity])),
    ]


def _span(violation: Violation, first: Violation) -> tuple[int, int]:
    """Return where the match is in what is shown of its line, which is chosen by the *first*."""
    _, start, end = line_of(violation)
    shift = (violation.column or 1) - (first.column or 1) - start + line_of(first)[1]
    return start + shift, end + shift
