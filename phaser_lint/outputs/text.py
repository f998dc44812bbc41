"""``--format text`` on a pipe: one violation a paragraph, greppable, in a fixed order.

src/app.swift:3: error: no-force-unwrap
  Avoid force unwrapping optionals. Use guard let or if let instead.

1 error, 0 warnings
"""

from __future__ import annotations

from phaser_lint.outputs.summary import asides, counts, place, totals, without_commands
from phaser_lint.text import printable_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.model import Report, Violation


def render(report: Report) -> str:
    """Return the report's violations and their totals, ending in a newline."""
    paragraphs = [_paragraph(violation) for violation in report.violations]
    listed = "\n".join(paragraphs) + "\n\n" if paragraphs else ""
    return f"{listed}{totals(report)}\n"


def render_whole(report: Report) -> str:
    """Return all of the report, for a file: what ``scan`` says on standard error included."""
    return "\n".join((render(report), *asides(report), without_commands(counts(report)), ""))


def violations_only(report: Report) -> str:
    """Return the violations without totals; nothing at all when there are none."""
    return "".join(f"{_paragraph(violation)}\n" for violation in report.violations)


def _paragraph(violation: Violation) -> str:
    head = f"{place(violation)}: {violation.severity}: {violation.rule_id}"
    message = (f"  {line}" for line in printable_lines(violation.message))
    return "\n".join(without_commands(line) for line in (head, *message))
