"""Antigravity, simulated from its documents: its own fields, and answers that have to decide."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from phaser_lint.agent.host import SESSION, UNKNOWN_TOOL, Common, Host, SentEvent
from phaser_lint.agent.host_answer import NOTHING, HookAnswer, Reaction, keep_text
from phaser_lint.agent.install.hooks_in_settings import Handler, find_settings_at
from phaser_lint.agent.settings_locations import Machine

_TOOL_EVENTS = ("PreToolUse", "PostToolUse")
_OTHER_EVENTS = ("SessionStart", "PreInvocation", "PostInvocation", "Stop")
_FIELDS = ("decision", "reason", "permissionOverrides")


def _make_session_event(common: Common) -> SentEvent:
    folder = f"/tmp/{SESSION}"
    return {
        "conversationId": SESSION,
        "workspacePaths": [common["cwd"]],
        "transcriptPath": f"{folder}/transcript.jsonl",
        "artifactDirectoryPath": folder,
        "modelName": "unknown",
    }


def _find_faults(named_hooks: object) -> Iterator[str]:
    if not isinstance(named_hooks, dict):
        yield "expected an object"
        return
    for event, groups in named_hooks.items():
        if event == "enabled":
            if not isinstance(groups, bool):
                yield "enabled: expected true or false"
            continue
        if event not in (*_TOOL_EVENTS, *_OTHER_EVENTS):
            yield f"it knows no event {event}"
        elif not isinstance(groups, list):
            yield f"{event}: expected a list"
        else:
            yield from _find_group_faults(event, groups)


def _find_group_faults(event: str, groups: list[Any]) -> Iterator[str]:
    for group in groups:
        if event in _TOOL_EVENTS:
            hooks = group.get("hooks") if isinstance(group, dict) else None
            if not isinstance(hooks, list):
                yield f'{event}: expected a matcher, and "hooks": [{{…}}] beside it'
                continue
        else:
            hooks = [group]
        for hook in hooks:
            command = hook.get("command") if isinstance(hook, dict) else None
            if not (isinstance(command, str) and command):
                yield f"{event}: expected a command"


class AntigravityHost(Host):
    """Antigravity: where it differs from what most agents do."""

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        arguments = {"TargetFile": path, "CodeContent": text, "Overwrite": True}
        return {
            **_make_session_event(common),
            "toolCall": {"name": "write_to_file", "args": arguments},
            "stepIdx": 1,
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        thin = {key: field for key, field in event.items() if key != "toolCall"}
        return {**thin, "error": ""}

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        return {**_make_session_event(common), "invocationNum": 0, "initialNumSteps": 0}

    def stop_event(self, common: Common) -> SentEvent:
        ended = {"executionNum": 1, "terminationReason": "model_stop", "fullyIdle": True}
        return {**_make_session_event(common), **ended}

    def unknown_event(self, event: SentEvent) -> SentEvent:
        return {**event, "toolCall": {"name": UNKNOWN_TOOL, "args": {}}}

    def react(self, answer: HookAnswer) -> Reaction:
        blocks = answer.event == "PreToolUse"
        if answer.code:
            return answer.failure(blocks=blocks)
        if not answer.out:
            return NOTHING
        fields = answer.json
        if fields is None or any(key not in _FIELDS for key in fields):
            return answer.no_json()._replace(blocks=blocks)
        word, reason = fields.get("decision"), keep_text(fields.get("reason"))
        if not blocks:
            return Reaction("deny", reason, blocks=True) if word == "continue" else NOTHING
        if word in ("allow", "ask", "force_ask"):
            return Reaction("allow" if word == "allow" else "ask", reason)
        return Reaction("deny", reason, blocks=True)

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        faults = self.file_refusals(find_settings_at(handler.file.agent, handler.file.path))
        return [
            f"Antigravity runs no hook of a file with a wrong one: {fault}" for fault in faults[:1]
        ]

    def file_refusals(self, settings: Mapping[str, Any]) -> list[str]:
        """Return each part for which Antigravity leaves out all hooks of the file."""
        return [
            f"{name}: {fault}"
            for name, named_hooks in settings.items()
            if name != "hooks"  # where all of them were put together
            for fault in _find_faults(named_hooks)
        ]

    def wrong_values(self, settings: Mapping[str, Any]) -> list[str]:
        return self.file_refusals(settings)


HOST = AntigravityHost()
