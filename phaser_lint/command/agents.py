"""``phaser-lint agents``: which agents there are, and in which of their files the hook is."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.install.forms_of_settings import make_removal
from phaser_lint.agent.install.install_table import choose_usual_scope, list_paths_by_scope
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.settings_locations import Machine, locate
from phaser_lint.command import exit_codes
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.core.shared_flags import ROOT_FLAG, Flags, Parser
from phaser_lint.core.terminal_width import render_table_rows, stream_columns
from phaser_lint.core.text import make_harmless
from phaser_lint.project import find_home_folder
from phaser_lint.project.project_of_command import require_project_root

# Columns that go first where there is no room: the program, and then the hook.
_LEFT_OUT = (1, 2)


def parser() -> Parser:
    """Return the parser of the command line of ``agents``."""
    return Parser(
        "phaser-lint agents",
        "List the supported agents, and where the hook is installed.",
        (ROOT_FLAG,),
        example="phaser-lint agents",
        page="agents.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint agents``: print the agents that a hook can be installed for; 0."""
    return print_agents(parser().parse_args(arguments))


def print_agents(flags: Flags) -> int:
    """Print each agent with the files of its hook, for ``agents`` and ``install --list``; 0."""
    machine = Machine(require_project_root(flags.root), find_home_folder(), os.environ)
    rows = [("agent", "program", "hook", "file")]
    for agent in AGENT_SETTINGS:
        # The scope, or "unreadable", and the file of each hook; if none, of a usual one.
        hooks = []
        for scope, patterns in list_paths_by_scope(agent.name).items():
            for place in filter(None, (locate(agent, pattern, machine) for pattern in patterns)):
                try:
                    if make_removal(place.path, agent.name)(read_settings(place.path)).changed:
                        hooks.append((scope, place.shown))
                except SettingsError:
                    hooks.append(("unreadable", place.shown))
        if not hooks:
            hooks.append(("-", list_paths_by_scope(agent.name)[choose_usual_scope(agent.name)][0]))
        program = "found" if shutil.which(agent.program) else "-"
        rows += [(agent.name, program, hook, make_harmless(path)) for hook, path in hooks]
    lines = render_table_rows(rows, width=stream_columns(sys.stdout), left_out=_LEFT_OUT)
    sys.stdout.write(render_lines(lines))
    return exit_codes.CLEAN
