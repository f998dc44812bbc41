"""Whether an agent trusts a folder, as Gemini CLI and those made from it remember that.

In one that they do not trust they leave the project's hooks out and report nothing.
"""

from __future__ import annotations

import os

from phaser_lint.agent.agent_table import Agent
from phaser_lint.agent.install.hooks_in_settings import (
    find_setting,
    find_settings_at,
    read_place_files,
)
from phaser_lint.agent.settings_locations import Machine, locate_place_files
from phaser_lint.project import lies_in


def asks_for_trust(agent: Agent, machine: Machine, *, by_default: bool) -> bool:
    """Tell whether the agent asks for trust in a folder, by settings that are not the project's."""
    rows = [row for row in agent.holding("switches") if row.scope != "project"]
    layers = [layer for row in rows for _, layer in read_place_files(agent, row, machine)]
    states = (find_setting(layer, "security.folderTrust.enabled") for layer in layers)
    return next((state for state in states if isinstance(state, bool)), by_default)


def is_folder_trusted(agent: Agent, machine: Machine) -> bool:
    """Tell whether the first list of trusted folders that is named has this folder."""
    files = [
        file for row in agent.holding("trust") for file in locate_place_files(agent, row, machine)
    ]
    folders = find_settings_at(agent, files[0].path, comments=True) if files else {}
    for folder in sorted(folders, key=len, reverse=True):
        level = folders[folder]
        trusted_folder = os.path.dirname(folder) if level == "TRUST_PARENT" else folder
        if holds_project(trusted_folder, machine.root):
            return bool(level != "DO_NOT_TRUST")
    return False


def holds_project(folder: str, root: str) -> bool:
    """Tell whether *folder*, trusted or distrusted, is that of the project at *root*, or around."""
    return lies_in(root, os.path.realpath(os.path.expanduser(folder)))
