"""Flags that ``install`` and ``uninstall`` have in common, and the machine that they name."""

from __future__ import annotations

import os

from phaser_lint.agent import AGENTS, DEFAULT
from phaser_lint.agent.install.former_texts import TextMemory, open_memories
from phaser_lint.agent.install.install_table import SCOPES, choose_usual_scope, require_scope
from phaser_lint.agent.settings_locations import Machine
from phaser_lint.core.shared_flags import (
    ROOT_FLAG,
    Argument,
    Flags,
    Parser,
    make_argument,
    make_switch,
)
from phaser_lint.project import find_home_folder, find_user_cache_folder
from phaser_lint.project.project_of_command import require_project_root, require_working_directory


def make_settings_parser(command: str, does: str, own_flags: tuple[Argument, ...]) -> Parser:
    """Return a parser of the flags of ``install`` and ``uninstall``, by which *command* finds an
    agent's settings, in which it *does* something, and of its *own flags*.
    """
    names = [name for name, *_ in AGENTS]
    return Parser(
        command,
        does,
        (
            make_argument(
                "--agent",
                choices=names,
                metavar="NAME",
                help=f"one of {', '.join(names)} [default: {DEFAULT}]",
            ),
            make_argument(
                "--scope",
                choices=SCOPES,
                help="[default: project, or the only one that the agent has]",
            ),
            ROOT_FLAG,
            make_switch("--dry-run", help="print the file without writing it"),
            *own_flags,
        ),
        example=f"{command} --agent cursor",
        page="agents.md",
    )


def with_usual_scope(flags: Flags) -> Flags:
    """Return *flags* with a scope that the agent has, or its usual; raises ``SettingsError``."""
    flags.agent = flags.agent or DEFAULT
    flags.scope = flags.scope or choose_usual_scope(flags.agent)
    require_scope(flags.agent, flags.scope)
    return flags


def open_user_memories() -> tuple[TextMemory, ...]:
    """Open what ``install`` and ``uninstall`` both remember of settings, in the user's cache."""
    return open_memories(find_user_cache_folder(os.environ, home=find_home_folder()))


def make_machine(flags: Flags) -> Machine:
    """Return the machine whose settings *flags* name; raises ``UsageError`` without a project."""
    root = (
        require_working_directory() if flags.scope == "user" else require_project_root(flags.root)
    )
    return Machine(root, find_home_folder(), os.environ)
