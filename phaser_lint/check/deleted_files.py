"""What is missing once an edit deletes files: the last required one, the last partner."""

from __future__ import annotations

from phaser_lint.check.engine import check as engine
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import RULES, requires_file
from phaser_lint.core.checked_files import ProposedFile
from phaser_lint.project.files.disk import DiskFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Set

    from phaser_lint.check.comparison.edits import Proposals
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.core.checked_files import Skip
    from phaser_lint.core.files import Files


def missing_without(checker: Checker, root: str, proposals: Proposals) -> Report:
    """Return what is missing without the files of the project at *root* that *proposals* delete."""
    deleted = {path for path, each in proposals if each.deleted}
    asking = {each.key for path in deleted for each in checker.selection.contracts_for(path)}
    requiring = tuple(
        contract
        for contract in checker.contracts.contracts
        if (contract.key in asking and requires_file(contract))
        or any(RULES[contract.type].may_go_with(contract, path) for path in deleted)
    )
    if not requiring:
        return Report()
    subset = checker.by(checker.contracts._replace(contracts=requiring, problems=()))
    disk = DiskFiles(root)
    paths = set(disk.paths())
    texts = {path: each.text for path, each in proposals if not each.deleted}
    after = (paths - deleted) | texts.keys()
    # What is new may still get its partner, and what was alone before has lost nothing.
    alone = {
        (each.contract_key, each.path) for each in _on_tree(subset, paths, (), disk).violations
    }
    lonely = {each.path for each in _on_tree(subset, after, (), disk).violations} & after
    files = [
        *(ProposedFile(path, text) for path in lonely if (text := texts.get(path)) is not None),
        *disk.read(sorted(lonely - texts.keys())),
    ]
    lacking = _on_tree(subset, after, files, disk)
    return lacking._replace(
        violations=tuple(
            each
            for each in lacking.violations
            if each.where == "glob"
            or (_is_there(disk, each.path) and (each.contract_key, each.path) not in alone)
        )
    )


def _on_tree(
    checker: Checker,
    paths: Set[str],
    files: Iterable[ProposedFile | Skip],
    disk: DiskFiles,
) -> Report:
    """Return what breaks contracts on the tree of *paths*; *files* are read for directives."""
    listed = tuple(sorted(paths))
    there = DiskFiles(disk.root, listing=lambda: listed, links=disk.links)
    tree = there.tree(listed, whole=("",))
    return engine.check(checker, [], tree=tree, tree_files=files)


def _is_there(files: Files, path: str) -> bool:
    return files.exists(path) or files.exists(f"{path}/")
