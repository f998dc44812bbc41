"""Repositories that began inside of the project in a session: the project's contracts count there.

A scaffold runs ``git init``, and git lists nothing below that folder any more. An edit of a file in
it is checked by the contracts around it, where it has none of its own; so is what a command makes.
Of a clone nobody can tell what a command wrote: that it is not looked at is said once.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from phaser_lint.check.comparison.at_stop_check import Changed
from phaser_lint.core.file_records import Session
from phaser_lint.hook import SLACK_SECONDS, HookRequest, find_folder_levels
from phaser_lint.project import find_common_git_folder, find_git_folder, find_git_root, lies_in
from phaser_lint.project.file_or_skip import select_present_paths
from phaser_lint.project.git.git_status import list_unignored_files
from phaser_lint.project.regular_file import read_checkable_text


def find_begun_repositories(
    request: HookRequest, root: str, folders: Iterable[str], *, session: Session
) -> tuple[list[str], list[str]]:
    """Return those inner repositories, of *folders* relative to *root*, that began in the
    *session*; and those that are clones.

    Those with contracts of their own, and worktrees of the same repository, are neither.
    """
    begun: list[str] = []
    clones: list[str] = []
    own_folder = find_common_git_folder(find_git_folder(find_git_root(root) or root))
    for folder in folders:
        place = os.path.join(root, folder.rstrip("/"))
        shared = find_common_git_folder(find_git_folder(place))
        try:
            # Each command of git changes some of it, but hardly all.
            with os.scandir(shared) as entries:
                oldest = min(entry.stat(follow_symlinks=False).st_ctime for entry in entries)
        except (OSError, ValueError):
            continue
        is_older = not session.start or oldest < session.start - SLACK_SECONDS
        if (
            is_older
            or lies_in(shared, own_folder)
            or find_folder_levels(request, place).root != root
        ):
            continue
        is_clone = "[remote" in (read_checkable_text(os.path.join(shared, "config")) or "")
        (clones if is_clone else begun).append(folder)
    return begun, clones


def with_begun_files(
    request: HookRequest, root: str, changes: Changed, *, session: Session
) -> Changed:
    """Return the *changes* of *root* with the files in inner repositories that began in the
    *session*.

    Raises ``GitError``.
    """
    begun, _ = find_begun_repositories(request, root, changes.inner_folders, session=session)
    paths = list_begun_files(root, begun)
    if not paths:
        return changes
    files = sorted({*changes.files, *select_present_paths(root, sorted(paths))})
    deleted = sorted({*changes.deleted, *paths}.difference(files))
    return changes._replace(files=tuple(files), deleted=tuple(deleted))


def list_begun_files(root: str, folders: Iterable[str]) -> list[str]:
    """Return the files of inner repositories at *folders*, from *root*; raises ``GitError``."""
    return [
        f"{folder}{name}"
        for folder in folders
        for name in list_unignored_files(os.path.join(root, folder))
    ]
