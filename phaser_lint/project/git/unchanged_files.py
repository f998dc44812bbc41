"""Git as a fast ``stat``: which files of a checkout are as its index has noted them.

That git calls a file unchanged says that its size, times and inode are those which git once took
for the index, never that its bytes are those of an object. So nothing is taken from here but that
a ``stat`` which was compared with the same entry would be the same again:

- The settings that let git look less closely do not count.
- A file with a flag, in conflict, announced, or not in the index is not among them.
- Where git writes one word of its own, ends with an error or takes too long, or where the index
  becomes another one meanwhile, no file is.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from phaser_lint.core import Identity, is_identity_settled
from phaser_lint.core.cache_file import make_checksum
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import WorkingTree, make_git_command
from phaser_lint.project.git.process_output import decode_git_path, split_names, start_git
from phaser_lint.project.git.tracked_files import (
    LINES_OF_A_FOLDER,
    find_index_identity,
    find_index_path,
)
from phaser_lint.project.regular_file import open_regular_file

_STRICT_COMPARISON = (
    "core.checkStat=default",
    "core.trustctime=true",
    "core.ignoreStat=false",
    "core.fileMode=true",
    "core.symlinks=true",
)
_ORDINARY = b"H "
_FILES_OR_UNTRACKED = rf"\? [^\0]*\0|{LINES_OF_A_FOLDER}".encode()
_STATUS_BYTES = 62
_ENTRY_BYTES = [_STATUS_BYTES + length + 8 & -8 for length in range(4096)]
"""What an entry of version 2 takes, by the length of its path: NULs fill it up."""


class UnchangedFiles:
    """Git at work, to tell which files of *tree* did not change; to be closed.

    *started_at*: the time (ns) before anything was looked at; *index*: the identity of git's index
    from before git listed the files. Raises ``GitError``.
    """

    def __init__(self, tree: WorkingTree, *, index: Identity | None, started_at: int) -> None:
        self._tree, self._index, self._started_at = tree, index, started_at
        arguments = ("--name-only", "-z", "--no-ext-diff", "--ignore-submodules=dirty")
        command = make_git_command(
            tree, "diff-files", *arguments, *tree.pathspec(), settings=_STRICT_COMPARISON
        )
        self._git = start_git(command)

    def list_changed(
        self, listing: bytes, folders: Iterable[str]
    ) -> tuple[set[str], dict[str, bytes]]:
        """Return which files of a tagged *listing* changed, and by each of its *folders* what tells
        the entries of its files from others, or this index from others.

        Of no folder where the former cannot be known.
        """
        marks, index = mark_folders_of_index(self._tree, listing), self._index
        try:
            end = self._git.end()
        except GitError:
            return set(), {}
        if end.code or end.words or index is None or find_index_identity(self._tree) != index:
            return set(), {}
        if not marks and is_identity_settled(index, now_ns=self._started_at):
            marks = dict.fromkeys(folders, make_checksum(repr(index).encode()))
        if not marks:
            return set(), {}
        lines: list[bytes] = []
        if (b"\0" + listing).count(b"\0" + _ORDINARY) < listing.count(b"\0"):
            lines = [line[2:] for line in listing.split(b"\0") if not line.startswith(_ORDINARY)]
        not_ordinary = self._tree.paths_inside(split_names(b"\0".join(lines)))
        changed = self._tree.paths_inside(split_names(end.output))
        return {*not_ordinary, *changed}, marks

    def close(self) -> None:
        """End git, if it has not ended."""
        self._git.close()


def mark_folders_of_index(tree: WorkingTree, listing: bytes) -> dict[str, bytes]:
    """Return what tells the entries that git's index has of the files in each folder from others:
    a commit of a few files leaves the rest as they are, byte for byte.

    *listing* is a tagged one. Empty where the index has another form than git writes unasked
    (compressed, split, with further flags), or is listed in part.
    """
    marks: dict[bytes, bytes] = {}
    count = 0
    try:
        with os.fdopen(open_regular_file(find_index_path(tree)), "rb") as index:
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
