"""What ``phaser enforce`` prints: its own hook answers and its own JSON.

It keeps to its specification, explicit ``allow`` included; the safe answers are those of
``phaser-lint hook``.
"""

from __future__ import annotations

from phaser_lint.agent import shortened
from phaser_lint.check.engine.checker import is_out_of_time
from phaser_lint.core.answer_json import block, permission, specific
from phaser_lint.core.text import (
    contract_shown,
    count,
    dumps,
    path_shown,
    printable,
    printable_lines,
    without_commands,
)
from phaser_lint.hook.agent_text import sentences
from phaser_lint.hook.clean import ALL_PASSED
from phaser_lint.report.summary import errors, found, warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.contract.model import Report, Violation

_MOST_PARTS = 10


def render_hook(report: Report, *, event_name: str) -> str:
    """Return the hook answer on one line; ``{}`` where nothing was checked."""
    answer = _after(report) if event_name == "PostToolUse" else _before(report)
    return dumps(answer) + "\n"


def _before(report: Report) -> dict[str, Any]:
    broken = [violation for violation in report.violations if violation.severity == "error"]
    if broken:
        reason = shortened(sentences(broken, lead="Contract violation"))
        return permission("deny", reason=reason)
    return permission("allow", reason=shortened(_allowing_reason(report)))


def _allowing_reason(report: Report) -> str:
    # A warning counts more than what was suppressed, and neither hides that less was checked.
    said = ""
    if report.violations:
        said = count(len(report.violations), "warning")
    elif report.suppressed:
        said = f"{count(len(report.suppressed), 'violation')} suppressed by ignore"
    unchecked = unchecked_parts(report)
    return "; ".join(filter(None, (unchecked, said))) or ALL_PASSED


def unchecked_parts(report: Report) -> str:
    """Return what the check left out, as ``Checked, but for: no-x (out of time)``, or nothing."""
    parts = [
        f"{contract_shown(each.contract_key)} "
        f"({'out of time' if is_out_of_time(each.reason) else printable(each.reason)})"
        for each in report.undecided
    ]
    parts += [f"{path_shown(each.path)} ({printable(each.reason)})" for each in report.skipped]
    parts += [f"{path_shown(each.path)} (invalid)" for each in report.problems if each.skipped]
    parts = list(dict.fromkeys(parts))
    more = len(parts) - _MOST_PARTS
    named = ", ".join([*parts[:_MOST_PARTS], *([f"{more} more"] if more > 0 else [])])
    return f"Checked, but for: {named}" if parts else ""


def _after(report: Report) -> dict[str, Any]:
    unchecked = unchecked_parts(report)
    if not report.violations:
        return specific("PostToolUse", additionalContext=unchecked)
    broken = [violation for violation in report.violations if violation.severity == "error"]
    advised = [violation for violation in report.violations if violation.severity == "warning"]
    lines = (sentences(broken, lead="Error"), sentences(advised, lead="Warning"), unchecked)
    kind = "violation" if broken else "warning"
    context = shortened("\n".join(filter(None, lines)))
    return {
        **block(f"Contract {kind} detected after file write"),
        **specific("PostToolUse", additionalContext=context),
    }


def render_json(report: Report) -> str:
    """Return the report in the specification's JSON, ending in a newline."""
    import json  # here: a denied edit waits for what is imported

    shown = {
        "files_checked": list(report.checked),
        "violations": [
            {
                "rule_id": violation.rule_id,
                "file_path": violation.path,
                "line_number": violation.line,
                "message": violation.message,
            }
            for violation in report.violations
        ],
        "summary": {
            "errors": errors(report),
            "warnings": warnings(report),
            "ignored": len(report.suppressed),
        },
    }
    return json.dumps(shown, indent=2) + "\n"


def render_text(report: Report, *, quiet: bool) -> str:
    """Return the specification's text: a paragraph a violation, then the totals.

    With *quiet* there are no totals.
    """
    paragraphs = "".join(f"{_paragraph(violation)}\n" for violation in report.violations)
    if quiet:
        return paragraphs
    return f"{paragraphs}\n{found(report)}\n" if paragraphs else f"{found(report)}\n"


def _paragraph(violation: Violation) -> str:
    line = "" if violation.line is None else f":{violation.line}"
    head = f"{path_shown(violation.path)}{line}: {violation.severity}: "
    head += contract_shown(violation.contract_key)
    message = (f"  {line}" for line in printable_lines(violation.message))
    return "\n".join(without_commands(line) for line in (head, *message))
