"""Git's index file: which one it is, how many files it has, and what it holds of each folder."""

from __future__ import annotations

import os

from phaser_lint.core import Identity, make_file_identity
from phaser_lint.core.cache_file import make_checksum
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import WorkingTree, make_git_variables
from phaser_lint.project.git.process_output import decode_git_path
from phaser_lint.project.regular_file import open_regular_file, read_bytes

LINES_OF_A_FOLDER = r"(?s:..)(([^\0]*/|)[^/\0]*(?:\0H \2[^/\0]+){0,4000})\0"
"""A pattern of what a tagged listing has of one folder: a file, and those of the index behind it
that lie there, too.
"""
_FILES_OR_UNTRACKED = rf"\? [^\0]*\0|{LINES_OF_A_FOLDER}".encode()
_STATUS_BYTES = 62
_ENTRY_BYTES = [_STATUS_BYTES + length + 8 & -8 for length in range(4096)]
"""What an entry of version 2 takes, by the length of its path: NULs fill it up."""


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
        header = read_bytes(_find_index_path(tree), limit=12)
    except OSError:
        return 0, 0
    if header[:4] != b"DIRC":
        return 0, 0
    return int.from_bytes(header[4:8], "big"), int.from_bytes(header[8:12], "big")


def find_index_identity(tree: WorkingTree) -> Identity | None:
    """Return the identity (size, times, number) of git's index file; ``None`` without."""
    try:
        return make_file_identity(os.stat(_find_index_path(tree)))
    except OSError:
        return None


def mark_folders_of_index(tree: WorkingTree, listing: bytes) -> dict[str, bytes]:
    """Return what tells the entries that git's index has of the files in each folder from others:
    a commit of a few files leaves the rest as they are, byte for byte.

    *listing* is a tagged one. Empty where the index has another form than git writes unasked
    (compressed, split, with further flags), or is listed in part.
    """
    import re

    marks: dict[bytes, bytes] = {}
    count = 0
    try:
        with os.fdopen(open_regular_file(_find_index_path(tree)), "rb") as index:
            is_plain = index.read(8) == b"DIRC\0\0\0\2" and not tree.prefix
            entries = int.from_bytes(index.read(4), "big") if is_plain else 0
            for match in re.finditer(_FILES_OR_UNTRACKED, listing) if entries else ():
                if match[1] is None:
                    continue
                names = match[1].split(b"\0H ")
                block = index.read(sum(map(_ENTRY_BYTES.__getitem__, map(len, names))))
                if not block.startswith(names[0] + b"\0", _STATUS_BYTES):
                    return {}
                count += len(names)
                marks[match[2]] = make_checksum(marks.get(match[2], b"") + block)
    except (OSError, IndexError):  # a path of more than four thousand bytes
        return {}
    if not entries or count != entries:
        return {}
    # Each by itself takes a fifth of all this, where there are as many folders as files.
    folders = decode_git_path(b"\0".join(marks)).split("\0")
    return dict(zip(folders, marks.values(), strict=True))


def _find_index_path(tree: WorkingTree) -> str:
    # Only a hook of git has one that is named, which may be of another repository.
    is_named = "GIT_INDEX_FILE" in os.environ
    named_path = make_git_variables(tree).get("GIT_INDEX_FILE") if is_named else None
    return os.path.join(tree.root, named_path or os.path.join(tree.own_folder(), "index"))
