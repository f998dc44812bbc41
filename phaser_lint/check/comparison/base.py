"""The base that is a commit: which of today's violations it holds already.

It is a given commit, or the last one before an agent's session, as today's contracts check it
(``past``). The work of others belongs to it: while a colleague's branch is being merged, what the
branch adds differs from the last commit, and is not the work of who merges it. What was made in the
session is its own, whatever merges it; so is a stash.
"""

from __future__ import annotations

from phaser_lint.check.comparison.past import past_of
from phaser_lint.check.engine.comparison import (
    added,
    without_changes,
    without_existing,
)
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import repository
from phaser_lint.project.git.commit_origins import holds_any, origins_of
from phaser_lint.project.git.git_command import working_tree
from phaser_lint.project.git.head_commit import is_unborn
from phaser_lint.project.git.held_states import parents_of
from phaser_lint.project.git.other_sides import other_sides
from phaser_lint.project.git.snapshots import objects_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from typing import TypeAlias

    from phaser_lint.check.comparison.past import Past
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.comparison import Base, Occurrences
    from phaser_lint.check.engine.fingerprints import Key
    from phaser_lint.contract.model import Report
    from phaser_lint.core.checked_files import Session
    from phaser_lint.project.files.edited import Proposed
    from phaser_lint.project.git.other_sides import Side

    At: TypeAlias = Callable[[str], Occurrences]
    """Returns how often each violation occurs in a commit."""

_MOST_OTHERS = 20
_MOST_NAMES = 100_000
_FEW = 1_000


def base_of(
    checker: Checker,
    root: str,
    *,
    commit: str | None,
    session: Session | None,
    failed: Callable[[GitError], None] | None = None,
    past: Callable[[str], Past] | None = None,
    proposed: Proposed | None = None,
    last: Collection[str] = (),
) -> Base:
    """Return the base that holds what *commit* has, and what came from others.

    Without a commit it is the last one before the *session*; where git does not say which, all is
    new. Without a session the base holds the other side of a merge as a whole, and no file is
    compared with other branches: they hold all that was ever committed. *past* returns the project
    at a commit, where what became of it is not on the disk. *proposed*: files that are not checked
    as they are on disk. *last*: see ``Past.broken``. *failed* gets the reason why git did not
    answer: all violations are new then; without it ``GitError`` is raised.
    """

    def there(commit: str) -> Past:
        return past(commit) if past else past_of(checker, root, commit, proposed=proposed)

    def first(report: Report) -> Occurrences:
        if commit is not None:
            return there(commit).broken(report, last=last)
        since = session.since if session else ""
        return in_last_commit(root, report, there, since=since, failed=failed, last=last)

    def broken_in_base(found: Report) -> Occurrences:
        report = without_changes(found, checker.contracts)
        counts = first(report)
        if not without_existing(report, counts).violations:
            return counts
        known: dict[str, Occurrences] = {}

        def at(commit: str) -> Occurrences:
            if commit not in known:
                known[commit] = there(commit).in_their_files(report)
            return known[commit]

        try:
            counts = _with_sides(root, counts, session, at)
            return _with_commits(root, counts, report, session, at) if session else counts
        except GitError as error:  # what cannot be compared is new
            if failed is None:
                raise
            failed(error)
            return counts

    return broken_in_base


def in_last_commit(
    root: str,
    report: Report,
    there: Callable[[str], Past],
    *,
    since: str,
    failed: Callable[[GitError], None] | None,
    last: Collection[str],
) -> Occurrences:
    """Return how often the violations of *report* occurred in the last commit, or in *since*.

    None did where there is no such commit, or git does not answer; *failed* gets the reason.
    """
    try:
        commit = since or repository.resolve(root, "HEAD")
        return there(commit).broken(report, last=last) if commit else {}
    except GitError as error:
        tree = working_tree(root)
        if failed and (tree is None or not is_unborn(tree.root)):  # else nothing is compared
            failed(error)
        return {}


def _with_sides(root: str, counts: Occurrences, session: Session | None, at: At) -> Occurrences:
    """Return *counts* with what others have in progress; *at* tells what there was in a commit."""
    since, begun = (session.since, session.begun) if session else ("", ())
    sides = other_sides(root, origins_of(root, session), since=since, begun=begun)
    return added(counts, _brought(sides, at))


def _with_commits(
    root: str,
    counts: Occurrences,
    report: Report,
    session: Session,
    at: At,
) -> Occurrences:
    """Return *counts* with what other commits hold already."""
    for commit in session.others[:_MOST_OTHERS]:
        counts = _most(counts, at(commit))
    if session.is_shared and without_existing(report, counts).violations:
        counts = added(counts, _not_own(root, counts, session, at))
    left = without_existing(report, counts)
    paths = sorted({each.path for each in left.violations})
    for commit in _references_with(root, paths, session) if paths else ():
        if not holds_any(root, commit, session.own):
            counts = _most(counts, at(commit))
    return counts


def _most(first: Occurrences, second: Occurrences) -> Occurrences:
    return {key: max(first.get(key, 0), second.get(key, 0)) for key in {*first, *second}}


def _not_own(root: str, counts: Occurrences, session: Session, at: At) -> Occurrences:
    """Return what HEAD has more than *counts* that no commit of the session added to its parents.

    What a merge has of both sides is of neither's making.
    """
    made: dict[Key, int] = {}
    for commit, parents in parents_of(root, session.own).items():
        before: Occurrences = at(parents[0]) if parents else {}
        for parent in parents[1:]:
            base = repository.merge_base(root, parents[0], parent)
            both = added(before, at(parent))
            shared: Occurrences = at(base) if base else {}
            before = _most(_most(before, at(parent)), _less(both, shared))
        for key, number in _less(at(commit), before).items():
            made[key] = made.get(key, 0) + number
    held = at(session.held)
    return {
        key: max(0, number - counts.get(key, 0) - max(0, made.get(key, 0)))
        for key, number in held.items()
    }


def _less(first: Occurrences, second: Occurrences) -> Occurrences:
    return {key: first.get(key, 0) - second.get(key, 0) for key in {*first, *second}}


def _references_with(root: str, paths: Sequence[str], session: Session) -> list[str]:
    """Return commits that have other files at *paths* than what they are compared with.

    What came from remotes, at any time, and what branches and tags were before the session.
    """
    since = session.since or "HEAD"
    origins = origins_of(root, session)
    tips = [since, *[tip for tip in origins.elsewhere(session.came) if tip != since]]
    prefix, number = repository.required_tree(root).prefix, max(1, _MOST_NAMES // len(paths))
    first: dict[tuple[str, ...], str] = {}
    # A file of which there are many versions needs no look at all tips.
    for part in (tips[:number][:_FEW], tips[_FEW:number]):
        if not part or len(first) > _MOST_OTHERS:
            break
        found = iter(objects_at(root, [f"{tip}:{prefix}{path}" for tip in part for path in paths]))
        for tip, *row in zip(part, *[found] * len(paths), strict=True):
            first.setdefault(tuple(row), tip)
    # What is broken by the project as a whole is at no path.
    found_at = (*first.values(), *origins.came_from_remotes())
    return [tip for tip in dict.fromkeys(found_at) if tip != since][:_MOST_OTHERS]


def _brought(sides: Iterable[Side], at: At) -> Occurrences:
    """Return how many more of each there are on a side than where it began; of several the most."""
    most: dict[Key, int] = {}
    for side in sides:
        base = at(side.base)
        for key, number in at(side.commit).items():
            most[key] = max(most.get(key, 0), number - base.get(key, 0))
    return most
