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

from collections.abc import Iterable

from phaser_lint.core import Identity, is_identity_settled
from phaser_lint.core.cache_file import make_checksum
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import WorkingTree, make_git_command
from phaser_lint.project.git.index_file import find_index_identity, mark_folders_of_index
from phaser_lint.project.git.process_output import split_names, start_git

_STRICT_COMPARISON = (
    "core.checkStat=default",
    "core.trustctime=true",
    "core.ignoreStat=false",
    "core.fileMode=true",
    "core.symlinks=true",
)
_ORDINARY = b"H "


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
