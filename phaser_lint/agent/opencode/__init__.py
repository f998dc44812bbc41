"""OpenCode: a plugin of ours (``hook_plugin.py``) calls the hook and does what it answers.

OpenCode knows no hooks that are commands. The plugin sends ``{"opencode": "before" | "after",
"tool": …, "args": …, "session": …, "directory": …}``; it throws ``deny`` as the reason, adds
``context`` to the tool's output and logs ``user``. ``edit`` also matches loosely where the text is
not found as it is; edits of one message all see the file as it was before the first.
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
from phaser_lint.agent.answers import Answer, Decision, shorten_answer
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import JsonValue, no_event_error, render_json_line

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {}
EVENTS = {"before": "PreToolUse", "after": "PostToolUse"}
_PATHS = ("filePath", "file_path")
TOOLS = {
    "write": FileTool("write", path=_PATHS),
    "edit": FileTool(
        "replace",
        path=_PATHS,
        old=("oldString",),
        new=("newString",),
        every="replaceAll",
        several="unknown",
    ),
    "apply_patch": FileTool("patch", text=("patchText", "patch")),
    "patch": FileTool("patch", text=("patchText", "patch")),
}


def parse_event(payload: JsonValue) -> Event:
    """Return the event that the JSON *payload* of OpenCode's plugin describes."""
    if not isinstance(payload, dict):
        raise no_event_error()
    directory = keep_possible_path(find_text_field(payload, "directory"))
    return Event(
        name=EVENTS.get(find_text_field(payload, "opencode") or "before", "Other"),
        tool=find_text_field(payload, "tool"),
        tool_input=find_tool_arguments(payload.get("args")),
        session=find_text_field(payload, "session"),
        working_directory=directory,
        project=keep_possible_path(find_text_field(payload, "worktree")).rstrip("/") or directory,
    )


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer that OpenCode's plugin understands."""
    answer = {
        "deny": decision.reason if decision.verdict == "deny" else "",
        "context": decision.context,
        "user": decision.to_user,
    }
    fields = {key: shorten_answer(text) for key, text in answer.items() if text}
    return Answer(render_json_line(fields) + "\n")
