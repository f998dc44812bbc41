"""Mistral Vibe: ``pre_tool``, ``post_tool`` and ``post_agent``, and answers of its own.

Its tools have the name of their server before a dot (``file_system.write_file``), and an event has
them so. ``decision: deny`` refuses a call before a tool, takes the place of its result after it,
and has the agent go on at the end. Context is read only after a tool. Vibe writes text that is
found to the letter, and edits of one file one after the other.
"""

from __future__ import annotations

from phaser_lint.agent import (
    ChannelFields,
    Event,
    file_tools,
    find_text_field,
    find_tool_arguments,
    keep_possible_path,
)
from phaser_lint.agent.answers import Answer, Decision, render_denial_text, shorten_answer
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import JsonValue, no_event_error, render_json_line

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {}
EVENTS = {"pre_tool": "PreToolUse", "post_tool": "PostToolUse", "post_agent": "Stop"}
_FILES = "file_system."
# Its hooks name what runs in the background otherwise than an event does.
_SHELLS = {"process.start": "process_start"}
TOOLS = {
    "write_file": FileTool("write", keeps_line_ends=True, levels_line_ends=True),
    "search_replace": FileTool("replace", levels_line_ends=True),
}


def parse_event(payload: JsonValue) -> Event:
    """Return Vibe's event that the JSON *payload* describes."""
    if not isinstance(payload, dict):
        raise no_event_error()
    own_name = find_text_field(payload, "hook_event_name") or "pre_tool"
    name = EVENTS.get(own_name, own_name)
    tool = find_text_field(payload, "tool_name").removeprefix(_FILES)
    failed = name == "PostToolUse" and payload.get("tool_status") == "failure"
    return Event(
        name="PostToolUseFailure" if failed else name,
        tool=_SHELLS.get(tool, tool),
        tool_input=find_tool_arguments(payload.get("tool_input")),
        session=find_text_field(payload, "session_id"),
        working_directory=keep_possible_path(find_text_field(payload, "cwd")),
        # It goes on three times at most, and does not tell that it does.
        stop_hook_active=None,
        call=find_text_field(payload, "tool_call_id"),
    )


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer in Vibe's form, which is the same at all events."""
    answer: dict[str, JsonValue] = {}
    context = decision.context
    if decision.verdict:
        answer = {"decision": "deny", "reason": render_denial_text(decision)}
    elif context and event.name == "PostToolUse":
        answer = {"hook_specific_output": {"additional_context": shorten_answer(context)}}
    if decision.to_user:
        answer["system_message"] = shorten_answer(decision.to_user)
    return Answer(render_json_line(answer) + "\n")
