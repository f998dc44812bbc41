"""OpenCode as it is played: what its plugin of ours sends, and what that makes of an answer."""

from __future__ import annotations

from phaser_lint.agents.claude_code import host as claude_code
from phaser_lint.agents.host_answer import Reaction, text_of
from phaser_lint.agents.host_side import SESSION, Host
from phaser_lint.agents.opencode.altered_plugin import altered

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agents.host_answer import HookAnswer
    from phaser_lint.agents.host_side import Common, Event


def _write(common: Common, path: str, text: str) -> Event:
    return {
        "opencode": "before",
        "tool": "write",
        "args": {"filePath": path, "content": text},
        "session": SESSION,
        "directory": common["cwd"],
        "worktree": common["cwd"],
    }


def _prompt(common: Common, text: str) -> Event:
    return {"event": common["hook_event_name"], "text": text, "directory": common["cwd"]}


def _decision(answer: HookAnswer) -> Reaction:
    if answer.code or (answer.out and answer.json is None):
        return answer.failure() if answer.code else answer.no_json()
    given = answer.json or {}
    user = text_of(given.get("user")) or text_of(given.get("systemMessage"))
    if given.get("deny"):
        return Reaction("deny", text_of(given["deny"]), blocks=True, user=user)
    context = text_of(given.get("context"))
    return Reaction("context" if context else "nothing", context, user=user)


HOST = Host(
    write=_write,
    written=lambda event, own_event, path, text: {**event, "opencode": "after"},
    prompt=_prompt,
    stop=claude_code.HOST.stop,
    decision=_decision,
    refusals=lambda handler, machine: altered(handler),
)
