"""What changed: each file that differs from a base, and what became of it.

    base                                       compared with it
    HEAD, or what --since and the Action name  the disk, with what git does not track yet
    HEAD, or pre-commit's from-ref             the index: --staged, the tree of a commit
    HEAD, or the last before the session       the disk: after an edit or a command, at Stop

``proposed_changes.py`` finds what an edit would change. While a merge and the like is in progress,
what the other side has is no change; of a rebase or a pick it is one of the next commit, which is
not checked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from contextlib import suppress
from functools import cache, partial
from typing import Protocol

from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.incoming_changes import (
    Ids,
    find_blobs_of_changes,
    is_as_in_commit,
    make_blob_reader,
    make_side_readers,
    select_unlike_all,
    without_incoming_changes,
)
from phaser_lint.check.project_options import ProjectOptions, RequestedPaths
from phaser_lint.core.changes import ChangedEntry, Changes, know_no_branch, make_unknown_changes
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Session
from phaser_lint.core.file_state import Files
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git import is_in_repository
from phaser_lint.project.git.changed_entries import (
    list_changes_between_commits,
    list_disk_changes,
    list_uncommitted_changes,
)
from phaser_lint.project.git.commit_graph import holds_any_commit
from phaser_lint.project.git.disk_blobs import DiskBlobs
from phaser_lint.project.git.merge_bases import (
    find_branch_bases,
    list_default_tips,
)
from phaser_lint.project.git.merge_sides import (
    MergeSide,
    find_default_sides,
    list_repeated_commits,
)
from phaser_lint.project.git.revisions import name_empty_tree, resolve_revision
from phaser_lint.project.git.staged_index import is_commit_begun
from phaser_lint.project.git.tracked_files import list_tracked_links


class FindChanges(Protocol):
    """Finds the changes of one state of the files since *commits*, but for those of sides."""

    def __call__(self, commits: Sequence[str], *, beside: Sequence[MergeSide] = ()) -> Changes: ...


def find_project_changes(
    files: Files,
    requested_paths: RequestedPaths,
    options: ProjectOptions,
    *,
    commits: Sequence[str],
) -> Changes | None:
    """Return the kind of change of each file that a scan is asked for, since each of *commits*, its
    bases.

    ``None`` where there is nothing to compare with, and where a hook of commits, or what leaves
    contracts about changes undecided then, would compare HEAD with itself. Raises ``GitError``.
    """
    if options.is_content_alone:
        return None
    share, bases = options.shard, find_commits_before(files, options, commits)
    if not bases:
        return None

    def covers(path: str) -> bool:
        is_asked = options.tree or requested_paths.covers(path)
        return is_asked and (share is None or share.holds(path))

    find_since = partial(find_changes_since, files, covers=covers)
    changes = find_since(bases)
    if (options.no_base or options.tracked) and not (changes.kinds or changes.others):
        head = resolve_revision(files.root, "HEAD")
        # "git commit --amend" for another message stages nothing, and is a commit all the same.
        if all(base == head for base in bases) and not is_commit_begun(files.root):
            return None
    return with_branch(changes, files.root, bases, find_since=find_since)


def find_commits_before(
    files: Files, options: ProjectOptions, commits: Sequence[str]
) -> Sequence[str]:
    """Return the base commits that files changed since: *commits*, if any are compared with, else
    those that the change of *files* follows.

    Raises ``GitError``.
    """
    if commits:
        return commits
    root, before = files.root, []
    for revision in (files.base,) if files.base else options.changed_since:
        if revision != "HEAD":
            before.append(revision)
        elif is_in_repository(root):  # before the first commit there was nothing
            before.append(resolve_revision(root, revision) or name_empty_tree(root))
    return before


def find_changes_since(
    files: Files,
    commits: Sequence[str],
    *,
    session: Session | None = None,
    covers: Callable[[str], bool] | None = None,
    beside: Sequence[MergeSide] = (),
) -> Changes:
    """Return the kind of change of each of *files* since all of *commits*, its bases, but for
    changes of others, and those that one of the sides *beside* made as well.

    *covers* tells which files are checked. What a *session* committed is its own. Raises
    ``GitError``.
    """
    root, entries = files.root, files.changes_since(commits[0])
    entries = select_unlike_all(root, entries, commits, ids=_make_disk_ids(root, entries))
    changes = _select_own_changes(
        root, entries, session=session, covers=covers, links_count=True, beside=beside
    )
    sides = partial(make_side_readers, root, session, commits=commits, beside=beside)
    return changes._replace(sides=sides)


def _make_disk_ids(root: str, changes: Sequence[ChangedEntry]) -> Ids:
    """Return what tells what git would call the files of *changes* as they are now."""
    on_disk = [change.path for change in changes if change.kind != "delete" and not change.now]
    disk_blobs = DiskBlobs(root, on_disk)

    def identify(change: ChangedEntry, example: str) -> tuple[str, ...]:
        if change.kind == "delete":
            return ()
        return (change.now,) if change.now else disk_blobs.identify(change.path, example)

    return identify


def find_changes_between(root: str, commit: str, tip: str, *, session: Session) -> Changes:
    """Return what changed in the commit *tip* since *commit*, but for what others changed."""
    changes = find_commit_changes(root, (commit,), tip, session=session)
    find_since = partial(find_commit_changes, root, tip=tip)
    return with_branch(
        changes, root, (commit,), find_since=find_since, branch_tip=tip, session=session
    )


def with_branch(
    changes: Changes,
    root: str,
    bases: Sequence[str],
    *,
    find_since: FindChanges,
    branch_tip: str = "HEAD",
    session: Session | None = None,
) -> Changes:
    """Return *changes* since *bases* with those of the branch as a whole, which ends in
    *branch_tip*: what only the branch has may change.

    *find_since* returns the same changes since other commits, or beside sides. See
    ``find_own_branch``.
    """

    @cache
    def find_sides() -> Sequence[MergeSide]:
        return find_default_sides(root, session, base=bases[0], tip=branch_tip) if bases else ()

    def beside_defaults(own: Changes, commits: Sequence[str]) -> Changes | None:
        paths = [*own.kinds, *dict(own.others)]
        sides = [
            side
            for side in find_sides()
            if any(
                list_changes_between_commits(root, base, side.commit, paths=paths)
                for base in side.bases
            )
        ]
        return find_since(commits, beside=sides) if sides else None

    @cache
    def find_start() -> tuple[str, ...]:
        return find_own_branch(root, bases, branch_tip=branch_tip, session=session)

    @cache
    def change_on_branch() -> Changes | None:
        if not find_start():
            return None
        on_branch = find_since(find_start())
        beside = partial(beside_defaults, on_branch, find_start())
        return on_branch._replace(beside_defaults=beside)

    def change_before() -> Changes | None:
        is_known = len(bases) == 1 and find_start()
        return find_commit_changes(root, find_start(), bases[0]) if is_known else None

    def list_since_defaults() -> list[Changes]:
        tips = list_default_tips(root, branch_tip)
        return [find_since((tip,)) for tip in tips if tip not in find_start()]

    return changes._replace(
        on_branch=change_on_branch,
        on_branch_before=change_before,
        since_defaults=list_since_defaults,
        beside_defaults=partial(beside_defaults, changes, bases),
    )


def find_own_branch(
    root: str,
    bases: Sequence[str],
    *,
    branch_tip: str,
    session: Session | None,
) -> tuple[str, ...]:
    """Return the commits since which changes are those of the whole branch that ends in
    *branch_tip*: where it left the default ones, if what *bases* have and they lack is its own.

    Nothing where that is not known, and where one of *bases* is part of a default branch: what that
    has changed since is no branch's own. But for a *session*: what others brought there meanwhile
    it did not change. Raises ``GitError``.
    """
    start = find_branch_bases(root, branch_tip) if bases else ()
    tip = resolve_revision(root, "HEAD") if branch_tip == "HEAD" else branch_tip
    if not start or all(
        base in (branch_tip, tip) or (base not in start and find_branch_bases(root, base))
        for base in bases
    ):
        return start
    is_by_others = session is not None and not any(
        holds_any_commit(root, commit, session.own) for commit in start
    )
    return start if is_by_others else ()


def find_commit_changes(
    root: str,
    commits: Sequence[str],
    tip: str,
    *,
    session: Session | None = None,
    beside: Sequence[MergeSide] = (),
) -> Changes:
    """Return what the commit *tip* changed since all of *commits*, its bases, but for changes of
    others, and those of the sides *beside*.
    """
    entries = list_changes_between_commits(root, commits[0], tip)
    entries = select_unlike_all(root, entries, commits, ids=_make_disk_ids(root, entries))
    changes = _select_own_changes(root, entries, session=session, beside=beside)
    sides = partial(make_side_readers, root, session, commits=commits, beside=beside)
    return changes._replace(sides=sides)


def find_changes_if_asked(
    checker: Checker, paths: Sequence[str], *, session: Session
) -> Changes | None:
    """Return for its check what a written edit made of *paths*, if a contract on changes asks."""
    asking = checker.selection.about_changes
    if not asking or not checker.selection.paths_at(asking, paths):
        return None
    try:
        return find_written_changes(checker.root, paths, session=session)
    except GitError as error:
        return make_unknown_changes(paths, error)


def find_written_changes(root: str, paths: Sequence[str], *, session: Session) -> Changes:
    """Return what changed since the base of a *session* (HEAD, or the last commit before its own)
    of *paths*, just written on disk; the other changes are known.

    By one run of git, mostly. Raises ``GitError``.
    """
    since = session.since
    entries = list_disk_changes(root, since) if since else list_uncommitted_changes(root)
    changes = _select_own_changes(root, entries, session=session)
    find_since = partial(find_changes_since, DiskFiles(root))
    bases = (since or "HEAD",)
    changes = with_branch(changes, root, bases, find_since=find_since, session=session)
    changes = changes._replace(on_branch_before=know_no_branch)
    return limit_changes_to_paths(changes, frozenset(paths))


def limit_changes_to_paths(changes: Changes, paths: Set[str]) -> Changes:
    """Return *changes* since a base, only those of *paths* to be checked, by all their names."""
    paths = {*paths, *(link for link, file in changes.links.items() if file in paths)}
    kinds = {path: kind for path, kind in changes.kinds.items() if path in paths}
    touched = {**dict(changes.others), **changes.kinds}

    def files_on_branch() -> Changes | None:
        on_branch = changes.on_branch()
        return None if on_branch is None else limit_changes_to_paths(on_branch, paths)

    return changes._replace(
        kinds=kinds,
        others=tuple([(path, kind) for path, kind in touched.items() if path not in kinds]),
        on_branch=files_on_branch,
        written=paths,
    )


def _select_own_changes(
    root: str,
    changes: Sequence[ChangedEntry],
    *,
    session: Session | None,
    covers: Callable[[str], bool] | None = None,
    links_count: bool = False,
    beside: Sequence[MergeSide] = (),
) -> Changes:
    ids = _make_disk_ids(root, changes)
    local_changes = without_incoming_changes(root, changes, session=session, ids=ids, beside=beside)
    own_paths = {change.path for change in local_changes}
    incoming_changes = [change for change in changes if change.path not in own_paths]
    # A rebase stops at a commit that changed api.py with its changelog: who amends api.py has
    # changed the changelog as well. Of a merge that is not so: the other side committed both.
    repeated: dict[str, ChangedEntry] = {}
    with suppress(GitError):
        for commit in list_repeated_commits(root) if incoming_changes else ():
            blobs = find_blobs_of_changes(root, (commit,), incoming_changes)
            for change, (blob,) in zip(incoming_changes, blobs, strict=True):
                if is_as_in_commit(change, blob, ids):
                    repeated[change.path] = change
    changes_by_path = {change.path: change for change in local_changes}
    links: dict[str, str] = {}
    if links_count and changes_by_path:
        # Links that did not change, by which changed files that are there have a name.
        present = {path for path, change in changes_by_path.items() if change.kind != "delete"}
        targets = DiskFiles(root).links.select_links(list_tracked_links(root))
        links = {
            link: file
            for link, file in targets.items()
            if link not in changes_by_path and file in present
        }
    local_changes += [changes_by_path[file]._replace(path=link) for link, file in links.items()]
    kinds = {
        change.path: change.kind
        for change in local_changes
        if covers is None or covers(change.path)
    }
    all_changes = [*local_changes, *repeated.values()]
    staged = {change.path: change.now for change in all_changes if change.now}
    return Changes(
        kinds,
        then=make_blob_reader(
            root, {change.path: change.was for change in all_changes if change.was}
        ),
        now=make_blob_reader(root, staged) if staged else DiskFiles(root).read,
        others=tuple(
            [(change.path, change.kind) for change in all_changes if change.path not in kinds]
        ),
        links=links,
        sides=partial(make_side_readers, root, session),
    )
