"""How each agent is played, by name: the module of each is imported only when it is asked for."""

from __future__ import annotations

from phaser_lint.agents import AGENTS, DEFAULT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agents.host_side import Host


def host_of(agent: str) -> Host:
    """Return how *agent* is played: one that is not known as the one that most take after."""
    modules = {name: module for name, module, *_ in AGENTS}
    module = modules.get(agent, modules[DEFAULT])
    found: Host = __import__(f"phaser_lint.agents.{module}.host", fromlist=("HOST",)).HOST
    return found
