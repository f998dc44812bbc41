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

Passes: a changelog with that heading.
Fails: a changelog without it, and a project without a changelog.
Suppressed by ``phaser:ignore-file`` (not where the file is missing).
"""

from __future__ import annotations

from phaser_lint.rules.violations import at_file, at_glob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from phaser_lint.model import Contract, Violation
    from phaser_lint.rules import Spans

READS: Literal["every match", "first match", "nothing"] = "first match"
ONCE: bool = True


def check_file(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return a violation at the file if there is no match."""
    return [] if spans else [at_file(contract, path=path)]


def check_tree(
    contract: Contract, *, paths: Sequence[str], whole: bool, met: bool
) -> list[Violation]:
    """Return a violation at the glob if there is no such file, or none of them meets a tree's."""
    unmet = not met if contract.scope == "tree" else not paths
    return [at_glob(contract)] if whole and unmet else []
