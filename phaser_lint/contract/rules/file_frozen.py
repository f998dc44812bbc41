"""``file_frozen``: a file that stays as it is.

What it checks: each file that ``file_glob`` names and that a change creates, modifies or deletes is
a violation, at that file. ``changes`` says which of these count; a file that moves is deleted, and
created where it moves to. Checked against a base: the last commit, the base of a pull request, the
revision of ``--since``. A scan without one cannot tell.

Example:

    rule_id: applied-migrations
    type: file_frozen
    file_glob: 'migrations/*.sql'
    changes: [modify, delete]
    message: 'Applied migrations stay as they are; write a new one.'
    severity: error
    examples:
      valid: [{files: {migrations/0042_totals.sql: ''}, before: {}}]
      invalid: [migrations/0001_start.sql]

Suppressed by ``phaser:ignore-file`` in the file as it was before: a directive that a change adds
suppresses nothing of that change.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.rule import Rule
from phaser_lint.contract.rules.violations import make_file_violation
from phaser_lint.core.file_records import ChangeKind


def report_frozen_changes(
    contract: Contract,
    *,
    kinds: Mapping[str, ChangeKind],
    is_met: bool,
    is_complete: bool,
    globs: Sequence[str] = (),
) -> list[Violation]:
    """Return a violation of ``file_frozen`` at each file whose kind of change counts."""
    counting_kinds = list_frozen_kinds(contract)
    return [
        make_file_violation(contract, path=path)
        for path, kind in kinds.items()
        if kind in counting_kinds
    ]


def list_frozen_kinds(contract: Contract) -> tuple[ChangeKind, ...]:
    """Return the kinds of change that ``file_frozen`` counts."""
    kinds: tuple[ChangeKind, ...] = contract.value_of("changes")
    return kinds


RULE = Rule(
    type="file_frozen",
    subject="change",
    evidence="change",
    needs=("base",),
    check_changes=report_frozen_changes,
    breaking_kinds=list_frozen_kinds,
    directives_in="before",
    sibling=(
        "keep_pattern",
        r"keep_pattern with pattern: '(?s)\A.+\Z' freezes files by what they hold",
    ),
    keys=("changes",),
)
