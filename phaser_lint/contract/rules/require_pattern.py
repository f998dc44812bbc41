r"""``require_pattern``: text that has to stand in every matching file.

What it checks: each file that ``file_glob`` names must have a match of ``pattern``. A file without
one has one violation, at the file. No file at all is no violation. With ``scope: tree`` one match
in any of the files meets the contract, and none at all is one violation, at the glob. With
``each_block`` each block that such a header begins needs a match: one without has a violation, at
its header, and a file without such a header has none.

Example:

    rule_id: license-header
    type: require_pattern
    pattern: '^# SPDX-License-Identifier: '
    file_glob: 'src/**/*.py'
    message: 'Start the file with an SPDX line.'
    severity: error
    examples:
      valid: ['# SPDX-License-Identifier: MIT']
      invalid: ['import os']

Suppressed by ``phaser:ignore-file`` (not with ``scope: tree``, which belongs to no file), and at a
header as a match of ``forbid_pattern`` is.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.rule import BLOCKS, OF_FILE, Rule, Spans
from phaser_lint.contract.rules.violations import (
    make_glob_violation,
    make_match_violations,
    make_no_match_violations,
)


def report_missing_match(
    contract: Contract, *, path: str, text: str, spans: Spans
) -> list[Violation]:
    """Return a violation of ``require_pattern`` where the required match is missing, or one at each
    header whose block has none.
    """
    if contract.is_about_blocks:
        return make_match_violations(contract, path=path, text=text, spans=spans)
    return make_no_match_violations(contract, path=path, text=text, spans=spans)


def report_unmet_tree(
    contract: Contract, *, paths: Sequence[str], is_complete: bool, is_met: bool
) -> list[Violation]:
    """Return a violation at the glob if no file of the tree has the required pattern."""
    return (
        [make_glob_violation(contract)]
        if is_complete and contract.scope == "tree" and not is_met
        else []
    )


RULE = Rule(
    type="require_pattern",
    subject="text",
    evidence="no match",
    check_file=report_missing_match,
    check_tree=report_unmet_tree,
    scopes=("file", "tree"),
    keys=(*OF_FILE, *BLOCKS, "each_block", "insertion", "fix_safety", "fix_needs"),
)
