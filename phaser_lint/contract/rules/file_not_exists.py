"""``file_not_exists``: a file that the project must not have.

What it checks: each file of the project that matches ``file_glob`` is a violation, at that file.
In the agent it is checked on the touched path, before the file is written.

Example:

    rule_id: no-env-file
    type: file_not_exists
    file_glob: '.env'
    message: 'Secrets belong in the vault.'
    severity: error
    examples:
      valid: [env.sample]
      invalid: [services/api/.env]

Suppressed by ``phaser:ignore-file`` inside the file, where that file is text.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.rule import Rule
from phaser_lint.contract.rules.violations import make_file_violation


def report_forbidden_files(
    contract: Contract, *, paths: Sequence[str], is_complete: bool, is_met: bool
) -> list[Violation]:
    """Return a violation of ``file_not_exists`` at each of *paths*, none of which may be there."""
    return [make_file_violation(contract, path=path) for path in paths]


RULE = Rule(
    type="file_not_exists",
    subject="files",
    evidence="file",
    check_tree=report_forbidden_files,
)
