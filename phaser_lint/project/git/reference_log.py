"""Git's logs of what references were, HEAD's own among them: no run of git."""

from __future__ import annotations

import os
from collections.abc import Sequence

from phaser_lint.core import Record
from phaser_lint.project.git.head_commit import find_head_log_path
from phaser_lint.project.git.process_output import is_object_id
from phaser_lint.project.regular_file import read_bytes_from

_LARGEST = 256 * 1024
_COMMITS = ("commit:", "commit (")
_REBASED = ("(fixup)", "(squash)", "(continue)")
_MOVES = ("checkout: moving from ", "Branch: renamed ", "clone: ")
_PUSHED = "update by push"


class LogEntry(Record):
    """A change of a reference: what it was and is, the second of the epoch, and git's words."""

    old: str
    new: str
    time: int
    action: str

    def is_commit(self) -> bool:
        """Tell whether ``git commit`` made it, and not what brings other commits.

        A rebase makes one as well where it puts two together, or takes what was staged meanwhile.
        """
        rebase = self.action.partition(": ")[0]
        return self.action.startswith(_COMMITS) or rebase.endswith(_REBASED)

    def brings(self) -> bool:
        """Tell whether HEAD's branch may have got, by this entry, commits made elsewhere."""
        return not (is_null_commit(self.new) or self.is_commit() or self.action.startswith(_MOVES))

    def is_push(self) -> bool:
        """Tell whether by the log's entry a push from here made it, of a remote-tracking branch."""
        return self.action.startswith(_PUSHED)


def is_null_commit(commit: str) -> bool:
    """Tell whether *commit* stands for no object (all zeros), as before the first one."""
    return not commit.strip("0")


_LONGEST_TIME = 20


def read_reference_log(path: str, *, after: int = 0) -> tuple[LogEntry, ...] | None:
    """Return the entries of git's log of a reference, the file at *path*, that came *after* so many
    bytes, the oldest first.

    ``None`` where the log is not the one that it was: it expired, or was written anew. Of a long
    one the last entries.
    """
    try:
        size = os.stat(path).st_size
        if size < after:
            return None
        start = max(after, size - _LARGEST)
        content = read_bytes_from(path, max(0, start - 1), limit=_LARGEST + 1)
    except OSError:
        return None if after else ()
    if after and start == after and not content.startswith(b"\n"):
        return None
    entries = []
    for line in content.decode("utf-8", "replace").split("\n"):
        head, _, action = line.partition("\t")
        old, _, new_and_committer = head.partition(" ")
        new, _, committer = new_and_committer.partition(" ")
        time = committer.rpartition(" ")[0].rpartition(" ")[2]
        # "²" is a digit to Python, and no number.
        is_time = time.isascii() and time.isdigit() and len(time) < _LONGEST_TIME
        if is_object_id(old) and is_object_id(new) and is_time:
            entries.append(LogEntry(old, new, time=int(time), action=action))
    return tuple(entries)


def find_head_log_time(root: str) -> float:
    """Return when HEAD last became another commit, by its log: seconds of the epoch, 0 without."""
    try:
        return os.stat(find_head_log_path(root)).st_mtime
    except OSError:
        return 0.0


def find_commit_before_pushes(entries: Sequence[LogEntry], commit: str) -> str:
    """Return the commit that a remote-tracking branch, *commit* by now, was before the pushes from
    here, by its log's *entries*.

    Nothing where it was made by a push.
    """
    for log_entry in reversed(entries):
        if not log_entry.is_push():
            break
        commit = log_entry.old
    return "" if is_null_commit(commit) else commit
