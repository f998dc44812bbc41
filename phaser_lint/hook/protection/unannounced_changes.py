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
from phaser_lint.agent.nameless_writes import may_have_written
from phaser_lint.check.changes_since_base import find_written_changes
from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.contract.deciding_places import decides_in
from phaser_lint.contract.model import Violation
from phaser_lint.core import Identity
from phaser_lint.core.file_records import Session
from phaser_lint.core.text import make_printable
from phaser_lint.hook import SLACK_SECONDS, HookRequest, find_event_folder, limit_git
from phaser_lint.hook.changed_files import find_repository_changes
from phaser_lint.hook.memory import find_project_memory, read_session
from phaser_lint.hook.memory.reported import note_first_report
from phaser_lint.hook.memory.stored_snapshot import (
    ProtectedSnapshot,
    has_snapshot_vanished,
    read_protected_snapshot,
    write_protected_snapshot,
)
from phaser_lint.hook.protection.built_in_contracts import (
    BASELINE_ID,
    CONTRACTS_ID,
    REPOSITORY_ID,
    ProtectedChange,
    build_protection_contracts,
    find_protection,
)
from phaser_lint.hook.protection.inventory import (
    hash_brief_text,
    make_fingerprints,
    read_texts_to_keep,
    shorten_text,
)
from phaser_lint.hook.protection.protected_places import (
    find_other_names,
    list_place_folders,
    may_hold_directive,
    may_name_protected_place,
)
from phaser_lint.hook.protection.refused_changes import (
    ADVICE,
    make_protected_change,
    read_committed_text,
    read_text_on_disk,
    refuse_event_changes,
    refuse_event_directives,
    report_refused_changes,
)
from phaser_lint.hook.protection.snapshot import (
    SECONDS,
    find_configured_folders,
    find_snapshot_path,
    is_as_at_start,
    is_older_than_snapshot,
    make_snapshot,
    take_inventory,
)
from phaser_lint.project import find_git_root, find_path_inside
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git import is_in_repository
from phaser_lint.project.git.changed_entries import list_touched_files
from phaser_lint.project.git.git_status import list_uncommitted_paths
from phaser_lint.project.git.revisions import resolve_revision

_LOST = (
    "What phaser-lint remembered of this session was removed from its cache: not all that was "
    "changed of the contracts, the baseline and its hooks can be known any more."
)
_LEFT_OUT = (
    "The places of contracts, settings and plugins hold more than phaser-lint can check: it does "
    "not report all that a command changes there. It checked as far as"
)
_SINCE = "If it was not you, there is nothing to do but to say so."


def report_after_command(request: HookRequest) -> Decision:
    """Return, once, which protected files a command changed without an announcement."""
    event = request.event
    if not may_have_written(event, names_files=bool(request.adapter.touched_paths(event))):
        return Decision()
    snapshot_path = find_snapshot_path(request)
    if not snapshot_path:
        return Decision()
    snapshot = read_protected_snapshot(snapshot_path) or _make_late_snapshot(request, snapshot_path)
    changes, current = _find_new_changes(request, snapshot)
    written_paths, session = _list_changed_files(request)
    known_paths = {*current.seen, *snapshot.start}
    unknown_paths = [path for path in written_paths if not is_older_than_snapshot(path, snapshot)]
    changes += _find_path_changes(request, unknown_paths, known_paths)
    protected_violations = refuse_event_changes(request, changes, session_folders=current.named)
    protected_violations += _refuse_directives(request, written_paths, session)
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
        checksums = [hash_brief_text(text) for text in texts]
        if _note_first_report(request, f"guarded {make_violation_key(violation)!r} {checksums!r}"):
            fresh.append(violation)
    return merge_decisions([*answers, report_refused_changes(fresh, ADVICE)])


def _report_lost_memory(
    request: HookRequest, snapshot: ProtectedSnapshot, moment: str
) -> list[Decision]:
    """Return that the memory of the session had vanished, once at each *moment*: at Stop also what
    was said after a command, after a command not what Stop said.
    """
    if not (snapshot.lost and _note_first_report(request, f"lost at {moment}")):
        return []
    if moment == "Stop":
        _note_first_report(request, "lost at PostToolUse")
    to_user = f"phaser-lint: {_LOST} Compare them with the last commit, and with what you know."
    return [Decision(context=f"{_LOST} {ADVICE}", to_user=to_user)]


def _report_unchecked(request: HookRequest, snapshot: ProtectedSnapshot) -> list[Decision]:
    """Return, once, that a check had no room for all that lies in the protected places."""
    if not (snapshot.left_out and _note_first_report(request, "left out")):
        return []
    text = f"{_LEFT_OUT} {make_printable(snapshot.left_out)}"
    return [Decision(context=f"{text}.", to_user=f"phaser-lint: {text}.")]


def _note_first_report(request: HookRequest, text: str) -> bool:
    return note_first_report(request, text, root=request.start)


def _find_new_changes(
    request: HookRequest, snapshot: ProtectedSnapshot
) -> tuple[list[ProtectedChange], ProtectedSnapshot]:
    """Return the protected files that changed since the last check, and what is seen now."""
    added = [folder for folder in find_configured_folders(request) if folder not in snapshot.named]
    contract_folders, moment = (*snapshot.named, *added), time.time_ns()
    inventory = take_inventory(
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
    texts = _read_texts(differing, identities)
    # Of a folder that the configuration names now, what it holds is no change: that it does is one.
    older = {
        path: texts[path]
        for path in differing
        if is_older_than_snapshot(path, snapshot)
        or (path not in snapshot.start and _is_in_folders(added, path))
    }
    fresh = [
        path
        for path in differing
        if path not in older
        and hash_brief_text(texts[path]) != snapshot.seen.get(path, (None, b""))[1]
    ]
    changes = [make_protected_change(path, snapshot.start.get(path), texts[path]) for path in fresh]
    fingerprints = {
        **{path: snapshot.seen[path] for path in identities if path not in texts},
        **make_fingerprints(
            {path: identities[path] for path in texts if path in identities}, texts, moment=moment
        ),
    }
    start = {**snapshot.start, **older}
    left_out = snapshot.left_out or ("" if snapshot.begun else inventory.left_out)
    return changes, snapshot._replace(
        start=start, seen=fingerprints, left_out=left_out, named=contract_folders
    )


def _is_in_folders(folders: Iterable[str], path: str) -> bool:
    return any(decides_in(folder, path) for folder in folders)


def _read_texts(paths: Sequence[str], identities: Mapping[str, Identity]) -> dict[str, str | None]:
    """Return the texts of *paths* now; one that there is no room for counts as changed."""
    texts = read_texts_to_keep(
        filter(identities.__contains__, paths), until=time.monotonic() + SECONDS
    )
    unread = {path: f"…{identities[path]}" for path in paths if path in identities}
    return {path: texts.get(path, unread.get(path)) for path in paths}


def _make_late_snapshot(request: HookRequest, snapshot_path: str) -> ProtectedSnapshot:
    """Return what the protected files were before the tool ran, as far as that can be known.

    *snapshot_path*: where a snapshot of the session should have been found.
    """
    lost = bool(snapshot_path) and has_snapshot_vanished(snapshot_path)
    current = make_snapshot(request)
    event = request.event
    root = find_git_root(request.start)
    changed_names = list_uncommitted_paths(limit_git(request, root)) if root else []
    start = dict(current.start)
    written_paths, session = _list_changed_files(request)
    for path in dict.fromkeys(
        (*[os.path.join(root or "", name) for name in changed_names], *written_paths)
    ):
        if (
            may_name_protected_place(path) or _is_in_folders(current.named, path)
        ) and not _is_older(path, event):
            text = read_committed_text(request, path, session.since or "HEAD")
            start[path] = None if text is None else shorten_text(text)
    # No commit has what these were; that a contract changed is enough.
    contracts = build_protection_contracts()
    for path in set(current.start).difference(
        os.path.join(root or "", name) for name in changed_names
    ):
        changed = event.seconds is not None and not _is_older(path, event)
        if changed and (
            root is None or read_committed_text(request, path) != read_text_on_disk(path)
        ):
            names = (path, os.path.realpath(path))
            rule_id, _ = find_protection(names, contracts, contract_folders=current.named)
            if rule_id in (CONTRACTS_ID, BASELINE_ID, REPOSITORY_ID):
                start[path] = None
    # What has changed since is not seen yet.
    fingerprints = {
        path: fingerprint
        for path, fingerprint in current.seen.items()
        if hash_brief_text(start.get(path)) == hash_brief_text(current.start[path])
    }
    removed = {
        path: (None, hash_brief_text(text))
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
    return changed < event.tool_began - SLACK_SECONDS


def _list_changed_files(request: HookRequest) -> tuple[list[str], Session]:
    """Return the files that changed since the last check, and the session that tells since when."""
    # Other repositories, and worktrees, have hooks of their own.
    root, _ = find_project_memory(request)
    changed = find_repository_changes(request, root) if root else None
    if changed is None:
        return [], Session()
    return [os.path.join(changed.root, name) for name in changed.changed], changed.session


def _find_path_changes(
    request: HookRequest, paths: Iterable[str], known_paths: Container[str]
) -> list[ProtectedChange]:
    """Return the changes of *paths* that may be protected and have none of the *known_paths*."""
    place_folders = list_place_folders(request)
    changes = []
    for path in paths:
        names = [path, *find_other_names(os.path.realpath(path), place_folders)]
        if (may_name_protected_place(path) or len(names) > 1) and not any(
            name in known_paths for name in names
        ):
            changes.append(
                make_protected_change(
                    path, read_committed_text(request, path), read_text_on_disk(path)
                )
            )
    return changes


def _refuse_directives(
    request: HookRequest, paths: Iterable[str], session: Session
) -> list[Violation]:
    """Return a violation for each directive that the *session* added to the files at *paths*: not
    those that a file had by another name, nor that others added. Raises ``GitError``.
    """
    own_root, _ = find_project_memory(request)
    session = session._replace(since=session.since or session.head or "HEAD")
    bases = (session.since, *session.others)
    added: list[Violation] = []
    for path in paths:
        text = read_text_on_disk(path) or ""
        if not may_hold_directive(text):
            continue
        proposal = FileProposal(path=path, text=text)
        before = read_committed_text(request, path, bases[0])
        violations = refuse_event_directives(request, [proposal._replace(before=before)])
        name = find_path_inside(own_root, path) if violations and own_root else None
        if name:
            root = limit_git(request, own_root)
            # Others' files come by `git merge --squash`, and `git checkout w -- a.py`, too.
            if name not in find_written_changes(root, [name], session=session).kinds:
                continue
            for base in bases:
                earlier_name = DiskFiles(root).find_earlier_names(base, [name]).get(name, name)
                before = read_committed_text(request, os.path.join(root, earlier_name), base)
                proposal = proposal._replace(before=before)
                violations = min(violations, refuse_event_directives(request, [proposal]), key=len)
        added += violations
    return added


def report_at_stop(request: HookRequest) -> Decision:
    """Return what ``--protect`` reports at Stop: unannounced changes of protected files since the
    session began, or the last commit.
    """
    snapshot_path = find_snapshot_path(request)
    snapshot = (
        read_protected_snapshot(snapshot_path) if snapshot_path else None
    ) or _make_late_snapshot(request, snapshot_path)
    inventory = take_inventory(
        request,
        snapshot.place_folders,
        contract_folders=snapshot.named,
        remembered_paths=snapshot.seen,
    )
    identities, left_out = inventory.files, snapshot.left_out or inventory.left_out
    paths = [
        path
        for path in dict.fromkeys((*snapshot.start, *identities))
        if not is_as_at_start(path, snapshot, identities)
        and not is_older_than_snapshot(path, snapshot)
    ]
    texts = _read_texts(paths, identities)
    changes = []
    for path in paths:
        before, after = snapshot.start.get(path), texts[path]
        if hash_brief_text(before) != hash_brief_text(after):
            changes.append(make_protected_change(path, before, after))
    root = find_git_root(find_event_folder(request))
    differing: list[str] = []
    if root and is_in_repository(limit_git(request, root)):
        root = limit_git(request, root)
        head = resolve_revision(root, "HEAD")
        names = list_touched_files(root, head) if head else []
        differing = [os.path.join(root, name) for name in names]
    unknown_paths = [path for path in differing if not is_older_than_snapshot(path, snapshot)]
    changes += _find_path_changes(request, unknown_paths, {*snapshot.start, *identities})
    protected_violations = refuse_event_changes(request, changes, session_folders=snapshot.named)
    session_root, memory_path = find_project_memory(request)
    session = read_session(memory_path) if memory_path else Session()
    committed_paths = [os.path.join(session_root, name) for name in session.committed]
    protected_violations += _refuse_directives(
        request, dict.fromkeys((*differing, *committed_paths)), session
    )
    key = repr(
        [
            *((change.path, change.after) for change in changes),
            *map(make_violation_key, protected_violations),
        ]
    )
    answers = _report_lost_memory(request, snapshot, "Stop")
    incomplete = merge_decisions(_report_unchecked(request, snapshot._replace(left_out=left_out)))
    if protected_violations and _note_first_report(request, key):
        answers.append(report_refused_changes(protected_violations, _SINCE))
    if not answers:
        return incomplete._replace(context="")
    answer = merge_decisions([*answers, incomplete])
    return Decision("block", reason=answer.context, to_user=answer.to_user)
