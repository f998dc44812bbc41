"""``phaser-lint doctor``: does the gate really stand, on this machine, for this project?

The commands that stand in the settings of each agent are run as the agent runs them: with a clean
edit, with one that breaks each contract, with a tool nobody knows and with an event cut short. So
is pre-commit, on a copy. Nothing of the project is changed.
"""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from phaser_lint.agent.install.agent_hooks import is_ours
from phaser_lint.agent.known_agents import AGENTS
from phaser_lint.check.every_level import every_level
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.contract.selection import takes_all_of
from phaser_lint.core.command_line import Parser
from phaser_lint.hook.doctor.diagnosis import diagnose
from phaser_lint.hook.doctor.gate_table import render_json, render_text
from phaser_lint.project.project import levels_for
from phaser_lint.project.root import home_folder, working_directory

if TYPE_CHECKING:
    from collections.abc import Sequence

_NAMES = (*(agent.name for agent in AGENTS), "pre-commit")


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("phaser-lint doctor", "Try the hooks that stand in your settings, and report.")
    add_root_and_git(made)
    made.add_argument(
        "--agent",
        action="append",
        choices=_NAMES,
        metavar="NAME",
        help=f"look at this one only; may be given several times ({', '.join(_NAMES)})",
    )
    made.add_switch("--json", help="print JSON instead of a table")
    return made


def run(arguments: Sequence[str]) -> int:
    """Print how the gates stand; 0 if all do, else 1."""
    given = parser().parse_args(arguments)
    levels = levels_for(given.root)
    everywhere, contracts = every_level(
        ProjectOptions(root=given.root, git=git_of(given), cache=False)
    )
    below = [each.name for each in everywhere.levels if each not in levels.levels]
    found = diagnose(
        levels._replace(top=everywhere.top),
        home=home_folder(),
        environment=os.environ,
        is_ours=is_ours,
        only=given.agent or (),
        below=[name for name in below if not takes_all_of(name, contracts.excluded)],
        start="" if given.root else working_directory(),
    )
    width = shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
    sys.stdout.write(render_json(found) if given.json else render_text(found, width=width))
    return exit_codes.CLEAN if found.stands else exit_codes.VIOLATIONS
