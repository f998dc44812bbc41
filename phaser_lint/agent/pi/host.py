"""pi, simulated: what its extension of ours sends, and what that makes of an answer."""

from __future__ import annotations

import os

from phaser_lint.agent.agent_table import Agent
from phaser_lint.agent.host import SESSION, Common, Host, SentEvent
from phaser_lint.agent.host_answer import HookAnswer, Reaction, keep_text
from phaser_lint.agent.install.hooks_in_settings import Handler, find_settings_at
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.javascript_hooks import parse_closed_mode
from phaser_lint.agent.pi.hook_extension import render_pi_extension
from phaser_lint.agent.settings_locations import Machine, locate

_SETTINGS, _TRUST = "~/.pi/agent/settings.json", "~/.pi/agent/trust.json"


class PiHost(Host):
    """pi: where it differs from what most agents do."""

    untrusted = (
        "pi loads no extensions of a project it does not trust: start pi in this folder "
        "and trust it"
    )

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        return {
            "pi": "before",
            "tool": "write",
            "input": {"path": path, "content": text},
            "session": SESSION,
            "directory": common["cwd"],
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        return {**event, "pi": "after"}

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        return {"pi": "prompt", "text": text, "directory": common["cwd"]}

    def stop_event(self, common: Common) -> SentEvent:
        return {"pi": "stop", "continued": False, "session": SESSION, "directory": common["cwd"]}

    def react(self, answer: HookAnswer) -> Reaction:
        if answer.code or (answer.out and answer.json is None):
            return answer.failure() if answer.code else answer.no_json()
        fields = answer.json or {}
        user = keep_text(fields.get("user"))
        refused = keep_text(fields.get("deny")) or keep_text(fields.get("block"))
        if refused:
            return Reaction("deny", refused, blocks=True, user=user)
        context = keep_text(fields.get("context")) if answer.event != "PreToolUse" else ""
        return Reaction("context" if context else "nothing", context, user=user)

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return that the project is not trusted, and that pi's extension is not the one of today.

        One that does not return what refuses a call denies no write and reports nothing, and the
        command in it does not show that: the whole file is compared.
        """
        refusals = super().refusals(handler, machine)
        try:
            text = read_settings(handler.file.path) or ""
        except SettingsError:
            return refusals
        command = [handler.command, *(handler.arguments or ())]
        if text != render_pi_extension(command, parse_closed_mode(text)):
            refusals.append(
                "it is not the extension that this phaser-lint writes: run phaser-lint install "
                "--agent pi --force"
            )
        return refusals

    def reads_project(self, agent: Agent, machine: Machine) -> bool:
        """Tell whether pi trusts the project: by the nearest remembered folder, or its default."""
        places = [locate(agent, name, machine) for name in (_TRUST, _SETTINGS)]
        remembered, settings = (
            find_settings_at(agent, location.path) if location else {} for location in places
        )
        folder = machine.root
        while not isinstance(remembered.get(folder), bool):
            parent = os.path.dirname(folder)
            if parent == folder:
                return settings.get("defaultProjectTrust") == "always"
            folder = parent
        return bool(remembered[folder])


HOST = PiHost()
