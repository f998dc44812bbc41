"""``--format json``: the whole report as one object, in a fixed order, ASCII only.

``violations`` hold ``rule_id, severity, message, path, line, column, end_line, end_column`` (null
where a violation belongs to a file or a glob) and ``where`` (``line``, ``file`` or ``glob``).
``summary`` counts what every output counts; ``skipped`` gives each reason with its number.
"""

from __future__ import annotations

import json

from phaser_lint.outputs.summary import errors, skip_reasons, warnings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.model import Report, Violation


def render(report: Report) -> str:
    """Return the report as indented JSON, ending in a newline."""
    return json.dumps(as_mapping(report), indent=2) + "\n"


def as_mapping(report: Report) -> dict[str, Any]:
    """Return the report as plain values."""
    return {
        "violations": [_violation(violation) for violation in report.violations],
        "undecided": [entry._asdict() for entry in report.undecided],
        "contract_problems": [problem._asdict() for problem in report.problems],
        "notices": [notice._asdict() for notice in report.notices],
        "skipped": [skip._asdict() for skip in report.skipped],
        "summary": {
            "files_checked": len(report.checked),
            "errors": errors(report),
            "warnings": warnings(report),
            "ignored": len(report.suppressed),
            "old": report.old,
            "skipped": skip_reasons(report),
            "undecided": len(report.undecided),
            "contract_problems": len(report.problems),
        },
    }


def _violation(violation: Violation) -> dict[str, Any]:
    shown = violation._asdict()
    del shown["line_text"]
    return shown
