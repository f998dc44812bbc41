"""The work of others: what a merge and the like bring in, and files taken from elsewhere as is.

While a colleague's branch is being merged, what it adds differs from the last commit and is not the
work of who merges it. What was made in the session is its own, whatever merges it; so is a stash.
"""

from __future__ import annotations

from phaser_lint.checks.moved_code import past_of
from phaser_lint.checks.revisions import in_their_files
from phaser_lint.engine.comparison import added, occurrences, without_changes, without_old
from phaser_lint.errors import GitError
from phaser_lint.git.commit_age import CommitAges
from phaser_lint.git.object_ids import object_ids
from phaser_lint.git.other_sides import other_sides
from phaser_lint.git.repository import required_tree
from phaser_lint.git.snapshots import objects_at
from phaser_lint.rules import is_told_by_others

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaser_lint.change import Session
    from phaser_lint.engine.comparison import Before, Occurrences
    from phaser_lint.engine.fingerprints import Key
    from phaser_lint.engine.judge import Judge
    from phaser_lint.git.other_sides import Side
    from phaser_lint.model import ContractSet, Report


def with_others(judge: Judge, root: str, first: Before, *, session: Session | None) -> Before:
    """Return the before that takes for old what is old by the *first*, or came from others.

    Without a *session* the other side of a merge is old as it is, and no file is compared with
    other branches: they hold all that was ever committed.
    """

    def broken_before(found: Report) -> Occurrences:
        report = without_changes(found, judge.contracts)
        counts = first(report)
        if not without_old(report, counts).violations:
            return counts

        def at(commit: str) -> Occurrences:
            return in_their_files(past_of(judge, root, commit), report)

        try:
            return _with_sides(judge, root, counts, report, session, at)
        except GitError:  # what cannot be told is new
            return counts

    return broken_before


def _with_sides(
    judge: Judge,
    root: str,
    counts: Occurrences,
    report: Report,
    session: Session | None,
    at: Callable[[str], Occurrences],
) -> Occurrences:
    """Return *counts* with what came from others; *at* tells what there was in a commit."""
    ages = CommitAges(root, session.start if session else None)
    since, begun = (session.since, session.begun) if session else ("", ())
    counts = added(counts, _brought(other_sides(root, ages, since=since, begun=begun), at))
    if session is None:
        return counts
    left = without_old(report, counts)
    same = _same_elsewhere(root, {each.path for each in left.violations}, ages)
    return {**counts, **_of(report, same, judge.contracts)}


def _brought(sides: Iterable[Side], at: Callable[[str], Occurrences]) -> Occurrences:
    """Return how many more of each there are on a side than where it began; of several the most."""
    most: dict[Key, int] = {}
    for side in sides:
        base = at(side.base)
        for key, number in at(side.commit).items():
            most[key] = max(most.get(key, 0), number - base.get(key, 0))
    return most


def _of(report: Report, paths: set[str], contracts: ContractSet) -> Occurrences:
    """Return what is broken in the files of *paths* by what these hold."""
    by_others = {each.key for each in contracts.contracts if is_told_by_others(each)}
    return {
        key: number
        for key, number in occurrences(report).items()
        if key[1] in paths and key[0] not in by_others
    }


def _same_elsewhere(root: str, paths: set[str], ages: CommitAges) -> set[str]:
    """Return those of *paths* whose file is the same, by name and content, in an old reference."""
    if not paths:
        return set()
    prefix = required_tree(root).prefix
    asked = [
        (f"{commit}:{prefix}{path}", path)
        for commit in ages.old_references()
        for path in sorted(paths)
    ]
    found = objects_at(root, [name for name, _ in asked])
    same = zip(asked, found, strict=True)
    return {
        path for (_, path), blob in same if blob and blob in object_ids(root, path, example=blob)
    }
