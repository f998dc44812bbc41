"""Cursor, simulated from its documents."""

from __future__ import annotations

from phaser_lint.agent.claude_code import host as claude_code
from phaser_lint.agent.host_answer import NOTHING, Reaction, text_of
from phaser_lint.agent.host_side import SESSION, Host, after

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agent.host_answer import HookAnswer, Kind
    from phaser_lint.agent.host_side import Common, Event

_BLOCKED = 2


def _write(common: Common, path: str, text: str) -> Event:
    return {
        **common,
        "conversation_id": SESSION,
        "generation_id": "1",
        "model": "unknown",
        "cursor_version": "1",
        "workspace_roots": [common["cwd"]],
        "user_email": None,
        "tool_name": "Write",
        "tool_input": {"file_path": path, "content": text},
        "tool_use_id": "call_1",
    }


def _stop(common: Common) -> Event:
    ended = {"cursor_version": "1", "workspace_roots": [common["cwd"]], "status": "completed"}
    return {**common, "stop_hook_active": False, **ended}


def _decision(answer: HookAnswer) -> Reaction:
    given = answer.json or {}
    if answer.own_event[:1].isupper():
        return claude_code.HOST.decision(answer)
    if given.get("permission") == "deny":
        return Reaction("deny", text_of(given.get("agent_message")), blocks=True)
    if answer.code == _BLOCKED:
        return Reaction("deny", answer.err, blocks=True)
    if answer.code:
        return answer.failure()
    if answer.is_object and answer.json is None:
        return answer.no_json()
    if given.get("permission") in ("allow", "ask"):
        kind: Kind = "allow" if given["permission"] == "allow" else "ask"
        return Reaction(kind, text_of(given.get("agent_message")))
    if given.get("followup_message"):
        return Reaction("deny", text_of(given["followup_message"]), blocks=True)
    context = text_of(given.get("additional_context"))
    return Reaction("context", context) if context else NOTHING


HOST = Host(
    write=_write,
    written=lambda event, own_event, path, text: after(event, own_event, "tool_output", "{}"),
    prompt=claude_code.HOST.prompt,
    stop=_stop,
    decision=_decision,
    project_variables=("CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"),
)
