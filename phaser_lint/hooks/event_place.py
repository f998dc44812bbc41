"""Where the file of an event lies: in which project, and under which paths globs select it.

    place_of("/project/src/a.py", "/project")       Place("src/a.py", …)

A hook must not skip a file because its project is unknown. Globs select a file outside the agent's
project by its absolute path. Where neither the agent nor git names a project there is only ``cwd``,
which follows the agent's ``cd``: then any folder above may be the root.
"""

from __future__ import annotations

import os

from phaser_lint.core import Record
from phaser_lint.project.root import (
    PROJECT_FOLDERS,
    agent_project,
    common_folder,
    git_folder,
    git_root,
    home_folder,
    path_inside,
)

_PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR"


class EventPlace(Record):
    """A file's path in its project, if it has one, and the paths that globs may select."""

    inside: str | None = None
    names: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    """The absolute path of the project, as resolved and as given: no glob may start with it."""


def find_event_place(path: str, working_directory: str) -> EventPlace:
    """Return the place of the absolute, resolved *path*; *working_directory* is the event's."""
    folder = os.path.dirname(path)
    root = _project(folder) or git_root(folder)
    if root is None:
        project_path = _probable_project_path(path, working_directory)
        base = path[: -len(project_path) - 1] if project_path else ""
        return EventPlace(project_path, tuple(_endings(path, project_path or "")), (base,))
    project_path = path_inside(root, path)
    roots = (root, os.environ.get(_PROJECT_VARIABLE, "").rstrip("/"))
    return EventPlace(project_path, (project_path or path.lstrip("/"),), roots)


def _project(folder: str) -> str | None:
    """Return the agent's project, or its counterpart in the worktree that *folder* lies in."""
    project = agent_project(os.environ, _PROJECT_VARIABLE)
    return (_in_worktree(project, folder) or project) if project else None


def _probable_project_path(path: str, working_directory: str) -> str | None:
    """Return *path* from the agent's folder or the farthest contracts, whichever holds more."""
    around = os.path.realpath(working_directory) if working_directory else ""
    roots = [root for root in (around, _farthest_contracts(os.path.dirname(path))) if root]
    paths = [
        project_path for root in roots if (project_path := path_inside(root, path)) is not None
    ]
    return max(paths, key=len, default=None)


def _endings(path: str, shortest: str) -> list[str]:
    """Return what *path* is from each folder above it, *shortest* or longer, the shortest first."""
    names = path.strip("/").split("/")
    endings = ["/".join(names[start:]) for start in reversed(range(len(names)))]
    return [ending for ending in endings if len(ending) >= len(shortest)]


def _farthest_contracts(folder: str) -> str:
    """Return the farthest folder with contracts at or above *folder*, below the home folder."""
    farthest, home = "", home_folder()
    while folder not in (home, os.path.dirname(folder)):
        if any(_has_files(os.path.join(folder, name)) for name in PROJECT_FOLDERS):
            farthest = folder
        folder = os.path.dirname(folder)
    return farthest


def _has_files(folder: str) -> bool:
    try:
        return any(name.endswith((".yaml", ".yml")) for name in os.listdir(folder))
    except OSError:
        return False


def _in_worktree(project: str, folder: str) -> str | None:
    """Return the counterpart of *project* in the worktree of *folder*, if that is another one."""
    project_root, worktree = git_root(project), git_root(folder)
    if project_root is None or worktree is None or project_root == worktree:
        return None
    if _repository(project_root) != _repository(worktree):
        return None
    return os.path.normpath(os.path.join(worktree, os.path.relpath(project, project_root)))


def _repository(root: str) -> str:
    """Return the folder that all worktrees of the repository at *root* share."""
    return os.path.realpath(common_folder(git_folder(root)))
