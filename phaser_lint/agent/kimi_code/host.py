"""Kimi Code, simulated: its own fields, and a denial as the only answer that counts."""

from __future__ import annotations

from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.host import SESSION, Common, Host, SentEvent, make_event_after_tool
from phaser_lint.agent.host_answer import NOTHING, HookAnswer, Reaction, keep_text
from phaser_lint.agent.install.hook_requirements import find_invalid_settings
from phaser_lint.agent.install.hooks_in_settings import Handler, name_invalid_hook
from phaser_lint.agent.install.strict_json import Number
from phaser_lint.agent.settings_locations import Machine

_LONGEST_SECONDS = 600
_KEYS = ("event", "matcher", "command", "timeout")
_EVENTS = (
    "PreToolUse", "PostToolUse", "PostToolUseFailure", "PermissionRequest", "PermissionResult",
    "UserPromptSubmit", "Stop", "StopFailure", "Interrupt", "SessionStart", "SessionEnd",
    "SubagentStart", "SubagentStop", "PreCompact", "PostCompact", "Notification",
)  # fmt: skip


def _make_session_event(common: Common) -> SentEvent:
    return {**common, "session_id": SESSION, "client_type": "kimi_code_cli"}


def _find_faults(handler: Handler) -> list[str]:
    unknown = [key for key in handler.entry if key not in _KEYS]
    if unknown:
        return [f"it knows no key {unknown[0]}"]
    if handler.event not in _EVENTS:
        return [f"it knows no event {handler.event}"]
    if not handler.command:
        return ["it has no command"]
    if not isinstance(handler.entry.get("matcher", ""), str):
        return ["its matcher is no text"]
    seconds = handler.entry.get("timeout", 1)
    number = seconds.written if isinstance(seconds, Number) else seconds
    if find_invalid_settings(handler) or not 1 <= float(number) <= _LONGEST_SECONDS:
        return [f"its timeout is no whole number from 1 to {_LONGEST_SECONDS}"]
    return []


class KimiHost(Host):
    """Kimi Code: where it differs from what most agents do."""

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        call = {"tool_name": "Write", "tool_input": {"path": path, "content": text}}
        return {**_make_session_event(common), **call, "tool_call_id": "call_1"}

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        return make_event_after_tool(event, own_event, key="tool_output", response="Wrote")

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        return {**_make_session_event(common), "prompt": [{"type": "text", "text": text}]}

    def stop_event(self, common: Common) -> SentEvent:
        return {**_make_session_event(common), "stop_hook_active": False}

    def react(self, answer: HookAnswer) -> Reaction:
        is_read = answer.event != "PostToolUse"
        if answer.code == BLOCKED:
            return Reaction("deny", answer.err or "Blocked", blocks=True) if is_read else NOTHING
        if answer.code:
            return answer.failure()
        if answer.json is None:
            return answer.no_json() if answer.is_object else NOTHING
        specific = answer.json.get("hookSpecificOutput")
        if (
            not (is_read and isinstance(specific, dict))
            or specific.get("permissionDecision") != "deny"
        ):
            return NOTHING
        return Reaction("deny", keep_text(specific.get("permissionDecisionReason")), blocks=True)

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return the first invalid hook in the file, for which Kimi Code leaves out all."""
        invalid_hook = name_invalid_hook(handler.file, _find_faults)
        message = f"Kimi Code runs no hook at all for one of them {invalid_hook}"
        return [message] if invalid_hook else []


HOST = KimiHost()
