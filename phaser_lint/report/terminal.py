"""``--format text`` on a terminal: colour, the offending line, and carets under the matches.

Matches of one contract in one line are grouped, so that its message is read once.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from phaser_lint.contract.model import Report, Violation
from phaser_lint.core.text import contract_shown, printable_lines, without_commands
from phaser_lint.report.excerpt import cut_excerpt
from phaser_lint.report.report_places import line_of
from phaser_lint.report.summary import asides, counts, place_shown, text_totals
from phaser_lint.report.text_lines import violation_lines

_STYLES = {"error": "bold red", "warning": "bold yellow"}
_NARROWEST = 20
_OF_FILES = 80


def violation_blocks(report: Report, *, width: int) -> list[Text]:
    """Return the styled lines of the report, for a terminal *width* columns wide."""
    groups: dict[tuple[object, ...], list[Violation]] = {}
    for violation in report.violations:
        fields_to_line = violation[: violation._fields.index("line") + 1]
        groups.setdefault((*fields_to_line, violation.level), []).append(violation)
    lines: list[Text] = []
    for group in groups.values():
        violation = group[0]
        column = f":{violation.column}" if violation.column else ""
        position = without_commands(f"{place_shown(violation)}{column}")
        name = contract_shown(violation.contract_key)
        head = _head(position, severity=violation.severity, message=Text(), name=name)
        number = f" ({len(group)} in this line)" if len(group) > 1 else ""
        head.append_text(Text(number, style="dim"))
        message_lines = [f"  {line}" for line in printable_lines(violation.message)]
        message = [Text(without_commands(line)) for line in message_lines]
        lines += [head, *message, *_excerpt(group, width), Text()]
    return lines


def render_full(report: Report) -> str:
    """Return all of the report as the terminal has it, for a file: standard error included."""
    lines = [line.plain for line in violation_blocks(report, width=_OF_FILES)]
    messages = (*asides(report), without_commands(counts(report)))
    return "\n".join((*lines, text_totals(report), *messages, ""))


def styled_violation_lines(report: Report) -> list[Text]:
    """Return the lines that a pipe gets, styled for a terminal."""
    return [
        _head(
            line.place,
            severity=line.severity,
            message=Text(f"{line.message} "),
            name=f"[{line.contract}]",
        )
        for line in violation_lines(report)
    ]


def totals_line(report: Report) -> Text:
    """Return the totals in the colour of the worst that was found."""
    style = "bold green" if report.is_decided() else _STYLES["warning"]
    if report.violations:
        severities = {violation.severity for violation in report.violations}
        style = _STYLES["error" if "error" in severities else "warning"]
    return Text(text_totals(report), style=style)


def _head(position: str, *, severity: str, message: Text, name: str) -> Text:
    styled_severity = (severity, _STYLES[severity])
    return Text.assemble((position, "bold"), ": ", styled_severity, ": ", message, (name, "cyan"))


def _excerpt(group: Sequence[Violation], width: int) -> list[Text]:
    """Return the line of the matches and a line of carets, cut to the terminal."""
    shown_violation = group[0]
    if shown_violation.line is None:
        return []
    line, shown_start, _ = line_of(shown_violation)
    spans = []
    for violation in group:
        # Where the match is in the part of the line that the first of them chooses.
        _, start, end = line_of(violation)
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
