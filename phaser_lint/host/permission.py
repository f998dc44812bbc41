"""Whether an agent runs the hooks of its settings at all: switches, trust in a folder, in a hook.

Where a hook is switched off or not trusted, agents leave it out without a word.
"""

from __future__ import annotations

import os

from phaser_lint.agent_settings.places import present
from phaser_lint.host.claude_settings import wrong_types
from phaser_lint.host.codex_trust import codex_refusals
from phaser_lint.host.folder_trust import (
    copilot_refusals,
    copilot_trusts,
    gemini_refusals,
    qwen_refusals,
    values_at,
)
from phaser_lint.host.plugin_files import altered
from phaser_lint.host.plugins import is_enabled
from phaser_lint.host.wave_settings import refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from phaser_lint.agent_settings.agent import Agent, Switch
    from phaser_lint.agent_settings.places import Machine
    from phaser_lint.host.handlers import Handler

    Look = Callable[[Handler, Machine], list[str]]


def refusals(handler: Handler, machine: Machine) -> list[str]:
    """Return why its agent does not run *handler*, each as a sentence that says what to do."""
    look = _LOOKS.get(handler.file.agent.name)
    return [*switched_off(handler, machine), *(look(handler, machine) if look else [])]


def switched_off(handler: Handler, machine: Machine) -> list[str]:
    """Return which switches of the agent's settings leave *handler* out."""
    agent = handler.file.agent
    read = list(_switch_values(agent, machine))
    own: list[tuple[str, Mapping[str, Any]]] = []
    if agent.own_switch:
        own.append((handler.file.shown, values_at(agent, handler.file.path)))
    # A file of hooks speaks for itself alone, beside what the other files say.
    return [
        text
        for switch in agent.switches
        if not switch.former
        for files in (own, read)
        for text in _said_by(switch, files, handler)
    ]


def _switch_values(agent: Agent, machine: Machine) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if agent.name == "copilot-cli" and not copilot_trusts(agent, machine):
        return
    for place in present(agent, agent.switch_files, machine):
        yield place.shown, values_at(agent, place.path)


def _said_by(
    switch: Switch, files: list[tuple[str, Mapping[str, Any]]], handler: Handler
) -> Iterator[str]:
    """Yield what the first of *files* says that says anything."""
    for key in switch.keys:
        for shown, values in files:
            value = value_at(values, key)
            if value is None:
                continue
            spared = switch.managed and os.path.isabs(handler.file.shown)
            if value in switch.off and not spared:
                yield switch.text or f"all hooks are switched off: remove {key} from {shown}"
            return


def value_at(values: Mapping[str, Any], key: str) -> object:
    """Return what stands at the dotted *key*, ``None`` where nothing does."""
    found: object = values
    for name in key.split("."):
        if not isinstance(found, dict) or name not in found:
            return None
        found = found[name]
    return found


def _claude(handler: Handler, machine: Machine) -> list[str]:
    agent, plugin = handler.file.agent, handler.file.plugin
    found = []
    wrong = wrong_types(values_at(agent, handler.file.path)) if not plugin else []
    if wrong:
        found.append(f"Claude Code passes over the whole file: {'; '.join(wrong)}")
    values = [each for _, each in _switch_values(agent, machine)]
    if plugin and not is_enabled(plugin, values):
        found.append(f"the plugin {plugin} is switched off: type /plugin in claude and enable it")
    return found


def _gemini(handler: Handler, machine: Machine) -> list[str]:
    named = [
        f"this hook is switched off in hooksConfig.disabled of {shown}"
        for shown, values in _switch_values(handler.file.agent, machine)
        if _names(value_at(values, "hooksConfig.disabled"), handler)
    ]
    return [*named, *gemini_refusals(handler, machine)]


def _names(listed: object, handler: Handler) -> bool:
    # It goes by its name, or by its command where it has none.
    name = handler.entry.get("name") or handler.command
    return isinstance(listed, list) and name in listed


def _opencode(handler: Handler, machine: Machine) -> list[str]:
    variables = ["OPENCODE_PURE"]
    if handler.file.of_project:
        variables.append("OPENCODE_DISABLE_PROJECT_CONFIG")
    unloaded = [
        f"OpenCode loads no such plugin while {name} is set: unset it"
        for name in variables
        if machine.environment.get(name, "").lower() in ("1", "true")
    ]
    return [*unloaded, *altered(handler)]


def _vscode(handler: Handler, machine: Machine) -> list[str]:
    """Return that a file, or the folder that it lies in, is not read."""
    file = handler.file
    names = (file.shown, os.path.dirname(file.shown))
    return [
        f"VS Code does not read it: remove {name} from chat.hookFilesLocations in {place.shown}"
        for place in present(file.agent, file.agent.switch_files, machine)
        for name in unread(values_at(file.agent, place.path, comments=True))
        if name.rstrip("/") in names
    ]


def unread(values: Mapping[str, Any]) -> list[str]:
    """Return the places whose hooks VS Code passes over by these settings."""
    locations = values.get("chat.hookFilesLocations")
    listed = locations.items() if isinstance(locations, dict) else ()
    return [name for name, is_read in listed if is_read is False]


def _wave(handler: Handler, machine: Machine) -> list[str]:
    """Return the entries, of any of its files, for which Wave runs no hook of any file."""
    agent = handler.file.agent
    return [
        f"Wave runs no hook at all for what stands in {place.shown}: {problem}"
        for place in present(agent, agent.files, machine)
        for problem in refused(values_at(agent, place.path).get("hooks"))
    ]


_LOOKS: dict[str, Look] = {
    "claude-code": _claude,
    "codex": codex_refusals,
    "gemini-cli": _gemini,
    "qwen-code": qwen_refusals,
    "copilot-cli": copilot_refusals,
    "opencode": _opencode,
    "vscode": _vscode,
    "wave": _wave,
}
