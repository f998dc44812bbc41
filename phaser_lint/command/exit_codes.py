"""The exit codes of the commands; every other one is reserved.

=================  ====================================================================
``CLEAN``          nothing found
``VIOLATIONS``     violations that count (errors; warnings with ``--fail-on warning``)
``INCOMPLETE``     a wrong flag, an invalid contract, a pattern out of time: checked less
``BUG``            phaser-lint itself failed; ``enforce`` also for a wrong flag or input
=================  ====================================================================

``hook`` always returns 0: other codes block edits in one agent or another.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.model import Report

CLEAN = 0
VIOLATIONS = 1
INCOMPLETE = 2
BUG = 3
INTERRUPTED = 130
BROKEN_PIPE = 141
TERMINATED = 143


def choose_exit_code(report: Report, *, fail_on: str) -> int:
    """Return the exit code for a *report*: incomplete before violations before clean."""
    if not report.is_decided():
        return INCOMPLETE
    failing = len(report.violations) if fail_on == "warning" else len(report.errors())
    return VIOLATIONS if failing else CLEAN
