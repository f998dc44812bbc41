"""Folders below a project that may hold a gate of their own, ignored by git or not.

A new level takes what lies below it out of the contracts above, and so does a new repository. So
every folder is listed; what a worktree holds is another checkout of the same files.
"""

from __future__ import annotations

import os
import time

from phaser_lint.files.root import common_folder, git_folder, lies_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Listed: TypeAlias = tuple[list[str], list[str]]
    """The folders found inside, and the names of interest among them."""

_GIT = ".git"
_MARKS = frozenset((".claude", ".phaser", _GIT))
MOST_FOLDERS = 20_000
"""About a quarter of a second."""


def gates_below(top: str, *, until: float = float("inf")) -> tuple[list[str], list[str], str]:
    """Return the folders below *top* with contracts or settings, and those that are repositories.

    Worktrees and submodules of the repository at *top* are none: git keeps them in its own folder.
    Links are not followed. After ``MOST_FOLDERS`` folders, the nearest first, the rest is left; and
    *until* so late by the monotonic clock, with the folder that it came to.
    """
    own = os.path.realpath(common_folder(git_folder(top)))
    gates: list[str] = []
    repositories: list[str] = []
    left = [top]
    for folder in left:
        if time.monotonic() > until:
            return gates, repositories, folder
        inner, marks = _listed(folder)
        if _GIT in marks and folder != top:
            kept = os.path.realpath(git_folder(folder))
            if lies_in(kept, os.path.join(own, "worktrees")):
                continue
            if not lies_in(kept, own):
                repositories.append(folder)
        if folder != top and marks != [_GIT] and marks:
            gates.append(folder)
        left += inner[: MOST_FOLDERS - len(left)]
    return gates, repositories, ""


def _listed(folder: str) -> Listed:
    inner, marks = [], []
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                if entry.name in _MARKS:
                    marks.append(entry.name)
                if entry.name != _GIT and entry.is_dir(follow_symlinks=False):
                    inner.append(entry.path)
    except OSError:
        return [], []
    return inner, marks
