"""Git's index file: which one it is, and how many files it has."""

from __future__ import annotations

import os

from phaser_lint.core import Identity, make_file_identity
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import WorkingTree, make_git_variables
from phaser_lint.project.regular_file import read_bytes

LINES_OF_A_FOLDER = r"(?s:..)(([^\0]*/|)[^/\0]*(?:\0H \2[^/\0]+){0,4000})\0"
"""A pattern of what a tagged listing has of one folder: a file, and those of the index behind it
that lie there, too.
"""


def require_whole_listing(tree: WorkingTree, output: bytes) -> None:
    """Raise ``GitError`` where a listing by git has fewer names than the header of git's index
    counts.

    Of a folder below the root nobody knows how many there are to be.
    """
    if not tree.prefix and output.count(b"\0") < read_index_header(tree)[1]:
        raise GitError("git ls-files: it lists fewer files than the index of the repository counts")


def read_index_header(tree: WorkingTree) -> tuple[int, int]:
    """Return the version of git's index, and how many entries it has; zeros where there is none."""
    try:
        header = read_bytes(find_index_path(tree), limit=12)
    except OSError:
        return 0, 0
    if header[:4] != b"DIRC":
        return 0, 0
    return int.from_bytes(header[4:8], "big"), int.from_bytes(header[8:12], "big")


def find_index_identity(tree: WorkingTree) -> Identity | None:
    """Return the identity (size, times, number) of git's index file; ``None`` without."""
    try:
        return make_file_identity(os.stat(find_index_path(tree)))
    except OSError:
        return None


def find_index_path(tree: WorkingTree) -> str:
    """Return the path of git's index file, be it there or not."""
    # Only a hook of git has one that is named, which may be of another repository.
    is_named = "GIT_INDEX_FILE" in os.environ
    named_path = make_git_variables(tree).get("GIT_INDEX_FILE") if is_named else None
    return os.path.join(tree.root, named_path or os.path.join(tree.own_folder(), "index"))
