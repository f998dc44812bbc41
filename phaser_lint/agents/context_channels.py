"""Where each agent takes context: which events carry a prompt or a tool call, and the answer.

=============  ====================  ================  ==========================================
agent          prompt                tool call         answer
=============  ====================  ================  ==========================================
claude-code    ``UserPromptSubmit``  ``PreToolUse``    ``hookSpecificOutput.additionalContext``
codex          ``UserPromptSubmit``  ``PreToolUse``    the same
qwen-code      ``UserPromptSubmit``  (does not reach   the same
                                     its model)
copilot-cli                          ``preToolUse``    ``additionalContext``
=============  ====================  ================  ==========================================

OpenCode has plugins in place of hooks, see ``concepts/opencode.js``.
"""

from __future__ import annotations

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Channel(Record):
    """The events of an agent that take context, and how it is answered."""

    prompt_event: str = ""
    tool_event: str = ""
    nested: bool = True
    """The context stands in ``hookSpecificOutput``, which holds a changed input too."""


class Speech(Record):
    """What an event says: the event's name, the prompt or the arguments, and for which tool."""

    event: str = ""
    said: Any = None
    tool: str = ""


CLAUDE_CODE = "claude-code"
CHANNELS = {
    CLAUDE_CODE: Channel("UserPromptSubmit", "PreToolUse"),
    "codex": Channel("UserPromptSubmit", "PreToolUse"),
    "qwen-code": Channel("UserPromptSubmit"),
    "copilot-cli": Channel(tool_event="preToolUse", nested=False),
}
# Their prompt goes to another model, which sees nothing of the first one's channel.
_TOOLS_WITH_A_READER = ("Task", "Agent")


def speech_of(value: Any, channel: Channel) -> Speech:
    """Return what the event *value* says; nothing if it is none that takes context."""
    if not isinstance(value, dict):
        return Speech()
    event = value.get("hook_event_name") or channel.tool_event
    if event == channel.prompt_event:
        return Speech(event, value.get("prompt"))
    # Copilot's own events name neither themselves nor their fields as the others do.
    if event not in (channel.tool_event, "PreToolUse") or not channel.tool_event:
        return Speech()
    said = value.get("tool_input", value.get("toolArgs"))
    tool = value.get("tool_name", value.get("toolName"))
    return Speech(event, said, tool if isinstance(tool, str) else "")


def has_reader(speech: Speech) -> bool:
    """Tell whether the tool hands its prompt to another model."""
    return speech.tool in _TOOLS_WITH_A_READER


def add_context(
    answer: dict[str, Any],
    text: str,
    *,
    channel: Channel,
    event: str,
    changed: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """Return *answer* with *text* after the context it has, and the *changed* input, if any."""
    place = dict(answer.get("hookSpecificOutput", {})) if channel.nested else dict(answer)
    if channel.nested:
        place["hookEventName"] = event
    before = place.get("additionalContext")
    place["additionalContext"] = f"{before}\n\n{text}" if before else text
    if changed is not None and channel.nested:
        place["updatedInput"] = changed
    return {**answer, "hookSpecificOutput": place} if channel.nested else place
