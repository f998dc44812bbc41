"""Windsurf, simulated from its documents: only exit code 2 blocks."""

from __future__ import annotations

from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.host import SESSION, TIME, Common, Host, SentEvent
from phaser_lint.agent.host_answer import HookAnswer, Reaction


class WindsurfHost(Host):
    """Windsurf: where it differs from what most agents do."""

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        return {
            "agent_action_name": "pre_write_code",
            "trajectory_id": SESSION,
            "execution_id": "1",
            "timestamp": TIME,
            "tool_info": {"file_path": path, "edits": [{"old_string": "", "new_string": text}]},
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        return {**event, "agent_action_name": "post_write_code"}

    def unknown_event(self, event: SentEvent) -> SentEvent:
        return {**event, "agent_action_name": "pre_read_code"}

    def react(self, answer: HookAnswer) -> Reaction:
        if answer.code == BLOCKED:
            blocks = answer.event == "PreToolUse"
            return Reaction("deny" if blocks else "context", answer.err, blocks)
        if answer.code:
            return answer.failure()
        return Reaction("nothing", user=answer.out)


HOST = WindsurfHost()
