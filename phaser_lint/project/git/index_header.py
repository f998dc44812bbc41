"""Git's index file: which one it is, and how many files it has; a listing of fewer is none."""

from __future__ import annotations

import os

from phaser_lint.core.errors import GitError
from phaser_lint.project.git import WorkingTree, git_variables
from phaser_lint.project.regular_file import Identity, identity_of, read_bytes


def require_whole(tree: WorkingTree, output: bytes) -> None:
    """Raise ``GitError`` where a listing has fewer names than the header of git's index counts.

    Of a folder below the root nobody knows how many there are to be.
    """
    if not tree.prefix and output.count(b"\0") < index_header(tree)[1]:
        raise GitError("git ls-files: it lists fewer files than the index of the repository counts")


def index_header(tree: WorkingTree) -> tuple[int, int]:
    """Return the version of git's index, and how many entries it has; zeros where there is none."""
    try:
        header = read_bytes(_index_path(tree), limit=12)
    except OSError:
        return 0, 0
    if header[:4] != b"DIRC":
        return 0, 0
    return int.from_bytes(header[4:8], "big"), int.from_bytes(header[8:12], "big")


def index_identity(tree: WorkingTree) -> Identity | None:
    """Return the identity of the file that git's index is; ``None`` where there is none."""
    try:
        return identity_of(os.stat(_index_path(tree)))
    except OSError:
        return None


def _index_path(tree: WorkingTree) -> str:
    # Only a hook of git has one that is named, which may be of another repository.
    is_named = "GIT_INDEX_FILE" in os.environ
    named_path = git_variables(tree).get("GIT_INDEX_FILE") if is_named else None
    return os.path.join(tree.root, named_path or os.path.join(tree.own_folder(), "index"))
