"""What every agent's hook event comes down to, and what every answer starts from."""

from __future__ import annotations

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any, Literal, Protocol


class Event(Record):
    """One hook event: what happens, with which tool, on what."""

    name: str
    """``PreToolUse``, ``PostToolUse``, ``Stop``, whatever the agent calls them, or another."""
    tool: str = ""
    tool_input: Mapping[str, Any] = {}
    session: str = ""
    working_directory: str = ""
    stop_hook_active: bool | None = False
    """The agent goes on because a Stop hook blocked before; ``None`` where it does not tell."""
    original: str | None = None
    """After an edit: the file as it was before, where the agent tells."""
    own_name: str = ""
    """What the agent itself calls the event, where that is another name."""
    project: str = ""
    """The folder that the agent works on, where the event tells."""
    subagent: str = ""
    """Which of a session's agents it is of, where there are several: each reads its own."""
    seconds: float | None = None
    """How long the tool ran, where the event tells."""


class Reconstruction(Record):
    """The proposed state of one file that an event touches, or why there is none.

    ``path`` is absolute and resolved. ``before`` is the text on disk, ``None`` if the file is new
    or not text; for a file that moves here it is the text at ``moved_from``. With a
    ``skip_reason`` there is no ``text``; ``file_edit`` tells whether the event edits a file all
    the same, so that something was left unjudged. ``deleted``: the file will be gone.
    """

    path: str = ""
    text: str | None = None
    before: str | None = None
    is_new: bool = False
    skip_reason: str = ""
    file_edit: bool = False
    deleted: bool = False
    moved_from: str = ""
    garbled: bool = False
    """It is skipped as binary, and was a text or is written as one: that is worth a word."""


class Decision(Record):
    """What an event is answered, before an agent's own form."""

    verdict: Literal["", "deny", "block"] = ""
    """``deny`` a tool call, ``block`` the end of the run; mostly nothing is decided."""
    reason: str = ""
    """Why, for the model."""
    context: str = ""
    """For the model, without deciding anything."""
    to_user: str = ""


class Answer(Record):
    """What the process leaves behind: standard output, standard error, exit code."""

    out: str = "{}\n"
    err: str = ""
    code: int = 0


if TYPE_CHECKING:

    class Adapter(Protocol):
        """What the module of an agent holds."""

        PROJECT_VARIABLE: str
        """The environment variable that names the agent's project; empty if there is none."""
        DENIAL_ABORTS: bool
        """A denial ends the agent's run, and its model never reads why."""

        def parse_event(self, value: Any) -> Event: ...
        def proposals(self, event: Event) -> tuple[Reconstruction, ...]: ...
        def touched_paths(self, event: Event) -> tuple[str, ...]: ...
        def render(self, event: Event, decision: Decision) -> Answer: ...
