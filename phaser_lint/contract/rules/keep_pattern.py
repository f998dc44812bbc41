r"""``keep_pattern``: text that a change has to leave.

What it checks: each match of ``pattern`` that a file held before a change, and does not hold after
it, is a violation, at that file. ``keep: text`` compares what was matched, or the first group that
matched a text, white space folded, one for one; ``keep: number`` how many matches there are, once a
file. What the same change adds in another file of ``file_glob`` was moved there; with
``movable: false`` only a file that is renamed takes it along, and what a deleted file held may go
with it. Else a deleted file has lost all of it. Checked against a base, as ``file_frozen``.

Example:

    rule_id: keep-tests
    type: keep_pattern
    file_glob: 'tests/'
    pattern: '^\s*def (test_\w+)'
    message: 'A test that fails is mended, not deleted.'
    severity: error
    examples:
      valid:
        - files: {tests/test_b.py: 'def test_totals(): pass'}
          before: {tests/test_a.py: 'def test_totals(): pass'}
      invalid:
        - files: {tests/test_a.py: ''}
          before: {tests/test_a.py: 'def test_totals(): pass'}

Suppressed by ``phaser:ignore-file`` in the file as it was before, as ``file_frozen`` is.
"""

from __future__ import annotations

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.rule import BLOCKS, OF_MATCHES, Rule
from phaser_lint.core.file_records import ChangeKind


def make_searching_contract(contract: Contract) -> Contract:
    """Return what ``keep_pattern`` searches for: a match counts as one of ``forbid_pattern``."""
    return contract._replace(type="forbid_pattern")


def list_losing_kinds(contract: Contract) -> tuple[ChangeKind, ...]:
    """Return the kinds of change that may take text away from ``keep_pattern``."""
    return ("modify", "delete")


RULE = Rule(
    type="keep_pattern",
    subject="change",
    evidence="lost match",
    needs=("base",),
    breaking_kinds=list_losing_kinds,
    directives_in="before",
    once=False,
    keys=(*OF_MATCHES, *BLOCKS, "keep", "movable"),
)
