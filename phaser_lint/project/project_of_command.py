"""The project of a command: what ``--root`` names, or what the working directory lies in.

And what a PATH of it means there.
"""

from __future__ import annotations

import os

from phaser_lint.core import usage_error
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import nearest_choice
from phaser_lint.project import find_git_root, find_home_folder, lies_in, make_relative_path
from phaser_lint.project.levels import Levels, find_levels

_LIKENESS = 0.8


def require_project_root(root_flag: str | None) -> str:
    """Return the root of the project that a command works on: ``--root`` if it is given, else that
    of the working directory.

    Raises ``UsageError`` for what is no folder, or one of git's own.
    """
    return require_project_levels(root_flag).root


def require_project_levels(root_flag: str | None) -> Levels:
    """Return the levels of the project that a command works on: the working directory's, or those
    of ``--root`` where that lies outside.

    Raises ``UsageError`` as ``require_project_root``.
    """
    start = require_working_directory()
    if root_flag is None:
        _refuse_git_folder(start, f"the working directory {start}")
        return find_levels(start, home=find_home_folder())
    if not os.path.isdir(root_flag):
        raise UsageError(f"--root: expected a folder: {root_flag}")
    root = os.path.realpath(root_flag)
    _refuse_git_folder(root, f"--root: {root_flag}")
    return find_levels(start if lies_in(start, root) else root, home=find_home_folder(), root=root)


def find_project_root(folder: str) -> str:
    """Return the root of the project that a resolved *folder* of a command belongs to."""
    return find_levels(folder, home=find_home_folder()).root


def _refuse_git_folder(folder: str, description: str) -> None:
    root = find_git_root(folder)
    if root is not None and lies_in(folder, os.path.join(root, ".git")):
        raise UsageError(
            f"{description} lies in git's own folder, which holds no file of the project"
        )


def require_listable_folder(path: str, folder: str) -> None:
    """Raise ``UsageError`` if a *folder* of a command's project, named *path*, cannot be listed."""
    # A scan of everything skips such a folder, as git does; named, it is what is asked for.
    try:
        os.scandir(folder).close()
    except OSError as error:
        raise UsageError(f"{path}: cannot be listed: {error.strerror}") from None


def require_path_in_project(root: str, path: str, *, working_directory: str) -> str:
    """Return a command's *path* from *root*, with ``/``; raises ``UsageError`` outside of it."""
    if not path:
        raise UsageError("PATH: expected a file or folder, found an empty text")
    full = os.path.normpath(os.path.join(working_directory, path))
    parent = os.path.realpath(os.path.dirname(full))
    # Naming a link to a folder means the files in it, which have their own names.
    resolved_path = (
        os.path.realpath(full)
        if os.path.isdir(full)
        else os.path.join(parent, os.path.basename(full))
    )
    if not lies_in(resolved_path, root):
        other_root = find_git_root(resolved_path if os.path.isdir(resolved_path) else parent)
        hint = f"; scan --root {other_root} checks it" if other_root and other_root != root else ""
        raise UsageError(f"{path}: lies outside of the project at {root}{hint}")
    return make_relative_path(resolved_path, root)


def explain_missing_path(path: str) -> str:
    """Return that a command's *path* is not there, with what may be meant: a path that is there and
    is called nearly so, or the folder of a glob.
    """
    if any(sign in path for sign in "*?[{"):
        hint = "; paths are no globs: name files, or a folder for all in it"
    else:
        folder, name = os.path.split(os.path.normpath(path))
        below = ""
        while folder and not os.path.isdir(folder):
            below = os.path.join(name, below)
            folder, name = os.path.split(folder)
        try:
            names = {each.lower(): each for each in os.listdir(folder or ".")}
        except OSError:  # it may be one that nobody may list
            names = {}
        near_name = names.get(nearest_choice(name.lower(), names, cutoff=_LIKENESS), "")
        meant = os.path.join(folder, near_name, below).rstrip("/")
        hint = f"; did you mean {meant}?" if near_name and os.path.lexists(meant) else ""
    return f"{path}: no such file or folder{hint}"


def require_working_directory() -> str:
    """Return a command's working directory, resolved; raises ``UsageError`` if it was deleted."""
    try:
        return os.path.realpath(os.getcwd())
    except FileNotFoundError:
        raise usage_error("the working directory is not there any more") from None
