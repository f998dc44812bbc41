"""``hook --protect`` after tools that name no files, and at Stop: what of the gate is another now.

Compared with what it was when the session began, wherever it lies and whether git knows it or not.
Where the hook first ran when a command was through already, it is the last commit that tells, and
the time of the change.
"""

from __future__ import annotations

import os
import time

from phaser_lint.agent import Decision, Reconstruction
from phaser_lint.agent.other_tools import may_have_written
from phaser_lint.check.engine.comparison import key_of
from phaser_lint.core.text import printable
from phaser_lint.hook.changed_files import changed_files_at
from phaser_lint.hook.decisions import together, was_told
from phaser_lint.hook.memory.protected_before import (
    ProtectedSnapshot,
    has_vanished,
    read_protected_snapshot,
    write_protected_snapshot,
)
from phaser_lint.hook.memory.session import ChangeMemory, place_of, read_memory
from phaser_lint.hook.occasion import protected_bases, start_of, timed
from phaser_lint.hook.protected_places import is_marked, other_names, says_ignore
from phaser_lint.hook.protection.built_in_contracts import (
    BASELINE_ID,
    CONTRACTS_ID,
    REPOSITORY_ID,
    ProtectedChange,
    built_in,
    protected_by,
)
from phaser_lint.hook.protection.edited_places import (
    committed,
    directives,
    said,
    text_at,
    violations,
)
from phaser_lint.hook.protection.inventory import is_brief, shortened, texts_to_keep
from phaser_lint.hook.protection.snapshot import (
    SECONDS,
    digest,
    first_snapshot,
    guarded_files,
    is_as_begun,
    kept_at,
    seen_now,
    was_there,
)
from phaser_lint.project.git import repository
from phaser_lint.project.git.changed_entries import changed_files
from phaser_lint.project.git.git_status import changed_since_commit
from phaser_lint.project.root import git_top

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from phaser_lint.agent import Event
    from phaser_lint.contract.model import Violation
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.project.regular_file import Identity

_TELL = (
    "Do not change it back yourself: tell the user what was changed, and by what. If no command of "
    "yours did it, say that."
)
_LOST = (
    "What phaser-lint remembered of this session was removed from its cache: not all that was "
    "changed of the contracts, the baseline and its hooks can be told any more."
)
_LEFT_OUT = (
    "The places of contracts, settings and plugins hold more than phaser-lint looks through: it "
    "does not tell all that a command changes there. It got as far as"
)
_SINCE = "If it was not you, there is nothing to do but to say so."
# Between the end of a tool and the start of its hook, on a busy machine.
_SLACK_SECONDS = 2.0


def after_others(occasion: Occasion) -> Decision:
    """Return what is to be said of what a tool changed that names no files; once."""
    event = occasion.event
    if not may_have_written(event, names_files=bool(occasion.adapter.touched_paths(event))):
        return Decision()
    kept = kept_at(occasion)
    if not kept:
        return Decision()
    snapshot = read_protected_snapshot(kept) or _late_snapshot(occasion, kept)
    changes, now = _since_look(occasion, snapshot)
    written, since = _written(occasion)
    known = {*now.seen, *snapshot.start}
    others = [path for path in written if not was_there(path, snapshot)]
    changes += _marked(occasion, others, known)
    found = violations(occasion, changes)
    found += _directives(occasion, written, since)
    answers = [*_lost(occasion, snapshot, "PostToolUse"), *_left_out(occasion, now)]
    now = now._replace(left_out="")
    if now != snapshot or snapshot.lost:
        write_protected_snapshot(kept, now)
    fresh = [each for each in found if not _was_said(occasion, _news(each, changes))]
    return together([*answers, said(fresh, _TELL)])


def _lost(occasion: Occasion, snapshot: ProtectedSnapshot, moment: str) -> list[Decision]:
    """Return that the memory of the session had vanished, once at each *moment*."""
    if not snapshot.lost or _was_said(occasion, f"lost at {moment}"):
        return []
    to_user = f"phaser-lint: {_LOST} Compare them with the last commit, and with what you know."
    return [Decision(context=f"{_LOST} {_TELL}", to_user=to_user)]


def _left_out(occasion: Occasion, snapshot: ProtectedSnapshot) -> list[Decision]:
    """Return that a look had no room for all that lies in the protected places; once."""
    if not snapshot.left_out or _was_said(occasion, "left out"):
        return []
    said_of = f"{_LEFT_OUT} {printable(snapshot.left_out)}"
    return [Decision(context=f"{said_of}.", to_user=f"phaser-lint: {said_of}.")]


def _news(violation: Violation, changes: Sequence[ProtectedChange]) -> str:
    """Return what tells this violation from an earlier one: the text that the file now holds."""
    texts = [each.after for each in changes if f"/{each.path}".endswith(f"/{violation.path}")]
    return f"guarded {key_of(violation)!r} {[digest(text) for text in texts]!r}"


def _was_said(occasion: Occasion, text: str) -> bool:
    return was_told(occasion, text, root=occasion.start)


def _since_look(
    occasion: Occasion, snapshot: ProtectedSnapshot
) -> tuple[list[ProtectedChange], ProtectedSnapshot]:
    """Return the protected files that are others than at the last look, and what is seen now."""
    moment, look = time.time_ns(), guarded_files(occasion, snapshot.bases, snapshot.seen)
    there, asked = look.files, []
    for path in dict.fromkeys((*look.files, *snapshot.seen)):
        identity, _ = snapshot.seen.get(path, (None, b""))
        if identity is None or there.get(path) != identity:
            asked.append(path)
    texts = _texts(asked, there)
    older = {path: texts[path] for path in asked if was_there(path, snapshot)}
    fresh = [
        path
        for path in asked
        if path not in older and digest(texts[path]) != snapshot.seen.get(path, (None, b""))[1]
    ]
    changes = [_change(path, snapshot.start.get(path), texts[path]) for path in fresh]
    seen = {
        **{path: snapshot.seen[path] for path in there if path not in texts},
        **seen_now({path: there[path] for path in texts if path in there}, texts, moment=moment),
    }
    start = {**snapshot.start, **older}
    left_out = snapshot.left_out or ("" if snapshot.begun else look.left_out)
    return changes, snapshot._replace(start=start, seen=seen, left_out=left_out)


def _texts(paths: Sequence[str], there: Mapping[str, Identity]) -> dict[str, str | None]:
    """Return the texts of *paths* now; what there is no room for is another than it was."""
    texts = texts_to_keep(filter(there.__contains__, paths), until=time.monotonic() + SECONDS)
    unread = {path: f"…{there[path]}" for path in paths if path in there}
    return {path: texts.get(path, unread.get(path)) for path in paths}


def _change(path: str, before: str | None, after: str | None) -> ProtectedChange:
    # Shown by the name in its place, wherever a link leads.
    names, is_large = (os.path.realpath(path),), is_brief(after or "")
    return ProtectedChange(path, before, after, names=names, is_large=is_large)


def _late_snapshot(occasion: Occasion, kept: str) -> ProtectedSnapshot:
    """Return what the protected files were before the tool that has run already, as can be told.

    *kept*: where a snapshot of the session should have been found.
    """
    lost = bool(kept) and has_vanished(kept)
    now = first_snapshot(occasion)
    event = occasion.event
    top = git_top(occasion.start)
    listed = changed_since_commit(timed(occasion, top)) if top else []
    start = dict(now.start)
    written, since = _written(occasion)
    for path in dict.fromkeys((*[os.path.join(top or "", name) for name in listed], *written)):
        if is_marked(path) and not _is_older(path, event):
            text = committed(occasion, path, since)
            start[path] = None if text is None else shortened(text)
    # No commit tells what these were; that a contract changed is enough.
    contracts = built_in()
    for path in set(now.start).difference(os.path.join(top or "", name) for name in listed):
        changed = event.seconds is not None and not _is_older(path, event)
        if changed and (top is None or committed(occasion, path) != text_at(path)):
            names = (path, os.path.realpath(path))
            if protected_by(names, contracts)[0] in (CONTRACTS_ID, BASELINE_ID, REPOSITORY_ID):
                start[path] = None
    # What is another now has not been seen yet.
    seen = {
        path: each
        for path, each in now.seen.items()
        if digest(start.get(path)) == digest(now.start[path])
    }
    gone = {path: (None, digest(text)) for path, text in start.items() if path not in now.start}
    return now._replace(start=start, seen={**seen, **gone}, lost=lost)


def _is_older(path: str, event: Event) -> bool:
    """Tell whether *path* changed for certain before the event's tool began."""
    if event.seconds is None:
        return False
    try:
        changed = os.lstat(path).st_ctime
    except OSError:  # deleted, nobody knows when
        return False
    return changed < time.time() - event.seconds - _SLACK_SECONDS


def _written(occasion: Occasion) -> tuple[list[str], str]:
    """Return the files that changed since the last look, and what to compare them with."""
    # Other repositories, and worktrees, have gates of their own.
    root, _ = place_of(occasion)
    seen = changed_files_at(occasion, root) if root else None
    if seen is None:
        return [], "HEAD"
    return [os.path.join(seen.root, name) for name in seen.changed], seen.memory.since or "HEAD"


def _of_session(occasion: Occasion) -> tuple[list[str], str]:
    """Return the files that were committed in this session, and what was the commit before."""
    root, kept = place_of(occasion)
    memory = read_memory(kept) if kept else ChangeMemory()
    return [os.path.join(root, name) for name in memory.committed], memory.since or "HEAD"


def _marked(
    occasion: Occasion, paths: Iterable[str], known: Container[str]
) -> list[ProtectedChange]:
    """Return the changes of *paths* that may be protected and are not *known* by another name."""
    bases = protected_bases(occasion)
    found = []
    for path in paths:
        names = [path, *other_names(os.path.realpath(path), bases)]
        if (is_marked(path) or len(names) > 1) and not any(name in known for name in names):
            found.append(_change(path, committed(occasion, path), text_at(path)))
    return found


def _directives(occasion: Occasion, paths: Iterable[str], since: str) -> list[Violation]:
    saying = [(path, text) for path in paths if says_ignore(text := text_at(path) or "")]
    proposals = [
        Reconstruction(path=path, text=text, before=committed(occasion, path, since))
        for path, text in saying
    ]
    return directives(occasion, proposals)


def at_stop(occasion: Occasion) -> Decision:
    """Return what is another than when the session began, and what differs from the last commit."""
    kept = kept_at(occasion)
    snapshot = (read_protected_snapshot(kept) if kept else None) or _late_snapshot(occasion, kept)
    look = guarded_files(occasion, snapshot.bases, snapshot.seen)
    there, left_out = look.files, snapshot.left_out or look.left_out
    paths = [
        path
        for path in dict.fromkeys((*snapshot.start, *there))
        if not is_as_begun(path, snapshot, there) and not was_there(path, snapshot)
    ]
    texts = _texts(paths, there)
    changes = []
    for path in paths:
        before, after = snapshot.start.get(path), texts[path]
        if digest(before) != digest(after):
            changes.append(_change(path, before, after))
    top = git_top(start_of(occasion))
    listed = [os.path.join(top, name) for name in _differing(timed(occasion, top))] if top else []
    others = [path for path in listed if not was_there(path, snapshot)]
    changes += _marked(occasion, others, {*snapshot.start, *there})
    found = violations(occasion, changes)
    made, since = _of_session(occasion)
    found += _directives(occasion, dict.fromkeys((*listed, *made)), since)
    told = repr([*((each.path, each.after) for each in changes), *map(key_of, found)])
    answers = _lost(occasion, snapshot, "Stop")
    unsaid = together(_left_out(occasion, snapshot._replace(left_out=left_out)))
    if found and not _was_said(occasion, told):
        answers.append(said(found, _SINCE))
    if not answers:
        return unsaid._replace(context="")
    answer = together([*answers, unsaid])
    return Decision("block", reason=answer.context, to_user=answer.to_user)


def _differing(top: str) -> list[str]:
    commit = repository.resolve(top, "HEAD") if repository.is_repository(top) else None
    if commit is None:
        return []
    return [*changed_files(top, commit), *repository.deleted_files(top, commit)]
