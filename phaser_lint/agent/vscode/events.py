"""The agent of VS Code: Claude Code's events and answers with tools of its own.

Written from its documents; no client was run. It ignores matchers, so every tool comes here. Its
event and session names come as ``hookEventName`` and ``sessionId`` too.
"""

from __future__ import annotations

from phaser_lint.agent import Answer, file_tools, path_of_uri, shortened, text_of
from phaser_lint.agent.claude_code import events as claude_code
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core.text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaser_lint.agent import Decision, Event

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: Mapping[str, Any] = {"tool_events": ("PreToolUse",)}
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


def parse_event(value: Any) -> Event:
    """Return the event that the JSON *value* describes."""
    event = claude_code.parse_event(value)
    own = text_of(value, "hookEventName")
    session = text_of(value, "sessionId")
    return event._replace(
        name=own or event.name,
        session=session or event.session,
        tool_input=_with_paths(event.tool_input),
    )


def _with_paths(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return a tool's input with paths in place of the URIs that VS Code takes as well."""
    found = {
        name: path_of_uri(value) if name in PATHS and isinstance(value, str) else value
        for name, value in given.items()
    }
    inner = found.get("replacements")
    if isinstance(inner, list) and all(isinstance(each, dict) for each in inner):
        found["replacements"] = [_with_paths(each) for each in inner]
    return found


proposals, touched_paths = file_tools.for_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer in Claude Code's form; Stop has its decision one level down."""
    if decision.verdict != "block":
        return claude_code.render(event, decision)
    specific = {"hookEventName": event.name, "decision": "block"}
    answer: dict[str, Any] = {
        "hookSpecificOutput": {**specific, "reason": shortened(decision.reason)}
    }
    if decision.to_user:
        answer["systemMessage"] = shortened(decision.to_user)
    return Answer(dumps(answer) + "\n")
