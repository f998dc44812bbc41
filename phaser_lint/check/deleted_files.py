"""What is missing once an edit deletes files: the last required one, the last partner."""

from __future__ import annotations

from collections.abc import Iterable, Set

from phaser_lint.agent import Proposals
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import RULES, requires_file
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.project.files.disk import DiskFiles


def find_missing_after_delete(checker: Checker, proposals: Proposals) -> Report:
    """Return what is missing once *proposals* delete files: a last required file, a partner."""
    deleted_paths = {path for path, edit in proposals if edit.deleted}
    selecting_keys = {
        contract.key for path in deleted_paths for contract in checker.selection.contracts_for(path)
    }
    requiring = tuple(
        contract
        for contract in checker.contracts.contracts
        if (contract.key in selecting_keys and requires_file(contract))
        or any(RULES[contract.type].may_go_with(contract, path) for path in deleted_paths)
    )
    if not requiring:
        return Report()
    subset = checker.with_contracts(checker.contracts._replace(contracts=requiring, problems=()))
    disk = DiskFiles(checker.root)
    paths = set(disk.paths())
    texts = {path: edit.text for path, edit in proposals if not edit.deleted}
    paths_after = (paths - deleted_paths) | texts.keys()
    # What is new may still get its partner, and what was alone before has lost nothing.
    keys_before = {
        (violation.contract_key, violation.path)
        for violation in _check_tree_paths(subset, paths, (), disk=disk).violations
    }
    lonely_paths = {
        violation.path
        for violation in _check_tree_paths(subset, paths_after, (), disk=disk).violations
    } & paths_after
    files = [
        *(TextFile(path, text) for path in lonely_paths if (text := texts.get(path)) is not None),
        *disk.read(sorted(lonely_paths - texts.keys())),
    ]
    report_after = _check_tree_paths(subset, paths_after, files, disk=disk)
    return report_after._replace(
        violations=tuple(
            violation
            for violation in report_after.violations
            if violation.where == "glob"
            or (
                any(map(disk.exists, (violation.path, f"{violation.path}/")))
                and (violation.contract_key, violation.path) not in keys_before
            )
        )
    )


def _check_tree_paths(
    checker: Checker,
    paths: Set[str],
    files: Iterable[TextFile | Skip],
    disk: DiskFiles,
) -> Report:
    """Return what breaks contracts on the tree of *paths*; *files* are read for directives."""
    sorted_paths = tuple(sorted(paths))
    files_then = DiskFiles(disk.root, listing=lambda: sorted_paths, links=disk.links)
    tree = files_then.tree(sorted_paths, whole=("",))
    return engine.check_files(checker, [], tree=tree, tree_files=files)
