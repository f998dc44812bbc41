"""Where things are: a project's root, the user's home and cache.

The root is the nearest folder with a contracts folder at or above the start, not above the top of
the git repository and never the home folder; else the agent's own project; else the top of the
repository; else the start.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

PROJECT_FOLDERS = (".claude/contracts", ".phaser/contracts")
USER_FOLDER = ".phaser/contracts"


def home_folder() -> str:
    """Return the user's home folder, resolved; empty if there is none."""
    home = os.path.expanduser("~")
    return os.path.realpath(home) if os.path.isabs(home) else ""


def cache_folder(environment: Mapping[str, str], *, home: str) -> str:
    """Return the user's cache folder of phaser-lint; empty without a home."""
    base = environment.get("XDG_CACHE_HOME", "")
    if not os.path.isabs(base):
        base = os.path.join(home, ".cache") if home else ""
    return os.path.join(base, "phaser-lint") if base else ""


def contract_folders(root: str, *, home: str) -> tuple[str, ...]:
    """Return the folders whose contracts count for the project at *root*, there or not."""
    users = (os.path.join(home, USER_FOLDER),) if home else ()
    return (*(os.path.join(root, name) for name in PROJECT_FOLDERS), *users)


def may_hold_contracts(folders: Iterable[str]) -> bool:
    """Tell whether there is anything at all, a broken link included, where *folders* should be."""
    return not all(map(_is_missing, folders))


def _is_missing(path: str) -> bool:
    try:
        os.lstat(path)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    return False


def find_root(start: str, *, home: str) -> str | None:
    """Return the nearest folder with a contracts folder at or above *start*, if there is one.

    *start* is a resolved folder. Nothing above the top of a git repository counts, nor the home
    folder or anything above it.
    """
    folder = start
    while folder != home:
        if any(os.path.isdir(os.path.join(folder, name)) for name in PROJECT_FOLDERS):
            return folder
        above = os.path.dirname(folder)
        if above == folder or os.path.lexists(os.path.join(folder, ".git")):
            return None
        folder = above
    return None


def git_top(start: str) -> str | None:
    """Return the nearest folder at or above *start* that holds ``.git``."""
    folder = start
    while True:
        if os.path.lexists(os.path.join(folder, ".git")):
            return folder
        above = os.path.dirname(folder)
        if above == folder:
            return None
        folder = above


def repository_top(start: str) -> str | None:
    """Return the top of the nearest repository; ``mkdir .git`` makes none, for git neither."""
    top = git_top(start)
    while top is not None and not _is_repository(os.path.join(top, ".git")):
        above = os.path.dirname(top)
        top = git_top(above) if above != top else None
    return top


def _is_repository(own: str) -> bool:
    return not os.path.isdir(own) or os.path.lexists(os.path.join(own, "HEAD"))


def project_root(start: str, *, home: str, fallback: str | None = None) -> str:
    """Return the root for *start*; *fallback* (an agent's own) comes before git's top."""
    return find_root(start, home=home) or fallback or git_top(start) or start


def agent_project(environment: Mapping[str, str], variable: str, *, named: str = "") -> str:
    """Return the agent's own project, resolved: what its *variable* tells, else what is *named*.

    Empty where nothing tells; an empty *variable* is for an agent that has none.
    """
    found = (environment.get(variable, "") if variable else "") or named
    return os.path.realpath(found) if found else ""


def path_inside(root: str, path: str) -> str | None:
    """Return the absolute *path* relative to *root*, or ``None`` if it lies outside."""
    prefix = root.rstrip(os.sep) + os.sep
    return path[len(prefix) :].replace(os.sep, "/") if path.startswith(prefix) else None


def working_directory() -> str:
    """Return the working directory, resolved; raises ``UsageError`` if it was deleted."""
    try:
        return os.path.realpath(os.getcwd())
    except FileNotFoundError:
        from phaser_lint.errors import UsageError

        raise UsageError("the working directory is not there any more") from None


def root_for(given: str | None) -> str:
    """Return the project's root: ``--root`` if *given*, else the one of the working directory.

    Raises ``UsageError`` for what is no folder, or one of git's own.
    """
    if given is None:
        start = working_directory()
        _refuse_git_folder(start, f"the working directory {start}")
        return project_root(start, home=home_folder())
    if not os.path.isdir(given):
        from phaser_lint.errors import UsageError

        raise UsageError(f"--root: expected a folder: {given}")
    root = os.path.realpath(given)
    _refuse_git_folder(root, f"--root: {given}")
    return root


def _refuse_git_folder(folder: str, named: str) -> None:
    top = git_top(folder)
    if top is not None and f"{folder}/".startswith(f"{top}/.git/"):
        from phaser_lint.errors import UsageError

        raise UsageError(f"{named} lies in git's own folder, which holds no file of the project")
