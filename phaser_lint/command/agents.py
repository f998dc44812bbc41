"""``phaser-lint agents``: which coding agents are supported, and where the hook is installed."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from phaser_lint.agent.install.agent_hooks import paths_of
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.known_agents import AGENTS, agent_named
from phaser_lint.agent.locations import Machine, located
from phaser_lint.command import exit_codes
from phaser_lint.command.install import removal_of
from phaser_lint.core.command_line import Parser, add_root
from phaser_lint.core.errors import SettingsError
from phaser_lint.core.text import harmless
from phaser_lint.project.project import root_for
from phaser_lint.project.root import home_folder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint agents",
        "List the supported agents, and where the hook is installed.",
        example="phaser-lint agents",
        page="agents.md",
    )
    add_root(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the table and return 0."""
    given = parser().parse_args(arguments)
    machine = Machine(root_for(given.root), home_folder(), os.environ)
    rows = [("agent", "program", "hook", "file")]
    for agent in AGENTS:
        program = "found" if shutil.which(agent.program) else "-"
        rows += [(agent.name, program, hook, path) for hook, path in _places(agent.name, machine)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        sys.stdout.write("  ".join([*cells, harmless(row[3])]).rstrip() + "\n")
    return exit_codes.CLEAN


def _places(agent: str, machine: Machine) -> list[tuple[str, str]]:
    """Return where the hook of *agent* is, and if it is nowhere where it would be."""
    found = list(_installed(agent, machine))
    return found or [("-", paths_of(agent)["project"][0])]


def _installed(agent: str, machine: Machine) -> Iterator[tuple[str, str]]:
    for scope, patterns in paths_of(agent).items():
        for pattern in patterns:
            place = located(agent_named(agent), pattern, machine)
            hook = _hook_in(agent, scope, place.path) if place else ""
            if place and hook:
                yield hook, place.shown


def _hook_in(agent: str, scope: str, path: str) -> str:
    """Return the *scope* if a hook of ours is in the file, ``unreadable``, or nothing."""
    try:
        return scope if removal_of(agent)(read_settings(path)).changed else ""
    except SettingsError:
        return "unreadable"
