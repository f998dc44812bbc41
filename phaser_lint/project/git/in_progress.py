"""What git is in the middle of: a merge, a squash, a pick, a revert, a rebase; no run of git.

It keeps a file for each in its folder of the working tree, until the commit is made or given up.
"""

from __future__ import annotations

import os

from phaser_lint.core import Record
from phaser_lint.project.git.process_output import is_object_id
from phaser_lint.project.regular_file import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_HEAD = "GITHEAD_"


_LARGEST = 1024 * 1024
_SQUASHED = "SQUASH_MSG"
_FILES = ("MERGE_HEAD", _SQUASHED, "CHERRY_PICK_HEAD", "REBASE_HEAD", "REVERT_HEAD")


class CommitInProgress(Record):
    """A commit that is being brought in, and the name of git's file that says so."""

    name: str
    commit: str


def list_commits_in_progress(folder: str) -> tuple[CommitInProgress, ...]:
    """Return the commits that git is in the middle of bringing in (merge, squash, pick, revert,
    rebase), by its own *folder*.
    """
    commits = [
        CommitInProgress(_FILES[0], commit)
        for commit in list_merged_heads()
        if is_object_id(commit)
    ]
    for name in _FILES:
        try:
            text = read_bytes(os.path.join(folder, name), limit=_LARGEST).decode("utf-8", "replace")
        except OSError:
            continue
        lines = text.split("\n")
        if name == _SQUASHED:  # a log of what is squashed, the newest first
            mark = "commit "
            lines = [line.removeprefix(mark) for line in lines if line.startswith(mark)]
        ids = [line for line in lines if is_object_id(line)]
        ids = ids[:1] if name == _SQUASHED else ids
        commits += [CommitInProgress(name, commit) for commit in ids]
    return tuple(dict.fromkeys(commits))


def list_merged_heads(variables: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the commits that a ``git merge`` in progress brings in, by the *variables* of git that
    its hook gets.

    It writes them down only where the hook lets it go on.
    """
    names = os.environ if variables is None else variables
    return tuple(name.removeprefix(_HEAD) for name in names if name.startswith(_HEAD))
