"""What the paths of a tree break: files that are there, and files that are missing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.file_verdict import FileVerdict
from phaser_lint.contract.model import Contract, ContractKey, ContractSet, Violation
from phaser_lint.contract.rules import RULES, requires_file
from phaser_lint.contract.rules.rule import Lacking
from phaser_lint.contract.selection import stays_in_folders
from phaser_lint.contract.undecided import Undecided, make_undecided
from phaser_lint.core import Record
from phaser_lint.core.file_records import Tree


class TreeVerdict(Record):
    """What breaks the contracts on a tree, directives not counted yet, and what is open."""

    violations: Sequence[tuple[Contract, Violation]]
    undecided: tuple[Undecided, ...]


def decide_tree(checker: Checker, tree: Tree, verdicts: Sequence[FileVerdict]) -> TreeVerdict:
    """Return the verdict on the *tree*: missing or forbidden files; *verdicts* are on content."""
    counted_on_tree = select_counted_paths(checker, tree)
    undecided = [
        *counted_on_tree.undecided,
        *(open_case for verdict in verdicts for open_case in verdict.undecided),
    ]
    tree_violations = check_tree(
        checker.contracts,
        selected=counted_on_tree.paths,
        met=frozenset(key for verdict in verdicts for key in verdict.met),
        undecided={open_case.contract_key for open_case in undecided},
        whole_folders=tree.whole,
    )
    return TreeVerdict(tree_violations, counted_on_tree.undecided)


class CountedOnTree(Record):
    """The paths that each contract on the tree is asked about, by its place in the set.

    ``undecided``: those where that is not known, and matters.
    """

    paths: dict[int, Sequence[str]]
    undecided: tuple[Undecided, ...]


def select_counted_paths(checker: Checker, tree: Tree) -> CountedOnTree:
    """Return which paths of the *tree* count for each contract, and where that is undecided."""
    paths_by_place: dict[int, Sequence[str]] = {}
    undecided = []
    on_tree = checker.selection.on_tree
    for place, selected in checker.selection.paths_at(on_tree, tree.paths).items():
        contract = checker.contracts.contracts[place]
        paths, reasons = checker.selection.selected_among(place, selected)
        # Whether it matters if more than these paths are selected.
        matters = True
        if "partner" in RULES[contract.type].needs:
            matters = tree.files is not None
            lacking: Lacking = ((), {})
            if tree.files is not None:
                lacking = RULES[contract.type].lacking(contract, paths, tree.files.exists)
            paths, open_reasons = lacking
            reasons = {**reasons, **open_reasons}
        elif requires_file(contract) or contract.scope == "tree":
            is_met = bool(paths) and requires_file(contract)
            matters = stays_in_folders(contract, tree.whole) and not is_met
        paths_by_place[place] = paths
        undecided += [
            make_undecided(contract, path, reason)
            for path, reason in (reasons if matters else {}).items()
        ]
    return CountedOnTree(paths_by_place, tuple(undecided))


def check_tree(
    contracts: ContractSet,
    *,
    selected: Mapping[int, Sequence[str]],
    met: Set[ContractKey],
    undecided: Set[ContractKey],
    whole_folders: tuple[str, ...],
) -> list[tuple[Contract, Violation]]:
    """Return for the verdict on a tree what breaks its contracts (a missing, forbidden or lonely
    file), directives not counted yet.

    *selected* holds the paths that a contract selects, by its place in the set, *met* the keys of
    those that some file meets, *undecided* of those that could not be checked on some file.
    *whole_folders*: see ``Tree``.
    """
    tree_violations = []
    for place, contract in enumerate(contracts.contracts):
        paths = selected.get(place, ())
        # Of a path that may be selected nothing follows where no other one is.
        is_open = contract.scope == "tree" or not paths
        if is_open and contract.key in undecided - met:
            continue
        tree_violations += [
            (contract, violation)
            for violation in RULES[contract.type].check_tree(
                contract,
                paths=paths,
                is_complete=stays_in_folders(contract, whole_folders),
                is_met=contract.key in met,
            )
        ]
    return tree_violations
