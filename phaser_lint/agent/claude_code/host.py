"""Claude Code, simulated: its form of events and answers, which others took over."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from phaser_lint.agent.claude_code import settings as claude_code
from phaser_lint.agent.claude_code.settings_types import find_wrong_types
from phaser_lint.agent.host import Host
from phaser_lint.agent.install.hook_requirements import find_invalid_settings
from phaser_lint.agent.install.hooks_in_settings import (
    Handler,
    find_setting,
    find_settings_at,
    read_place_files,
)
from phaser_lint.agent.install.malformed_hooks import find_malformed_parts
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.install.strict_json import parse_json
from phaser_lint.agent.settings_locations import Machine, locate

# The hooks that plugins of Claude Code bring along, where ``claude plugin install`` put them.
#
# ``~/.claude/plugins/installed_plugins.json`` lists those that are installed, for the user or a
# project, and their folders; their hooks are in ``hooks/hooks.json`` there. ``enabledPlugins`` of
# the settings may switch a plugin off.

_LIST = "~/.claude/plugins/installed_plugins.json"


def list_plugin_hooks(machine: Machine) -> Iterator[tuple[str, str, str]]:
    """Yield plugins with hooks that Claude Code runs, its user's or a project's: name, file, as
    shown.
    """
    root, home = machine.root, machine.home
    place = locate(claude_code.AGENT, _LIST, machine)
    for name, installations in (_read_installed_plugins(place.path) if place else {}).items():
        for installation in installations if isinstance(installations, list) else ():
            folder = installation.get("installPath") if isinstance(installation, dict) else None
            if not isinstance(folder, str):
                continue
            project = installation.get("projectPath")
            if isinstance(project, str) and os.path.realpath(project) != root:
                continue
            path = os.path.join(folder, "hooks", "hooks.json")
            if os.path.isfile(path):
                shown_path = os.path.relpath(path, home) if home else ".."
                yield name, path, path if shown_path.startswith("..") else f"~/{shown_path}"
                break


def is_plugin_enabled(name: str, settings: Iterable[Mapping[str, Any]]) -> bool:
    """Tell whether Claude Code, simulated, runs the hooks of the plugin *name*: its *settings*,
    strongest first, switch it on; the first value counts.
    """
    for layer in settings:
        enabled = layer.get("enabledPlugins")
        state = enabled.get(name) if isinstance(enabled, dict) else None
        if isinstance(state, bool):
            return state
    return False


def _read_installed_plugins(path: str) -> dict[str, Any]:
    try:
        document = parse_json(read_settings(path) or "{}")
    except SettingsError:
        return {}
    plugins = document.get("plugins") if isinstance(document, dict) else None
    return plugins if isinstance(plugins, dict) else {}


_BEFORE = "PreToolUse"


class ClaudeCodeHost(Host):
    """Claude Code: the settings and plugins that decide whether a hook runs."""

    project_variables = ("CLAUDE_PROJECT_DIR",)
    marks: Mapping[str, str] = {"CLAUDECODE": "1"}

    def refusals(self, handler: Handler, machine: Machine) -> list[str]:
        agent, plugin = handler.file.agent, handler.file.plugin
        refusals = []
        own_settings = find_settings_at(agent, handler.file.path) if not plugin else {}
        # Where the hook itself is malformed, that is said of it; of another, once.
        is_valid = handler.event == _BEFORE and not find_invalid_settings(handler)
        wrong = self.file_refusals(own_settings) if is_valid else find_wrong_types(own_settings)
        if wrong:
            refusals.append(f"Claude Code skips the whole file: {'; '.join(wrong)}")
        settings_places = agent.holding("switches")
        layers = [
            settings
            for place in settings_places
            for _, settings in read_place_files(agent, place, machine)
        ]
        if plugin and not is_plugin_enabled(plugin, layers):
            refusals.append(
                f"the plugin {plugin} is switched off: type /plugin in claude and enable it"
            )
        return refusals

    def file_refusals(self, settings: Mapping[str, Any]) -> list[str]:
        # Of hooks that are of no known form only those before a tool count: at other events a
        # client leaves out the hook by itself.
        hooks = find_setting(settings, f"hooks.{_BEFORE}")
        hooks_before = {"hooks": {_BEFORE: hooks}} if hooks is not None else {}
        number = len([*find_malformed_parts(hooks_before, claude_code.AGENT)])
        refusals = find_wrong_types(settings)
        return (
            [*refusals, f"{number} of its {_BEFORE} hooks of no known form"] if number else refusals
        )

    def wrong_values(self, settings: Mapping[str, Any]) -> list[str]:
        return find_wrong_types(settings)

    def plugin_files(self, machine: Machine) -> list[tuple[str, str, str]]:
        return [*list_plugin_hooks(machine)]


HOST = ClaudeCodeHost()
