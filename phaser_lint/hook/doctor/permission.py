"""Whether an agent runs the hooks of its settings at all: switches, trust in a folder, in a hook.

Where a hook is switched off or not trusted, agents leave it out and report nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from phaser_lint.agent.agent_table import VARIABLE, SettingsPlace
from phaser_lint.agent.hosts_by_name import load_host
from phaser_lint.agent.install.hooks_in_settings import (
    Handler,
    find_setting,
    find_settings_at,
    read_place_files,
)
from phaser_lint.agent.settings_locations import Machine
from phaser_lint.core import Record


class ReadPlace(Record):
    """A file of a row of the table, or the environment, with what it holds."""

    place: SettingsPlace
    shown: str
    values: Mapping[str, Any]


def list_refusals(handler: Handler, machine: Machine) -> list[str]:
    """Return why the agent does not run *handler*: switches, trust; each with what to do."""
    refusals_of_agent = load_host(handler.file.agent.name).refusals
    return [*find_off_switches(handler, machine), *refusals_of_agent(handler, machine)]


def find_off_switches(handler: Handler, machine: Machine) -> list[str]:
    """Return the settings that take away *handler*'s permission to run, each as a sentence."""
    agent, file = handler.file.agent, handler.file
    own_places = [
        ReadPlace(place, file.shown, find_settings_at(agent, file.path))
        for place in agent.places
        if place.alone and place.scope == file.whose
    ]
    of_project = load_host(agent.name).reads_project(agent, machine)
    read_places = [
        ReadPlace(place, shown_path, settings)
        for place in agent.places
        if place.switches and not place.alone and (of_project or place.scope != "project")
        for shown_path, settings in read_place_files(agent, place, machine)
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
            setting = find_setting(place.values, key) if switch else None
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
