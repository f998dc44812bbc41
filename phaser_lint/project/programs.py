"""Programs of this machine, told from those that a checkout brings along.

A PATH may hold folders of the checkout: ``node_modules/.bin``, as ``npm run`` puts it there, or
``.venv/bin``. What lies in one, or leads through one by a link, is no program of the user's.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.core import PROGRAM_ENDING
from phaser_lint.project import find_common_git_folder, find_git_folder, find_repository_root

_MOST_STEPS = 400
Checkout = frozenset[tuple[int, int]]
"""The folders of a project that come with it, by device and number: neither a link nor another
spelling (on a disk that tells no cases apart) hides one."""
# The last answer on a PATH: each call of git asks, of which a run makes many with the same one.
_LAST: dict[tuple[Checkout, str], str] = {}
_GIT = f"{os.sep}.git{os.sep}"


def lies_in_checkout(path: str, checkout: Checkout) -> bool:
    """Tell whether *path* lies in the *checkout*, or leads through it; a relative one does.

    Each folder on the way counts, what lies there, a link, and where it leads.
    """
    if not os.path.isabs(path):
        return True
    folder, pending_names, target = os.sep, list[str](), path
    for _ in range(_MOST_STEPS):
        if target:
            drive, tail = os.path.splitdrive(target)
            folder = drive + os.sep if os.path.isabs(target) else folder
            names = tail.replace("/", os.sep).split(os.sep)
            pending_names += [name for name in reversed(names) if name not in "."]
        if not pending_names:
            return False
        name, target = pending_names.pop(), ""
        if name == os.pardir:
            folder = os.path.dirname(folder)
            continue
        step = os.path.join(folder, name)
        try:
            status = os.lstat(step)
            target = os.readlink(step) if stat.S_ISLNK(status.st_mode) else ""
        except (OSError, ValueError):  # nothing lies there, or below
            return False
        if (status.st_dev, status.st_ino) in checkout:
            return True
        folder = folder if target else step
    return False


def leave_out_checkout(path: str, checkout: Checkout) -> str:
    """Return the *path* to programs, as in ``PATH``, without folders of the *checkout*."""
    key = checkout, path
    if key not in _LAST:
        folders = path.split(os.pathsep)
        _LAST.clear()
        _LAST[key] = os.pathsep.join(
            name for name in folders if not lies_in_checkout(name, checkout)
        )
    return _LAST[key]


def find_checkout(root: str, *, shared_folder: str = "") -> Checkout:
    """Return the checkout that *root* is in, or its main worktree, by which its programs are told
    from the user's.

    The folder above all others counts for none, since every program lies in it; no folder is in no
    checkout. *shared_folder*: git's own, where *root* is known to be that of its repository.
    """
    if not root:
        return frozenset()
    top = root if shared_folder else find_repository_root(root) or root
    # Of a linked worktree and of a submodule git's folder lies in the repository they belong to.
    shared = shared_folder or find_common_git_folder(find_git_folder(top))
    shared = f"{os.path.abspath(shared)}{os.sep}"
    identities = set()
    for folder in {root, top, shared.partition(_GIT)[0] or os.sep}:
        if os.path.dirname(folder) == folder:
            continue
        try:
            status = os.stat(folder)
        except (OSError, ValueError):
            continue
        identities.add((status.st_dev, status.st_ino))
    return frozenset(identities)


def find_user_program(name: str, path: str, checkout: Checkout) -> str | None:
    """Return the first program of that *name* in *path* that lies outside of the *checkout*."""
    for folder in filter(os.path.isabs, path.split(os.pathsep)):
        program = os.path.join(folder, f"{name}{PROGRAM_ENDING}")
        is_program = os.access(program, os.X_OK) and not os.path.isdir(program)
        if is_program and not lies_in_checkout(program, checkout):
            return program
    return None
