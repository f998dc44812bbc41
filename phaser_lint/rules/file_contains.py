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

from phaser_lint.rules.conditions import OF_FILE
from phaser_lint.rules.rule import Rule
from phaser_lint.rules.violations import at_file, at_glob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.model import Contract, Violation
    from phaser_lint.rules.rule import Spans


def check_file(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return a violation at the file if there is no match."""
    return [] if spans else [at_file(contract, path=path)]


def check_tree(
    contract: Contract, *, paths: Sequence[str], whole: bool, met: bool
) -> list[Violation]:
    """Return a violation at the glob if there is no such file, or none of them meets a tree's."""
    unmet = not met if contract.scope == "tree" else not paths
    return [at_glob(contract)] if whole and unmet else []


def sample(contract: Contract) -> str | None:
    """Return a text in which the pattern is not found."""
    from phaser_lint.rules.matching_text import text_without_match  # most runs ask for none

    return text_without_match(contract)


RULE = Rule(
    type="file_contains",
    reads="first match",
    broken_by=("no match", "no file"),
    check_file=check_file,
    check_tree=check_tree,
    sample=sample,
    scopes=("file", "tree"),
    keys=OF_FILE,
)
