"""``file_pair``: a file that another one goes with.

What it checks: each path that ``file_glob`` names needs one of ``partner``. A partner is written
with ``{dir}``, ``{name}``, ``{stem}``, ``{ext}`` of the path, and with ``{1}`` or ``{group}`` of
``path_pattern``. With a slash at its end it is a folder that holds a file. A glob that ends in a
slash names folders: ``packages/*/`` those directly below ``packages``, with ``{dir}`` the folder
itself. An agent that deletes the last partner is denied; a new path without one is reported with
the edit.

Example:

    rule_id: migrations-go-back
    type: file_pair
    file_glob: 'migrations/*.up.sql'
    path_pattern: '(\\d+)_\\w+\\.up\\.sql$'
    partner: 'migrations/{1}.down.sql'
    message: 'Every migration has a way back.'
    severity: error
    examples:
      valid: [{files: {migrations/7_totals.up.sql: '', migrations/7.down.sql: ''}}]
      invalid: [migrations/7_totals.up.sql]

Suppressed by ``phaser:ignore-file`` inside the file, where that is text.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.filled_path_fields import make_path_search
from phaser_lint.contract.rules.partners import (
    find_partner_problems,
    find_partners,
    find_selected_folders,
    may_be_partner,
    meets_path_pattern,
    selects_folders,
)
from phaser_lint.contract.rules.rule import Lacking, Rule
from phaser_lint.contract.rules.violations import make_file_violation, names_all_paths
from phaser_lint.core.text import make_printable


def find_paths_without_partner(
    contract: Contract, paths: Sequence[str], exists: Callable[..., bool]
) -> Lacking:
    """Return the paths, or their folders, for which no file of a ``file_pair`` *exists*.

    And why that cannot be known of others: ``path_pattern`` ran out of time.
    """
    of_folders, search = selects_folders(contract), make_path_search(contract)
    paths = find_selected_folders(contract, paths) if of_folders else paths
    paths_without_partner, reasons = [], {}
    for path in paths:
        try:
            is_checked = not of_folders or meets_path_pattern(contract, path, search)
            partners = find_partners(contract, path, search) if is_checked else ()
        except TimeoutError as error:
            reasons[path] = str(error)
            continue
        if is_checked and not any(is_partner_there(partner, path, exists) for partner in partners):
            paths_without_partner.append(path)
    return paths_without_partner, reasons


def is_partner_there(partner: str, path: str, exists: Callable[..., bool]) -> bool:
    """Tell whether the *partner* of *path* is there; no folder that has no other file."""
    holds_path = partner.endswith("/") and path.startswith(partner)
    return exists(partner, besides=path) if holds_path else exists(partner)


def report_missing_partners(
    contract: Contract, *, paths: Sequence[str], is_complete: bool, is_met: bool
) -> list[Violation]:
    """Return a violation of ``file_pair`` at each path that lacks its partner: which one."""
    violations = []
    for path in paths:
        violation = make_file_violation(contract, path=path)
        try:
            partners = find_partners(contract, path, make_path_search(contract))
        except TimeoutError:  # another process found in time that there is none
            partners = [*contract.value_of("partner")]
        if not partners or not names_all_paths(violation.message, partners):
            missing = " or ".join(map(make_printable, partners))
            missing = (
                missing or "a partner that is neither the path itself nor outside of the level"
            )
            message = f"{violation.message.rstrip()} (missing: {missing})"
            violation = violation._replace(message=message)
        violations.append(violation)
    return violations


RULE = Rule(
    type="file_pair",
    subject="files",
    evidence="no partner",
    needs=("partner",),
    check_tree=report_missing_partners,
    lacking=find_paths_without_partner,
    of_folders=selects_folders,
    may_go_with=may_be_partner,
    keys=("partner",),
    problems=find_partner_problems,
)
