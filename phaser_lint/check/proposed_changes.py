"""What a proposed edit would change, compared with HEAD, and without git with the disk.

The disk tells only whether the edit changes anything: what it holds is written again for nothing.
Here, apart from ``kinds_of_change``, since a denial waits for what is imported.
"""

from __future__ import annotations

import os

from phaser_lint.check.kinds_of_change import reading, without_incoming, written_changes
from phaser_lint.contract.rules import RULES
from phaser_lint.core import decoded
from phaser_lint.core.checked_files import Changes, ProposedFile
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import encode
from phaser_lint.project.git.changed_entry import ChangedEntry, ids_of
from phaser_lint.project.git.git_command import working_tree
from phaser_lint.project.git.git_status import read_answer
from phaser_lint.project.git.head_commit import is_unborn
from phaser_lint.project.git.in_progress import in_progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaser_lint.agent import Reconstruction
    from phaser_lint.check.comparison.edits import Proposals
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.contract.model import Contract
    from phaser_lint.core.checked_files import ChangeKind, Read, Session, Skip
    from phaser_lint.project.git.git_command import WorkingTree

    Proposed = Mapping[str, Reconstruction]
    """By path in the project."""


def _has_breaking_kind(contracts: Iterable[Contract]) -> bool:
    return any(RULES[contract.type].breaking_kinds(contract) for contract in contracts)


def proposed_changes(
    checker: Checker, root: str, proposals: Proposals, *, session: Session
) -> Changes | None:
    """Return what *proposals* would change of files whose change alone may break a contract.

    ``None`` where there is none. Of other changes nothing is known. Where git does not answer the
    disk decides, and what became of all of them is unknown.
    """
    edits = {
        path: edit
        for path, edit in proposals
        if _changes_something(root, path, edit)
        and _has_breaking_kind(checker.selection.contracts_for(path))
    }
    unknown: dict[str, str] = {}
    try:
        entries = _entries(root, edits, session) if edits else []
    except GitError as error:
        entries = [_by_disk(path, edit) for path, edit in edits.items()]
        unknown = {path: str(error) for path, _ in proposals}
    if not entries:
        return None

    def read_edited(paths: Sequence[str]) -> Iterator[ProposedFile | Skip]:
        return (ProposedFile(path, edits[path].text or "") for path in paths)

    return Changes(
        {entry.path: entry.kind for entry in entries},
        then=_before(root, entries, edits),
        now=read_edited,
        whole=False,
        links=_links(proposals),
        unknown=unknown,
    )


def changes_with(root: str, proposals: Proposals, *, session: Session) -> Changes:
    """Return what is changed once *proposals* are made: those are checked, the others are known.

    Raises ``GitError``.
    """
    made = {path: each for path, each in proposals if _changes_something(root, path, each)}
    entries = _entries(root, made, session) if made else []
    on_disk = written_changes(root, (), session=session)
    proposed = {path for path, _ in proposals}
    before = _before(root, entries, made)

    def then(paths: Sequence[str]) -> Iterator[ProposedFile | Skip]:
        yield from before([path for path in paths if path in proposed])
        yield from on_disk.then([path for path in paths if path not in proposed])

    def now(paths: Sequence[str]) -> Iterator[ProposedFile | Skip]:
        own = [path for path in paths if path in proposed]
        yield from (ProposedFile(path, made[path].text or "") for path in own if path in made)
        yield from on_disk.now([path for path in paths if path not in proposed])

    others = tuple([each for each in on_disk.others if each[0] not in proposed])
    kinds = {entry.path: entry.kind for entry in entries}
    return Changes(kinds, then=then, now=now, others=others, links=_links(proposals))


def _links(proposals: Proposals) -> dict[str, str]:
    return {path: each.leads_to for path, each in proposals if each.leads_to}


def _changes_something(root: str, path: str, proposed: Reconstruction) -> bool:
    if proposed.text is not None:
        return proposed.is_new or proposed.text != proposed.before
    is_there = os.path.lexists(os.path.join(root, path))
    if proposed.skip_reason:
        # What cannot be foreseen changes what is there; an edit of nothing the client refuses.
        return proposed.is_new or (is_there and proposed.file_edit)
    return is_there and proposed.deleted


def _entries(root: str, asked: Proposed, session: Session) -> list[ChangedEntry]:
    """Return what becomes of the *asked* files; raises ``GitError``."""
    tree = working_tree(root)
    if tree is None:
        return [_by_disk(path, each) for path, each in asked.items()]
    known = _in_commit(tree, session.since or "HEAD", asked)
    unknown = [path for path, each in asked.items() if path not in known and not each.is_new]
    listed = _listed(tree, unknown) if unknown else ()
    entries = [
        _by_disk(path, each)
        if path in unknown and path not in listed
        else _by_commit(path, each, known.get(path, ""))
        for path, each in asked.items()
    ]
    found = [entry for entry in entries if entry is not None]
    if not (session.since or session.begun or in_progress(tree.own_folder())):
        return found

    return without_incoming(
        root,
        found,
        session=session,
        ids=lambda entry, example: _ids(asked[entry.path], example),
    )


def _by_disk(path: str, proposed: Reconstruction) -> ChangedEntry:
    """Return what becomes of a file that git knows nothing of: one that it ignores, or any."""
    kind: ChangeKind = "delete" if proposed.deleted else "create" if proposed.is_new else "modify"
    return ChangedEntry(path, kind)


def _by_commit(path: str, proposed: Reconstruction, was: str) -> ChangedEntry | None:
    if proposed.deleted:
        return ChangedEntry(path, "delete", was) if was else None
    if not was:
        return ChangedEntry(path, "create")
    return None if was in _ids(proposed, was) else ChangedEntry(path, "modify", was)


def _ids(proposed: Reconstruction, example: str) -> tuple[str, ...]:
    return () if proposed.text is None else ids_of(encode(proposed.text), example=example)


def _in_commit(tree: WorkingTree, commit: str, paths: Iterable[str]) -> dict[str, str]:
    """Return the objects of those of *paths* that are files in *commit*; raises ``GitError``."""
    names = [f"{tree.prefix}{path}" for path in paths]
    try:
        output = read_answer(tree, "ls-tree", "-z", "--full-tree", commit, "--", *names)
    except GitError:
        if commit == "HEAD" and is_unborn(tree.root):  # before the first commit there is nothing
            return {}
        raise
    entries = (entry.split("\t", 1) for entry in decoded(output).split("\0") if entry)
    start = len(tree.prefix)
    found = ((meta.split(" "), name[start:]) for meta, name in entries)
    return {path: blob for (_, kind, blob), path in found if kind == "blob"}


def _listed(tree: WorkingTree, paths: Iterable[str]) -> Sequence[str]:
    """Return those of *paths* that git tracks, or would if it were asked to: not what it ignores.

    Of the others, and of those in a repository within this one, the disk alone can tell. Raises
    ``GitError``.
    """
    names = [f":(literal){tree.prefix}{path}" for path in paths]
    asking = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *names)
    return tree.inside(decoded(read_answer(tree, *asking)).split("\0"))


def _before(root: str, entries: Sequence[ChangedEntry], asked: Proposed) -> Read:
    was = {entry.path: entry.was for entry in entries if entry.kind != "create"}

    def read(paths: Sequence[str]) -> Iterator[ProposedFile | Skip]:
        stored: dict[str, str] = {}
        for path in (path for path in paths if path in was):
            text, blob = asked[path].before, was[path]
            if text is not None and (not blob or blob in ids_of(encode(text), example=blob)):
                yield ProposedFile(path, text)
            elif blob:
                stored[path] = blob
        if stored:
            yield from reading(root, stored)(list(stored))

    return read
