r"""``require_pattern``: text that has to stand in every matching file.

What it checks: each file that ``file_glob`` names must have a match of ``pattern``. A file without
one has one violation, at the file. No file at all is no violation. With ``scope: tree`` one match
in any of the files meets the contract, and none at all is one violation, at the glob.

Example:

    rule_id: license-header
    type: require_pattern
    pattern: '^# SPDX-License-Identifier: '
    file_glob: 'src/**/*.py'
    message: 'Start the file with an SPDX line.'
    severity: error

Passes: ``# SPDX-License-Identifier: MIT``
Fails: ``import os``
Suppressed by ``phaser:ignore-file`` (not with ``scope: tree``, which belongs to no file).
"""

from __future__ import annotations

from phaser_lint.rules.conditions import OF_FILE
from phaser_lint.rules.fix_keys import INSERTION, fix_problems
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
    """Return a violation at the glob if no file of the whole tree meets the contract."""
    return [at_glob(contract)] if whole and contract.scope == "tree" and not met else []


def sample(contract: Contract) -> str | None:
    """Return a text in which the pattern is not found."""
    from phaser_lint.rules.matching_text import text_without_match  # most runs ask for none

    return text_without_match(contract)


RULE = Rule(
    type="require_pattern",
    reads="first match",
    broken_by=("no match",),
    check_file=check_file,
    check_tree=check_tree,
    sample=sample,
    scopes=("file", "tree"),
    keys=(*OF_FILE, INSERTION),
    problems=fix_problems,
)
