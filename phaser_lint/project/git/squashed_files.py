"""Whether the files of a ``git merge --squash`` are still staged or on the disk.

git keeps its message until the next commit, also where ``git restore`` took the changes back.
"""

from __future__ import annotations

from phaser_lint.core.errors import GitError
from phaser_lint.project.git import require_tree
from phaser_lint.project.git.changed_entries import list_changes_between_commits, list_touched_files
from phaser_lint.project.git.merge_bases import find_merge_bases
from phaser_lint.project.git.revisions import name_empty_tree
from phaser_lint.project.git.staged_index import find_index_differences


def has_squashed_files(root: str, commit: str) -> bool:
    """Tell whether a squash of *commit* onto HEAD still is in git's index or on the disk.

    A file that only the squash changed is there as the commit has it. One that HEAD changed, too,
    is unmerged, or differs from HEAD, by whoever: that tells only where there is no other. What git
    cannot tell is not there.
    """
    try:
        top = require_tree(root).root
        base = [*find_merge_bases(top, commit), name_empty_tree(top)][0]
        squashed = {change.path for change in list_changes_between_commits(top, base, commit)}
        squashed &= {change.path for change in list_changes_between_commits(top, "HEAD", commit)}
        merged = {change.path for change in list_changes_between_commits(top, base, "HEAD")}
        staged = list(find_index_differences(top, "HEAD"))
        unlike_head = {entry.path for entry in staged}
        unlike_head.update(list_touched_files(top, "HEAD"))
        unlike_commit = {entry.path for entry in find_index_differences(top, commit)}
        unlike_commit.intersection_update(list_touched_files(top, commit))
    except GitError:
        return False
    unmerged = {entry.path for entry in staged if entry.status == "U"}
    if squashed - unlike_commit or squashed & unmerged:
        return True
    return squashed <= merged and bool(squashed & unlike_head)
