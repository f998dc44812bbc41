"""Windsurf: ``pre_write_code`` and ``post_write_code``; only exit code 2 blocks.

Written from its documents; no client was run. There is no JSON answer: a denial is exit code 2 with
the reason on standard error, everything else exit code 0. A report goes to standard output, which
the user sees with ``show_output``. The model reads nothing of a hook after the write.
"""

from __future__ import annotations

from phaser_lint.agent import ChannelFields, Event, file_tools, find_text_field, keep_possible_path
from phaser_lint.agent.answers import Answer, Decision, deny_by_exit_code, shorten_answer
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import JsonValue, no_event_error

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {}
EVENTS = {"pre_write_code": "PreToolUse", "post_write_code": "PostToolUse"}
TOOLS = {"write_code": FileTool("edits", several="unknown")}


def parse_event(payload: JsonValue) -> Event:
    """Return Windsurf's event that the JSON *payload* describes."""
    if not isinstance(payload, dict):
        raise no_event_error()
    tool_info = payload.get("tool_info")
    action = find_text_field(payload, "agent_action_name")
    tool_input = tool_info if isinstance(tool_info, dict) else {}
    return Event(
        name=EVENTS.get(action, "Other" if action.startswith("post_") else "PreToolUse"),
        tool=action.removeprefix("pre_").removeprefix("post_"),
        tool_input=tool_input,
        session=find_text_field(payload, "trajectory_id"),
        working_directory=keep_possible_path(find_text_field(tool_input, "cwd")),
        own_name=action,
        prompt=find_text_field(payload, "execution_id"),
    )


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return Windsurf's answer: a denial is exit code 2, all else is text for the user."""
    if decision.verdict == "deny":
        return deny_by_exit_code(decision)
    message = decision.to_user or decision.context
    return Answer(out=f"{shorten_answer(message)}\n" if message else "")
