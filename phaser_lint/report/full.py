"""``--format text`` on a terminal: colour, the offending line, and carets under the matches.

Matches of one contract in one line are grouped, so that its message is read once.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from phaser_lint.contract.model import Report, Violation
from phaser_lint.core.text import name_contract, split_printable_lines, without_commands
from phaser_lint.report.concise import list_violation_lines
from phaser_lint.report.places_for_programs import find_match_line
from phaser_lint.report.summary import (
    render_asides,
    render_counts,
    render_place,
    render_text_totals,
)
from phaser_lint.report.terminal_excerpt import cut_excerpt

_STYLES = {"error": "bold red", "warning": "bold yellow"}
_NARROWEST = 20
_OF_FILES = 80


def style_violation_blocks(report: Report, *, width: int) -> list[Text]:
    """Return the violations of a report in full, as blocks of styled lines for a terminal *width*
    columns wide, with the line of each match.
    """
    groups: dict[tuple[object, ...], list[Violation]] = {}
    for violation in report.violations:
        fields_to_line = violation[: violation._fields.index("line") + 1]
        groups.setdefault((*fields_to_line, violation.level), []).append(violation)
    lines: list[Text] = []
    for group in groups.values():
        violation = group[0]
        column = f":{violation.column}" if violation.column else ""
        position = without_commands(f"{render_place(violation)}{column}")
        name = name_contract(violation.contract_key)
        head = _style_head(position, severity=violation.severity, message=Text(), name=name)
        number = f" ({len(group)} in this line)" if len(group) > 1 else ""
        head.append_text(Text(number, style="dim"))
        message_lines = [f"  {line}" for line in split_printable_lines(violation.message)]
        message = [Text(without_commands(line)) for line in message_lines]
        lines += [head, *message, *_style_excerpt(group, width), Text()]
    return lines


def render_full(report: Report) -> str:
    """Return the report for ``--format full``: all that a terminal shows, with standard error."""
    lines = [line.plain for line in style_violation_blocks(report, width=_OF_FILES)]
    messages = (*render_asides(report), without_commands(render_counts(report)))
    return "\n".join((*lines, render_text_totals(report), *messages, ""))


def style_violation_lines(report: Report) -> list[Text]:
    """Return the violations of a *report* styled as those in full, but each as one line."""

    def style_line(place: str, severity: str, message: str, contract: str) -> Text:
        text = Text(f"{message} ")
        return _style_head(place, severity=severity, message=text, name=f"[{contract}]")

    return list_violation_lines(report, style_line)


def style_totals_line(report: Report) -> Text:
    """Return the totals of a *report* for a terminal, in the colour of the worst violation."""
    style = "bold green" if report.is_decided() else _STYLES["warning"]
    if report.violations:
        severities = {violation.severity for violation in report.violations}
        style = _STYLES["error" if "error" in severities else "warning"]
    return Text(render_text_totals(report), style=style)


def _style_head(position: str, *, severity: str, message: Text, name: str) -> Text:
    styled_severity = (severity, _STYLES[severity])
    return Text.assemble((position, "bold"), ": ", styled_severity, ": ", message, (name, "cyan"))


def _style_excerpt(group: Sequence[Violation], width: int) -> list[Text]:
    """Return the line of the matches and a line of carets, cut to the terminal."""
    shown_violation = group[0]
    if shown_violation.line is None:
        return []
    line, shown_start, _ = find_match_line(shown_violation)
    spans = []
    for violation in group:
        # Where the match is in the part of the line that the first of them chooses.
        _, start, end = find_match_line(violation)
        distance = (violation.column or 1) - (shown_violation.column or 1)
        shift = distance - start + shown_start
        spans.append((start + shift, end + shift))
    number = f"  {shown_violation.line} │ "
    margin = f"{'':{len(number) - 2}}│ "
    line_excerpt = cut_excerpt(line, spans, columns=max(width - len(number), _NARROWEST))
    if not line_excerpt.carets:
        return [Text(f"{number}{line_excerpt.text}", style="dim")]
    return [
        Text.assemble((number, "dim"), without_commands(line_excerpt.text)),
        Text.assemble((margin, "dim"), (line_excerpt.carets, _STYLES[shown_violation.severity])),
    ]
