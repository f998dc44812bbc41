"""Whether an agent runs the hooks of its settings at all: switches, trust in a folder, in a hook.

Where a hook is switched off or not trusted, agents leave it out without a word.
"""

from __future__ import annotations

import os

from phaser_lint.agents.known_hosts import host_of
from phaser_lint.agents.locations import present
from phaser_lint.install.handlers import value_at, values_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from phaser_lint.agents.agent import Agent, Switch
    from phaser_lint.agents.locations import Machine
    from phaser_lint.install.handlers import Handler


def refusals(handler: Handler, machine: Machine) -> list[str]:
    """Return why its agent does not run *handler*, each as a sentence that says what to do."""
    asked = host_of(handler.file.agent.name).refusals
    return [*switched_off(handler, machine), *asked(handler, machine)]


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
    if host_of(agent.name).reads_settings(agent, machine):
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
