"""The agent of VS Code: Claude Code's events and answers with tools of its own.

Written from its documents; no client was run. It ignores matchers, so every tool comes here. Its
event and session names come as ``hookEventName`` and ``sessionId`` too.
"""

from __future__ import annotations

from phaser_lint.agent import (
    ChannelFields,
    Event,
    claude_code,
    file_tools,
    find_text_field,
    find_uri_path,
)
from phaser_lint.agent.answers import Answer, Decision, shorten_answer
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import JsonObject, JsonValue, render_json_line

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {"tool_events": ("PreToolUse",)}
PATHS = ("filePath", "file_path", "path")
OLD, NEW = ("oldString", "old_string"), ("newString", "new_string")
TOOLS = {
    "create_file": FileTool("create", path=PATHS),
    "replace_string_in_file": FileTool("replace", path=PATHS, old=OLD, new=NEW, several="unknown"),
    "multi_replace_string_in_file": FileTool(
        "edits", path=PATHS, old=OLD, new=NEW, several="unknown"
    ),
    "apply_patch": FileTool("patch", text=("input", "patch", "command")),
    "insert_edit_into_file": FileTool("opaque", path=PATHS),
    "editFiles": FileTool("opaque", path=PATHS),
    "Write": FileTool("write", path=PATHS),
    "Edit": FileTool("replace", path=PATHS, old=OLD, new=NEW, several="unknown"),
}


def parse_event(payload: JsonValue) -> Event:
    """Return VS Code's event that the JSON *payload* describes."""
    event = claude_code.parse_event(payload)
    own_name = find_text_field(payload, "hookEventName")
    session = find_text_field(payload, "sessionId")
    return event._replace(
        name=own_name or event.name,
        session=session or event.session,
        tool_input=_with_paths(event.tool_input),
    )


def _with_paths(tool_input: JsonObject) -> JsonObject:
    """Return a tool's input with paths in place of the URIs that VS Code takes as well."""
    arguments = {
        name: find_uri_path(argument) if name in PATHS and isinstance(argument, str) else argument
        for name, argument in tool_input.items()
    }
    inner = arguments.get("replacements")
    if isinstance(inner, list) and all(isinstance(edit, dict) for edit in inner):
        arguments["replacements"] = [_with_paths(edit) for edit in inner]
    return arguments


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer to VS Code: Claude Code's form, Stop's decision one level down."""
    if decision.verdict != "block":
        return claude_code.render(event, decision)
    specific = {"hookEventName": event.name, "decision": "block"}
    answer: dict[str, JsonValue] = {
        "hookSpecificOutput": {**specific, "reason": shorten_answer(decision.reason)}
    }
    if decision.to_user:
        answer["systemMessage"] = shorten_answer(decision.to_user)
    return Answer(render_json_line(answer) + "\n")
