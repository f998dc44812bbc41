"""Cursor, simulated from its documents."""

from __future__ import annotations

from phaser_lint.agent.claude_code import host as claude_code
from phaser_lint.agent.host_answer import (
    NOTHING,
    HookAnswer,
    Reaction,
    ReactionKind,
    text_or_nothing,
)
from phaser_lint.agent.host_side import SESSION, Common, Host, SentEvent, after

_BLOCKED = 2


def _write(common: Common, path: str, text: str) -> SentEvent:
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


def _stop(common: Common) -> SentEvent:
    ended = {"cursor_version": "1", "workspace_roots": [common["cwd"]], "status": "completed"}
    return {**common, "stop_hook_active": False, **ended}


def _decision(answer: HookAnswer) -> Reaction:
    fields = answer.json or {}
    if answer.own_event[:1].isupper():
        return claude_code.HOST.decision(answer)
    if fields.get("permission") == "deny":
        return Reaction("deny", text_or_nothing(fields.get("agent_message")), blocks=True)
    if answer.code == _BLOCKED:
        return Reaction("deny", answer.err, blocks=True)
    if answer.code:
        return answer.failure()
    if answer.is_object and answer.json is None:
        return answer.no_json()
    if fields.get("permission") in ("allow", "ask"):
        kind: ReactionKind = "allow" if fields["permission"] == "allow" else "ask"
        return Reaction(kind, text_or_nothing(fields.get("agent_message")))
    if fields.get("followup_message"):
        return Reaction("deny", text_or_nothing(fields["followup_message"]), blocks=True)
    context = text_or_nothing(fields.get("additional_context"))
    return Reaction("context", context) if context else NOTHING


def _written(event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
    return after(event, own_event, key="tool_output", response="{}")


HOST = Host(
    write=_write,
    written=_written,
    prompt=claude_code.HOST.prompt,
    stop=_stop,
    decision=_decision,
    project_variables=("CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"),
)
