"""Where the paths of the table lie on a machine, once an agent's own variables are followed.

    located(agent, "~/.codex/hooks.json", machine)
    Located("/srv/codex/hooks.json", "$CODEX_HOME/hooks.json", "/srv/codex")

A relative value is taken from the project, where the agent is started.
"""

from __future__ import annotations

import glob
import os

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from phaser_lint.agents.agent import Agent


class Machine(Record):
    """What paths are relative to: absolute folders, empty for one that is not there."""

    root: str
    home: str
    environment: Mapping[str, str] = {}


class Located(Record):
    """A path of the table on this machine."""

    path: str
    shown: str
    base: str
    """The folder that is not the agent's alone: the project, the home, what a variable names."""


def located(agent: Agent, pattern: str, machine: Machine) -> Located | None:
    """Return where *pattern* lies; ``None`` where its home or its variable is not there."""
    if pattern.startswith("$"):
        return _in_variable(pattern, machine)
    if not pattern.startswith("~/"):
        return Located(os.path.join(machine.root, pattern), pattern, machine.root)
    for folder, written in agent.moves.items():
        if pattern.startswith(f"{folder}/"):
            moved = _in_variable(written + pattern[len(folder) :], machine)
            if moved:
                return moved
    at_home = os.path.join(machine.home, pattern[2:])
    return Located(at_home, pattern, machine.home) if machine.home else None


def _in_variable(pattern: str, machine: Machine) -> Located | None:
    variable, _, rest = pattern[1:].partition("/")
    value = machine.environment.get(variable)
    if not value:
        return None
    base = os.path.normpath(os.path.join(machine.root, os.path.expanduser(value)))
    return Located(os.path.join(base, rest) if rest else base, pattern, base)


def present(agent: Agent, patterns: Iterable[str], machine: Machine) -> Iterator[Located]:
    """Yield the files of *patterns* that are there."""
    for pattern in patterns:
        place = located(agent, pattern, machine)
        if place and "*" in pattern:
            yield from _matching(place)
        elif place and os.path.lexists(place.path):
            yield place


def _matching(place: Located) -> Iterator[Located]:
    folder, name = os.path.split(place.path)
    for path in sorted(glob.glob(os.path.join(glob.escape(folder), name))):
        shown = f"{os.path.dirname(place.shown)}/{os.path.basename(path)}"
        yield Located(path, shown, place.base)
