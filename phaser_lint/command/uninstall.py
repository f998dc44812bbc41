"""``phaser-lint uninstall``: take the hook out of an agent's settings, or of all (``--all``)."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence

from phaser_lint.agent.install.forms_of_settings import make_removal
from phaser_lint.agent.install.hook_additions import locate_settings
from phaser_lint.agent.install.install_table import FILES, SCOPES, list_paths_by_scope
from phaser_lint.agent.install.settings_changes import apply_removal, plan_change, with_former_text
from phaser_lint.agent.settings_locations import Machine
from phaser_lint.author.proposals.traces import (
    find_agent_traces,
    find_git_hook_traces,
    find_team_traces,
)
from phaser_lint.author.proposals.undo import (
    can_undo_init_file,
    list_remembered_paths,
    open_clone_memory,
)
from phaser_lint.check.open_project import open_every_level
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.install_flags import (
    make_machine,
    make_settings_parser,
    open_user_memories,
    with_usual_scope,
)
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.command.undo_init import HOW_TO_DELETE, HOW_TO_UNDO, render_trace_lines
from phaser_lint.command.uninstall_all import uninstall_all
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.core.shared_flags import Parser, make_switch
from phaser_lint.core.text import make_harmless
from phaser_lint.project import find_home_folder
from phaser_lint.project.project_of_command import require_project_levels, require_project_root


def parser() -> Parser:
    """Return the parser of the command line of ``uninstall``."""
    all_switch = make_switch(
        "--all",
        help="take out all hooks, git's as well, and the cache; contracts and configuration stay",
    )
    return make_settings_parser(
        "phaser-lint uninstall", "Take the hook out of a coding agent's settings.", (all_switch,)
    )


def run(arguments: Sequence[str]) -> int:
    """Take out with ``phaser-lint uninstall`` what ``install`` put in; 0, or 2."""
    flags = parser().parse_args(arguments)
    if flags.all:
        for name, is_given in (("--agent", flags.agent), ("--scope", flags.scope)):
            if is_given:
                raise UsageError(f"--all: expected without {name}: it takes out those of all")
        levels = require_project_levels(flags.root)
        # Without git's list what lies below is left.
        with contextlib.suppress(GitError):
            everywhere, _ = open_every_level(ProjectOptions(root=flags.root, cache=False))
            levels = everywhere
        return uninstall_all(levels, dry_run=flags.dry_run)
    flags = with_usual_scope(flags)
    agent, machine, memories = flags.agent, make_machine(flags), open_user_memories()
    places = [
        locate_settings(agent, pattern, machine)
        for pattern in list_paths_by_scope(agent)[flags.scope]
    ]
    existing = [place for place in places[1:] if agent in FILES or os.path.lexists(place.path)]
    changes = [
        with_former_text(plan_change(place, make_removal(place.path, agent)), memories)
        for place in (places[0], *existing)
    ]
    for change in changes:
        if flags.dry_run:
            goes = change.outcome.changed and change.outcome.text is None
            line = (
                render_lines([make_harmless(f"{change.place.path}: would be removed")])
                if goes
                else ""
            )
            sys.stdout.write(change.outcome.text or line)
            continue
        apply_removal(change, home=find_home_folder(), memories=memories)
        sys.stdout.write(
            render_lines([make_harmless(f"{change.place.path}: {change.outcome.status}")])
        )
    if not flags.dry_run:
        sys.stdout.write(
            render_lines(
                render_remaining_traces(machine._replace(root=require_project_root(flags.root)))
            )
        )
    return exit_codes.CLEAN


def render_remaining_traces(machine: Machine) -> list[str]:
    """Return lines on what still runs this program without one agent's hook; or nothing."""
    root = machine.root
    agent_hooks = find_agent_traces(machine, scopes=SCOPES)
    traces = [*agent_hooks, *find_git_hook_traces(root), *find_team_traces(root)]
    if not traces:
        return []
    clone = open_clone_memory(root)
    paths = list_remembered_paths(root, clone) if clone is not None else []
    can_undo = clone is not None and any(can_undo_init_file(path, clone) for path in paths)
    return [
        "",
        *render_trace_lines("still there:", traces),
        "",
        *[HOW_TO_UNDO] * can_undo,
        HOW_TO_DELETE,
    ]
