"""The worktrees of a repository, as git's own folder lists them: no run of git."""

from __future__ import annotations

import os

from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.root import common_folder, git_folder

_LISTED = "worktrees"
_LONGEST_LINE = 4_096


def worktrees_of(top: str) -> list[str]:
    """Return the tops of all worktrees of the repository that has one at *top*, resolved.

    The main one comes first; those that were removed are not among them.
    """
    shared = common_folder(git_folder(top))
    try:
        names = sorted(os.listdir(os.path.join(shared, _LISTED)))
    except OSError:  # most repositories have one worktree
        return []
    main = [os.path.dirname(shared)] if os.path.basename(shared) == ".git" else []
    links = [_link(os.path.join(shared, _LISTED, name)) for name in names]
    found = [*main, *[os.path.dirname(link) for link in links if os.path.isfile(link)]]
    return list(dict.fromkeys(map(os.path.realpath, found)))


def _link(own: str) -> str:
    """Return the ``.git`` file of the worktree whose *own* folder of git this is."""
    try:
        said = read_bytes(os.path.join(own, "gitdir"), limit=_LONGEST_LINE)
    except OSError:
        return ""
    # Since git 2.48 it may be relative.
    return os.path.join(own, said.partition(b"\n")[0].decode("utf-8", "surrogateescape"))
