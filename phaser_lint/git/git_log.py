"""What was committed since the last look, read from git's own log of HEAD: no run of git.

``echo … > a.py && git commit -am x`` leaves nothing that differs from the last commit. Only commits
that were made here count: what was pulled, merged or checked out is somebody else's.
"""

from __future__ import annotations

import os

from phaser_lint.git.git_status import answered, log_of
from phaser_lint.git.repository import names, required_tree

_LARGEST = 256 * 1024
_EMPTY_TREES = {
    40: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
    64: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
}


def commits_after(top: str, size: int, *, seconds: float = 0) -> tuple[str, str] | None:
    """Return the first and the last state that commits led from and to, in the log after *size*.

    ``None`` without a commit. Only entries of at least that time count (*seconds* of the epoch).
    """
    try:
        with open(log_of(top), "rb") as file:
            # A log that is shorter than it was has been written anew.
            file.seek(max(size, os.fstat(file.fileno()).st_size - _LARGEST))
            lines = file.read().decode("utf-8", "replace").split("\n")
    except OSError:
        return None
    made = [line.split(" ", 2) for line in lines if _is_commit(line, seconds)]
    if not made:
        return None
    old, new = made[0][0], made[-1][1]
    return (old if old.strip("0") else _EMPTY_TREES.get(len(old), old)), new


def _is_commit(line: str, seconds: float) -> bool:
    head, _, action = line.partition("\t")
    if not action.startswith("commit") or action.startswith("commit (merge)"):
        return False
    stamp = head.rpartition(" ")[0].rpartition(" ")[2]
    return stamp.isdigit() and int(stamp) >= seconds


def changed_between(root: str, old: str, new: str) -> list[str]:
    """Return the files under *root* that differ between two commits, relative to it."""
    tree = required_tree(root)
    options = ("-r", "-z", "--name-only", "--no-renames", "--ignore-submodules=all")
    return names(answered(tree, "diff-tree", *options, tree.relative(), old, new, "--"))
