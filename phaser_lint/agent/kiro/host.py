"""Kiro, simulated from its documents: only exit code 2 with a reason blocks."""

from __future__ import annotations

from phaser_lint.agent.agent_table import CLOSED
from phaser_lint.agent.answers import BLOCKED
from phaser_lint.agent.host import SESSION, Common, Host, SentEvent, make_event_after_tool
from phaser_lint.agent.host_answer import NOTHING, HookAnswer, Reaction
from phaser_lint.agent.install.hooks_in_settings import Handler
from phaser_lint.agent.install.missing_program import without_guard
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.kiro import SHOWN_TO_USER
from phaser_lint.agent.kiro.settings import render_hooks_file
from phaser_lint.agent.settings_locations import Machine
from phaser_lint.core.shell_words import split_shell_line


class KiroHost(Host):
    """Kiro: where it differs from what most agents do."""

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        call = {"tool_name": "fs_write", "tool_input": {"path": path, "text": text}}
        return {**common, "session_id": SESSION, **call}

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        return make_event_after_tool(
            event, own_event, key="tool_response", response=f"Created the {path} file."
        )

    def react(self, answer: HookAnswer) -> Reaction:
        if answer.code == BLOCKED and answer.err and answer.event == "PreToolUse":
            return Reaction("deny", answer.err, blocks=True)
        if answer.code == SHOWN_TO_USER and not answer.err.startswith("Traceback"):
            return Reaction("nothing", user=answer.err)
        return answer.failure() if answer.code else NOTHING

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return that the file is not Kiro's of today: it may be off, or see no edits."""
        try:
            text = read_settings(handler.file.path)
            words = split_shell_line(without_guard(handler.command))
        except (SettingsError, ValueError):
            return []
        if text in [render_hooks_file(words, closed) for closed in CLOSED]:
            return []
        return [
            "it is not the file that this phaser-lint writes: run phaser-lint install --agent kiro "
            "--force"
        ]


HOST = KiroHost()
