"""Violations of files that git ignores: what forbids a file does not mean one that stays here."""

from __future__ import annotations

import os
from collections.abc import Sequence

from phaser_lint.check.engine.checker import Checker
from phaser_lint.contract.model import Notice, Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core.text import make_printable, name_contract
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.tracked_files import find_ignored_paths, is_ignored_path
from phaser_lint.project.regular_file import read_bytes

_LARGEST = 64 * 1024
_MOST_NAMED = 3


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


def explain_ignored_paths(root: str, paths: Sequence[str]) -> str:
    """Return that git ignores files of a denied edit, at *paths*, and how all contracts leave them
    out; nothing where it ignores none.

    Git takes as long as a denial: it is asked where ``.gitignore`` at *root* has a part of a path.
    """
    try:
        content = read_bytes(os.path.join(root, ".gitignore"), limit=_LARGEST)
    except OSError:
        return ""
    rules = content.decode("utf-8", "replace")
    parts = [part for path in paths for part in (*path.split("/"), os.path.splitext(path)[1])]
    tree = find_working_tree(root) if any(part and part in rules for part in parts) else None
    ignored = find_ignored_paths(tree, paths) if tree else None
    if not ignored:
        return ""
    names = ", ".join(map(make_printable, ignored[:_MOST_NAMED]))
    return f"git ignores {names}: exclude in .phaser/config.yaml leaves out what nobody edits."


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
