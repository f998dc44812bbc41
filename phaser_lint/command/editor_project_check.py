"""What checks a whole project for an editor: ``python -m …editor_project_check ROOT [FLAGS]``.

No command for people: the language server starts it, and reads the violations from its output.
``--head``: what HEAD has, existed; ``--baseline``: what the baseline on disk lists, too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from phaser_lint.check.comparison.baseline_file import BaselineComparison
from phaser_lint.check.comparison.baseline_in_force import find_baseline
from phaser_lint.check.comparison.scan_comparisons import find_new_in_scan
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.new_violations import without_existing
from phaser_lint.check.project_check import examine_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.contract.model import Violation
from phaser_lint.contract.rules import RULES
from phaser_lint.core import render_json_line
from phaser_lint.core.errors import PhaserError
from phaser_lint.core.text import make_printable
from phaser_lint.editor.project_violation import ProjectViolation
from phaser_lint.project import GitLimits

# Of each call: a scan asks git some ten times, and has to end by itself.
_GIT_SECONDS = 10.0


def main(arguments: Sequence[str]) -> int:
    """Print as JSON the violations that no text of a file can show; return the exit code."""
    root, *flags = arguments
    try:
        violations = list_project_violations(
            root, has_head="--head" in flags, has_baseline="--baseline" in flags
        )
    except PhaserError as error:
        sys.stderr.write(f"phaser-lint: {make_printable(str(error))}\n")
        return exit_codes.INCOMPLETE
    sys.stdout.write(render_json_line([list(violation) for violation in violations]))
    return exit_codes.CLEAN


def list_project_violations(
    root: str, *, has_head: bool, has_baseline: bool
) -> list[ProjectViolation]:
    """Return the violations of the project at *root* as a whole, by the project check that the
    editor starts as a command.

    What only the change since HEAD breaks is never existing. Raises ``PhaserError``.
    """
    options = ProjectOptions(
        root=root,
        git=GitLimits(_GIT_SECONDS),
        tree=True,
        since="HEAD" if has_head else None,
        counts_baseline=has_head,
    )
    scan = examine_project(options)
    contracts = {contract.key: contract for contract in scan.checker.contracts.contracts}
    about_changes = {
        key for key, contract in contracts.items() if "base" in RULES[contract.type].needs
    }
    every = keep_one_per_file(scan.report, scan.checker.contracts)
    new = {*keep_one_per_file(find_new_in_scan(scan), scan.checker.contracts).violations}
    baseline = find_baseline(scan.root) if has_baseline else None
    entries = baseline.entries if baseline else {}
    if has_head and scan.baseline is not None:  # what HEAD's lists, the scan has compared
        entries = scan.baseline.added or {}
    listed = BaselineComparison(entries).count(scan.report)
    unlisted = {*without_existing(every, listed).violations}

    def is_shown(violation: Violation) -> bool:
        if violation.contract_key in about_changes and violation not in new:
            return False
        return (
            violation.where == "glob"
            or violation.contract_key in about_changes
            or os.path.isdir(os.path.join(scan.root, violation.path))
        )

    return [
        ProjectViolation(
            level=violation.level,
            rule_id=violation.rule_id,
            path=violation.path,
            message=violation.message,
            severity=violation.severity,
            is_existing=violation.contract_key not in about_changes
            and (violation not in new or violation not in unlisted),
        )
        for violation in every.violations
        if is_shown(violation)
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
