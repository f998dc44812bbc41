"""What settings files of agents hold, where they can be read."""

from __future__ import annotations

import os

from phaser_lint.errors import SettingsError
from phaser_lint.install.handlers import SettingsFile, read_values

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaser_lint.agents.agent import Agent


def values_at(agent: Agent, path: str, *, comments: bool = False) -> dict[str, Any]:
    """Return what the settings at *path* hold; nothing where they cannot be read."""
    reader = agent._replace(comments=agent.comments or comments)
    try:
        return read_values(SettingsFile(reader, path, path)) if os.path.exists(path) else {}
    except SettingsError:
        return {}


def value_at(values: Mapping[str, Any], key: str) -> object:
    """Return what stands at the dotted *key*, ``None`` where nothing does."""
    found: object = values
    for name in key.split("."):
        if not isinstance(found, dict) or name not in found:
            return None
        found = found[name]
    return found
