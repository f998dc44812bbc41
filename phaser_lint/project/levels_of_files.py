"""The levels of many files at once: those among many folders."""

from __future__ import annotations

import os

from phaser_lint.core.file_state import find_parent_folders
from phaser_lint.project import is_missing, lies_below_link
from phaser_lint.project.levels import (
    LEVEL_MARKS,
    Level,
    Levels,
    choose_contract_folders,
    has_contracts,
    is_contract_name,
    rank_deepest_first,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaser_lint.project.walk import SeenFolder


def may_be_level(folder: str) -> bool:
    """Tell, in two looks, whether *folder* has a folder for contracts, and may be a level."""
    return any(not is_missing(f"{folder}/{mark}") for mark in LEVEL_MARKS)


def with_file_levels(levels: Levels, paths: Iterable[str], *, home: str) -> Levels:
    """Return *levels* with those of more files, at *paths* (relative to the root)."""
    base, folders = levels.base or levels.root, find_parent_folders(paths)
    names = [folder[:-1] for folder in folders if may_be_level(os.path.join(base, folder))]
    names += [level.name for level in levels.levels]
    return find_levels_among(base, names, home=home)._replace(root=levels.root)


def find_levels_among(
    root: str,
    names: Iterable[str],
    *,
    home: str,
    seen_in: Callable[[str], SeenFolder | None] | None = None,
) -> Levels:
    """Return the levels among the folders with these *names* (paths from *root*, empty for it):
    those that have contracts.

    Each may be one: most folders are none, and to look for both places costs twice as much.
    *seen_in* gives what was just seen in a folder behind no link, by its path from *root*.
    """
    levels = []
    start, below_links = os.path.join(root, ""), {"": False}
    for name in sorted(set(names), key=rank_deepest_first):
        folder = start + name if name else root
        contract_folders = choose_contract_folders(folder, home=home)
        inner_folders = [f"{name}/{inner}".lstrip("/") for inner in contract_folders]
        seen_folders = filter(None, map(seen_in, inner_folders)) if seen_in else ()
        if any(map(is_contract_name, [name for _, names in seen_folders for name in names])):
            levels.append(Level(name, folder, contract_folders))
            continue
        if not has_contracts(folder, contract_folders):
            continue
        # A level is where its folder stands, and not where a link gives that a name.
        above = name[: name.rfind("/") + 1]
        if above not in below_links:
            below_links[above] = lies_below_link(root, above)
        if not (below_links[above] or (name and os.path.islink(folder))):
            levels.append(Level(name, folder, contract_folders))
    return Levels(root, tuple(levels), root)
