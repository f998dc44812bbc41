"""What ``phaser enforce`` prints: its own hook answers and its own JSON.

It keeps to its specification, explicit ``allow`` included; the safe answers are those of
``phaser-lint hook``.
"""

from __future__ import annotations

import json

from phaser_lint.agent import shortened
from phaser_lint.core.text import (
    contract_shown,
    count,
    path_shown,
    printable_lines,
    without_commands,
)
from phaser_lint.hook.agent_text import sentences
from phaser_lint.report.summary import errors, found, warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.contract.model import Report, Violation


def render_hook(report: Report, *, event_name: str) -> str:
    """Return the hook answer on one line; ``{}`` where nothing was checked."""
    answer = _after(report) if event_name == "PostToolUse" else _before(report)
    return json.dumps(answer) + "\n"


def _before(report: Report) -> dict[str, Any]:
    broken = [violation for violation in report.violations if violation.severity == "error"]
    if broken:
        return _decision("deny", shortened(sentences(broken, lead="Contract violation")))
    # What was skipped or ran out of time is not clean, so it is not approved.
    if report.skipped or report.undecided:
        return {}
    return _decision("allow", _clean_reason(report))


def _decision(decision: str, reason: str) -> dict[str, Any]:
    return {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": decision,
            "permissionDecisionReason": reason,
        }
    }


def _clean_reason(report: Report) -> str:
    if report.violations:
        return count(len(report.violations), "warning")
    if report.suppressed:
        return f"{count(len(report.suppressed), 'violation')} suppressed by ignore"
    skipped = sum(problem.skipped for problem in report.problems)
    if skipped:
        return f"All valid contracts passed, {count(skipped, 'contract problem')}"
    return "All contracts passed"


def _after(report: Report) -> dict[str, Any]:
    if not report.violations:
        return {}
    broken = [violation for violation in report.violations if violation.severity == "error"]
    advised = [violation for violation in report.violations if violation.severity == "warning"]
    lines = (sentences(broken, lead="Error"), sentences(advised, lead="Warning"))
    kind = "violation" if broken else "warning"
    return {
        "decision": "block",
        "reason": f"Contract {kind} detected after file write",
        "hookSpecificOutput": {
            "hookEventName": "PostToolUse",
            "additionalContext": shortened("\n".join(line for line in lines if line)),
        },
    }


def render_json(report: Report) -> str:
    """Return the report in the specification's JSON, ending in a newline."""
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
