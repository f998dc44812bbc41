"""What HEAD is when a session begins: noted at its first event, before a tool can move it.

One small file a session, which the checks of it go on with (``Session``). No git is started.
"""

from __future__ import annotations

import time

from phaser_lint.agent import Event
from phaser_lint.core.checked_files import Session
from phaser_lint.hook.memory import write_session
from phaser_lint.project import git_root
from phaser_lint.project.git.git_status import log_size
from phaser_lint.project.git.head_commit import head_branch, head_commit


def session_at_start(repository: str, event: Event) -> Session:
    """Return what is known of a session whose first event in the *repository* this is.

    A tool that ran by then has not moved HEAD. Without a commit, or where references are no files,
    the start alone is known.
    """
    head = head_commit(repository).decode()
    return Session(
        log=log_size(repository),
        start=time.time() - (event.seconds or 0.0),
        head=head,
        branch=head_branch(repository) if head else "",
        first=head,
        is_noted=True,
    )


def note_start(path: str, root: str, event: Event) -> None:
    """Write the start of the session down at *path*; without git there is nothing to compare."""
    repository = git_root(root)
    if repository:
        write_session(path, session_at_start(repository, event))
