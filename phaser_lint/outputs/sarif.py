"""A stand-in for the SARIF output."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.model import Report


def render(report: Report) -> str:
    results = [
        {
            "ruleId": entry.rule_id,
            "level": entry.severity,
            "message": {"text": entry.message},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": entry.path},
                        "region": {"startLine": entry.line or 1},
                    }
                }
            ],
        }
        for entry in report.violations
    ]
    run = {"tool": {"driver": {"name": "phaser-lint", "rules": []}}, "results": results}
    return json.dumps({"version": "2.1.0", "runs": [run]}) + "\n"
