"""``changed_together``: files that do not change without others.

What it checks: where a change touches files that ``file_glob`` names, be it that it deletes one, it
has to touch one that ``with_glob`` names as well; to delete that counts where it deletes one of
``file_glob``, too. If it does not, there is one violation, at the first of the files, which says
how many they are. Judged against a before, as ``file_frozen``.

Example:

    rule_id: api-is-documented
    type: changed_together
    file_glob: 'src/api/*.py'
    with_glob: 'docs/api.md'
    message: 'Say in docs/api.md what changed.'
    severity: error
    examples:
      valid: [{files: {src/api/orders.py: '', docs/api.md: ''}, before: {}}]
      invalid: [src/api/orders.py]

Suppressed by ``phaser:ignore-file``: a file with that directive does not count.
"""

from __future__ import annotations

from phaser_lint.contract.rules.rule import Key, Rule
from phaser_lint.contract.rules.violations import at_file
from phaser_lint.core.text import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaser_lint.contract.model import Contract, Violation
    from phaser_lint.core.judged_files import ChangeKind


def check_changes(
    contract: Contract, *, kinds: Mapping[str, ChangeKind], met: bool, whole: bool
) -> list[Violation]:
    """Return a violation at the first file if no other one that has to change did."""
    if met or not whole or not kinds:
        return []
    found = at_file(contract, path=min(kinds))
    if len(kinds) == 1:
        return [found]
    return [
        found._replace(message=f"{found.message.rstrip()} ({count(len(kinds), 'file')} changed)")
    ]


RULE = Rule(
    type="changed_together",
    reads="nothing",
    broken_by=("change",),
    check_changes=check_changes,
    keys=(Key("with_glob", "globs"),),
)
