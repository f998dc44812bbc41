"""What is missing once an edit deletes files: the last required one, the last partner."""

from __future__ import annotations

from phaser_lint.check.engine import check as engine
from phaser_lint.check.other_files import files_there, tree_among
from phaser_lint.check.project_files import read_files
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import RULES, requires_file
from phaser_lint.core.checked_files import ProposedFile, read_no_file
from phaser_lint.project.links import links_on_disk
from phaser_lint.project.listed import Listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Set

    from phaser_lint.check.comparison.edits import Proposals
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.core.checked_files import Skip
    from phaser_lint.project.links import Links


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
    paths, links = set(files_there(root)), links_on_disk(root)
    texts = {path: each.text for path, each in proposals if not each.deleted}
    after = (paths - deleted) | texts.keys()
    # What is new may still get its partner, and what was alone before has lost nothing.
    alone = {
        (each.contract_key, each.path) for each in _on_tree(subset, paths, (), links).violations
    }
    lonely = {each.path for each in _on_tree(subset, after, (), links).violations} & after
    files = [
        *(ProposedFile(path, text) for path in lonely if (text := texts.get(path)) is not None),
        *read_files(root, sorted(lonely - texts.keys())),
    ]
    lacking = _on_tree(subset, after, files, links)
    was = Listed(lambda: paths, links=links)
    return lacking._replace(
        violations=tuple(
            each
            for each in lacking.violations
            if each.where == "glob"
            or (_held(was, each.path) and (each.contract_key, each.path) not in alone)
        )
    )


def _on_tree(
    checker: Checker,
    paths: Set[str],
    files: Iterable[ProposedFile | Skip],
    links: Links,
) -> Report:
    """Return what breaks contracts on the tree of *paths*; *files* are read for directives."""
    listed = tuple(sorted(paths))
    tree = tree_among(
        listed,
        whole=("",),
        listing=lambda: listed,
        read=read_no_file,
        links=links,
    )
    return engine.check(checker, [], tree=tree, tree_files=files)


def _held(files: Listed, path: str) -> bool:
    return files.holds(path) or files.holds(f"{path}/")
