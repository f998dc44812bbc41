"""Kiro: Claude Code's events with tools of its own; only exit code 2 before a tool blocks.

Written from its documents; no client was run. The reason of a denial is read on standard error. Its
model reads nothing else of a hook, and its user what a hook says that fails.
"""

from __future__ import annotations

from phaser_lint.agent import ChannelFields, Event, claude_code, file_tools
from phaser_lint.agent.answers import Answer, Decision, deny_by_exit_code, shorten_answer
from phaser_lint.agent.file_tools import FileTool, find_first_argument
from phaser_lint.core import JsonValue

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {}
SHOWN_TO_USER = 1
_PATHS = ("path", "targetFile", "file_path")
_TEXTS = ("text", "file_text", "content")
_OLD, _NEW = ("oldStr", "old_str"), ("newStr", "new_str")
# The command-line client has one tool for all edits, and says at "command" what it does.
_WRITE = FileTool(
    "write", path=_PATHS, text=_TEXTS, old=_OLD, new=_NEW, several="unknown", appends="command"
)
TOOLS = {
    "fs_write": _WRITE,
    "write": _WRITE,
    "fs_append": _WRITE,
    "str_replace": FileTool("replace", path=_PATHS, old=_OLD, new=_NEW, several="unknown"),
    "delete_file": FileTool("delete", path=_PATHS),
}


def parse_event(payload: JsonValue) -> Event:
    """Return Kiro's event that the JSON *payload* describes."""
    event = claude_code.parse_event(payload)
    if event.name == "Stop":  # nothing makes it go on
        return event._replace(name="Other")
    arguments = event.tool_input
    appends = event.tool == "fs_append" or arguments.get("command") == "append"
    if event.tool not in TOOLS or not appends:
        return event
    text = find_first_argument(arguments, (*_TEXTS, *_NEW))
    return event._replace(tool_input={**arguments, "command": "append", "text": text})


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return Kiro's answer: a denial is exit code 2, and a text for the user a failed hook."""
    if decision.verdict == "deny":
        return deny_by_exit_code(decision)
    if decision.to_user:
        return Answer(out="", err=f"{shorten_answer(decision.to_user)}\n", code=SHOWN_TO_USER)
    return Answer()
