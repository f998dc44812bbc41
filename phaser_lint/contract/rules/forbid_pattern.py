r"""``forbid_pattern``: text that must not stand in a file.

What it checks: every match of ``pattern`` in each file that ``file_glob`` names is a violation,
at the line and column of the match's first character that is not blank. A match may span lines.

Example:

    rule_id: no-print
    type: forbid_pattern
    pattern: '(?<![\w.])print\('
    in: code
    file_glob: 'src/**/*.py'
    message: 'Use the logger.'
    severity: error
    examples:
      valid: ['logger.info("started")', '# print("started") shows nothing']
      invalid: ['print("started")']

Suppressed at each match by ``phaser:ignore``, ``phaser:ignore-next-line`` and
``phaser:ignore-all``, or in the whole file by ``phaser:ignore-file``.
"""

from __future__ import annotations

from phaser_lint.contract.rules.rule import BLOCKS, OF_MATCHES, Rule
from phaser_lint.contract.rules.violations import make_match_violations

RULE = Rule(
    type="forbid_pattern",
    subject="text",
    evidence="match",
    check_file=make_match_violations,
    once=False,
    keys=(*OF_MATCHES, *BLOCKS, "replacement", "fix_safety", "fix_needs"),
)
