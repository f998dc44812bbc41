"""``hook --protect`` after tools that name no files, and at Stop: what of the hook has changed.

The base is the state when the session began, wherever a file lies and whether git knows it or not.
Where the hook first runs after a command, the base is the last commit, and the time of the change
counts.
"""

from __future__ import annotations

import os
import time
from collections.abc import Container, Iterable, Mapping, Sequence

from phaser_lint.agent import Event, FileProposal
from phaser_lint.agent.answers import Decision, merge_decisions
from phaser_lint.agent.other_tools import may_have_written
from phaser_lint.check.engine.new_violations import violation_key
from phaser_lint.contract.deciding_places import decides_in
from phaser_lint.contract.model import Violation
from phaser_lint.core.checked_files import Session
from phaser_lint.core.text import printable
from phaser_lint.hook import HookRequest, event_folder, limit_git
from phaser_lint.hook.changed_files import changed_files_at
from phaser_lint.hook.memory import memory_place, read_session
from phaser_lint.hook.memory.protected_snapshot import (
    ProtectedSnapshot,
    has_vanished,
    read_protected_snapshot,
    write_protected_snapshot,
)
from phaser_lint.hook.memory.reported import note_first_report
from phaser_lint.hook.protected_places import is_marked, may_hold_directive, other_names
from phaser_lint.hook.protection import folders_with_places
from phaser_lint.hook.protection.built_in_contracts import (
    BASELINE_ID,
    CONTRACTS_ID,
    REPOSITORY_ID,
    ProtectedChange,
    build_contracts,
    find_protection,
)
from phaser_lint.hook.protection.edited_places import (
    decision_on_changes,
    directives,
    places_by_rule,
    read_committed,
    text_at,
    violations,
)
from phaser_lint.hook.protection.inventory import is_brief, shorten_text, texts_to_keep
from phaser_lint.hook.protection.snapshot import (
    SECONDS,
    first_snapshot,
    guarded_files,
    is_as_begun,
    kept_at,
    named_now,
    seen_now,
    text_checksum,
    was_there,
)
from phaser_lint.project import git_root
from phaser_lint.project.git import repository
from phaser_lint.project.git.changed_entries import changed_files
from phaser_lint.project.git.git_status import changed_since_commit
from phaser_lint.project.regular_file import Identity

_ADVICE = (
    "Do not change it back yourself: tell the user what was changed, and by what. If no command of "
    "yours did it, say that."
)
_LOST = (
    "What phaser-lint remembered of this session was removed from its cache: not all that was "
    "changed of the contracts, the baseline and its hooks can be known any more."
)
_LEFT_OUT = (
    "The places of contracts, settings and plugins hold more than phaser-lint can check: it does "
    "not report all that a command changes there. It checked as far as"
)
_SINCE = "If it was not you, there is nothing to do but to say so."
# Between the end of a tool and the start of its hook, on a busy machine.
_SLACK_SECONDS = 2.0


def after_command(request: HookRequest) -> Decision:
    """Return what to report, once, of protected files that a tool without file names changed."""
    event = request.event
    if not may_have_written(event, names_files=bool(request.adapter.touched_paths(event))):
        return Decision()
    snapshot_path = kept_at(request)
    if not snapshot_path:
        return Decision()
    snapshot = read_protected_snapshot(snapshot_path) or _late_snapshot(request, snapshot_path)
    changes, current = _changed_since_check(request, snapshot)
    written_paths, since = _list_changed(request)
    known_paths = {*current.seen, *snapshot.start}
    unknown_paths = [path for path in written_paths if not was_there(path, snapshot)]
    changes += _changes_of_paths(request, unknown_paths, known_paths)
    protected_violations = violations(request, changes, session_folders=current.named)
    protected_violations += _directives(request, written_paths, since)
    answers = [
        *_report_lost_memory(request, snapshot, "PostToolUse"),
        *_report_unchecked(request, current),
    ]
    current = current._replace(left_out="")
    if current != snapshot or snapshot.lost:
        write_protected_snapshot(snapshot_path, current)
    fresh = []
    for violation in protected_violations:
        # With the text that the file holds now: a later change is reported again.
        ending = f"/{violation.path}"
        texts = [change.after for change in changes if f"/{change.path}".endswith(ending)]
        checksums = [text_checksum(text) for text in texts]
        if _note_first_report(request, f"guarded {violation_key(violation)!r} {checksums!r}"):
            fresh.append(violation)
    return merge_decisions([*answers, decision_on_changes(fresh, _ADVICE)])


def _report_lost_memory(
    request: HookRequest, snapshot: ProtectedSnapshot, moment: str
) -> list[Decision]:
    """Return that the session of the session had vanished, once at each *moment*."""
    if not (snapshot.lost and _note_first_report(request, f"lost at {moment}")):
        return []
    to_user = f"phaser-lint: {_LOST} Compare them with the last commit, and with what you know."
    return [Decision(context=f"{_LOST} {_ADVICE}", to_user=to_user)]


def _report_unchecked(request: HookRequest, snapshot: ProtectedSnapshot) -> list[Decision]:
    """Return, once, that a check had no room for all that lies in the protected places."""
    if not (snapshot.left_out and _note_first_report(request, "left out")):
        return []
    text = f"{_LEFT_OUT} {printable(snapshot.left_out)}"
    return [Decision(context=f"{text}.", to_user=f"phaser-lint: {text}.")]


def _note_first_report(request: HookRequest, text: str) -> bool:
    return note_first_report(request, text, root=request.start)


def _changed_since_check(
    request: HookRequest, snapshot: ProtectedSnapshot
) -> tuple[list[ProtectedChange], ProtectedSnapshot]:
    """Return the protected files that changed since the last check, and what is seen now."""
    added = [folder for folder in named_now(request) if folder not in snapshot.named]
    contract_folders, moment = (*snapshot.named, *added), time.time_ns()
    inventory = guarded_files(
        request,
        snapshot.place_folders,
        contract_folders=contract_folders,
        remembered_paths=snapshot.seen,
    )
    identities, differing = inventory.files, []
    for path in dict.fromkeys((*inventory.files, *snapshot.seen)):
        identity, _ = snapshot.seen.get(path, (None, b""))
        if identity is None or identities.get(path) != identity:
            differing.append(path)
    texts = _texts(differing, identities)
    # Of a folder that the configuration names now, what it holds is no change: that it does is one.
    older = {
        path: texts[path]
        for path in differing
        if was_there(path, snapshot) or (path not in snapshot.start and _is_in(added, path))
    }
    fresh = [
        path
        for path in differing
        if path not in older
        and text_checksum(texts[path]) != snapshot.seen.get(path, (None, b""))[1]
    ]
    changes = [_change(path, snapshot.start.get(path), texts[path]) for path in fresh]
    fingerprints = {
        **{path: snapshot.seen[path] for path in identities if path not in texts},
        **seen_now(
            {path: identities[path] for path in texts if path in identities}, texts, moment=moment
        ),
    }
    start = {**snapshot.start, **older}
    left_out = snapshot.left_out or ("" if snapshot.begun else inventory.left_out)
    return changes, snapshot._replace(
        start=start, seen=fingerprints, left_out=left_out, named=contract_folders
    )


def _is_in(folders: Iterable[str], path: str) -> bool:
    return any(decides_in(folder, path) for folder in folders)


def _texts(paths: Sequence[str], identities: Mapping[str, Identity]) -> dict[str, str | None]:
    """Return the texts of *paths* now; one that there is no room for counts as changed."""
    texts = texts_to_keep(filter(identities.__contains__, paths), until=time.monotonic() + SECONDS)
    unread = {path: f"…{identities[path]}" for path in paths if path in identities}
    return {path: texts.get(path, unread.get(path)) for path in paths}


def _change(path: str, before: str | None, after: str | None) -> ProtectedChange:
    # Shown by the name in its place, wherever a link leads.
    names, is_large = (os.path.realpath(path),), is_brief(after or "")
    return ProtectedChange(path, before, after, names=names, is_large=is_large)


def _late_snapshot(request: HookRequest, snapshot_path: str) -> ProtectedSnapshot:
    """Return what the protected files were before the tool ran, as far as that can be known.

    *snapshot_path*: where a snapshot of the session should have been found.
    """
    lost = bool(snapshot_path) and has_vanished(snapshot_path)
    current = first_snapshot(request)
    event = request.event
    root = git_root(request.start)
    changed_names = changed_since_commit(limit_git(request, root)) if root else []
    start = dict(current.start)
    written_paths, since = _list_changed(request)
    for path in dict.fromkeys(
        (*[os.path.join(root or "", name) for name in changed_names], *written_paths)
    ):
        if (is_marked(path) or _is_in(current.named, path)) and not _is_older(path, event):
            text = read_committed(request, path, since)
            start[path] = None if text is None else shorten_text(text)
    # No commit has what these were; that a contract changed is enough.
    contracts = build_contracts()
    for path in set(current.start).difference(
        os.path.join(root or "", name) for name in changed_names
    ):
        changed = event.seconds is not None and not _is_older(path, event)
        if changed and (root is None or read_committed(request, path) != text_at(path)):
            names = (path, os.path.realpath(path))
            rule_id, _ = find_protection(names, contracts, contract_folders=current.named)
            if rule_id in (CONTRACTS_ID, BASELINE_ID, REPOSITORY_ID):
                start[path] = None
    # What has changed since is not seen yet.
    fingerprints = {
        path: fingerprint
        for path, fingerprint in current.seen.items()
        if text_checksum(start.get(path)) == text_checksum(current.start[path])
    }
    removed = {
        path: (None, text_checksum(text))
        for path, text in start.items()
        if path not in current.start
    }
    return current._replace(start=start, seen={**fingerprints, **removed}, lost=lost)


def _is_older(path: str, event: Event) -> bool:
    """Tell whether *path* changed for certain before the event's tool began."""
    if event.seconds is None:
        return False
    try:
        changed = os.lstat(path).st_ctime
    except OSError:  # deleted, nobody knows when
        return False
    return changed < time.time() - event.seconds - _SLACK_SECONDS


def _list_changed(request: HookRequest) -> tuple[list[str], str]:
    """Return the files that changed since the last check, and what to compare them with."""
    # Other repositories, and worktrees, have hooks of their own.
    root, _ = memory_place(request)
    changed = changed_files_at(request, root) if root else None
    if changed is None:
        return [], "HEAD"
    return [
        os.path.join(changed.root, name) for name in changed.changed
    ], changed.session.since or "HEAD"


def _changes_of_paths(
    request: HookRequest, paths: Iterable[str], known_paths: Container[str]
) -> list[ProtectedChange]:
    """Return the changes of *paths* that may be protected and have none of the *known_paths*."""
    place_folders = folders_with_places(request)
    changes = []
    for path in paths:
        names = [path, *other_names(os.path.realpath(path), place_folders)]
        if (is_marked(path) or len(names) > 1) and not any(name in known_paths for name in names):
            changes.append(_change(path, read_committed(request, path), text_at(path)))
    return changes


def _directives(request: HookRequest, paths: Iterable[str], since: str) -> list[Violation]:
    saying = [(path, text) for path in paths if may_hold_directive(text := text_at(path) or "")]
    proposals = [
        FileProposal(path=path, text=text, before=read_committed(request, path, since))
        for path, text in saying
    ]
    return directives(request, proposals)


def report_without_protection(
    request: HookRequest, paths: Iterable[str], *, since: str, root: str
) -> Decision:
    """Return what --protect would have denied of the session's changes at *paths*, to the user.

    Once for the same files: an agent that is asked for contracts writes them. *since* is the commit
    of the session's start, if that is known. Raises ``GitError``.
    """
    changes = [
        _change(path, read_committed(request, path, since or "HEAD"), text_at(path))
        for path in paths
    ]
    changed = violations(request, changes)
    if not changed:
        return Decision()
    message = (
        f"phaser-lint: changed in this session: {places_by_rule(changed)}. "
        "phaser-lint install --protect denies that to an agent."
    )
    is_first = note_first_report(request, message, root=root, to_user=True)
    return Decision(to_user=message) if is_first else Decision()


def report_at_stop(request: HookRequest) -> Decision:
    """Return what changed since the session began, and what differs from the last commit."""
    snapshot_path = kept_at(request)
    snapshot = (
        read_protected_snapshot(snapshot_path) if snapshot_path else None
    ) or _late_snapshot(request, snapshot_path)
    inventory = guarded_files(
        request,
        snapshot.place_folders,
        contract_folders=snapshot.named,
        remembered_paths=snapshot.seen,
    )
    identities, left_out = inventory.files, snapshot.left_out or inventory.left_out
    paths = [
        path
        for path in dict.fromkeys((*snapshot.start, *identities))
        if not is_as_begun(path, snapshot, identities) and not was_there(path, snapshot)
    ]
    texts = _texts(paths, identities)
    changes = []
    for path in paths:
        before, after = snapshot.start.get(path), texts[path]
        if text_checksum(before) != text_checksum(after):
            changes.append(_change(path, before, after))
    root = git_root(event_folder(request))
    differing: list[str] = []
    if root and repository.is_repository(limit_git(request, root)):
        root = limit_git(request, root)
        head = repository.resolve_revision(root, "HEAD")
        names = [*changed_files(root, head), *repository.deleted_files(root, head)] if head else []
        differing = [os.path.join(root, name) for name in names]
    unknown_paths = [path for path in differing if not was_there(path, snapshot)]
    changes += _changes_of_paths(request, unknown_paths, {*snapshot.start, *identities})
    protected_violations = violations(request, changes, session_folders=snapshot.named)
    session_root, memory_path = memory_place(request)
    session = read_session(memory_path) if memory_path else Session()
    committed_paths = [os.path.join(session_root, name) for name in session.committed]
    protected_violations += _directives(
        request, dict.fromkeys((*differing, *committed_paths)), session.since or "HEAD"
    )
    key = repr(
        [
            *((change.path, change.after) for change in changes),
            *map(violation_key, protected_violations),
        ]
    )
    answers = _report_lost_memory(request, snapshot, "Stop")
    incomplete = merge_decisions(_report_unchecked(request, snapshot._replace(left_out=left_out)))
    if protected_violations and _note_first_report(request, key):
        answers.append(decision_on_changes(protected_violations, _SINCE))
    if not answers:
        return incomplete._replace(context="")
    answer = merge_decisions([*answers, incomplete])
    return Decision("block", reason=answer.context, to_user=answer.to_user)
