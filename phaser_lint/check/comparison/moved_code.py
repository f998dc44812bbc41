"""Moved code: what a change removed in one file and added in another.

Splitting a file, ``mv`` before git knows the new name, a function that goes to another module: the
old debt in it is looked up in all files that differ from the commit, for the contracts alone whose
violations would be new. What it became is on the disk, or in a commit that followed.
"""

from __future__ import annotations

from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.comparison import contracts_in, moved
from phaser_lint.check.project_files import read_files
from phaser_lint.core.record import Record
from phaser_lint.project.git.changed_entries import touched_files
from phaser_lint.project.git.renames import renamed_between, renamed_since
from phaser_lint.project.git.repository import left_out_files
from phaser_lint.project.git.snapshots import broken_links_in, commit_snapshot, read_snapshot
from phaser_lint.project.root import is_file_or_link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from phaser_lint.check.engine.comparison import Occurrences
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Report
    from phaser_lint.core.change import Read
    from phaser_lint.core.judged_files import ProposedFile, Skip
    from phaser_lint.project.git.snapshots import Snapshot

    Proposed: TypeAlias = Mapping[str, ProposedFile | Skip | None]
    """Files as they will be, by their paths; ``None`` for one that will be gone."""


class Past(Record):
    """The project as it was, what judges it, and what became of it.

    ``paths`` lists all files there were, ``read`` reads some, ``changed`` lists those that are not
    what they were, gone ones included, and ``read_now`` reads them as they are. ``names_then``
    returns the earlier names of those of some files that were renamed, by their names of today.
    """

    judge: Judge
    paths: Callable[[], Sequence[str]]
    read: Read
    changed: Callable[[], Iterable[str]]
    read_now: Read
    names_then: Callable[[Collection[str]], Mapping[str, str]]
    leads_nowhere: Callable[[str], bool]
    """Tells of a path that it was a link to nothing."""


def past_of(judge: Judge, root: str, commit: str, *, proposed: Proposed | None = None) -> Past:
    """Return the project at *root* as it was in *commit*; raises ``GitError``.

    What became of it is on the disk, but for the files that are *proposed*.
    """
    snapshot, instead = commit_snapshot(root, commit), proposed or {}
    return Past(
        judge,
        snapshot.paths,
        read=lambda paths: read_snapshot(root, snapshot, paths),
        changed=lambda: _changed(root, commit, instead),
        read_now=lambda paths: _files_now(root, paths, instead),
        names_then=lambda paths: names_at(judge, root, commit, snapshot, paths),
        leads_nowhere=broken_links_in(root, snapshot),
    )


def past_between(judge: Judge, root: str, commit: str, tip: str) -> Past:
    """Return the project as it was in *commit*, where what became of it is in *tip*."""
    then, now = commit_snapshot(root, commit), commit_snapshot(root, tip)
    before, after = ({**each.blobs, **each.links} for each in (then, now))
    return Past(
        judge,
        then.paths,
        read=lambda paths: read_snapshot(root, then, paths),
        changed=lambda: [path for path in {*before, *after} if before.get(path) != after.get(path)],
        read_now=lambda paths: read_snapshot(root, now, paths),
        names_then=lambda paths: renamed_between(root, commit, tip, paths),
        leads_nowhere=broken_links_in(root, then),
    )


def moved_since(past: Past, report: Report, *, last: Collection[str]) -> Occurrences:
    """Return how many violations the change since then moved to the files where they are now.

    Looked for are those of the contracts that *report* has violations of. Raises ``GitError``.
    """
    broken = past.judge.by(contracts_in(report, past.judge.contracts))
    paths = sorted(path for path in past.changed() if broken.selection.contracts_for(path))
    now = engine.examine(broken, past.read_now(paths))
    renamed = past.names_then(paths)
    earlier = sorted({*paths, *renamed.values()})
    then = engine.examine(broken, past.read(earlier))
    return moved(under_names_of_today(then, renamed), now, last=last)


def names_at(
    judge: Judge, root: str, commit: str, snapshot: Snapshot, paths: Iterable[str]
) -> Mapping[str, str]:
    """Return the names in the commit of the files that were renamed since, by those of today.

    *paths*, and all others that the contracts select: which one of several took the place of a
    file must not depend on which of them are looked at.
    """
    blobs, there = snapshot.blobs, frozenset(left_out_files(root))
    if not any(
        path not in blobs and (path in there or is_file_or_link(root, path)) for path in paths
    ):
        return {}
    rivals = filter(judge.selection.contracts_for, touched_files(root, commit))
    return renamed_since(root, commit, blobs, {*paths, *rivals})


def under_names_of_today(then: Report, renamed: Mapping[str, str]) -> Report:
    """Return the report with violations of *renamed* files (by the new name) under that name."""
    today = {old: new for new, old in renamed.items()}
    return then._replace(
        violations=tuple(
            each._replace(path=today[each.path]) if each.path in today else each
            for each in then.violations
        )
    )


def _changed(root: str, commit: str, proposed: Proposed) -> set[str]:
    """Return the files that differ from the commit, those that are gone included."""
    # A sparse checkout has some, though not on the disk.
    return {*touched_files(root, commit), *proposed}.difference(left_out_files(root))


def _files_now(
    root: str, paths: Iterable[str], proposed: Proposed
) -> Iterator[ProposedFile | Skip]:
    for path in paths:
        if path in proposed:
            file = proposed[path]
            if file is not None:
                yield file
        # git calls deleted what it does not track any more, be it there or not.
        elif is_file_or_link(root, path):
            yield from read_files(root, [path])
