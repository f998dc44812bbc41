"""Which paths have a file or a link on the disk: what a link to a folder leads to is none."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator

from phaser_lint.project import lies_below_link


def is_file_or_link(root: str, path: str) -> bool:
    """Tell whether a file or a link is present on disk at *path* under *root*."""
    return bool(select_present_paths(root, (path,)))


def select_present_paths(root: str, paths: Iterable[str]) -> list[str]:
    """Return those of *paths* under *root* where a file or a link is present on disk."""
    return [path for path, _ in find_present_modes(root, paths)]


def find_present_modes(root: str, paths: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield those of *paths* under *root* where a file or a link is present on disk, each with its
    mode.

    A submodule is one. What a link to a folder leads to is elsewhere: for git ``lib/a.py`` is
    deleted once ``lib`` is a link.
    """
    is_link_by_folder: dict[str, bool] = {}
    start, look = os.path.join(root, ""), os.lstat
    for path in paths:
        try:
            mode = look(start + path).st_mode
        except OSError:
            continue
        folder = path[: path.rfind("/") + 1]
        if folder not in is_link_by_folder:
            is_link_by_folder[folder] = lies_below_link(root, folder)
        if not (stat.S_ISDIR(mode) or is_link_by_folder[folder]):
            yield path, mode
