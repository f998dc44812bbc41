"""Codex as it is played: a patch for a write, and answers of which it refuses unknown keys."""

from __future__ import annotations

from phaser_lint.agents.codex.reviewed_hooks import codex_refusals, trusts
from phaser_lint.agents.host_answer import NOTHING, Reaction, in_claude_form
from phaser_lint.agents.host_side import Host, after

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agents.host_answer import HookAnswer
    from phaser_lint.agents.host_side import Common, Event

_BLOCKED = 2
_TURN = {"turn_id": "1", "model": "unknown"}
_KEYS = frozenset(
    ("continue", "decision", "hookSpecificOutput", "reason", "stopReason", "suppressOutput",
     "systemMessage")
)  # fmt: skip
_SPECIFIC_KEYS = frozenset(
    ("additionalContext", "hookEventName", "permissionDecision", "permissionDecisionReason",
     "updatedInput")
)  # fmt: skip


def _write(common: Common, path: str, text: str) -> Event:
    added = "".join(f"+{line}\n" for line in text.removesuffix("\n").split("\n"))
    patch = f"*** Begin Patch\n*** Add File: {path}\n{added}*** End Patch\n"
    return {
        **common,
        **_TURN,
        "permission_mode": "default",
        "tool_name": "apply_patch",
        "tool_input": {"command": patch},
        "tool_use_id": "call_1",
    }


def _written(event: Event, own_event: str, path: str, text: str) -> Event:
    said = f"Exit code: 0\nOutput:\nSuccess.\nA {path}\n"
    return after(event, own_event, "tool_response", said)


def _decision(answer: HookAnswer) -> Reaction:
    if answer.code == _BLOCKED:
        # Without a reason on standard error it counts as failed, and the call goes through.
        if not answer.err:
            return Reaction("broken", "exit code 2 without a reason on standard error")
        blocks = answer.event != "PostToolUse"
        return Reaction("deny" if blocks else "context", answer.err, blocks)
    if answer.code:
        return answer.failure()
    if answer.json is None:
        return answer.no_json() if answer.is_object else NOTHING
    specific = answer.json.get("hookSpecificOutput")
    unknown = sorted({*answer.json} - _KEYS)
    if isinstance(specific, dict):
        unknown += sorted({*specific} - _SPECIFIC_KEYS)
    if unknown:
        return Reaction("broken", f"Codex refuses an answer with {unknown[0]}")
    found = in_claude_form(answer)
    unsupported = found.kind == "ask" or (
        found.kind == "allow" and not (isinstance(specific, dict) and "updatedInput" in specific)
    )
    if unsupported:
        return Reaction("broken", f"Codex does not support {found.kind}", user=found.user)
    if found.blocks and not found.text:
        return Reaction("broken", "Codex refuses a denial without a reason", user=found.user)
    return found


HOST = Host(
    write=_write,
    written=_written,
    prompt=lambda common, text: {**common, "prompt": text, **_TURN},
    stop=lambda common: {**common, "stop_hook_active": False, **_TURN},
    decision=_decision,
    refusals=codex_refusals,
    reads_project=trusts,
)
