"""Windsurf, simulated from its documents: only exit code 2 blocks."""

from __future__ import annotations

from phaser_lint.agent.claude_code import host as claude_code
from phaser_lint.agent.host_answer import HookAnswer, Reaction
from phaser_lint.agent.host_side import SESSION, TIME, Common, Host, SentEvent

_BLOCKED = 2


def _write(common: Common, path: str, text: str) -> SentEvent:
    return {
        "agent_action_name": "pre_write_code",
        "trajectory_id": SESSION,
        "execution_id": "1",
        "timestamp": TIME,
        "tool_info": {"file_path": path, "edits": [{"old_string": "", "new_string": text}]},
    }


def _written(event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
    return {**event, "agent_action_name": "post_write_code"}


def _unknown(event: SentEvent) -> SentEvent:
    return {**event, "agent_action_name": "pre_read_code"}


def _decision(answer: HookAnswer) -> Reaction:
    if answer.code == _BLOCKED:
        blocks = answer.event == "PreToolUse"
        return Reaction("deny" if blocks else "context", answer.err, blocks)
    if answer.code:
        return answer.failure()
    return Reaction("nothing", user=answer.out)


HOST = Host(
    write=_write,
    written=_written,
    prompt=claude_code.HOST.prompt,
    stop=claude_code.HOST.stop,
    decision=_decision,
    unknown=_unknown,
)
