"""What a scan of a whole project says of it, beside its violations: nothing to check, idle globs.

A shard can tell the first of these alone; the others are told of everything, by the merge.
"""

from __future__ import annotations

from phaser_lint.contracts.discover import places
from phaser_lint.model import Notice
from phaser_lint.root import PROJECT_FOLDERS, home_folder
from phaser_lint.rules import TREE_TYPES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.model import Contract, ContractSet


def about_nothing(
    contracts: ContractSet,
    root: str,
    *,
    severity: str,
    contracts_dir: str | None,
    user_contracts: bool,
) -> list[Notice]:
    """Return a notice if there was no contract to check anything by, and no broken one either."""
    if contracts.contracts or contracts.problems:
        return []
    if contracts.idle:
        of = "" if severity == "all" else f" of severity {severity}"
        return [Notice(root, None, f"no enabled contract{of}; nothing was checked")]
    looked = (
        [contracts_dir]
        if contracts_dir
        else [place.shown for place in places(root, home=home_folder(), user=user_contracts)]
    )
    return [Notice(root, None, f"no contracts in {', '.join(looked)}; nothing was checked")]


def about_everything(idle: Iterable[Contract], inside: Iterable[str]) -> list[Notice]:
    """Return the notices on the *idle* contracts, and on the projects *inside* this one.

    The hook goes by the nearest contracts of a file; a scan from here judges by those of the root.
    """
    unmatched = [
        Notice(entry.path, None, f"the glob of {entry.rule_id} matches no file")
        for entry in idle
        if entry.type not in TREE_TYPES
    ]
    others = [
        Notice(path, None, f"has contracts of its own; scan --root {path} judges by them")
        for path in inside
    ]
    return [*unmatched, *others]


def projects_inside(listed: Iterable[str]) -> list[str]:
    """Return the folders, further down than the root, that have contracts of their own."""
    inside = {
        path[: path.index(f"/{folder}/")]
        for path in listed
        if "/contracts/" in path
        for folder in PROJECT_FOLDERS
        if f"/{folder}/" in path and path.endswith((".yaml", ".yml"))
    }
    return sorted(inside)
