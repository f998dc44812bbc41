"""Gemini CLI: ``BeforeTool``, ``AfterTool`` and ``AfterAgent``, and answers of its own.

Only ``{"decision": "deny", "reason": …}`` stops a tool; nobody reads context before a tool, so
what a denial has to add goes into its reason. ``replace`` also matches loosely where the text is
not found as it is: that cannot be foreseen, and the file is checked once it is written.
"""

from __future__ import annotations

from phaser_lint.agent import ChannelFields, Event, claude_code, file_tools
from phaser_lint.agent.answers import Answer, Decision, render_denial_text, shorten_answer
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import JsonObject, JsonValue, render_json_line

PROJECT_VARIABLE = "GEMINI_PROJECT_DIR"
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {"prompt_event": "BeforeAgent", "tool_events": ("AfterTool",)}
EVENTS = {"BeforeTool": "PreToolUse", "AfterTool": "PostToolUse", "AfterAgent": "Stop"}
TOOLS = {
    "write_file": FileTool("write", keeps_line_ends=True),
    "replace": FileTool("replace", every="allow_multiple"),
}


def parse_event(payload: JsonValue) -> Event:
    """Return Gemini CLI's event that the JSON *payload* describes."""
    event = claude_code.parse_event(payload)
    response = payload.get("tool_response")
    name = EVENTS.get(event.name, event.name)
    if isinstance(response, dict):
        if response.get("error"):
            name = "PostToolUseFailure"  # the file is as it was
        event = event._replace(original=find_original_text(response))
    return event._replace(name=name, own_name=event.name)


def find_original_text(response: JsonObject) -> str | None:
    """Return the file's text before Gemini CLI's tool ran; ``None``: the *response* lacks it."""
    display = response.get("returnDisplay")
    if not isinstance(display, dict) or "originalContent" not in display:
        return None
    original = display["originalContent"]
    if original is None:  # a new file
        return ""
    return original if isinstance(original, str) else None


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer in Gemini's form."""
    answer: dict[str, JsonValue] = {}
    if decision.verdict:
        answer["decision"] = decision.verdict
        answer["reason"] = render_denial_text(decision)
    elif decision.context and event.name in ("PostToolUse", "PostToolUseFailure"):
        answer["hookSpecificOutput"] = {
            "hookEventName": event.own_name or "AfterTool",
            "additionalContext": shorten_answer(decision.context),
        }
    if decision.to_user:
        answer["systemMessage"] = shorten_answer(decision.to_user)
    return Answer(render_json_line(answer) + "\n")
