"""Cline, simulated: executables without an exit code that counts."""

from __future__ import annotations

import os

from phaser_lint.agent.host import SESSION, UNKNOWN_TOOL, Common, Host, SentEvent
from phaser_lint.agent.host_answer import NOTHING, HookAnswer, Reaction, keep_text
from phaser_lint.agent.install.hooks_in_settings import Handler
from phaser_lint.agent.settings_locations import Machine


class ClineHost(Host):
    """Cline: where it differs from what most agents do."""

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        arguments = {"path": path, "new_text": text}
        return {
            "clineVersion": "",
            "timestamp": "0",
            "taskId": SESSION,
            "workspaceRoots": [common["cwd"]],
            "workspaceInfo": {"rootPath": common["cwd"]},
            "hookName": "tool_call",
            "iteration": 1,
            "tool_call": {"id": "call_1", "name": "editor", "input": arguments},
            "preToolUse": {"toolName": "editor", "parameters": arguments},
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        common = {
            key: field for key, field in event.items() if key not in ("tool_call", "preToolUse")
        }
        output = {"query": "", "result": "", "success": True}
        return {
            **common,
            "hookName": "tool_result",
            "tool_result": {**event["tool_call"], "output": output, "durationMs": 1},
            "postToolUse": {**event["preToolUse"], "success": True, "result": ""},
        }

    def unknown_event(self, event: SentEvent) -> SentEvent:
        return {
            **event,
            "tool_call": {**event["tool_call"], "name": UNKNOWN_TOOL, "input": {}},
            "preToolUse": {"toolName": UNKNOWN_TOOL, "parameters": {}},
        }

    def react(self, answer: HookAnswer) -> Reaction:
        # The exit code does not count.
        if answer.json is None:
            return answer.failure() if answer.code else NOTHING
        if answer.json.get("cancel") is True:
            return Reaction("deny", keep_text(answer.json.get("errorMessage")), blocks=True)
        context = keep_text(answer.json.get("contextModification"))
        context = context or keep_text(answer.json.get("errorMessage"))
        return Reaction("context", context) if context else NOTHING

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return that the hook is a link, which Cline skips."""
        if not os.path.islink(handler.file.path):
            return []
        return ["Cline skips a hook that is a link: put the file itself there"]


HOST = ClineHost()
