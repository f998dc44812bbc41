"""What changed: each file that differs from a base, and what became of it.

    base                                       compared with it
    HEAD, or what --since and the Action name  the disk, with what git does not track yet
    HEAD, or pre-commit's from-ref             the index: --staged, the tree of a commit
    HEAD, or the last before the session       the disk: after an edit or a command, at Stop

``proposed_changes`` returns what an edit would change. While a merge and the like is in progress,
what the other side has is no change.
"""

from __future__ import annotations

from functools import partial

from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.comparison import contracts_in, occurrences
from phaser_lint.contract.rules import checks_files_together
from phaser_lint.contract.rules.file_sets import globs_of_set
from phaser_lint.core.checked_files import Changes, ProposedFile, Skip
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import normalise
from phaser_lint.project.disk import file_of
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git.changed_entries import (
    entries_between,
    entries_in_index,
    entries_on_disk,
)
from phaser_lint.project.git.changed_entry import object_ids
from phaser_lint.project.git.commit_origins import holds_any, origins_of
from phaser_lint.project.git.git_status import entries_since_commit
from phaser_lint.project.git.in_progress import in_progress
from phaser_lint.project.git.other_sides import MergeSide, other_sides
from phaser_lint.project.git.repository import (
    empty_tree,
    is_repository,
    merge_bases,
    required_tree,
    resolve,
    tracked_links,
)
from phaser_lint.project.git.snapshots import contents, objects_at
from phaser_lint.project.root import git_folder, git_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.comparison import Occurrences
    from phaser_lint.check.project_options import ProjectOptions
    from phaser_lint.check.subjects import Asked
    from phaser_lint.contract.model import Contract, ContractKey, Report
    from phaser_lint.core.checked_files import ChangeKind, Read, Session
    from phaser_lint.project.git.changed_entry import ChangedEntry

    Ids = Callable[[ChangedEntry, str], tuple[str, ...]]

_MOST_REMOTES = 10
_MOST_NAMES = 100_000


def project_changes(
    root: str, asked: Asked, options: ProjectOptions, *, commits: Sequence[str]
) -> Changes | None:
    """Return what is changed of what is asked for, since each of *commits*.

    ``None`` where there is nothing to compare with. Raises ``GitError``.
    """
    if options.is_content_alone:
        return None
    share, revisions = options.shard, ("HEAD",) if options.staged else options.changed_since
    bases = [*commits] or [*filter(None, [_base_commit(root, each) for each in revisions])]
    if not bases:
        return None

    def covers(path: str) -> bool:
        is_asked = options.tree or asked.covers(path)
        return is_asked and (share is None or share.holds(path))

    changes_of = changes_in_index if options.staged or options.tracked else changes_on_disk
    return changes_of(root, bases, covers=covers)


def _base_commit(root: str, revision: str) -> str | None:
    if revision != "HEAD":
        return revision
    # Before the first commit there was nothing.
    return (resolve(root, revision) or empty_tree(root)) if is_repository(root) else None


def changes_on_disk(
    root: str,
    commits: Sequence[str],
    *,
    session: Session | None = None,
    covers: Callable[[str], bool] | None = None,
) -> Changes:
    """Return what the disk changed since each of *commits*, and others did not.

    *covers* tells which files are checked. What a *session* committed is its own. Raises
    ``GitError``.
    """
    entries = _unlike_others(root, entries_on_disk(root, commits[0]), commits[1:])
    return _own_changes(root, entries, session=session, covers=covers, links_count=True)


def changes_in_index(
    root: str, commits: Sequence[str], *, covers: Callable[[str], bool] | None = None
) -> Changes:
    """Return what git's index changed since each of *commits*, and others did not.

    Raises ``GitError``.
    """
    entries = _unlike_others(root, entries_in_index(root, commits[0]), commits[1:])
    return _own_changes(root, entries, session=None, covers=covers, links_count=True)


def _unlike_others(
    root: str, entries: Sequence[ChangedEntry], commits: Sequence[str]
) -> Sequence[ChangedEntry]:
    """Return those of *entries* whose files are not as they are in any of *commits*.

    What one of them has is not created.
    """
    for commit in commits:
        blobs = _objects(root, commit, entries)
        pairs, entries = zip(entries, blobs, strict=True), []
        for entry, blob in pairs:
            is_same = blob in _ids_on_disk(root, entry, blob) if blob else entry.kind == "delete"
            if not is_same and blob and entry.kind == "create":
                entry = entry._replace(kind="modify", was=blob)
            entries += [] if is_same else [entry]
    return entries


def _ids_on_disk(root: str, entry: ChangedEntry, example: str) -> tuple[str, ...]:
    """Return what git may call the file of *entry* as it is now."""
    if entry.kind == "delete":
        return ()
    return (entry.now,) if entry.now else object_ids(root, entry.path, example=example)


def changes_between(root: str, commit: str, tip: str, *, session: Session) -> Changes:
    """Return what the commit *tip* changed since *commit*, and others did not."""
    return _own_changes(root, entries_between(root, commit, tip), session=session)


def written_changes(root: str, paths: Sequence[str], *, session: Session) -> Changes:
    """Return what became of *paths*, which were just written; the other changes are known.

    Since HEAD, or the last commit before those of the *session*: by one run of git, mostly. Raises
    ``GitError``.
    """
    since = session.since
    entries = entries_on_disk(root, since) if since else entries_since_commit(root)
    return of_files(_own_changes(root, entries, session=session), frozenset(paths))


def of_files(changes: Changes, paths: Set[str]) -> Changes:
    """Return *changes* of which those of *paths* alone are checked, by all their names."""
    paths = {*paths, *(link for link, file in changes.links.items() if file in paths)}
    touched = {**dict(changes.others), **changes.kinds}
    return changes._replace(
        kinds={path: kind for path, kind in changes.kinds.items() if path in paths},
        others=tuple([(path, kind) for path, kind in touched.items() if path not in paths]),
    )


class OtherChanges:
    """The ``others`` of *changes*: what they alone broke, existed before those that are checked.

    A contract that checks its files together was broken already, where the others broke it.
    *originals*: texts that files had just before, where that is known; each that differed then is
    one of the others.
    """

    def __init__(
        self,
        checker: Checker,
        changes: Changes | None,
        *,
        originals: Mapping[str, str] | None = None,
    ) -> None:
        self._checker, self._changes, self._originals = checker, changes, originals or {}

    def count(self, report: Report) -> Occurrences:
        """Return how often each violation of *report* occurred."""
        changes, contracts = self._changes, self._checker.contracts
        contracts_by_key = {
            each.key: each for each in contracts.contracts if checks_files_together(each)
        }
        if changes is None or not any(
            each.contract_key in contracts_by_key for each in report.violations
        ):
            return {}
        kinds: dict[str, ChangeKind] = dict(changes.others)
        for path, text in self._originals.items():
            if not _was(changes, path, text):
                kinds[path] = "modify"
        earlier = changes._replace(kinds=kinds, others=())
        checker = self._checker.by(contracts_in(report, contracts))
        report_then = engine.examine(checker, (), changes=earlier)
        earlier_violations = [
            each for each in report_then.violations if each.contract_key in contracts_by_key
        ]
        existing = {
            _broken_set(contracts_by_key[each.contract_key], each.path)
            for each in earlier_violations
        }
        return {
            key: times
            for key, times in occurrences(report).items()
            if key[0] in contracts_by_key
            and _broken_set(contracts_by_key[key[0]], key[1]) in existing
        }


def _broken_set(contract: Contract, path: str) -> tuple[ContractKey, tuple[str, ...] | None]:
    """Return what tells which files the contract checks together with *path*."""
    return contract.key, globs_of_set(contract, path)


def _was(changes: Changes, path: str, text: str) -> bool:
    """Tell whether the file at *path* held *text* before the changes; an empty one may be none."""
    earlier_texts = [
        file.text for file in changes.then([path]) if isinstance(file, ProposedFile)
    ] or [""]
    return normalise(text) == normalise(earlier_texts[0])


def _own_changes(
    root: str,
    entries: Sequence[ChangedEntry],
    *,
    session: Session | None,
    covers: Callable[[str], bool] | None = None,
    links_count: bool = False,
) -> Changes:
    own = without_incoming(
        root,
        entries,
        session=session,
        ids=partial(_ids_on_disk, root),
    )
    links = _links_to(root, own) if links_count else {}
    changed = {entry.path: entry for entry in own}
    own += [changed[file]._replace(path=link) for link, file in links.items()]
    kinds = {entry.path: entry.kind for entry in own if covers is None or covers(entry.path)}
    staged = {entry.path: entry.now for entry in own if entry.now}
    return Changes(
        kinds,
        then=reading(root, {entry.path: entry.was for entry in own if entry.was}),
        now=reading(root, staged) if staged else DiskFiles(root).read,
        others=tuple([(each.path, each.kind) for each in own if each.path not in kinds]),
        links=links,
    )


def _links_to(root: str, entries: Sequence[ChangedEntry]) -> dict[str, str]:
    """Return the tracked links that did not change, by which files of *entries* have a name."""
    kinds = {entry.path: entry.kind for entry in entries}
    if not kinds:
        return {}
    targets = DiskFiles(root).links.among(tracked_links(root))
    return {
        link: file
        for link, file in targets.items()
        if link not in kinds and kinds.get(file) in ("create", "modify")
    }


def reading(root: str, blobs: dict[str, str]) -> Read:
    """Return what reads files by the objects that git keeps of them."""

    def read(paths: Sequence[str]) -> Iterator[ProposedFile | Skip]:
        try:
            for path, data in contents(root, blobs, paths):
                yield file_of(path, data)
        except GitError as error:  # a partial clone lacks them
            yield Skip("", str(error))

    return read


def without_incoming(
    root: str, entries: Sequence[ChangedEntry], *, session: Session | None, ids: Ids
) -> list[ChangedEntry]:
    """Return *entries* without the files that are equal on the other side of a merge and the like.

    *ids* returns what a file of those may be called as it is now, after the example of an id.
    """
    remaining = list(entries)
    try:
        for side in _sides(root, session) if remaining else ():
            theirs = _objects(root, side.commit, remaining)
            bases = [_objects(root, commit, remaining) for commit in side.bases]
            remaining = [
                entry
                for entry, blob, *earlier in zip(remaining, theirs, *bases, strict=True)
                if not _is_theirs(entry, blob, earlier, ids)
            ]
        if session and session.since:
            remaining = _without_known(root, remaining, ids, session)
    except GitError:  # what cannot be compared is one's own
        pass
    return remaining


def _sides(root: str, session: Session | None) -> Iterator[MergeSide]:
    repository = git_root(root)
    since, begun = (session.since, session.begun) if session else ("", ())
    if repository is not None and (begun or in_progress(git_folder(repository))):
        yield from other_sides(root, origins_of(root, session), since=since, begun=begun)
    if session is None or not session.since:
        return
    fetched = origins_of(root, session).came_from_remotes()[:_MOST_REMOTES]
    came = [each for each in fetched if not holds_any(root, each, session.own)]
    for other in dict.fromkeys((*session.others, *came)):
        yield MergeSide(other, _bases(root, other, session.since))


def _bases(root: str, commit: str, since: str) -> tuple[str, ...]:
    nothing = empty_tree(root)
    bases = () if nothing in (commit, since) else merge_bases(root, commit, since)
    return bases or (nothing,)


def _without_known(
    root: str, entries: list[ChangedEntry], ids: Ids, session: Session
) -> list[ChangedEntry]:
    """Return *entries* without the files that another branch has as they are now.

    One of before the *session*, or of others; one that holds its own commits tells nothing.
    """
    remaining = [entry for entry in entries if entry.kind != "delete"][:_MOST_NAMES]
    all_tips = origins_of(root, session).elsewhere(session.came) if remaining else ()
    tips = all_tips[: _MOST_NAMES // len(remaining)] if remaining else ()
    prefix = required_tree(root).prefix
    pairs = [(tip, entry) for tip in tips for entry in remaining]
    blobs = objects_at(root, [f"{tip}:{prefix}{entry.path}" for tip, entry in pairs])
    equal_paths: dict[str, set[str]] = {}
    for (tip, entry), blob in zip(pairs, blobs, strict=True):
        if blob and blob in ids(entry, blob):
            equal_paths.setdefault(tip, set()).add(entry.path)
    theirs = set[str]()
    for tip, paths in equal_paths.items():
        if not paths <= theirs and not holds_any(root, tip, session.own):
            theirs |= paths
    return [entry for entry in entries if entry.path not in theirs]


def _objects(root: str, commit: str, entries: Collection[ChangedEntry]) -> list[str]:
    prefix = required_tree(root).prefix
    return objects_at(root, [f"{commit}:{prefix}{entry.path}" for entry in entries])


def _is_theirs(entry: ChangedEntry, blob: str, earlier: Sequence[str], ids: Ids) -> bool:
    """Tell whether a side has the file as it is now: *blob*, or none where it had an *earlier*."""
    if entry.kind == "delete":
        return any(earlier) and not blob
    return bool(blob) and blob in ids(entry, blob)
