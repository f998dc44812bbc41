"""What a proposed edit would change, compared with HEAD, and without git with the disk.

The disk tells only whether the edit changes anything: what it holds is written again for nothing.
Here, apart from ``changes_since_base``, since a denial waits for what is imported.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial

from phaser_lint.agent import FileProposal, Proposals
from phaser_lint.check.changes_since_base import (
    find_changes_since,
    find_written_changes,
    with_branch,
)
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.incoming_changes import (
    make_blob_reader,
    make_side_readers,
    select_unlike_all,
    without_incoming_changes,
)
from phaser_lint.contract.rules import RULES
from phaser_lint.core.changes import ChangedEntry, Changes, know_no_branch
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import ChangeKind, FilesReader, Session, Skip, TextFile
from phaser_lint.core.text import encode_text
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git import WorkingTree, ask_git, find_working_tree
from phaser_lint.project.git.disk_blobs import hash_content, hash_text_as_blob
from phaser_lint.project.git.head_commit import is_head_unborn
from phaser_lint.project.git.in_progress import list_commits_in_progress
from phaser_lint.project.git.merge_sides import MergeSide
from phaser_lint.project.git.process_output import decode_git_path

ProposalsByPath = Mapping[str, FileProposal]
"""By path in the project."""


def find_proposed_changes(
    checker: Checker, proposals: Proposals, *, session: Session
) -> Changes | None:
    """Return what *proposals* of an edit would change, compared with HEAD, of files whose change by
    itself may break a contract.

    ``None`` where there is none. Of other changes nothing is known. Where git does not answer the
    disk decides, and what became of all of them is unknown.
    """
    root = checker.root
    edits = {
        path: edit
        for path, edit in proposals
        if _has_effect(root, path, edit)
        and any(
            RULES[contract.type].breaking_kinds(contract)
            for contract in checker.selection.contracts_for(path)
        )
    }
    unknown: dict[str, str] = {}
    try:
        changes = _find_changes(root, edits, session) if edits else []
    except GitError as error:
        changes = [_judge_by_disk(path, edit) for path, edit in edits.items()]
        unknown = {path: str(error) for path, _ in proposals}
    if not changes:
        return None

    def read_edited(paths: Sequence[str]) -> Iterator[TextFile | Skip]:
        return (_read_edited_file(path, edits[path]) for path in paths)

    def read_disk(paths: Sequence[str]) -> Iterator[TextFile | Skip]:
        new_paths = {path for path in paths if path in edits and edits[path].is_new}
        yield from (TextFile(path, "") for path in new_paths)
        yield from DiskFiles(root).read([path for path in paths if path not in new_paths])

    proposed_paths = {path for path, _ in proposals}

    def without_proposed(changes: Changes) -> Changes:
        # What the disk holds of them is about to go.
        touched = {**dict(changes.others), **changes.kinds}
        others = [(path, kind) for path, kind in touched.items() if path not in proposed_paths]
        return changes._replace(kinds={}, others=tuple(others))

    def changes_elsewhere() -> Changes:
        return without_proposed(find_written_changes(root, (), session=session))

    proposed_changes = Changes(
        {change.path: change.kind for change in changes},
        then=_make_earlier_reader(root, changes, edits),
        now=read_edited,
        whole=False,
        links=_map_links(proposals),
        unknown=unknown,
        sides=partial(make_side_readers, root, session),
        before_edit=read_disk,
        elsewhere=None if unknown else changes_elsewhere,
    )
    return _with_branch_of_proposals(proposed_changes, root, proposals, session=session)


def _with_branch_of_proposals(
    changes: Changes, root: str, proposals: Proposals, *, session: Session
) -> Changes:
    """Return the *changes* that *proposals* are, with those of the branch as a whole."""

    def find_since(commits: Sequence[str], *, beside: Sequence[MergeSide] = ()) -> Changes:
        on_disk = find_changes_since(DiskFiles(root), commits, beside=beside)
        return _find_changes_beside(
            on_disk, root, proposals, session=Session(), since=commits, sides=beside
        )

    bases = (session.since or "HEAD",)
    changes = with_branch(changes, root, bases, find_since=find_since, session=session)
    return changes._replace(on_branch_before=know_no_branch)


def _read_edited_file(path: str, edit: FileProposal) -> TextFile | Skip:
    if edit.text is None:
        return Skip(path, edit.skip_reason, edit.size, is_unread=True)
    return TextFile(path, edit.text)


def find_changes_after_edit(root: str, proposals: Proposals, *, session: Session) -> Changes:
    """Return all changes since HEAD once the *proposals* of an edit are made: those are checked,
    the others are known.

    Raises ``GitError``.
    """
    on_disk = find_written_changes(root, (), session=session)
    changes = _find_changes_beside(on_disk, root, proposals, session=session)
    return _with_branch_of_proposals(changes, root, proposals, session=session)


def _find_changes_beside(
    on_disk: Changes,
    root: str,
    proposals: Proposals,
    *,
    session: Session,
    since: Sequence[str] = (),
    sides: Sequence[MergeSide] = (),
) -> Changes:
    """Return what *proposals* change beside what is changed *on_disk*, *since* commits or HEAD, and
    none of *sides* did as well.
    """
    edits = {path: edit for path, edit in proposals if _has_effect(root, path, edit)}
    changes = _find_changes(root, edits, session, since=since, sides=sides) if edits else []
    proposed = {path for path, _ in proposals}
    before = _make_earlier_reader(root, changes, edits)

    def then(paths: Sequence[str]) -> Iterator[TextFile | Skip]:
        yield from before([path for path in paths if path in proposed])
        yield from on_disk.then([path for path in paths if path not in proposed])

    def now(paths: Sequence[str]) -> Iterator[TextFile | Skip]:
        proposed_paths = [path for path in paths if path in proposed]
        yield from (
            _read_edited_file(path, edits[path]) for path in proposed_paths if path in edits
        )
        yield from on_disk.now([path for path in paths if path not in proposed])

    touched = {**dict(on_disk.others), **on_disk.kinds}
    other_changes = tuple([(path, kind) for path, kind in touched.items() if path not in proposed])
    kinds = {change.path: change.kind for change in changes}

    return Changes(
        kinds,
        then=then,
        now=now,
        others=other_changes,
        links={**on_disk.links, **_map_links(proposals)},
        is_edit=True,
        sides=on_disk.sides,
    )


def _map_links(proposals: Proposals) -> dict[str, str]:
    return {path: edit.leads_to for path, edit in proposals if edit.leads_to}


def _has_effect(root: str, path: str, proposed: FileProposal) -> bool:
    if proposed.text is not None:
        return proposed.is_new or proposed.text != proposed.before
    is_there = os.path.lexists(os.path.join(root, path))
    if proposed.skip_reason:
        # What cannot be foreseen changes what is there; an edit of nothing the client refuses.
        return proposed.is_new or (is_there and proposed.file_edit)
    return is_there and proposed.deleted


def _find_changes(
    root: str,
    edits: ProposalsByPath,
    session: Session,
    *,
    since: Sequence[str] = (),
    sides: Sequence[MergeSide] = (),
) -> list[ChangedEntry]:
    """Return what becomes of the files of *edits* that none of *sides* did; raises ``GitError``.

    Since each of some commits, or else since HEAD, or the last before those of the *session*.
    """
    tree = find_working_tree(root)
    if tree is None:
        return [_judge_by_disk(path, edit) for path, edit in edits.items()]
    commits = [*since] or [session.since or "HEAD"]
    blobs_by_path = _list_commit_objects(tree, commits[0], edits)
    unknown = [
        path for path, edit in edits.items() if path not in blobs_by_path and not edit.is_new
    ]
    listed_paths: Sequence[str] = ()
    if unknown:
        # Those that git tracks, or would if it were asked to: not what it ignores. Of the others,
        # and of those in a repository within this one, only the disk can tell.
        names = [f":(literal){tree.prefix}{path}" for path in unknown]
        asking = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *names)
        listed_paths = tree.paths_inside(decode_git_path(ask_git(tree, *asking)).split("\0"))
    changes = []
    for path, edit in edits.items():
        was = blobs_by_path.get(path, "")
        if path in unknown and path not in listed_paths:
            changes.append(_judge_by_disk(path, edit))
        elif edit.deleted:
            changes += [ChangedEntry(path, "delete", was)] if was else []
        elif not was:
            changes.append(ChangedEntry(path, "create"))
        elif was not in _identify_text(root, edit, path=path, example=was):
            changes.append(ChangedEntry(path, "modify", was))

    def ids_of_change(change: ChangedEntry, example: str) -> tuple[str, ...]:
        path = change.path
        return _identify_text(root, edits[path], path=path, example=example)

    changes = select_unlike_all(root, changes, commits, ids=ids_of_change)
    if not (sides or session.since or session.brought or list_commits_in_progress(tree.root)):
        return changes

    return without_incoming_changes(root, changes, session=session, ids=ids_of_change, beside=sides)


def _judge_by_disk(path: str, proposed: FileProposal) -> ChangedEntry:
    """Return what becomes of a file that git knows nothing of: one that it ignores, or any."""
    kind: ChangeKind = "delete" if proposed.deleted else "create" if proposed.is_new else "modify"
    return ChangedEntry(path, kind)


def _identify_text(
    root: str, proposed: FileProposal, *, path: str, example: str
) -> tuple[str, ...]:
    """Return git's ids of the text for *path*, after the *example*; raises ``GitError``."""
    if proposed.text is None:
        return ()
    content = encode_text(proposed.text)
    raw_id, *converted_ids = hash_content(content, example=example) or ("",)
    if example == raw_id or example not in converted_ids:
        return (raw_id,)
    return (raw_id, hash_text_as_blob(root, path, content))


def _list_commit_objects(tree: WorkingTree, commit: str, paths: Iterable[str]) -> dict[str, str]:
    """Return the objects of proposed *paths* that are files in *commit*; raises ``GitError``."""
    names = [f"{tree.prefix}{path}" for path in paths]
    try:
        output = ask_git(tree, "ls-tree", "-z", "--full-tree", commit, "--", *names)
    except GitError:
        if commit == "HEAD" and is_head_unborn(
            tree.root
        ):  # before the first commit there is nothing
            return {}
        raise
    records = (record.split("\t", 1) for record in decode_git_path(output).split("\0") if record)
    start = len(tree.prefix)
    objects = ((meta.split(" "), name[start:]) for meta, name in records)
    return {path: blob for (_, kind, blob), path in objects if kind == "blob"}


def _make_earlier_reader(
    root: str, changes: Sequence[ChangedEntry], edits: ProposalsByPath
) -> FilesReader:
    was = {change.path: change.was for change in changes if change.kind != "create"}

    def read(paths: Sequence[str]) -> Iterator[TextFile | Skip]:
        stored: dict[str, str] = {}
        for path in (path for path in paths if path in was):
            text, blob = edits[path].before, was[path]
            if text is not None and (
                not blob or blob in hash_content(encode_text(text), example=blob)
            ):
                yield TextFile(path, text)
            elif blob:
                stored[path] = blob
            elif edits[path].deleted:  # of what git knows nothing of the disk tells
                yield from DiskFiles(root).read([path])
        if stored:
            yield from make_blob_reader(root, stored)(list(stored))

    return read
