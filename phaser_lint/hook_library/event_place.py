"""Where the file of an event lies: in which project, and under which paths globs select it.

    find_event_place("/project/src/a.py", "/project")   EventPlace("src/a.py", …)

A hook must not skip a file because its project is unknown. Globs select a file outside the agent's
project by its absolute path. Where neither the agent nor git names a project there is only ``cwd``,
which follows the agent's ``cd``: then any folder above may be the root.
"""

from __future__ import annotations

import os

from phaser_lint.agent import find_agent_project
from phaser_lint.core import Record
from phaser_lint.project import (
    find_common_git_folder,
    find_git_folder,
    find_git_root,
    find_home_folder,
    find_path_inside,
)
from phaser_lint.project.levels import PROJECT_FOLDERS

_PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR"


class EventPlace(Record):
    """A file's path in its project, if it has one, and the paths that globs may select."""

    inside: str | None = None
    names: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    """The absolute path of the project, as resolved and as given: no glob may start with it."""


def find_event_place(path: str, working_directory: str) -> EventPlace:
    """Return the place of an event's file in its project, for a team's own hook: *path* is
    absolute, resolved; *working_directory* is the event's.
    """
    folder = os.path.dirname(path)
    root: str | None = find_agent_project(os.environ, _PROJECT_VARIABLE)
    worktree = find_git_root(folder)
    if not root:
        root = worktree
    elif worktree is not None:
        # The counterpart of the project in the worktree of the file, if that is another one.
        project_root = find_git_root(root)
        is_other = project_root is not None and project_root != worktree
        if is_other and _find_repository(project_root or "") == _find_repository(worktree):
            root = os.path.normpath(os.path.join(worktree, os.path.relpath(root, project_root)))
    if root is not None:
        inside = find_path_inside(root, path)
        roots = (root, os.environ.get(_PROJECT_VARIABLE, "").rstrip("/"))
        return EventPlace(inside, (inside or path.lstrip("/"),), roots)
    # The path from the agent's folder or the farthest contracts, whichever holds more; and what it
    # is from each folder above that, the shortest first.
    around = os.path.realpath(working_directory) if working_directory else ""
    folders = [above for above in (around, _find_farthest_contracts(folder)) if above]
    paths = [inside for above in folders if (inside := find_path_inside(above, path)) is not None]
    inside = max(paths, key=len, default=None)
    names = path.strip("/").split("/")
    endings = ["/".join(names[start:]) for start in reversed(range(len(names)))]
    endings = [ending for ending in endings if len(ending) >= len(inside or "")]
    return EventPlace(inside, tuple(endings), (path[: -len(inside) - 1] if inside else "",))


def _find_farthest_contracts(folder: str) -> str:
    """Return the farthest folder with contracts at or above *folder*, below the home folder."""
    farthest, home = "", find_home_folder()
    while folder not in (home, os.path.dirname(folder)):
        for contracts in PROJECT_FOLDERS:
            try:
                names = os.listdir(os.path.join(folder, contracts))
            except OSError:
                continue
            if any(name.endswith((".yaml", ".yml")) for name in names):
                farthest = folder
        folder = os.path.dirname(folder)
    return farthest


def _find_repository(root: str) -> str:
    """Return the folder that all worktrees of the repository at *root* share."""
    return os.path.realpath(find_common_git_folder(find_git_folder(root)))
