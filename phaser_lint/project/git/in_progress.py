"""What git is in the middle of: a merge, a squash, a pick, a revert, a rebase.

It keeps a file for each in its folder of the working tree, until the commit is made or given up.
Two of them stay for longer: a rebase that had a conflict leaves REBASE_HEAD behind, and a squash
that was taken back its message. Only of a squash git is asked.
"""

from __future__ import annotations

import os

from phaser_lint.core import Record
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.process_output import is_object_id
from phaser_lint.project.regular_file import read_bytes

_HEAD = "GITHEAD_"
_LARGEST = 1024 * 1024
_SQUASHED = "SQUASH_MSG"
_REBASED = "REBASE_HEAD"
_FILES = ("MERGE_HEAD", _SQUASHED, "CHERRY_PICK_HEAD", _REBASED, "REVERT_HEAD")
_REBASING, _BY_AM = ("rebase-merge", "rebase-apply"), ("rebase-apply", "applying")


class CommitInProgress(Record):
    """A commit that is being brought in, and the name of git's file that says so."""

    name: str
    commit: str


def list_commits_in_progress(root: str) -> tuple[CommitInProgress, ...]:
    """Return the commits that git is in the middle of bringing in (merge, squash, pick, revert,
    rebase), in the working tree around the folder *root*.
    """
    commits = [
        CommitInProgress(_FILES[0], commit)
        for commit in list_merged_heads()
        if is_object_id(commit)
    ]
    tree = find_working_tree(root)
    folder = tree.own_folder if tree else ""
    # As git status says it: ``git am`` has the second folder, too, and brings no commit.
    is_rebase = any(os.path.isdir(os.path.join(folder, name)) for name in _REBASING)
    is_rebase = is_rebase and not os.path.exists(os.path.join(folder, *_BY_AM))
    for name in _FILES if folder else ():
        try:
            text = read_bytes(os.path.join(folder, name), limit=_LARGEST).decode("utf-8", "replace")
        except OSError:
            continue
        lines = text.split("\n")
        if name == _SQUASHED:  # a log of what is squashed, the newest first
            mark = "commit "
            lines = [line.removeprefix(mark) for line in lines if line.startswith(mark)]
        ids = [line for line in lines if is_object_id(line)]
        if name == _SQUASHED and ids:
            from phaser_lint.project.git.squashed_files import has_squashed_files  # few have one

            ids = ids[:1] if has_squashed_files(root, ids[0]) else []
        elif name == _REBASED and not is_rebase:
            continue
        commits += [CommitInProgress(name, commit) for commit in ids]
    return tuple(dict.fromkeys(commits))


def list_merged_heads() -> tuple[str, ...]:
    """Return the commits that a ``git merge`` in progress brings in, by the variables of its hook.

    It writes them down only where the hook lets it go on.
    """
    return tuple(name.removeprefix(_HEAD) for name in os.environ if name.startswith(_HEAD))
