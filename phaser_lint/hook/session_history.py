"""What git tells of a session's history where HEAD moved: the commits that were made, and what they
hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.core.file_records import Session
from phaser_lint.project.git.commit_origins import Origins
from phaser_lint.project.git.head_history import (
    HeadHistory,
    begin_head_history,
    continue_head_history,
)
from phaser_lint.project.git.session_branches import HeldState, list_held_states


def follow_head(
    session: Session, root: str, *, head: tuple[str, int]
) -> tuple[Session, Sequence[HeldState], Origins]:
    """Return *session* with what git tells of the commits up to *head*, the commit and the size of
    its log; the states that they led to, and what was asked of git for that.

    Raises ``GitError``.
    """
    commit, size = head
    start, origins = session.start, Origins(root, session.start, session.made)
    # Without either, nothing is known but when the session began.
    if session.head or session.first:
        before, after = _make_history(session), session.log
        history = continue_head_history(
            root, commit, before, after=after, start=start, origins=origins
        )
    else:
        history = begin_head_history(root, commit, start=start, origins=origins)
    session = session._replace(
        head=commit,
        log=size,
        branch=history.branch,
        first=history.first,
        left=history.left,
        made=history.made,
        came=history.came,
    )
    states = tuple(list_session_states(session, root))
    # What the session's commits in HEAD are compared with.
    state = next((state for state in states if state.commit == commit), None)
    session = session._replace(since="", committed=(), others=(), own=(), is_shared=False)
    if state is not None:
        session = session._replace(
            since=state.since,
            committed=state.paths,
            others=state.others,
            own=state.own,
            is_shared=state.is_shared,
        )
    return session, states, origins


def list_session_states(session: Session, root: str) -> Sequence[HeldState]:
    """Return states that hold what commits of *session* changed; raises ``GitError``."""
    return list_held_states(root, _make_history(session)) if session.made else ()


def _make_history(session: Session) -> HeadHistory:
    return HeadHistory(
        session.head,
        session.branch,
        first=session.first,
        left=session.left,
        made=session.made,
        came=session.came,
    )
