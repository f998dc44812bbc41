"""The settings files of an agent that are there, those of other agents and of plugins included.

for file in settings_files(agent_named("claude-code"), Machine(root, home, os.environ)):
    for handler in read_handlers(file): ...
"""

from __future__ import annotations

from phaser_lint.agents.known_hosts import host_of
from phaser_lint.agents.locations import present
from phaser_lint.install.handlers import SettingsFile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agents.agent import Agent
    from phaser_lint.agents.locations import Machine


def settings_files(agent: Agent, machine: Machine, *, borrowed: bool = False) -> list[SettingsFile]:
    """Return the settings files of *agent* that are there, with *borrowed* those of others too."""
    managed = tuple(
        name for place in agent.places if place.scope == "managed" for name in place.names
    )
    found = [
        SettingsFile(agent, place.path, place.shown, managed=name in managed)
        for name in agent.files
        for place in present(agent, (name,), machine)
    ]
    if borrowed:
        found += [
            SettingsFile(agent, place.path, place.shown, borrowed=True)
            for place in present(agent, agent.borrowed, machine)
        ]
    brought = host_of(agent.name).brings(machine)
    return [
        *found,
        *(SettingsFile(agent, path, shown, plugin=name) for name, path, shown in brought),
    ]
