"""What others bring in: the part that is theirs of a merge, a squash, a pick or a revert."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Session
from phaser_lint.project.git import run_git
from phaser_lint.project.git.answers import AnswerGuard
from phaser_lint.project.git.commit_origins import Origins, open_origins
from phaser_lint.project.git.in_progress import CommitInProgress, list_commits_in_progress
from phaser_lint.project.git.merge_bases import (
    find_merge_bases,
    find_shared_with_default,
    list_default_tips,
    list_unmerged_defaults,
)
from phaser_lint.project.git.revisions import name_empty_tree, resolve_revision
from phaser_lint.project.git.snapshots import find_files_in_commits

_MERGED = ("MERGE_HEAD", "SQUASH_MSG")


class MergeSide(Record):
    """The difference between a commit and the commits that it began from."""

    commit: str
    bases: tuple[str, ...]


def find_other_sides(
    root: str,
    origins: Origins,
    *,
    since: str = "",
    begun: Iterable[tuple[str, str]] = (),
    only_default: bool = False,
) -> list[MergeSide]:
    """Return the sides that others bring in by a merge, squash, pick or revert in progress, or by
    one that was *begun* earlier.

    *begun*: see ``Session``. Each is compared with HEAD, or with the commit *since*. *only_default*
    limits them to what the default branches of remotes hold, where there are some: else the pull
    request would find what the commit was excused for.
    """
    head = resolve_revision(root, "HEAD")
    if head is None:
        return []
    sides = []
    earlier_operations = (CommitInProgress(*operation) for operation in begun)
    operations = dict.fromkeys((*list_commits_in_progress(root), *earlier_operations))
    is_limited = bool(only_default and operations and list_default_tips(root))
    # A rebase makes commits of the branch anew, which it had already: it picks them, too.
    rebased = {operation.commit for operation in operations if operation.name == "REBASE_HEAD"}
    for operation in operations:
        if resolve_revision(root, operation.commit) is not None:
            new_sides = _find_merge_sides(root, origins, operation, head=since or head)
            if is_limited and operation.commit not in rebased:
                new_sides = _limit_to_default(root, operation, new_sides, head=since or head)
            sides += new_sides
    return sides


def _limit_to_default(
    root: str, operation: CommitInProgress, sides: Iterable[MergeSide], *, head: str
) -> list[MergeSide]:
    """Return what default branches hold of *sides* of an *operation*; of a revert nothing."""
    if operation.name == "REVERT_HEAD":
        return []
    limited_sides = []
    for side in sides:
        for commit in find_shared_with_default(root, side.commit):
            if commit == side.commit:
                limited_sides.append(side)
            elif operation.name in _MERGED:
                bases = find_merge_bases(root, commit, head)
                limited_sides += [MergeSide(commit, bases)] if commit not in bases else []
    return limited_sides


def find_default_sides(
    root: str, session: Session | None, *, base: str, tip: str = "HEAD"
) -> list[MergeSide]:
    """Return the sides of the default branches of remotes: what a commit after *base*, up to *tip*,
    or what is not committed yet, may have merged, picked or squashed of them.

    Each began where *base* left that branch; where *base* is a state of that itself, where *tip*
    did: what the branch did between the two is asked for. In an agent's *session* what it made is
    no side; where no remote's branch is known, the main branch of the clone is one. Raises
    ``GitError``.
    """
    head = resolve_revision(root, tip)
    commit = head if base == "HEAD" else base
    if head is None or commit is None:
        return []
    try:
        tips = list_unmerged_defaults(root, commit, is_local=session is not None)
    except GitError:
        if commit == name_empty_tree(root):  # before the first commit nobody left a branch
            return []
        raise
    sides, origins = [], open_origins(root, session)
    for default_tip, date in tips.items():
        newest = origins.others_among({default_tip: date})
        for side_tip in newest or origins.newest_others(default_tip, without=commit):
            bases = find_merge_bases(root, side_tip, tip if commit == head else commit)
            if bases == (commit,) != (head,):
                bases = find_merge_bases(root, side_tip, head)
            if bases and side_tip not in bases:
                sides.append(MergeSide(side_tip, bases))
    return sides


def select_sides_unlike(
    root: str, sides: Iterable[MergeSide], paths: Sequence[str], *, now: str | None = None
) -> list[MergeSide]:
    """Return those of *sides* that may have brought something that the files at *paths* hold.

    Not where each is as it was where the side began, but for one that is just that in the revision
    *now* (the index has none). One that the side lacks it may have by another name. Raises
    ``GitError``.
    """

    def is_unlike(side: MergeSide) -> bool:
        number = len(side.bases)
        commits = (side.commit, *side.bases, *(() if now is None else (now,)))
        return any(
            not theirs or theirs not in files[:number] or theirs in files[number:]
            for theirs, *files in find_files_in_commits(root, commits, paths)
        )

    return [side for side in sides if is_unlike(side)]


def list_repeated_commits(root: str) -> list[str]:
    """Return the commits of the side that a rebase, pick or revert in progress makes anew in the
    next one.

    Of a revert its parent, whoever made it: what such a commit has the next one gets. Raises
    ``GitError``.
    """
    commits = []
    for operation in list_commits_in_progress(root):
        if operation.name not in _MERGED:
            parent = "^" if operation.name == "REVERT_HEAD" else ""
            commits.append(resolve_revision(root, f"{operation.commit}{parent}"))
    return [commit for commit in commits if commit is not None]


def _find_merge_sides(
    root: str, origins: Origins, begun: CommitInProgress, *, head: str
) -> list[MergeSide]:
    if begun.name in _MERGED:
        return [
            MergeSide(
                commit,
                find_merge_bases(root, commit, head) or (name_empty_tree(root),),
            )
            for commit in origins.newest_others(begun.commit, without=head)
        ]
    parent = resolve_revision(root, f"{begun.commit}^") or name_empty_tree(root)
    side = MergeSide(begun.commit, (parent,))
    if begun.name == "REVERT_HEAD":
        side = MergeSide(parent, (begun.commit,))
    date = 0  # the empty tree was never made
    if resolve_revision(root, side.commit) is not None:
        output = run_git(root, "rev-list", "--timestamp", "-1", side.commit, "--")
        with AnswerGuard("rev-list"):
            date = int(output.split()[0])
    return [side] if origins.others_among({side.commit: date}) else []
