"""Whether an agent trusts a folder, as Gemini CLI and those made from it remember that.

In one that they do not trust they leave the project's hooks out and report nothing.
"""

from __future__ import annotations

import os

from phaser_lint.agent.install.handlers import value_at, values_at, values_of_files
from phaser_lint.agent.locations import files_of
from phaser_lint.project.root import lies_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agent.agent import Agent
    from phaser_lint.agent.locations import Machine


def asks(agent: Agent, machine: Machine, *, by_default: bool) -> bool:
    """Tell whether the agent asks for trust; the project's own settings do not count."""
    rows = [row for row in agent.holding("switches") if row.scope != "project"]
    read = [values for row in rows for _, values in values_of_files(agent, row, machine)]
    states = (value_at(values, "security.folderTrust.enabled") for values in read)
    return next((each for each in states if isinstance(each, bool)), by_default)


def is_listed(agent: Agent, machine: Machine) -> bool:
    """Tell whether the first list of folders that is named has this one as trusted."""
    files = [each for row in agent.holding("trust") for each in files_of(agent, row, machine)]
    folders = values_at(agent, files[0].path, comments=True) if files else {}
    for folder, level in sorted(folders.items(), key=lambda item: -len(item[0])):
        whole = os.path.dirname(folder) if level == "TRUST_PARENT" else folder
        if holds(whole, machine.root):
            return bool(level != "DO_NOT_TRUST")
    return False


def holds(folder: str, root: str) -> bool:
    """Tell whether the project at *root* is *folder* or lies in it."""
    return lies_in(root, os.path.realpath(os.path.expanduser(folder)))
