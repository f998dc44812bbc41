r"""``file_contains``: a file has to be there and hold a text.

What it checks: each file that ``file_glob`` names must have a match of ``pattern``; a file without
one has one violation, at the file. If no file matches the glob, that is one violation, at the
glob. With ``scope: tree`` one match in any of the files meets the contract.

Example:

    rule_id: changelog-unreleased
    type: file_contains
    pattern: '## [Unreleased]'
    literal: true
    file_glob: '/CHANGELOG.md'
    message: 'Keep a section for what comes next.'
    severity: warning
    examples:
      valid: ['## [Unreleased]']
      invalid: ['## [1.0.0]']

Suppressed by ``phaser:ignore-file`` (not where the file is missing).
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.rule import BLOCKS, OF_FILE, Rule
from phaser_lint.contract.rules.violations import make_glob_violation, make_no_match_violations


def report_missing_content(
    contract: Contract, *, paths: Sequence[str], is_complete: bool, is_met: bool
) -> list[Violation]:
    """Return a violation at the glob if no file is there, or none meets what the tree needs."""
    is_unmet = not is_met if contract.scope == "tree" else not paths
    return [make_glob_violation(contract)] if is_complete and is_unmet else []


RULE = Rule(
    type="file_contains",
    subject="text",
    evidence="no match",
    needs=("some file",),
    check_file=make_no_match_violations,
    check_tree=report_missing_content,
    scopes=("file", "tree"),
    keys=(*OF_FILE, *BLOCKS),
)
