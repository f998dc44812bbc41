"""Mistral Vibe, simulated: its own fields, the hooks that it leaves out, and what it trusts."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.agent_table import Agent
from phaser_lint.agent.host import SESSION, Common, Host, SentEvent, make_event_after_tool
from phaser_lint.agent.host_answer import NOTHING, HookAnswer, Reaction, ReactionKind, keep_text
from phaser_lint.agent.install.hooks_in_settings import Handler, find_settings_at, read_handlers
from phaser_lint.agent.settings_locations import Machine, locate_place_files

_DECISIONS = (None, "allow", "deny")
_OF_TOOLS = ("match", "strict")


def _make_session_event(common: Common) -> SentEvent:
    return {**common, "session_id": SESSION, "parent_session_id": None}


def _find_faults(handler: Handler) -> list[str]:
    entry: Mapping[str, Any] = handler.entry
    name = entry.get("name")
    if not isinstance(name, str):
        return ["it has no name"]
    namesakes = [
        other.entry
        for other in read_handlers(handler.file)
        # One that it leaves out takes no name.
        if other.stage and other.command and other.entry.get("name") == name
    ]
    if namesakes[0] != entry:
        return [f"another hook of this file is called {name}, too"]
    if handler.stage == "Stop":
        return [f"{key} is only for hooks of tools" for key in _OF_TOOLS if entry.get(key)]
    if "match" in entry and not (isinstance(entry["match"], str) and entry["match"].strip()):
        return ["its match is no text"]
    return []


class VibeHost(Host):
    """Mistral Vibe: where it differs from what most agents do."""

    untrusted = (
        "Mistral Vibe runs no hooks of a project it does not trust: start vibe in this "
        "folder and trust it"
    )

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        call = {"tool_name": "file_system.write_file", "tool_call_id": "call_1"}
        return {
            **_make_session_event(common),
            **call,
            "tool_input": {"file_path": path, "content": text},
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        done = {"tool_status": "success", "tool_output_text": "", "tool_error": None}
        return {
            **make_event_after_tool(event, own_event, key="tool_output", response={"path": path}),
            **done,
        }

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        return {**_make_session_event(common), "prompt": text}

    def stop_event(self, common: Common) -> SentEvent:
        return _make_session_event(common)

    def react(self, answer: HookAnswer) -> Reaction:
        if answer.code:
            return answer.failure()
        if not answer.out:
            return NOTHING
        fields = answer.json
        if fields is None or fields.get("decision") not in _DECISIONS:
            return answer.no_json()
        user = keep_text(fields.get("system_message"))
        if fields.get("decision") == "deny":
            is_late = answer.event == "PostToolUse"
            reason = keep_text(fields.get("reason"))
            kind: ReactionKind = "context" if is_late else "deny"
            return Reaction(kind, reason, blocks=not is_late, user=user)
        specific = fields.get("hook_specific_output")
        context = ""
        if answer.event == "PostToolUse" and isinstance(specific, dict):
            context = keep_text(specific.get("additional_context"))
        return Reaction("context" if context else "nothing", context, user=user)

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return why Vibe leaves the hook out, and that it does not trust the project."""
        faults = [f"Mistral Vibe leaves it out: {fault}" for fault in _find_faults(handler)]
        return [*faults, *super().refusals(handler, machine)]

    def reads_project(self, agent: Agent, machine: Machine) -> bool:
        """Tell whether Vibe trusts the project: by the nearest folder that it remembers."""
        files = [
            file
            for row in agent.holding("trust")
            for file in locate_place_files(agent, row, machine)
        ]
        remembered = find_settings_at(agent, files[0].path) if files else {}
        folder = os.path.realpath(machine.root)
        while True:
            for key in ("trusted", "untrusted"):
                folders = remembered.get(key)
                if isinstance(folders, list) and folder in folders:
                    return key == "trusted"
            if folder == os.path.dirname(folder):
                return False
            folder = os.path.dirname(folder)


HOST = VibeHost()
