"""What every agent's hook event comes down to."""

from __future__ import annotations

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any


class Event(Record):
    """One hook event: what happens, with which tool, on what."""

    name: str
    """``PreToolUse``, ``PostToolUse``, ``Stop`` or another."""
    tool: str = ""
    tool_input: Mapping[str, Any] = {}
    session: str = ""
    working_directory: str = ""
    stop_hook_active: bool = False
    """The agent goes on because a Stop hook blocked before."""
    original: str | None = None
    """After an edit: the file as it was before, where the agent tells."""


class Reconstruction(Record):
    """The proposed state of the file that an event touches, or why there is none.

    ``path`` is absolute and resolved. ``before`` is the text on disk, ``None`` if the file is new
    or not text. With a ``skip_reason`` there is no ``text``; ``file_edit`` tells whether the event
    edits a file all the same, so that something was left unjudged.
    """

    path: str = ""
    text: str | None = None
    before: str | None = None
    is_new: bool = False
    skip_reason: str = ""
    file_edit: bool = False
