"""``--format github``: workflow commands that GitHub shows as annotations, errors first.

GitHub keeps ten annotations of a kind for a step, so at most nine are written, and a tenth says
how many more there are. Everything that came from a file, a contract or a name is escaped: nothing
of it can become a command of its own.
"""

from __future__ import annotations

from phaser_lint.outputs.summary import asides, counts, harmless, totals
from phaser_lint.text import count, printable, printable_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.model import Report, Violation

_MAXIMUM = 10
_LONGEST_MESSAGE = 4_000


def render(report: Report) -> str:
    """Return the annotations and a last line with the totals, ending in a newline."""
    lines: list[str] = []
    for severity in ("error", "warning"):
        of_kind = [entry for entry in report.violations if entry.severity == severity]
        lines += _annotations(severity, of_kind)
    lines += asides(report)
    lines.append(harmless(f"phaser-lint: {totals(report)}; {counts(report)}"))
    return "\n".join(lines) + "\n"


def _annotations(severity: str, violations: list[Violation]) -> list[str]:
    shown = violations if len(violations) <= _MAXIMUM else violations[: _MAXIMUM - 1]
    lines = [_annotation(violation) for violation in shown]
    hidden = violations[len(shown) :]
    if hidden:
        more = f"{count(len(hidden), 'more ' + severity)} not shown as annotations; see the log"
        lines.append(f"::{severity} title=phaser-lint::{escape_message(more)}")
        lines += [harmless(_log_line(violation)) for violation in hidden]
    return lines


def _annotation(violation: Violation) -> str:
    properties = {"title": violation.rule_id}
    if violation.where != "glob":
        properties = {"file": printable(violation.path), **_position(violation), **properties}
    written = ",".join(f"{key}={escape_property(value)}" for key, value in properties.items())
    message = "\n".join(printable_lines(violation.message))
    if violation.where == "glob":
        message = f"{printable(violation.path)}: {message}"
    return f"::{violation.severity} {written}::{escape_message(message[:_LONGEST_MESSAGE])}"


def _position(violation: Violation) -> dict[str, str]:
    if violation.line is None:
        return {"line": "1"}
    position = {"line": str(violation.line), "endLine": str(violation.end_line)}
    # GitHub drops columns where a match spans lines.
    if violation.line == violation.end_line:
        position |= {"col": str(violation.column), "endColumn": str(violation.end_column)}
    return position


def _log_line(violation: Violation) -> str:
    line = f":{violation.line}" if violation.line else ""
    message = violation.message.strip().replace("\n", " ")
    return f"{violation.path}{line}: {violation.severity}: {violation.rule_id}: {message}"


def escape_message(text: str) -> str:
    """Return *text* as the message of a workflow command."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def escape_property(text: str) -> str:
    """Return *text* as the value of a property of a workflow command."""
    return escape_message(text).replace(":", "%3A").replace(",", "%2C")
