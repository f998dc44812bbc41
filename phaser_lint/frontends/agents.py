"""``phaser-lint agents``: which coding agents are supported, and where the hook is installed."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING

from phaser_lint.agents import AGENTS
from phaser_lint.errors import SettingsError
from phaser_lint.frontends import exit_codes
from phaser_lint.frontends.agent_hooks import paths_of
from phaser_lint.frontends.arguments import Parser
from phaser_lint.frontends.install import removal_of
from phaser_lint.root import home_folder, root_for
from phaser_lint.settings.file import read_settings
from phaser_lint.text import printable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

# The programs by which the agents are started.
PROGRAMS = {
    "claude-code": "claude",
    "codex": "codex",
    "gemini-cli": "gemini",
    "qwen-code": "qwen",
    "copilot-cli": "copilot",
    "vscode": "code",
    "cursor": "cursor",
    "opencode": "opencode",
    "windsurf": "windsurf",
    "cline": "cline",
    "wave": "wave",
}


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint agents", "List the supported agents, and where the hook is installed."
    )
    made.add_argument("--root", metavar="PATH", help="the project's root folder")
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the table and return 0."""
    given = parser().parse_args(arguments)
    root, home = root_for(given.root), home_folder()
    rows = [("agent", "program", "hook", "file")]
    for name, _, _ in AGENTS:
        program = "found" if shutil.which(PROGRAMS[name]) else "-"
        rows += [(name, program, hook, path) for hook, path in _places(name, root, home)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        sys.stdout.write("  ".join([*cells, printable(row[3])]).rstrip() + "\n")
    return exit_codes.CLEAN


def _places(agent: str, root: str, home: str) -> list[tuple[str, str]]:
    """Return where the hook of *agent* is, and if it is nowhere where it would be."""
    found = list(_installed(agent, root, home))
    return found or [("-", paths_of(agent)["project"][0])]


def _installed(agent: str, root: str, home: str) -> Iterator[tuple[str, str]]:
    for scope, paths in paths_of(agent).items():
        base, shown = (home, "~/") if scope == "user" else (root, "")
        for path in paths if base else ():
            try:
                outcome = removal_of(agent)(read_settings(os.path.join(base, path)))
            except SettingsError:
                yield "unreadable", f"{shown}{path}"
                continue
            if outcome.changed:
                yield scope, f"{shown}{path}"
