"""Where each agent takes context: which events carry a prompt or a tool call, and the answer.

===========  =======================  ===============  ==========================================
agent        prompt                   tool call        answer
===========  =======================  ===============  ==========================================
claude-code  ``UserPromptSubmit``     ``PreToolUse``   ``hookSpecificOutput.additionalContext``
codex        ``UserPromptSubmit``     ``PreToolUse``   the same
gemini-cli   ``BeforeAgent``          ``AfterTool``    the same
qwen-code    ``UserPromptSubmit``     ``PostToolUse``  the same
copilot-cli  ``userPromptSubmitted``  ``preToolUse``   ``additionalContext``
vscode                                ``PreToolUse``   ``hookSpecificOutput.additionalContext``
wave         ``UserPromptSubmit``     ``PostToolUse``  a text, see ``agent/wave/__init__.py``
===========  =======================  ===============  ==========================================

In Gemini CLI, Qwen Code and Wave, context given before a tool does not reach the model, so it is
given after the tool, which is when the other models read it too. VS Code's row is from its
documents.

OpenCode has plugins in place of hooks, see ``agent/opencode/context_plugin.js``.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.agent import Adapter


class Channel(Record):
    """The events of an agent that take context, and how it is answered."""

    prompt_event: str = ""
    tool_events: tuple[str, ...] = ()
    nested: bool = True
    """The context is in ``hookSpecificOutput``, which holds a changed input too."""
    is_text: bool = False
    """The answer is no JSON: the context is a part of the agent's decision."""
    reads_before: bool = False
    """The model reads context that is given before a tool without a decision: an edit needs no hook
    after it. Seen in the running clients, but for Cursor, which has no events for links."""


class Speech(Record):
    """The text of an event: its name, the prompt or the tool's arguments, and the tool."""

    event: str = ""
    value: Any = None
    tool: str = ""


_BEFORE = ("PreToolUse",)
# Their prompt goes to another model, which sees nothing of the first one's channel.
_TOOLS_WITH_A_READER = ("Task", "Agent")


def find_channel(adapter: Adapter) -> Channel | None:
    """Return the events at which an agent takes context, its channel; ``None``: it takes none."""
    return Channel(**adapter.CHANNEL) if adapter.CHANNEL else None


def has_json_channel(adapter: Adapter) -> bool:
    """Tell whether an agent's tools are a channel of context: answers in JSON take some."""
    channel = find_channel(adapter)
    return channel is not None and bool(channel.tool_events) and not channel.is_text


def find_speech(event_json: Any, channel: Channel) -> Speech:
    """Return the prompt, or the tool's arguments, of *event_json*, if its event is one of the
    context *channel*; else an empty record.
    """
    if not isinstance(event_json, dict):
        return Speech()
    event = event_json.get("hook_event_name") or event_json.get("hookEventName")
    if not event:  # those of Copilot have no name in them
        is_before = "toolResult" not in event_json
        event = "userPromptSubmitted" if "prompt" in event_json else "PreToolUse"
        if "toolArgs" in event_json:
            event = "preToolUse" if is_before else "postToolUse"
    if event and event == channel.prompt_event:
        return Speech(event, event_json.get("prompt", event_json.get("user_prompt")))
    if event not in channel.tool_events:
        return Speech()
    arguments = event_json.get("tool_input", event_json.get("toolArgs"))
    tool = event_json.get("tool_name", event_json.get("toolName"))
    return Speech(event, arguments, tool if isinstance(tool, str) else "")


def is_for_a_model(speech: Speech) -> bool:
    """Tell whether the tool is a channel of context to another model, which gets its prompt."""
    return speech.tool in _TOOLS_WITH_A_READER


def add_context(
    answer: dict[str, Any],
    text: str,
    *,
    channel: Channel,
    event: str,
    changed: dict[str, Any] | None,
) -> dict[str, Any]:
    """Return *answer* with the context *text*, in the form of the agent's context *channel*, after
    what it has, and the *changed* input, if any.
    """
    place = dict(answer.get("hookSpecificOutput", {})) if channel.nested else dict(answer)
    if channel.nested:
        place["hookEventName"] = event
    before = place.get("additionalContext")
    place["additionalContext"] = f"{before}\n\n{text}" if before else text
    # After the call nothing can be changed any more.
    if changed is not None and channel.nested and event in _BEFORE:
        place["updatedInput"] = changed
    return {**answer, "hookSpecificOutput": place} if channel.nested else place
