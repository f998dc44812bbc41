"""What could not be checked, in short: one line a contract, however many files it is about.

a.py, b.py, c.py and 197 more: undecided: slow: the pattern took longer than 100 ms
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.core.text import count, path_shown

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.contract.model import ContractKey, Undecided

_MOST_PATHS = 3


class Unchecked(Record):
    """A contract that is undecided on these files, for the same reason."""

    contract: ContractKey
    reason: str
    paths: tuple[str, ...]

    def places(self) -> str:
        """Return the first files, and how many more there are, safe to print."""
        return named_paths(self.paths)


def named_paths(paths: Sequence[str]) -> str:
    """Return the first of *paths*, and how many more there are, safe to print."""
    named = ", ".join(map(path_shown, paths[:_MOST_PATHS]))
    more = len(paths) - _MOST_PATHS
    return f"{named} and {more:,} more" if more > 0 else named


def grouped(undecided: Iterable[Undecided]) -> list[Unchecked]:
    """Return what is undecided by contract and reason, in the order in which they come."""
    found: dict[tuple[ContractKey, str], list[str]] = {}
    for entry in undecided:
        found.setdefault((entry.contract_key, entry.reason), []).append(entry.path)
    return [Unchecked(*key, tuple(paths)) for key, paths in found.items()]


def left_over(groups: Iterable[Unchecked]) -> str:
    """Return ``57 more contracts on 200 files`` of *groups* that have no room, or nothing."""
    left = list(groups)
    contracts = {each.contract for each in left}
    files = {path for each in left for path in each.paths}
    more = f"{count(len(contracts), 'more contract')} on {count(len(files), 'file')}"
    return more if left else ""
