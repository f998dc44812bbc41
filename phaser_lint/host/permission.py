"""Whether an agent runs the hooks of its settings at all: switches, trust in a folder, in a hook.

Where a hook is not trusted, Codex, Gemini CLI and Copilot CLI leave it out without a word.
"""

from __future__ import annotations

import os
import re

from phaser_lint.errors import SettingsError
from phaser_lint.host.agent_settings import MANAGED_FILES
from phaser_lint.host.claude_settings import wrong_types
from phaser_lint.host.handlers import SettingsFile, read_handlers, read_values, settings_files
from phaser_lint.host.plugins import is_enabled
from phaser_lint.host.shapes import invalid
from phaser_lint.host.wave_settings import refused
from phaser_lint.settings.strict_json import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from phaser_lint.host.agent_settings import Agent
    from phaser_lint.host.handlers import Handler

    Found = list[str]


def refusals(
    agent: Agent,
    handler: Handler,
    root: str,
    *,
    home: str,
    environment: Mapping[str, str],
) -> Found:
    """Return why *agent* does not run *handler*, each as a sentence that says what to do."""
    look = _LOOKS.get(agent.name)
    return look(handler, root, home, environment) if look else []


def _values(agent: Agent, shown: str, path: str) -> dict[str, Any]:
    try:
        return read_values(SettingsFile(agent, path, shown)) if os.path.exists(path) else {}
    except SettingsError:
        return {}


def _all_values(handler: Handler, root: str, home: str) -> list[tuple[str, dict[str, Any]]]:
    agent = handler.file.agent
    return [
        (file.shown, _values(agent, file.shown, file.path))
        for file in settings_files(agent, root, home=home)
    ]


def _claude(handler: Handler, root: str, home: str, environment: Mapping[str, str]) -> Found:
    found = []
    values = dict(_all_values(handler, root, home))
    # The order of precedence; what a stronger file says counts.
    order = (
        *MANAGED_FILES,
        ".claude/settings.local.json",
        ".claude/settings.json",
        "~/.claude/settings.json",
    )
    for shown in order:
        switch = values.get(shown, {}).get("disableAllHooks")
        if switch is True:
            found.append(f"all hooks are switched off: remove disableAllHooks from {shown}")
        if isinstance(switch, bool):
            break
    wrong = wrong_types(values.get(handler.file.shown, {})) if not handler.file.plugin else []
    if wrong:
        found.append(f"Claude Code passes over the whole file: {'; '.join(wrong)}")
    managed = any(values.get(shown, {}).get("allowManagedHooksOnly") is True for shown in order)
    plugin = handler.file.plugin
    if plugin and not is_enabled(plugin, [values.get(shown, {}) for shown in order]):
        found.append(f"the plugin {plugin} is switched off: type /plugin in claude and enable it")
    if managed and handler.file.shown not in MANAGED_FILES:
        found.append("your organisation allows only its own hooks (allowManagedHooksOnly)")
    return found


def _qwen(handler: Handler, root: str, home: str, environment: Mapping[str, str]) -> Found:
    return [
        f"all hooks are switched off: remove disableAllHooks from {shown}"
        for shown, values in _all_values(handler, root, home)
        if values.get("disableAllHooks") is True
    ]


def _gemini(handler: Handler, root: str, home: str, environment: Mapping[str, str]) -> Found:
    found = []
    for shown, values in _all_values(handler, root, home):
        for key in ("hooksConfig", "hooks"):
            switches = values.get(key)
            if isinstance(switches, dict) and switches.get("enabled") is False:
                found.append(f"all hooks are switched off: remove {key}.enabled from {shown}")
            named = switches.get("disabled") if isinstance(switches, dict) else None
            if isinstance(named, list) and handler.entry.get("name") in named:
                found.append(f"this hook is switched off in {key}.disabled of {shown}")
        tools = values.get("tools")
        if isinstance(tools, dict) and tools.get("enableHooks") is False:
            found.append(f"all hooks are switched off: remove tools.enableHooks from {shown}")
    trusted = environment.get("GEMINI_CLI_TRUST_WORKSPACE") == "true"
    if handler.file.of_project and not trusted:
        path = os.path.join(home, ".gemini", "trustedFolders.json")
        folders = _values(handler.file.agent, "trustedFolders.json", path)
        if not _gemini_trusts(folders, root):
            found.append(
                "Gemini CLI runs no hooks of a folder it does not trust: start gemini in this "
                "folder and trust it (/permissions), or set GEMINI_CLI_TRUST_WORKSPACE=true"
            )
    return found


def _gemini_trusts(folders: Mapping[str, Any], root: str) -> bool:
    for folder, level in sorted(folders.items(), key=lambda item: -len(item[0])):
        place = os.path.dirname(folder) if level == "TRUST_PARENT" else folder
        if _holds(place, root):
            return bool(level != "DO_NOT_TRUST")
    return False


def _holds(folder: str, root: str) -> bool:
    folder = os.path.realpath(os.path.expanduser(folder))
    return root == folder or root.startswith(folder.rstrip("/") + "/")


_VERSION = Number("1")


def _copilot(handler: Handler, root: str, home: str, environment: Mapping[str, str]) -> Found:
    agent = handler.file.agent
    version = _values(agent, handler.file.shown, handler.file.path).get("version", _VERSION)
    found = [] if version == _VERSION else ['Copilot CLI wants "version": 1 in the file']
    if not handler.file.of_project:
        return found
    base = environment.get("XDG_CONFIG_HOME") or home
    path = os.path.join(base, ".copilot", "config.json")
    folders = _values(agent._replace(comments=True), "config.json", path).get("trusted_folders")
    if isinstance(folders, list) and any(
        _holds(folder, root) for folder in folders if isinstance(folder, str)
    ):
        return found
    return [
        *found,
        "Copilot CLI runs no hooks of a folder it does not trust: start copilot in this folder "
        "and trust it for future sessions, or pass --trust-folder",
    ]


_SNAKE = re.compile(r"(?<!^)(?=[A-Z])")


def _codex(handler: Handler, root: str, home: str, environment: Mapping[str, str]) -> Found:
    agent = handler.file.agent
    base = environment.get("CODEX_HOME") or os.path.join(home, ".codex")
    values = _values(agent, "config.toml", os.path.join(base, "config.toml"))
    found = []
    features = values.get("features")
    if isinstance(features, dict) and features.get("hooks") is False:
        found.append("all hooks are switched off: remove features.hooks from ~/.codex/config.toml")
    if handler.file.of_project and not _codex_trusts(values.get("projects"), root):
        found.append(
            "Codex runs no hooks of a project it does not trust: start codex in this folder and "
            "trust it"
        )
    found += _codex_invalid(handler)
    hooks = values.get("hooks")
    state = hooks.get("state") if isinstance(hooks, dict) else None
    event = _SNAKE.sub("_", handler.event).lower()
    key = f"{handler.file.path}:{event}:{handler.group}:{handler.number}"
    own = state.get(key) if isinstance(state, dict) else None
    if not (isinstance(own, dict) and own.get("trusted_hash")):
        found.append(
            f"Codex leaves the {handler.event} hook out until you have reviewed it: type /hooks in "
            "codex and trust it"
        )
    elif own.get("enabled") is False:
        found.append(f"the {handler.event} hook is switched off: type /hooks in codex")
    return found


def _codex_invalid(handler: Handler) -> Found:
    """Return the first hook beside *handler* for which Codex leaves out the whole file."""
    for other in () if invalid(handler) else read_handlers(handler.file):
        wrong = invalid(other)
        if wrong:
            command = other.shown or "one without a command"
            return [
                f"Codex runs no hook of a file that holds an invalid one ({command}): {wrong[0]}"
            ]
    return []


def _codex_trusts(projects: object, root: str) -> bool:
    if not isinstance(projects, dict):
        return False
    return any(
        isinstance(entry, dict)
        and entry.get("trust_level") == "trusted"
        and os.path.realpath(folder) == root
        for folder, entry in projects.items()
    )


def _wave(handler: Handler, root: str, home: str, environment: Mapping[str, str]) -> Found:
    return [
        f"Wave runs no hook at all for what stands in {shown}: {problem}"
        for shown, values in _all_values(handler, root, home)
        for problem in refused(values.get("hooks"))
    ]


_LOOKS: dict[str, Callable[[Handler, str, str, Mapping[str, str]], Found]] = {
    "claude-code": _claude,
    "codex": _codex,
    "gemini-cli": _gemini,
    "qwen-code": _qwen,
    "copilot-cli": _copilot,
    "wave": _wave,
}
