"""Cursor, simulated from its documents."""

from __future__ import annotations

from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.host import SESSION, Common, Host, SentEvent, make_event_after_tool
from phaser_lint.agent.host_answer import NOTHING, HookAnswer, Reaction, ReactionKind, keep_text


class CursorHost(Host):
    """Cursor: where it differs from what most agents do."""

    project_variables = ("CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR")

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
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

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        return make_event_after_tool(event, own_event, key="tool_output", response="{}")

    def stop_event(self, common: Common) -> SentEvent:
        ended = {"cursor_version": "1", "workspace_roots": [common["cwd"]], "status": "completed"}
        return {**common, "stop_hook_active": False, **ended}

    def react(self, answer: HookAnswer) -> Reaction:
        fields = answer.json or {}
        if answer.own_event[:1].isupper():
            return super().react(answer)
        if fields.get("permission") == "deny":
            return Reaction("deny", keep_text(fields.get("agent_message")), blocks=True)
        if answer.code == BLOCKED:
            return Reaction("deny", answer.err, blocks=True)
        if answer.code:
            return answer.failure()
        if answer.is_object and answer.json is None:
            return answer.no_json()
        if fields.get("permission") in ("allow", "ask"):
            kind: ReactionKind = "allow" if fields["permission"] == "allow" else "ask"
            return Reaction(kind, keep_text(fields.get("agent_message")))
        if fields.get("followup_message"):
            return Reaction("deny", keep_text(fields["followup_message"]), blocks=True)
        context = keep_text(fields.get("additional_context"))
        return Reaction("context", context) if context else NOTHING


HOST = CursorHost()
