r"""``forbid_pattern``: text that must not stand in a file.

What it checks: every match of ``pattern`` in each file that ``file_glob`` names is a violation,
at the line and column of the match's first character that is not blank. A match may span lines.

Example:

    rule_id: no-print
    type: forbid_pattern
    pattern: '\bprint\('
    file_glob: 'src/**/*.py'
    message: 'Use the logger.'
    severity: error

Passes: ``logger.info("started")``
Fails: ``print("started")``
Suppressed at each match by ``phaser:ignore``, ``phaser:ignore-next-line`` and
``phaser:ignore-all``, or in the whole file by ``phaser:ignore-file``.
"""

from __future__ import annotations

from phaser_lint.rules.violations import at_matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from phaser_lint.model import Contract, Violation
    from phaser_lint.rules import Spans

READS: Literal["every match", "first match", "nothing"] = "every match"
ONCE: bool = False


def check_file(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return a violation for each match."""
    return at_matches(contract, path=path, text=text, spans=spans)


def check_tree(
    contract: Contract, *, paths: Sequence[str], whole: bool, met: bool
) -> list[Violation]:
    """Return nothing: which files there are does not matter."""
    return []
