"""Violations of files that git ignores: what forbids a file does not mean one that stays here."""

from __future__ import annotations

from phaser_lint.check.engine.checker import Checker
from phaser_lint.contract.model import Notice, Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core.text import name_contract
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.tracked_files import find_ignored_paths, is_ignored_path


def without_ignored_files(checker: Checker, report: Report) -> Report:
    """Return the *report* of the check of an edit without forbidden files that git ignores: to a
    scan they are not there.

    "Do not commit .env" forbids no file that an agent writes for this machine.
    """
    if not (checker.selection.on_tree and report.violations):
        return report
    types_by_key = {contract.key: contract.type for contract in checker.contracts.contracts}
    forbidden = [
        violation
        for violation in report.violations
        if RULES[types_by_key[violation.contract_key]].evidence == "file"
    ]
    if not forbidden:
        return report
    tree = find_working_tree(checker.root)
    if tree is None:
        return report
    paths = sorted({violation.path for violation in forbidden})
    ignored = find_ignored_paths(tree, paths)
    if ignored is None:  # git tells nothing of any where one is behind a link, or in a submodule
        ignored = [path for path in paths if is_ignored_path(tree, path)]
    violations = [
        violation
        for violation in report.violations
        if not (violation in forbidden and violation.path in ignored)
    ]
    return report._replace(violations=tuple(violations))


def set_ignored_files_aside(checker: Checker, report: Report) -> tuple[Report, list[Notice]]:
    """Return the *report* of a scan of named files without the violations of those that git
    ignores, and notices that say so.

    A scan of their folder does not know them, and the hook lets an agent write them.
    """
    remaining = without_ignored_files(checker, report)
    notices = [
        Notice(
            violation.path,
            None,
            f"git ignores it, so to {name_contract(violation.contract_key)} it is not there",
        )
        for violation in report.violations
        if violation not in remaining.violations
    ]
    return remaining, notices
