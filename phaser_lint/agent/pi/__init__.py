"""pi: an extension of ours (``hook_extension.py``) calls the hook and does what it answers.

pi knows no hooks that are commands. The extension sends ``{"pi": "before" | "after" | "stop",
"tool": …, "input": …, "failed": …, "continued": …, "session": …, "directory": …}``; it refuses a
call for ``deny``, adds ``context`` to the tool's result, goes on for ``block`` and shows ``user``.
Edits of one message all see the file as it was before the first of them.
"""

from __future__ import annotations

from phaser_lint.agent import (
    ChannelFields,
    Event,
    file_tools,
    find_text_field,
    find_tool_arguments,
    find_uri_path,
    keep_possible_path,
)
from phaser_lint.agent.answers import Answer, Decision, shorten_answer
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import JsonValue, no_event_error, render_json_line

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {}
EVENTS = {"before": "PreToolUse", "after": "PostToolUse", "stop": "Stop"}
_PATH = ("path",)
TOOLS = {
    "write": FileTool("write", path=_PATH),
    "edit": FileTool("at_once", path=_PATH, old=("oldText",), new=("newText",)),
}
# The characters that pi writes as a blank in a path.
_BLANKS = dict.fromkeys((0xA0, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")


def parse_event(payload: JsonValue) -> Event:
    """Return the event that the JSON *payload* of pi's extension describes."""
    if not isinstance(payload, dict):
        raise no_event_error()
    name = EVENTS.get(find_text_field(payload, "pi") or "before", "Other")
    failed = name == "PostToolUse" and payload.get("failed") is True
    tool_input = find_tool_arguments(payload.get("input"))
    model_path = tool_input.get("path")
    if isinstance(model_path, str):  # as pi makes a path of it
        path = find_uri_path(model_path.translate(_BLANKS).removeprefix("@"))
        tool_input = {**tool_input, "path": path}
    return Event(
        name="PostToolUseFailure" if failed else name,
        tool=find_text_field(payload, "tool"),
        tool_input=tool_input,
        session=find_text_field(payload, "session"),
        working_directory=keep_possible_path(find_text_field(payload, "directory")),
        stop_hook_active=payload.get("continued") is True,
    )


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer that pi's extension understands."""
    answer = {
        decision.verdict or "deny": decision.reason if decision.verdict else "",
        "context": decision.context,
        "user": decision.to_user,
    }
    fields = {key: shorten_answer(text) for key, text in answer.items() if text}
    return Answer(render_json_line(fields) + "\n")
