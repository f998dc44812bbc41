"""Whether an agent trusts a folder, as Gemini CLI and those made from it remember that.

In one that they do not trust they leave the project's hooks out and report nothing.
"""

from __future__ import annotations

import os

from phaser_lint.agent.agent import Agent
from phaser_lint.agent.install.handlers import settings_at, value_at, values_of_files
from phaser_lint.agent.locations import Machine, files_of
from phaser_lint.project import lies_in


def asks_for_trust(agent: Agent, machine: Machine, *, by_default: bool) -> bool:
    """Tell whether the agent asks for trust; the project's own settings do not count."""
    rows = [row for row in agent.holding("switches") if row.scope != "project"]
    layers = [layer for row in rows for _, layer in values_of_files(agent, row, machine)]
    states = (value_at(layer, "security.folderTrust.enabled") for layer in layers)
    return next((state for state in states if isinstance(state, bool)), by_default)


def is_folder_trusted(agent: Agent, machine: Machine) -> bool:
    """Tell whether the first list of folders that is named has this one as trusted."""
    files = [file for row in agent.holding("trust") for file in files_of(agent, row, machine)]
    folders = settings_at(agent, files[0].path, comments=True) if files else {}
    for folder in sorted(folders, key=len, reverse=True):
        level = folders[folder]
        trusted_folder = os.path.dirname(folder) if level == "TRUST_PARENT" else folder
        if holds(trusted_folder, machine.root):
            return bool(level != "DO_NOT_TRUST")
    return False


def holds(folder: str, root: str) -> bool:
    """Tell whether the project at *root* is *folder* or lies in it."""
    return lies_in(root, os.path.realpath(os.path.expanduser(folder)))
