"""Which contracts select which paths: the globs, and the one exception for contract files.

A contract file quotes what it forbids, so it is judged only by globs that name its folder.
"""

from __future__ import annotations

from phaser_lint.globs.exact import matcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from phaser_lint.model import Contract, ContractSet


class Selection:
    """The contracts of a set, asked by path. Each glob is compiled once."""

    def __init__(self, contracts: ContractSet) -> None:
        self._folders = tuple(f"{folder}/" for folder in contracts.folders if folder)
        self._matchers: list[tuple[Contract, Callable[[str], bool]]] = [
            (contract, matcher(contract.globs)) for contract in contracts.contracts
        ]

    def contracts_for(self, path: str) -> list[Contract]:
        """Return the contracts that select *path*, in the order of the set."""
        return [
            contract
            for contract, matches in self._matchers
            if matches(path) and self._may_judge(contract, path)
        ]

    def paths_by_contract(self, paths: Iterable[str]) -> dict[str, list[str]]:
        """Return the paths that each contract selects, by its id, in the order given."""
        selected: dict[str, list[str]] = {}
        for path in paths:
            for contract in self.contracts_for(path):
                selected.setdefault(contract.rule_id, []).append(path)
        return selected

    def read_for_tree(self, paths: Iterable[str]) -> list[str]:
        """Return the paths whose content a contract on the tree as a whole has to see."""
        return [path for path in paths if any(map(reads_for_tree, self.contracts_for(path)))]

    def _may_judge(self, contract: Contract, path: str) -> bool:
        if not path.startswith(self._folders):
            return True
        return names_folder(contract.file_glob, self._folders)


def reads_for_tree(contract: Contract) -> bool:
    """Tell whether a contract on the tree reads files: for a match, or for an ignore directive."""
    return contract.scope == "tree" or contract.type == "file_not_exists"


def names_folder(globs: Sequence[str], folders: Sequence[str]) -> bool:
    """Tell whether one of *globs* starts with one of *folders* (each ending in a slash)."""
    return any(
        f"{glob.removeprefix('/').removeprefix('**/')}/".startswith(folder)
        for glob in globs
        for folder in folders
    )
