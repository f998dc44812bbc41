"""Whether an agent runs the hooks of its settings at all: switches, trust in a folder, in a hook.

Where a hook is switched off or not trusted, agents leave it out and report nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from phaser_lint.agent.agent import VARIABLE, SettingsPlace
from phaser_lint.agent.install.handlers import Handler, settings_at, value_at, values_of_files
from phaser_lint.agent.known_hosts import host_of
from phaser_lint.agent.locations import Machine
from phaser_lint.core import Record


class ReadPlace(Record):
    """A file of a row of the table, or the environment, with what it holds."""

    place: SettingsPlace
    shown: str
    values: Mapping[str, Any]


def refusals(handler: Handler, machine: Machine) -> list[str]:
    """Return why the agent does not permit *handler* to run, each with what to do."""
    refusals_of_agent = host_of(handler.file.agent.name).refusals
    return [*switched_off(handler, machine), *refusals_of_agent(handler, machine)]


def switched_off(handler: Handler, machine: Machine) -> list[str]:
    """Return the reasons in the agent's table that switch *handler* off."""
    agent, file = handler.file.agent, handler.file
    own_places = [
        ReadPlace(place, file.shown, settings_at(agent, file.path))
        for place in agent.places
        if place.alone and place.scope == file.whose
    ]
    of_project = host_of(agent.name).reads_project(agent, machine)
    read_places = [
        ReadPlace(place, shown_path, settings)
        for place in agent.places
        if place.switches and not place.alone and (of_project or place.scope != "project")
        for shown_path, settings in values_of_files(agent, place, machine)
    ]
    # A file of hooks may switch off its own hooks alone; the other places count, too.
    sentences = [
        text
        for keys in dict.fromkeys(switch.keys for switch in agent.switches)
        for places in (own_places, read_places)
        for text in _find_refusals(keys, places, handler)
    ]
    return list(dict.fromkeys(sentences))


def _find_refusals(
    keys: tuple[str, ...], places: Iterable[ReadPlace], handler: Handler
) -> Iterator[str]:
    """Yield the refusal of the strongest of *places* that has a value for one of *keys*."""
    for key in keys:
        for place in places:
            switches = place.place.switches
            counting = (switch for switch in switches if switch.keys == keys and not switch.former)
            switch = next(counting, None)
            setting = value_at(place.values, key) if switch else None
            if switch is None or setting in (None, "") or handler.file.whose in switch.spares:
                continue
            if switch.takes_out(setting):
                shown_path, variable = place.shown, key.removeprefix(VARIABLE)
                name = variable if not shown_path or shown_path.endswith(".env") else key
                what_to_do = (
                    f"remove {name} from {shown_path}" if shown_path else f"unset {variable}"
                )
                yield switch.text.format(key=name, place=shown_path, way=what_to_do)
            return
