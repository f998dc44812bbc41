"""``changed_together``: files that do not change without others.

What it checks: a change of files that ``file_glob`` names, or a deletion of one, has to change a
file that ``with_glob`` names as well. A deletion there counts only if the change also deletes one
of ``file_glob``. Otherwise there is one violation, at the first of the files, which says how many
they are. ``with_glob`` takes ``{dir}``, ``{name}``, ``{stem}``, ``{ext}`` of the path, and ``{1}``
or ``{group}`` of ``path_pattern``. Files whose globs become the same are then checked together,
apart from others. ``changes`` says which changes ask: ``create``, ``modify``, ``delete`` and
``rename``, of a file that is gone and one that is new with at least half of its lines. Where
``rename`` is not listed, that is a deletion and a creation. Checked against a base, as
``file_frozen``.

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

import re
from collections.abc import Mapping, Sequence

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.rule import Rule
from phaser_lint.contract.rules.violations import make_file_violation, names_all_paths
from phaser_lint.core.file_records import ChangeKind
from phaser_lint.core.text import make_printable, render_quantity


def report_missing_changes(
    contract: Contract,
    *,
    kinds: Mapping[str, ChangeKind],
    is_met: bool,
    is_complete: bool,
    globs: Sequence[str] = (),
) -> list[Violation]:
    """Return a violation of ``changed_together`` at the first file if no other one that has to
    change did.

    It says how many they are, and what did not change where that depends on the file.
    """
    if is_met or not is_complete or not kinds:
        return []
    violation = make_file_violation(contract, path=min(kinds))
    # A glob says `\[id]` where a path has brackets.
    wanted_globs = [
        make_printable(re.sub(r"\\(.)", r"\1", glob)) for glob in globs if not glob.startswith("!")
    ]
    is_said = names_all_paths(violation.message, wanted_globs)
    files = [f"{render_quantity(len(kinds), 'file')} changed"] if len(kinds) > 1 else []
    unchanged = [] if is_said else [f"unchanged: {' or '.join(wanted_globs)}"]
    details = "; ".join([*files, *unchanged])
    return [
        violation._replace(message=f"{violation.message.rstrip()} ({details})")
        if details
        else violation
    ]


RULE = Rule(
    type="changed_together",
    subject="change",
    evidence="change",
    needs=("base", "other changes"),
    check_changes=report_missing_changes,
    keys=("with_glob", "asking_changes"),
)
