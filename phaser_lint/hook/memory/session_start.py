"""What HEAD is when a session begins: noted at its first event, before a tool can move it.

One small file a session, which the checks of it go on with (``Session``). No git is started.
"""

from __future__ import annotations

from phaser_lint.agent import Event
from phaser_lint.core.file_records import Session
from phaser_lint.hook.memory import write_session
from phaser_lint.project import find_git_root
from phaser_lint.project.git.head_commit import find_head_branch, find_head_commit, measure_head_log


def read_session_start(repository: str, event: Event) -> Session:
    """Return a session at its start: what HEAD of the *repository* is at the session's first
    *event*.

    A tool that ran by then has not moved HEAD. Without a commit, or where references are no files,
    the start alone is known.
    """
    head = find_head_commit(repository).decode()
    return Session(
        log=measure_head_log(repository),
        start=event.tool_began,
        head=head,
        branch=find_head_branch(repository) if head else "",
        first=head,
        is_noted=True,
    )


def write_session_start(path: str, root: str, event: Event) -> None:
    """Write what HEAD is at the session's start down at *path*; nothing without git."""
    repository = find_git_root(root)
    if repository:
        write_session(path, read_session_start(repository, event))
