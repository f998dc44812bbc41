"""Cursor: ``preToolUse``, ``postToolUse`` and ``stop``, and answers of its own.

Written from its documents; no client was run. It also runs the hooks of ``.claude/settings.json``
under Claude Code's names, which are answered in Claude Code's form. Without an objection the answer
is ``{}``: a ``permission: allow`` might skip the user's own prompt.
"""

from __future__ import annotations

from phaser_lint.agent import (
    ChannelFields,
    Event,
    claude_code,
    file_tools,
    find_text_field,
    keep_possible_path,
)
from phaser_lint.agent.answers import Answer, Decision, render_denial_text, shorten_answer
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import JsonValue, render_json_line

PROJECT_VARIABLE = "CURSOR_PROJECT_DIR"
DENIAL_ABORTS = False
# As its own list of events has it: it takes context before a tool, without a decision.
CHANNEL: ChannelFields = {"reads_before": True}
EVENTS = {"preToolUse": "PreToolUse", "postToolUse": "PostToolUse", "stop": "Stop"}
PATHS = ("file_path", "path", "filePath", "target_file")
_WRITE = FileTool("write", path=PATHS, text=("content", "contents"), several="unknown")
_REPLACE = FileTool("replace", path=PATHS, several="unknown")
TOOLS = {
    "Write": _WRITE,
    "Edit": _REPLACE,
    "StrReplace": _REPLACE,
    "MultiEdit": FileTool("edits", path=PATHS, several="unknown"),
    "Delete": FileTool("delete", path=PATHS),
    "ApplyPatch": FileTool("patch", text=("patch", "input", "command")),
}


def parse_event(payload: JsonValue) -> Event:
    """Return Cursor's event that the JSON *payload* describes."""
    event = claude_code.parse_event(payload)
    own_name = event.name
    roots = payload.get("workspace_roots")
    root = roots[0] if isinstance(roots, list) and roots and isinstance(roots[0], str) else ""
    ended = own_name == "stop" and payload.get("status") not in (None, "completed")
    return event._replace(
        name="Other" if ended else EVENTS.get(own_name, event.name),
        own_name=own_name,
        session=find_text_field(payload, "conversation_id") or event.session,
        prompt=find_text_field(payload, "generation_id"),
        project=keep_possible_path(root),
        working_directory=event.working_directory or keep_possible_path(root),
        stop_hook_active=event.stop_hook_active or bool(payload.get("loop_count")),
    )


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer in Cursor's form, or in Claude Code's where its names were used."""
    if event.own_name == event.name:
        return claude_code.render(event, decision)
    answer: dict[str, JsonValue] = {}
    if decision.verdict == "deny":
        reason = render_denial_text(decision)
        user_message = "\n".join(text for text in (decision.reason, decision.to_user) if text)
        answer = {
            "permission": "deny",
            "user_message": shorten_answer(user_message),
            "agent_message": reason,
        }
    elif decision.verdict == "block":
        answer = {"followup_message": shorten_answer(decision.reason)}
    elif decision.context and event.name in ("PreToolUse", "PostToolUse"):
        # Versions before July 2026 take no notice of the key before a tool.
        answer = {"additional_context": shorten_answer(decision.context)}
    return Answer(render_json_line(answer) + "\n")
