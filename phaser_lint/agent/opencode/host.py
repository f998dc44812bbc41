"""OpenCode, simulated: what its plugin of ours sends, and what that makes of an answer."""

from __future__ import annotations

from phaser_lint.agent.host import SESSION, Common, Host, SentEvent
from phaser_lint.agent.host_answer import HookAnswer, Reaction, keep_text
from phaser_lint.agent.install.hooks_in_settings import Handler
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.javascript_hooks import parse_closed_mode
from phaser_lint.agent.opencode.context_plugin import (
    COMMAND,
    parse_plugin_flags,
    render_context_plugin,
)
from phaser_lint.agent.opencode.hook_plugin import render_opencode_plugin
from phaser_lint.agent.settings_locations import Machine
from phaser_lint.core.shell_words import join_shell_words


class OpenCodeHost(Host):
    """OpenCode: where it differs from what most agents do."""

    def write_event(self, common: Common, path: str, text: str) -> SentEvent:
        return {
            "opencode": "before",
            "tool": "write",
            "args": {"filePath": path, "content": text},
            "session": SESSION,
            "directory": common["cwd"],
            "worktree": common["cwd"],
        }

    def written_event(self, event: SentEvent, own_event: str, path: str, text: str) -> SentEvent:
        return {**event, "opencode": "after"}

    def prompt_event(self, common: Common, text: str) -> SentEvent:
        return {"event": common["hook_event_name"], "text": text, "directory": common["cwd"]}

    def react(self, answer: HookAnswer) -> Reaction:
        if answer.code or (answer.out and answer.json is None):
            return answer.failure() if answer.code else answer.no_json()
        fields = answer.json or {}
        user = keep_text(fields.get("user")) or keep_text(fields.get("systemMessage"))
        if fields.get("deny"):
            return Reaction("deny", keep_text(fields["deny"]), blocks=True, user=user)
        context = keep_text(fields.get("context"))
        return Reaction("context" if context else "nothing", context, user=user)

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        """Return that the plugin of *handler* is not the one written for OpenCode today.

        One that does not load or does not throw denies no write and reports nothing, and the
        command in it does not show that: the whole file is compared.
        """
        agent = handler.file.agent
        try:
            text = read_settings(handler.file.path) or ""
        except SettingsError:
            return []
        flags = parse_plugin_flags(text)
        if flags is None:
            command = [handler.command, *(handler.arguments or ())]
            current_text = render_opencode_plugin(command, parse_closed_mode(text))
            anew = f"phaser-lint install --agent {agent.name} --force"
        else:
            current_text = render_context_plugin(flags)
            anew = join_shell_words(("phaser-lint", *COMMAND, "--plugin", *flags))
            anew = f"{anew} > {join_shell_words([handler.file.shown])}"
        if text == current_text:
            return []
        return [
            f"it is not the plugin that this phaser-lint writes, and {agent.shown} does not report "
            f"one that does not load or throw: run {anew}"
        ]


HOST = OpenCodeHost()
