"""What of a change others did: the other sides of a merge and the like, and default branches.

While one is in progress, its other side is on the disk and in the index. What equals it there is no
change of who merges; nor is it one where a default branch did the same, be it picked or squashed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from contextlib import suppress
from functools import partial

from phaser_lint.core.changes import ChangedEntry, OtherSide
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import FilesReader, Session, Skip, TextFile
from phaser_lint.project import find_git_root
from phaser_lint.project.file_or_skip import make_file_or_skip
from phaser_lint.project.git import require_tree
from phaser_lint.project.git.commit_graph import holds_any_commit
from phaser_lint.project.git.commit_origins import open_origins
from phaser_lint.project.git.in_progress import list_commits_in_progress
from phaser_lint.project.git.merge_bases import find_merge_bases
from phaser_lint.project.git.merge_sides import MergeSide, find_other_sides
from phaser_lint.project.git.renames import find_renames_between
from phaser_lint.project.git.revisions import name_empty_tree
from phaser_lint.project.git.snapshots import (
    find_files_in_commits,
    find_modes_in_commit,
    find_object_ids,
    read_blob_contents,
)

Ids = Callable[[ChangedEntry, str], tuple[str, ...]]

_MOST_REMOTES = 10
_MOST_NAMES = 100_000


def select_unlike_all(
    root: str, changes: Sequence[ChangedEntry], commits: Sequence[str], *, ids: Ids
) -> list[ChangedEntry]:
    """Return the *changes* since the first of *commits*, several bases, without the incoming: those
    that make a file what it is in another of them.

    What is as it is in one of them is no change, and what one of them has is not created.
    """
    since, *more_commits = commits
    remaining = list(changes)
    of_mode = _select_changed_modes(remaining, ids) if more_commits else ()
    for commit in more_commits:
        unlike = []
        as_before = _find_paths_of_one_mode(root, commit, earlier_commits=(since,), changes=of_mode)
        blobs = find_blobs_of_changes(root, (commit,), remaining)
        for change, (blob,) in zip(remaining, blobs, strict=True):
            is_same = is_as_in_commit(change, blob, ids) and change.path not in as_before
            if not is_same and blob and change.kind == "create":
                change = change._replace(kind="modify", was=blob)
            unlike += [] if is_same else [change]
        remaining = unlike
    return remaining


def make_blob_reader(root: str, blobs: dict[str, str]) -> FilesReader:
    """Return what reads the files of a change since a base, by their *blobs* in git."""

    def read(paths: Sequence[str]) -> Iterator[TextFile | Skip]:
        try:
            for path, content in read_blob_contents(root, blobs, paths):
                yield make_file_or_skip(path, content)
        except GitError as error:  # a partial clone lacks them
            yield Skip("", str(error))

    return read


def make_side_readers(
    root: str,
    session: Session | None,
    commits: Sequence[str] = (),
    beside: Sequence[MergeSide] = (),
) -> list[OtherSide]:
    """Return what reads the incoming files: of each other side of a merge and the like, and of
    those *beside*.

    *commits*: what is compared with. What any of them lacks existed no more than what another side
    lacks.
    """
    sides = [*[MergeSide(commit, (commits[0],)) for commit in commits[1:]], *beside]
    with suppress(GitError):  # what cannot be compared is one's own
        sides += _list_sides(root, session)
    return [
        (
            partial(_read_side, root, side),
            tuple([partial(_read_side, root, MergeSide(base, ())) for base in side.bases]),
        )
        for side in sides
    ]


def _read_side(root: str, side: MergeSide, paths: Sequence[str]) -> Iterator[TextFile | Skip]:
    try:
        blobs = [*find_files_in_commits(root, (side.commit, *side.bases), paths)]
        present = {path: blob for path, (blob, *_) in zip(paths, blobs, strict=True) if blob}
        gone = {path for path, (_, *old) in zip(paths, blobs, strict=True) if any(old)} - {*present}
        # What a side renamed it took nothing from: a merge takes lines out of the new name.
        new_paths = {
            old: new
            for base in (side.bases if gone else ())
            for new, old in find_renames_between(root, base, tip=side.commit).items()
            if old in gone
        }
        renamed = find_files_in_commits(root, (side.commit,), [*new_paths.values()])
        present |= {old: blob for old, (blob,) in zip(new_paths, renamed, strict=True)}
    except GitError:
        return
    yield from make_blob_reader(root, present)([*present])
    yield from [TextFile(path, "") for path in sorted(gone - {*present})]


def without_incoming_changes(
    root: str,
    changes: Sequence[ChangedEntry],
    *,
    session: Session | None,
    ids: Ids,
    beside: Sequence[MergeSide] = (),
) -> list[ChangedEntry]:
    """Return the *changes* since the base without those that a merge and the like brings: files
    equal on its other side; nor those that a side *beside* made as well.

    *ids* returns what a file of those may be called as it is now, after the example of an id.
    """
    remaining = list(changes)
    try:
        for side in (*beside, *_list_sides(root, session)) if remaining else ():
            blobs = find_blobs_of_changes(root, (side.commit, *side.bases), remaining)
            of_mode = _select_changed_modes(remaining, ids)
            as_before = _find_paths_of_one_mode(
                root, side.commit, earlier_commits=side.bases, changes=of_mode
            )
            remaining = [
                change
                for change, (blob, *earlier) in zip(remaining, blobs, strict=True)
                # Who has a file, or lacks it, as where the side began, brings nothing of it.
                if change.path in as_before
                or not is_as_in_commit(change, blob, ids)
                or (blob in earlier and change not in of_mode)
            ]
        if session and session.since:
            remaining = _without_changes_elsewhere(root, remaining, ids, session=session)
    except GitError:  # what cannot be compared is one's own
        pass
    return remaining


def _list_sides(root: str, session: Session | None) -> Iterator[MergeSide]:
    repository = find_git_root(root)
    since, begun = (session.since, session.brought) if session else ("", ())
    if repository is not None and (begun or list_commits_in_progress(repository)):
        yield from find_other_sides(
            root, open_origins(root, session), since=since, begun=begun, only_default=True
        )
    if session is None or not session.since:
        return
    fetched_tips = open_origins(root, session).came_from_remotes()[:_MOST_REMOTES]
    foreign_tips = [tip for tip in fetched_tips if not holds_any_commit(root, tip, session.own)]
    nothing = name_empty_tree(root)
    for tip in dict.fromkeys((*session.others, *foreign_tips)):
        bases = (
            () if nothing in (tip, session.since) else find_merge_bases(root, tip, session.since)
        )
        yield MergeSide(tip, bases or (nothing,))


def _without_changes_elsewhere(
    root: str, changes: list[ChangedEntry], ids: Ids, session: Session
) -> list[ChangedEntry]:
    """Return *changes* without the files that another branch has as they are now.

    One of before the *session*, or of others; one that holds its own commits tells nothing, nor
    does what a branch has as it was where that was left: it lacks what came since, and took nothing
    away.
    """
    remaining = [change for change in changes if change.kind != "delete"][:_MOST_NAMES]
    all_tips = open_origins(root, session).elsewhere(session.came) if remaining else ()
    tips = all_tips[: _MOST_NAMES // len(remaining)] if remaining else ()
    prefix = require_tree(root).prefix
    pairs = [(tip, change) for tip in tips for change in remaining]
    blobs = find_object_ids(root, [f"{tip}:{prefix}{change.path}" for tip, change in pairs])
    equal_paths: dict[str, set[str]] = {}
    of_mode = _select_changed_modes(remaining, ids)
    as_before = {
        tip: _find_paths_of_one_mode(root, tip, earlier_commits=(session.since,), changes=of_mode)
        for tip in tips
    }
    for (tip, change), blob in zip(pairs, blobs, strict=True):
        if blob and blob in ids(change, blob) and change.path not in as_before[tip]:
            equal_paths.setdefault(tip, set()).add(change.path)
    theirs = set[str]()
    for tip, paths in equal_paths.items():
        if not paths <= theirs and not holds_any_commit(root, tip, session.own):
            of_content = [change for change in remaining if change not in of_mode]
            theirs |= paths - _list_paths_left(root, tip, of_content, session=session)
    return [change for change in changes if change.path not in theirs]


def _list_paths_left(
    root: str, tip: str, changes: Sequence[ChangedEntry], *, session: Session
) -> set[str]:
    """Return those paths of *changes* that *tip* has as they were where the session's base left it;
    none where HEAD was that commit before the *session*.
    """
    if tip in session.came:
        return set()
    commits = (tip, *find_merge_bases(root, tip, session.since))
    blobs = find_blobs_of_changes(root, commits, changes)
    return {
        change.path
        for change, (blob, *earlier) in zip(changes, blobs, strict=True)
        if blob in earlier
    }


def find_blobs_of_changes(
    root: str, commits: Sequence[str], changes: Iterable[ChangedEntry]
) -> Iterator[tuple[str, ...]]:
    """Return for each of *changes*, incoming or not, the ids of its file in each of *commits*,
    empty where that has none; raises ``GitError``.
    """
    return find_files_in_commits(root, commits, [change.path for change in changes])


def _select_changed_modes(changes: Sequence[ChangedEntry], ids: Ids) -> list[ChangedEntry]:
    """Return those of *changes* whose file holds what it held: its mode is another."""
    return [
        change
        for change in changes
        if change.kind == "modify" and change.was and change.was in ids(change, change.was)
    ]


def _find_paths_of_one_mode(
    root: str, commit: str, *, earlier_commits: Sequence[str], changes: Sequence[ChangedEntry]
) -> Set[str]:
    """Return the paths of *changes* that have in *commit* the mode that they had earlier."""
    if not changes:
        return frozenset()
    paths = [change.path for change in changes]
    modes, *earlier_modes = [
        find_modes_in_commit(root, each, paths) for each in (commit, *earlier_commits)
    ]
    return {
        path
        for path in paths
        if all(modes_then.get(path) == modes.get(path) for modes_then in earlier_modes)
    }


def is_as_in_commit(change: ChangedEntry, blob: str, ids: Ids) -> bool:
    """Tell whether a *change* may be another commit's, which has its outcome: *blob*, or none."""
    return blob in ids(change, blob) if blob else change.kind == "delete"
