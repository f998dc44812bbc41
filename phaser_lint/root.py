"""Where a project's root is.

The root is the nearest folder with a contracts folder at or above the start, not above the top of
the git repository and never the home folder; else the agent's own project; else the top of the
repository; else the start.
"""

from __future__ import annotations

import os

PROJECT_FOLDERS = (".claude/contracts", ".phaser/contracts")
USER_FOLDER = ".phaser/contracts"


def home_folder() -> str:
    """Return the user's home folder, resolved; empty if there is none."""
    home = os.path.expanduser("~")
    return os.path.realpath(home) if os.path.isabs(home) else ""


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


def project_root(start: str, *, home: str, fallback: str | None = None) -> str:
    """Return the root for *start*; *fallback* (an agent's own) comes before git's top."""
    return find_root(start, home=home) or fallback or git_top(start) or start


def path_inside(root: str, path: str) -> str | None:
    """Return the absolute *path* relative to *root*, or ``None`` if it lies outside."""
    prefix = root.rstrip(os.sep) + os.sep
    return path[len(prefix) :].replace(os.sep, "/") if path.startswith(prefix) else None
