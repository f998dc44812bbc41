r"""``file_not_contains``: a file must be free of a text.

What it checks: each file that ``file_glob`` names and in which ``pattern`` matches has one
violation, however often it matches, at the first match that no directive suppresses. Where only
new violations count, all matches are compared, so that a second one beside an existing one is seen.

Example:

    rule_id: no-merge-markers
    type: file_not_contains
    pattern: '^(<{7}|>{7}) '
    file_glob: '*'
    message: 'Resolve the conflict first.'
    severity: error
    examples:
      valid: ['total = 1']
      invalid: ['<<<<<<< HEAD']

Suppressed by ``phaser:ignore-file``, or at each match by the directives for a line.
"""

from __future__ import annotations

from phaser_lint.contract.rules.rule import BLOCKS, OF_MATCHES, Rule
from phaser_lint.contract.rules.violations import make_match_violations

RULE = Rule(
    type="file_not_contains",
    subject="text",
    evidence="match",
    check_file=make_match_violations,
    keys=(*OF_MATCHES, *BLOCKS, "replacement", "fix_safety", "fix_needs"),
)
