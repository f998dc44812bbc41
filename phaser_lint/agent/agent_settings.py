"""What each agent reads before it runs a hook: the settings of each row of ``agents.AGENTS``.

Install, uninstall, doctor, agents and protect take files, variables, switches and trust from here.

    require_agent("codex").files   (".codex/hooks.json", …)
"""

from __future__ import annotations

from importlib import import_module

from phaser_lint import agent as agents
from phaser_lint.agent.agent_table import Agent

AGENT_SETTINGS: tuple[Agent, ...] = tuple(
    import_module(f"phaser_lint.agent.{module}.settings").AGENT for _, module, *_ in agents.AGENTS
)
_NAMED = {agent.name: agent for agent in AGENT_SETTINGS}


def require_agent(name: str) -> Agent:
    """Return the settings, places and tools of the agent of that *name*; raises ``KeyError``."""
    return _NAMED[name]
