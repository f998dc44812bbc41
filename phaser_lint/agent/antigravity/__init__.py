"""Antigravity: a hook before a tool, which has to decide, and one at the end.

Written from its documents; no client was run. An event has no name: one with a tool call comes
before the tool, one with ``terminationReason`` at the end. Before a tool ``{}`` refuses the call,
as does a hook that fails; no answer leaves it to the user's permissions. ``continue`` has the agent
go on. A hook after a tool is not told which one, and its answer is not read.
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
from phaser_lint.agent.answers import Answer, Decision, render_denial_text
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import JsonValue, no_event_error, render_json_line

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {}
_PATH, _OLD, _NEW = ("TargetFile",), ("TargetContent",), ("ReplacementContent",)
# A text is searched between two lines, so that of several any may be meant.
TOOLS = {
    "write_to_file": FileTool("write", path=_PATH, text=("CodeContent",)),
    "replace_file_content": FileTool(
        "replace", path=_PATH, old=_OLD, new=_NEW, every="", several="unknown"
    ),
    "multi_replace_file_content": FileTool(
        "edits", path=_PATH, old=_OLD, new=_NEW, every="", several="unknown"
    ),
}
_UNFINISHED = ("error", "max_steps_exceeded")


def parse_event(payload: JsonValue) -> Event:
    """Return Antigravity's event that the JSON *payload* describes."""
    if not isinstance(payload, dict):
        raise no_event_error()
    call = payload.get("toolCall")
    folders = payload.get("workspacePaths")
    folder = folders[0] if isinstance(folders, list) and folders else ""
    project = keep_possible_path(folder) if isinstance(folder, str) else ""
    event = Event(name="Other", session=find_text_field(payload, "conversationId"), project=project)
    if not isinstance(call, dict):
        reason = payload.get("terminationReason")
        is_end = isinstance(reason, str) and reason not in _UNFINISHED
        # It goes on only so often, and does not tell that it does.
        return event._replace(
            name="Stop" if is_end else "Other",
            working_directory=project,
            stop_hook_active=None,
        )
    arguments = find_tool_arguments(call.get("args"))
    chunks = arguments.get("ReplacementChunks")
    return event._replace(
        name="PreToolUse",
        tool=find_text_field(call, "name"),
        tool_input=arguments if chunks is None else {**arguments, "edits": chunks},
        working_directory=keep_possible_path(find_text_field(arguments, "Cwd")) or project,
    )


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return Antigravity's answer: a denial, or that the agent goes on, or nothing."""
    if not decision.verdict:
        return Answer(out="")
    word = "deny" if decision.verdict == "deny" else "continue"
    return Answer(
        render_json_line({"decision": word, "reason": render_denial_text(decision)}) + "\n"
    )
