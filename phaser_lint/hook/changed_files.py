"""The files of the project that changed since the last check, after a tool that names no files.

Worktrees and other repositories that the session touched are checked, too.

A shell command that changed nothing costs a run of git and a call of ``lstat`` for each changed
file. What changed and is clean for certain costs what the hook's clean path costs. All else is for
``after_command.py`` to check.

The first check of a session finds what the user had not committed before the agent started. Where
the event has the time that its tool took, only files that changed in it are the agent's.
"""

from __future__ import annotations

import os
import time

from phaser_lint.agent import Event
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Session
from phaser_lint.hook import SLACK_SECONDS, HookRequest, find_memory_path, limit_git
from phaser_lint.hook.covered_repositories import list_covered_roots
from phaser_lint.hook.memory import (
    begin_session,
    find_project_memory,
    list_identities,
    recall_session,
    settle_identity,
    write_session,
)
from phaser_lint.project import find_git_root
from phaser_lint.project.git.git_status import find_head_objects
from phaser_lint.project.git.head_commit import identify_head
from phaser_lint.project.git.in_progress import list_commits_in_progress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from phaser_lint.core import Identity
    from phaser_lint.core.file_records import Broken
    from phaser_lint.project.git.commit_origins import Origins
    from phaser_lint.project.git.session_branches import HeldState

MOST_FILES = 200
"""Files that are checked after one command; the rest is for the next one, or for Stop."""
_MOST_BROUGHT = 100


class ChangedFiles(Record):
    """What a check after a command starts from: ``changed`` files are checked, ``older`` ones
    only remembered."""

    root: str
    path: str
    """Where the checks of the session are remembered."""
    session: Session
    moment: int
    """When the identities were taken, in nanoseconds."""
    there: dict[str, Identity]
    changed: tuple[str, ...]
    older: tuple[str, ...]
    gone: tuple[str, ...] = ()
    """The files that were deleted since the last check."""
    missing: tuple[str, ...] = ()
    """All files that are not there any more."""
    has_git_news: bool = False
    """What git knows of the session differs from the last check."""
    held: tuple[HeldState, ...] = ()
    """What HEAD got since the last check, as far as the disk does not hold it."""
    origins: Origins | None = None
    """What was asked of git about the commits of HEAD, where that moved."""
    unknown: str = ""
    """Why it could not be known what HEAD got: the next check asks again."""
    clones: tuple[str, ...] = ()
    """Folders that were cloned into the project in the session: nothing is checked in them."""


class UncheckedRepository(Record):
    """A repository that could not be checked, and why."""

    root: str
    reason: str


def find_tool_changes(request: HookRequest) -> list[ChangedFiles | UncheckedRepository]:
    """Return the changed files of each covered repository after a command, or why a repository
    could not be checked.

    Without git there is nothing to compare with, which Stop reports.
    """
    own_root, _ = find_project_memory(request)
    changes: list[ChangedFiles | UncheckedRepository] = []
    for root in list_covered_roots(request, own_root) if own_root else ():
        try:
            changed = find_repository_changes(request, root)
        except GitError as error:
            changes.append(UncheckedRepository(root, str(error)))
        else:
            changes += [] if changed is None else [changed]
    return changes


def find_repository_changes(request: HookRequest, root: str) -> ChangedFiles | None:
    """Return the changed files of the project at *root* since the session's last check; ``None``
    where that cannot be known.

    Raises ``GitError``.
    """
    root = limit_git(request, root)
    path, repository = find_memory_path(request, root), find_git_root(root)
    if repository is None or not path:
        return None
    inner_folders: list[str] = []
    changed_names = list(find_head_objects(root, inner_folders=inner_folders))
    before, unknown = recall_session(request, root), ""
    try:
        session, states, origins = with_history(
            before, root, git_root=repository, event=request.event
        )
    except GitError as error:
        session, states, origins = begin_session(before, request.event), (), None
        unknown = str(error)
    clones: list[str] = []
    if inner_folders:
        from phaser_lint.hook.inner_repositories import (  # few have
            find_begun_repositories,
            list_begun_files,
        )

        begun, clones = find_begun_repositories(request, root, inner_folders, session=session)
        changed_names += list_begun_files(root, begun)
    moment = time.time_ns()  # before they are taken
    identities_there = list_identities(root, {*changed_names, *session.committed})
    changed = [
        name
        for name, identity in identities_there.items()
        if session.files.get(name, (None,))[0] != identity
    ]
    older = [
        name
        for name in changed
        if _is_older(name, request.event, session=session, identities_there=identities_there)
    ]
    fresh = sorted(set(changed).difference(older))
    # git says nothing of a file that it never tracked, and that is gone.
    untracked = [
        name
        for name in set(session.files).difference(changed_names)
        if not os.path.lexists(os.path.join(root, name))
    ]
    known_names = {*changed_names, *session.committed, *untracked}
    missing = tuple(sorted(known_names.difference(identities_there)))
    if session.is_noted and not session.begun:
        deleted = tuple(name for name in missing if not was_changed_before(root, name, session))
    elif session.begun or request.event.seconds is None:
        deleted = tuple(name for name in missing if name not in session.gone)
    else:
        since = request.event.tool_began - SLACK_SECONDS
        deleted = tuple(name for name in missing if _was_folder_changed(root, name, since))
    return ChangedFiles(
        root=root,
        path=path,
        session=session,
        moment=moment,
        there=identities_there,
        changed=tuple(fresh),
        older=tuple(older),
        gone=deleted,
        missing=missing,
        has_git_news=session != before,
        held=find_states_not_on_disk(session, states, changed_names),
        origins=origins,
        unknown=unknown,
        clones=tuple(clones),
    )


def with_history(
    session: Session, root: str, *, git_root: str, event: Event
) -> tuple[Session, Sequence[HeldState], Origins | None]:
    """Return, to find changed files since the last check, *session* with what git tells of its
    history: its start, commits, merges.

    Where HEAD moved, also what its commits led to, and what was asked of git for that. Raises
    ``GitError``.
    """
    head, origins = identify_head(git_root), None
    states: Sequence[HeldState] = ()
    session = begin_session(session, event)
    is_known = session.begun or bool(session.head)
    if not is_known or (session.head, session.log) != head:
        from phaser_lint.hook.session_history import follow_head  # mostly it did not move

        session, states, origins = follow_head(session, root, head=head)
    in_merges = (
        (operation.name, operation.commit) for operation in list_commits_in_progress(git_root)
    )
    brought = tuple(dict.fromkeys((*session.brought, *in_merges)))
    return session._replace(brought=brought[-_MOST_BROUGHT:]), states, origins


def find_states_not_on_disk(
    session: Session, states: Iterable[HeldState], changed: Iterable[str]
) -> tuple[HeldState, ...]:
    """Return which changed files the hook checks as a session's commits hold them: the *states*
    that the disk does not have, with only the files that differ from it.

    *changed*: the files that differ from HEAD.
    """
    differing = frozenset(changed)
    states_left = []
    for state in states:
        if state.commit == session.head:
            state = state._replace(paths=tuple(differing.intersection(state.paths)))
        states_left += [state] if state.paths else []
    return tuple(states_left)


def _is_older(
    name: str, event: Event, session: Session, identities_there: dict[str, Identity]
) -> bool:
    """Tell whether a file changed before the session began, or the agent's first command did."""
    is_dated = session.is_noted or event.seconds is not None
    if session.begun or name in session.files or not is_dated:
        return False
    began = session.start if session.is_noted else event.tool_began
    _, _, changed, *_ = identities_there[name]
    return changed / 1e9 < began - SLACK_SECONDS


def was_changed_before(root: str, name: str, session: Session) -> bool:
    """Tell whether a changed file, *name* at *root*, is none of the session's: it was changed or
    deleted before that began, and not since; never where nothing was noted at its start.
    """
    return session.is_noted and is_older_than_session(root, name, session)


def is_older_than_session(root: str, name: str, session: Session) -> bool:
    """Tell whether a file, *name* at *root*, was changed or deleted before the start of *session*,
    and not since.

    A folder that was renamed does not show in its files: it must be as old as they are. Of a file
    that is gone only its folder tells, which another file that comes or goes there makes younger.
    """
    place, since = name, session.start - SLACK_SECONDS
    if not os.path.lexists(os.path.join(root, name)):
        place = os.path.relpath(_find_folder_left(root, name), root)
    while place:
        try:
            changed = os.lstat(os.path.join(root, place)).st_ctime
        except OSError:
            return False
        if changed >= since:
            return False
        place = os.path.dirname(place)
    return True


def _was_folder_changed(root: str, name: str, since: float) -> bool:
    """Tell whether the folder of a missing file, or what is left above it, changed *since*."""
    return os.stat(_find_folder_left(root, name)).st_mtime >= since


def _find_folder_left(root: str, name: str) -> str:
    folder = os.path.dirname(os.path.join(root, name))
    while folder != root and not os.path.isdir(folder):
        folder = os.path.dirname(folder)
    return folder


def remember_checked_files(changed: ChangedFiles, broken_by_file: Mapping[str, Broken]) -> None:
    """Remember which files a command changed, those of *broken_by_file*, and what they broke."""
    files = {
        name: file_memory
        for name, file_memory in changed.session.files.items()
        if name in changed.there
    }
    for name, broken_contracts in broken_by_file.items():
        if name in changed.missing:
            continue
        files[name] = (settle_identity(changed.there[name], now=changed.moment), broken_contracts)
    session = changed.session._replace(begun=True, files=files, gone=changed.missing)
    if session != changed.session or changed.has_git_news:
        write_session(changed.path, session)


def are_changes_clean(
    repositories: Iterable[ChangedFiles | UncheckedRepository], is_clean: Callable[[str], bool]
) -> bool:
    """Tell whether no changed file of *repositories* is to be reported; *is_clean* tells of one
    path.

    What is clean is remembered.
    """
    for changed in repositories:
        if not isinstance(changed, ChangedFiles):
            return False
        if changed.held or changed.unknown or changed.clones:
            return False
        fresh = (*changed.changed, *changed.older)
        if len(fresh) > MOST_FILES or not all(
            is_clean(os.path.join(changed.root, name)) for name in (*fresh, *changed.gone)
        ):
            return False
        remember_checked_files(changed, dict.fromkeys(fresh, ()))
    return True
