"""The hooks that plugins of Claude Code bring along, where ``claude plugin install`` put them.

``~/.claude/plugins/installed_plugins.json`` says which are installed, for the user or a project,
and in which folder; their hooks stand in ``hooks/hooks.json`` there. What is installed may be
switched off in ``enabledPlugins`` of the settings.
"""

from __future__ import annotations

import os

from phaser_lint.agents.claude_code import settings as claude_code
from phaser_lint.agents.locations import located
from phaser_lint.errors import SettingsError
from phaser_lint.install.settings_file import read_settings
from phaser_lint.install.strict_json import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from typing import Any

    from phaser_lint.agents.locations import Machine

_LIST = "~/.claude/plugins/installed_plugins.json"


def plugin_hooks(machine: Machine) -> Iterator[tuple[str, str, str]]:
    """Yield the plugins of the user and of the project: name, file of hooks, as shown."""
    root, home = machine.root, machine.home
    place = located(claude_code.AGENT, _LIST, machine)
    for name, entries in (_installed(place.path) if place else {}).items():
        for entry in entries if isinstance(entries, list) else ():
            folder = entry.get("installPath") if isinstance(entry, dict) else None
            if not isinstance(folder, str) or not _is_for(entry, root):
                continue
            path = os.path.join(folder, "hooks", "hooks.json")
            if os.path.isfile(path):
                below = os.path.relpath(path, home) if home else ".."
                yield name, path, path if below.startswith("..") else f"~/{below}"
                break


def is_enabled(name: str, settings: Iterable[Mapping[str, Any]]) -> bool:
    """Tell whether *settings*, strongest first, switch the plugin on; the first to say counts."""
    for values in settings:
        enabled = values.get("enabledPlugins")
        said = enabled.get(name) if isinstance(enabled, dict) else None
        if isinstance(said, bool):
            return said
    return False


def _installed(path: str) -> dict[str, Any]:
    try:
        value = parse(read_settings(path) or "{}")
    except SettingsError:
        return {}
    plugins = value.get("plugins") if isinstance(value, dict) else None
    return plugins if isinstance(plugins, dict) else {}


def _is_for(entry: Mapping[str, Any], root: str) -> bool:
    project = entry.get("projectPath")
    return not isinstance(project, str) or os.path.realpath(project) == root
