"""What could not be checked, in short: one line a contract, however many files it is about.

a.py, b.py, c.py and 197 more: undecided: slow: the pattern took longer than 100 ms
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phaser_lint.contract.model import ContractKey, Undecided
from phaser_lint.core import Record
from phaser_lint.core.text import render_path, render_quantity

_MOST_PATHS = 3


class UndecidedGroup(Record):
    """A contract that is undecided on these files, for the same reason."""

    contract: ContractKey
    reason: str
    paths: tuple[str, ...]

    def paths_shown(self) -> str:
        """Return the first undecided files, and how many more there are, safe to print."""
        return render_first_paths(self.paths)


def render_first_paths(paths: Sequence[str]) -> str:
    """Return the first undecided *paths*, and how many more there are, safe to print."""
    first_paths = ", ".join(map(render_path, paths[:_MOST_PATHS]))
    surplus = len(paths) - _MOST_PATHS
    return f"{first_paths} and {surplus:,} more" if surplus > 0 else first_paths


def group_undecided(undecided: Iterable[Undecided]) -> list[UndecidedGroup]:
    """Return what is undecided in groups of one contract and reason, in the order they come."""
    paths_by_check: dict[tuple[ContractKey, str], list[str]] = {}
    for check in undecided:
        paths_by_check.setdefault((check.contract_key, check.reason), []).append(check.path)
    return [
        UndecidedGroup(contract, reason, tuple(paths))
        for (contract, reason), paths in paths_by_check.items()
    ]


def render_surplus(groups: Iterable[UndecidedGroup]) -> str:
    """Return ``57 more contracts on 200 files`` for *groups* that have no room, or nothing."""
    contracts: set[ContractKey] = set()
    paths: set[str] = set()
    for group in groups:
        contracts.add(group.contract)
        paths.update(group.paths)
    if not contracts:
        return ""
    files = render_quantity(len(paths), "file")
    return f"{render_quantity(len(contracts), 'more contract')} on {files}"
