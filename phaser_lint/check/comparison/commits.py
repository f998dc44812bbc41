"""What existed in commits: which of today's violations a revision holds already, or a session's.

It is a given commit, or the last one before an agent's session, as today's contracts check it
(``base_commit``). The work of others belongs to it: while a colleague's branch is being merged,
what the branch adds differs from the last commit, and is not the work of who merges it. What was
made in the session is its own, whatever merges it; so is a stash.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress

from phaser_lint.check.comparison.base_commit import (
    Past,
    open_past,
    open_past_between,
    open_past_of_tracked,
)
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import (
    Occurrences,
    PartlyComparedError,
    ViolationKey,
    add_counts,
    take_larger_counts,
    without_change_violations,
    without_existing,
)
from phaser_lint.contract.model import Report
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Session
from phaser_lint.core.file_state import Files
from phaser_lint.project.files.edited import EditedFiles, FilesAfterEdit
from phaser_lint.project.git import find_working_tree, require_tree
from phaser_lint.project.git.changed_entries import list_touched_files
from phaser_lint.project.git.commit_graph import find_commit_parents, holds_any_commit
from phaser_lint.project.git.commit_origins import open_origins
from phaser_lint.project.git.head_commit import is_head_unborn
from phaser_lint.project.git.merge_bases import find_branch_bases, find_merge_bases
from phaser_lint.project.git.merge_sides import (
    MergeSide,
    find_default_sides,
    find_other_sides,
    select_sides_unlike,
)
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.project.git.snapshots import find_object_ids

_MOST_OTHERS = 20
_MOST_NAMES = 100_000
_FEW = 1_000


class CommitComparison:
    """What any of some *commits* holds, and what came from others.

    Without a commit it is the last one before the *session*. Without a session the other side of a
    merge belongs to it as a whole, and no file is compared with other branches: they hold all that
    was ever committed. *proposed*: files that are not checked as they are on disk. *tip*: the
    commit that is checked, where it is not the disk; *tracked*: the files of the next one, or of
    another state that git keeps. *gone_before*: files of the commits that count as deleted then.
    *last*: see ``Past.count_violations``.
    """

    def __init__(
        self,
        checker: Checker,
        root: str,
        commits: Sequence[str] = (),
        *,
        session: Session | None = None,
        proposed: FilesAfterEdit | None = None,
        tip: str = "",
        tracked: Files | None = None,
        last: Collection[str] = (),
        gone_before: Collection[str] = (),
    ) -> None:
        self._checker, self._root, self._commits = checker, root, commits
        self._session, self._proposed, self._tip, self._last = session, proposed, tip, last
        self._tracked, self._gone_before = tracked, gone_before

    def count(self, report: Report) -> Occurrences:
        """Return how often the commit had each violation of *report*; raises ``GitError``."""
        report = without_change_violations(report, self._checker.contracts)
        counts: Occurrences = {}
        for commit in self.list_commits():
            counts = take_larger_counts(
                counts, self.past(commit).count_violations(report, last=self._last)
            )
            if not without_existing(report, counts).violations:
                return counts
        work = _WorkOfOthers(self, report, self._root, session=self._session)
        try:
            counts = work.with_sides(counts)
            counts = work.with_commits(counts, self._session) if self._session else counts
            return self.with_defaults(report, counts, work)
        except GitError as error:  # what cannot be compared is new
            raise PartlyComparedError([error], counts) from error

    def with_defaults(
        self, report: Report, counts: Occurrences, work: _WorkOfOthers | None = None
    ) -> Occurrences:
        """Return *counts* of *report* in the commits with what default branches brought of what was
        picked or squashed from them since: no more than they hold. Raises ``GitError``.
        """
        commits, new = self.list_commits(), without_existing(report, counts)
        if not commits or not new.violations:
            return counts
        work = work or _WorkOfOthers(self, report, self._root, session=self._session)
        tip = self._tip or "HEAD"
        sides = find_default_sides(self._root, self._session, base=commits[0], tip=tip)
        for side in _select_sides_with_more(sides, self._root, new, checker=self._checker):
            counts = work.with_side(counts, side)
        return counts

    def examine_before(self, report: Report) -> Sequence[Report]:
        """Return reports on the files of *report* as each commit had them; raises ``GitError``."""
        return [self.past(commit).examine_in_files(report) for commit in self.list_commits()]

    def list_commits(self) -> Sequence[str]:
        """Return the commits that are compared with; raises ``GitError``."""
        last_commit = None if self._commits else find_last_commit(self._root, self._session)
        return [last_commit] if last_commit else self._commits

    def list_changed_files(self, commit: str, session: Session) -> set[str]:
        """Return the files that are not as *commit* has them, so that nobody took them from there
        (``git checkout REV -- FILE``); raises ``GitError``.

        What a *session* committed may come from there in other ways.
        """
        if self._tip:
            return set()
        touched = {*list_touched_files(self._root, commit), *(self._proposed or ())}
        return touched.difference(session.committed)

    def past(self, commit: str) -> Past:
        """Return the project as it was in *commit*; raises ``GitError``."""
        if self._tracked is not None:
            return open_past_of_tracked(self._checker, self._tracked, commit)
        if self._tip:
            return open_past_between(self._checker, self._root, commit, tip=self._tip)
        past = open_past(self._checker, self._root, commit, proposed=self._proposed)
        if self._gone_before:
            past = past._replace(files=EditedFiles(past.files, dict.fromkeys(self._gone_before)))
        return past


class BranchStartComparison(CommitComparison):
    """What there was where the branch of HEAD began, of which git is asked late."""

    def list_commits(self) -> Sequence[str]:
        """Return where the branch left the default branches of remotes; raises ``GitError``."""
        return find_branch_bases(self._root)


class DefaultsComparison:
    """What default branches bring into *tracked* files, which a commit is made of on top of *base*:
    by a merge, squash or pick of them.

    That is all that a file holds which is as such a branch has it, and of another one what the
    branch added there: whole files are checked, and nobody here wrote that.
    """

    def __init__(self, checker: Checker, tracked: Files, *, base: str) -> None:
        self._checker, self._files, self._base = checker, tracked, base

    def count(self, report: Report) -> Occurrences:
        """Return how many of each violation of *report* a default branch brings."""
        counts: Occurrences = {}
        with suppress(GitError):  # what cannot be compared is new
            root, now = self._files.root, self._files.revision
            sides = find_default_sides(root, None, base=self._base)
            sides = _select_sides_with_more(sides, root, report, checker=self._checker, now=now)
            entries = self._files.changes_since(self._base) if sides else ()
            touched_paths = {entry.path for entry in entries}
            for side in sides if touched_paths else ():
                touched_here = {entry.path for entry in self._files.changes_since(side.commit)}
                theirs, *began = [
                    open_past_of_tracked(self._checker, self._files, commit).count_in_files(report)
                    for commit in (side.commit, *side.bases)
                ]
                brought = {
                    key: number - max(counts_then.get(key, 0) for counts_then in began)
                    for key, number in theirs.items()
                }
                are_theirs = touched_paths - touched_here
                brought.update((key, theirs[key]) for key in theirs if key[1] in are_theirs)
                counts = take_larger_counts(counts, brought)
        return counts


def _select_sides_with_more(
    sides: list[MergeSide], root: str, new: Report, *, checker: Checker, now: str | None = None
) -> list[MergeSide]:
    """Return those of *sides* that may have brought one of the *new* violations into their files;
    all where other files decide on them, too. *now*: see ``select_sides_unlike``.
    """
    checker = checker.with_broken_contracts(new)
    if not sides or checker.selection.asks_for_tree or checker.reads_aliases():
        return sides
    paths = [*{violation.path for violation in new.violations}]
    return select_sides_unlike(root, sides, paths, now=now)


def find_last_commit(root: str, session: Session | None = None) -> str | None:
    """Return the last commit before those of the agent's *session*, or HEAD; else ``None``."""
    if session and session.since:
        return session.since
    try:
        return resolve_revision(root, "HEAD")
    except GitError:
        tree = find_working_tree(root)
        if tree is not None and is_head_unborn(tree.root):  # there is nothing to compare with
            return None
        raise


class _WorkOfOthers:
    """What others have of the violations of a *report*, each commit counted once."""

    def __init__(
        self, comparison: CommitComparison, report: Report, root: str, session: Session | None
    ) -> None:
        self._comparison, self._report = comparison, report
        self._root, self._session = root, session
        self._counts: dict[str, Occurrences] = {}

    def with_sides(self, counts: Occurrences) -> Occurrences:
        """Return *counts* with what others have in progress.

        That is how many more there are on a side than where it began; of several sides the most.
        """
        session = self._session
        since, begun = (session.since, session.brought) if session else ("", ())
        origins = open_origins(self._root, session)
        brought: dict[ViolationKey, int] = {}
        for side in find_other_sides(self._root, origins, since=since, begun=begun):
            base = self._count_at_any(side.bases)
            for key, number in self._count_at(side.commit).items():
                brought[key] = max(brought.get(key, 0), number - base.get(key, 0))
        return add_counts(counts, brought)

    def with_commits(self, counts: Occurrences, session: Session) -> Occurrences:
        """Return *counts* with what commits hold that are not the *session*'s."""
        for commit in session.others[:_MOST_OTHERS]:
            counts = take_larger_counts(counts, self._count_at(commit))
        if session.is_shared and without_existing(self._report, counts).violations:
            counts = add_counts(counts, self._count_not_own(counts, session))
        new = without_existing(self._report, counts)
        paths = sorted({violation.path for violation in new.violations})
        since = find_last_commit(self._root, session)
        for commit in _find_reference_commits(self._root, paths, session) if paths else ():
            brought = self._count_at(commit)
            is_foreign = brought and not holds_any_commit(self._root, commit, session.own)
            if is_foreign and since and commit not in session.came:
                # A branch that lacks a fix has what was fixed, and brings nothing of it.
                bases = find_merge_bases(self._root, commit, since)
                brought = _subtract_counts(brought, self._count_at_any(bases))
                if any(number > counts.get(key, 0) for key, number in brought.items()):
                    changed = self._comparison.list_changed_files(commit, session)
                    brought = {key: brought[key] for key in brought if key[1] not in changed}
            counts = take_larger_counts(counts, brought) if is_foreign else counts
        return counts

    def with_side(self, counts: Occurrences, side: MergeSide) -> Occurrences:
        """Return *counts* with what a *side* brought that nobody merges, of which some may be
        counted already.
        """
        began, theirs = self._count_at_any(side.bases), self._count_at(side.commit)
        brought = {
            key: min(number, counts.get(key, 0) + max(0, number - began.get(key, 0)))
            for key, number in theirs.items()
        }
        return take_larger_counts(counts, brought)

    def _count_not_own(self, counts: Occurrences, session: Session) -> Occurrences:
        """Return what HEAD has more than *counts* that no commit of the session added.

        What a merge has of both sides is of neither's making.
        """
        added_by_session: dict[ViolationKey, int] = {}
        for commit, parents in find_commit_parents(self._root, session.own).items():
            before: Occurrences = self._count_at(parents[0]) if parents else {}
            for parent in parents[1:]:
                bases = find_merge_bases(self._root, parents[0], parent)
                sum_of_parents = add_counts(before, self._count_at(parent))
                shared = self._count_at_any(bases)
                before = take_larger_counts(
                    take_larger_counts(before, self._count_at(parent)),
                    _subtract_counts(sum_of_parents, shared),
                )
            for key, number in _subtract_counts(self._count_at(commit), before).items():
                added_by_session[key] = added_by_session.get(key, 0) + number
        return {
            key: max(0, number - counts.get(key, 0) - max(0, added_by_session.get(key, 0)))
            for key, number in self._count_at(session.held).items()
        }

    def _count_at_any(self, commits: Sequence[str]) -> Occurrences:
        counts: Occurrences = {}
        for commit in commits:
            counts = take_larger_counts(counts, self._count_at(commit))
        return counts

    def _count_at(self, commit: str) -> Occurrences:
        """Return how often each violation occurs in *commit*."""
        if commit not in self._counts:
            self._counts[commit] = self._comparison.past(commit).count_in_files(self._report)
        return self._counts[commit]


def _subtract_counts(minuend: Occurrences, subtrahend: Occurrences) -> Occurrences:
    return {key: minuend.get(key, 0) - subtrahend.get(key, 0) for key in {*minuend, *subtrahend}}


def _find_reference_commits(root: str, paths: Sequence[str], session: Session) -> list[str]:
    """Return commits that have other files at *paths* than what they are compared with.

    What came from remotes, at any time, and what branches and tags were before the session.
    """
    since = session.since or "HEAD"
    origins = open_origins(root, session)
    tips = [since, *[tip for tip in origins.elsewhere(session.came) if tip != since]]
    prefix, number = require_tree(root).prefix, max(1, _MOST_NAMES // len(paths))
    tips_of_files: dict[tuple[str, ...], str] = {}
    # A file of which there are many versions needs no look at all tips.
    for chunk in (tips[:number][:_FEW], tips[_FEW:number]):
        if not chunk or len(tips_of_files) > _MOST_OTHERS:
            break
        objects = iter(
            find_object_ids(root, [f"{tip}:{prefix}{path}" for tip in chunk for path in paths])
        )
        for tip, *files in zip(chunk, *[objects] * len(paths), strict=True):
            tips_of_files.setdefault(tuple(files), tip)
    # What is broken by the project as a whole is at no path.
    commits = (*tips_of_files.values(), *origins.came_from_remotes())
    return [tip for tip in dict.fromkeys(commits) if tip != since][:_MOST_OTHERS]
