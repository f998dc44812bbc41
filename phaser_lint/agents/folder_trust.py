"""Whether an agent trusts a folder, as Gemini CLI and those made from it remember that.

In one that they do not trust they leave the project's hooks out without a word.
"""

from __future__ import annotations

import os

from phaser_lint.agents.locations import located
from phaser_lint.files.root import lies_in
from phaser_lint.install.handlers import values_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agents.agent import Agent
    from phaser_lint.agents.locations import Machine


def asks(agent: Agent, machine: Machine, *, by_default: bool) -> bool:
    """Tell whether the agent cares for trust; what a project says of that does not count."""
    place = located(agent, agent.switch_files[-1], machine)
    security = values_at(agent, place.path).get("security") if place else None
    trust = security.get("folderTrust") if isinstance(security, dict) else None
    enabled = trust.get("enabled") if isinstance(trust, dict) else None
    return enabled if isinstance(enabled, bool) else by_default


def is_listed(agent: Agent, machine: Machine) -> bool:
    """Tell whether the first list of folders that is named says that this one is trusted."""
    places = [located(agent, pattern, machine) for pattern in agent.trust_files]
    place = next(filter(None, places), None)
    folders = values_at(agent, place.path, comments=True) if place else {}
    for folder, level in sorted(folders.items(), key=lambda item: -len(item[0])):
        whole = os.path.dirname(folder) if level == "TRUST_PARENT" else folder
        if holds(whole, machine.root):
            return bool(level != "DO_NOT_TRUST")
    return False


def holds(folder: str, root: str) -> bool:
    """Tell whether the project at *root* is *folder* or lies in it."""
    return lies_in(root, os.path.realpath(os.path.expanduser(folder)))
