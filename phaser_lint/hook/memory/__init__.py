"""What the hook remembers from one event of an agent's session to the next.

Here stands which repositories and worktrees it touched, and what its checks of them remember: an
edit needs only this, and nothing of git for it.
"""

from __future__ import annotations

import os
import time

from phaser_lint.core import is_identity_settled, make_file_identity
from phaser_lint.core.cache_file import read_stored_record, write_stored_values
from phaser_lint.core.file_records import Session
from phaser_lint.hook import (
    SLACK_SECONDS,
    TOOL_EVENTS,
    HookRequest,
    find_folder_levels,
    find_memory_path,
)
from phaser_lint.project import find_git_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from phaser_lint.agent import Event
    from phaser_lint.check.engine.new_violations import Occurrences, ViolationKey
    from phaser_lint.core import Identity

# Less than ``SLACK_SECONDS``: a first commit that the user has just made would count the whole
# project as the agent's.
_SLACK_OF_COMMITS = 0.25


def find_project_memory(request: HookRequest) -> tuple[str, str]:
    """Return the root of the agent's project, and the path at which the session's memory of it
    lies.

    Both are empty where nothing can be remembered.
    """
    # Whether there is something to check by is decided by the folder of each changed file.
    root = find_folder_levels(request, request.start).root if request.start else ""
    path = find_memory_path(request, root)
    return (root, path) if path else ("", "")


def recall_session(request: HookRequest, root: str) -> Session:
    """Return what the hook's memory of the session tells its checks of the project at *root*."""
    path = find_memory_path(request, root)
    session = read_session(path) if path else Session()
    if session.start:
        return session
    _, own_path = find_project_memory(request)
    if own_path in ("", path):
        return session
    return session._replace(start=read_session(own_path).start)


def recall_or_begin_session(request: HookRequest, root: str) -> Session:
    """Return the session from the hook's memory of *root*, which begins now if none is there."""
    session = recall_session(request, root)
    return session if session.start else session._replace(start=time.time())


def begin_session(session: Session, event: Event) -> Session:
    """Return what the hook's memory has of a *session*, begun if it is not: with the time from
    which changed files and commits are the agent's.

    At its first event that is the start of the tool: of one that has no time of its own the
    transcript says when it was called.
    """
    if session.start:
        return session
    start = event.tool_began
    if event.seconds is not None:
        start -= _SLACK_OF_COMMITS
    elif event.name in TOOL_EVENTS[1:]:
        from phaser_lint.hook.memory.tool_start import find_tool_start  # once a session

        start = find_tool_start(event, latest=start - SLACK_SECONDS)
    return session._replace(start=start)


def find_session_before_event(request: HookRequest, root: str) -> Session:
    """Return the session that the hook's memory of *root* holds before this event, which begins it
    if it is the first; an empty one without a memory.
    """
    path = find_memory_path(request, root)
    return begin_session(recall_session(request, root), request.event) if path else Session()


def count_earlier_occurrences(
    session: Session, paths: Sequence[str], prefix: str = ""
) -> Occurrences:
    """Return how often violations of *paths* occurred at the last check the *session* remembers."""
    counts: dict[ViolationKey, int] = {}
    for path in paths:
        for contract, line, times in session.files.get(f"{prefix}{path}", (None, ()))[1]:
            key = (contract, path, line)
            counts[key] = counts.get(key, 0) + times
    return counts


def add_touched_repositories(request: HookRequest, paths: Iterable[str]) -> None:
    """Have the hook remember *paths*' repositories but the event's own: later checks cover them."""
    own_root, memory_path = find_project_memory(request)
    if not memory_path:
        return
    folders = {request.links.get(path) or os.path.dirname(path) for path in paths}
    roots = {find_folder_levels(request, folder).root for folder in folders} - {own_root}
    other_roots = [root for root in sorted(roots) if find_git_root(root)]
    if not other_roots:
        return
    session = read_session(memory_path)
    touched = tuple(dict.fromkeys((*session.touched, *other_roots)))
    if touched != session.touched:
        write_session(memory_path, session._replace(touched=touched))


# What was seen of a project's changed files in an agent's session, from one check to the next.
#
# For each file that differs from the last commit: its identity when it was checked, and what it
# broke then. A file whose identity is the same is not checked again, and what was reported is not
# reported again.
#
# One file a session and project in the user's cache folder, written whole.
# Hooks that run at the same time may each write theirs, and the last one stays: the worst is a
# file checked twice, or a message that comes twice.

# The number goes up with every change of what is stored.
_FORM = "looks 9"


def read_session(path: str) -> Session:
    """Return the session stored at *path*; an empty one if that is missing or garbled."""
    return read_stored_record(path, _FORM, Session) or Session()


def write_session(path: str, session: Session) -> None:
    """Store *session* at *path*; where that is not possible, files are checked again."""
    *remembered, _, _ = session._replace(files=dict(session.files))
    write_stored_values(path, _FORM, tuple(remembered))


def list_identities(root: str, paths: Iterable[str]) -> dict[str, Identity]:
    """Return what the hook remembers of *paths* between events: the identity of each in *root*."""
    identity_by_path = {}
    for path in paths:
        try:
            identity_by_path[path] = make_file_identity(os.lstat(os.path.join(root, path)))
        except OSError:  # deleted
            continue
    return identity_by_path


def settle_identity(identity: Identity, *, now: int) -> Identity | None:
    """Return a file's *identity* for the hook's memory of a session, from one event to the next;
    ``None`` where a change after *now* (nanoseconds) may not show in it.
    """
    return identity if is_identity_settled(identity, now_ns=now) else None
