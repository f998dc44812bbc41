"""A stand-in for the Markdown output."""

from __future__ import annotations

from phaser_lint.outputs.summary import counts, place, totals
from phaser_lint.text import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.model import Report


def render(report: Report) -> str:
    lines = [f"## phaser-lint: {totals(report)}", "", counts(report), ""]
    for violation in report.violations:
        message = printable(violation.message).replace("`", "'")
        lines.append(f"- `{place(violation)}` {violation.rule_id}: `{message}`")
        lines.append("")
    return "\n".join(lines)
