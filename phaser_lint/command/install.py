"""``phaser-lint install`` and ``uninstall``: put the hook into an agent's settings, or take it out.

``install --list`` prints the agents, and where the hook is installed; so does ``agents``.

Where an agent takes files instead (OpenCode a plugin, pi an extension, Cline executables), files
are written.

With ``--scope project`` the settings file is a team's, so the command goes by name, through PATH.
``local`` and ``user`` belong to one machine: the interpreter is named by its absolute path and run
without a shell and without ``site``, which is faster and does not depend on PATH. A missing
interpreter or package then exits with 1 or 127, which denies nothing and shows a message; a missing
script would exit 2 and block every edit.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from argparse import Namespace
from typing import TYPE_CHECKING

from phaser_lint import PACKAGE
from phaser_lint.agent import AGENTS, DEFAULT, known_agents
from phaser_lint.agent.agent import TIMEOUT_SECONDS
from phaser_lint.agent.install.agent_hooks import (
    AUGMENT,
    FILES,
    SCOPES,
    TEAM_COMMAND,
    note_of,
    paths_of,
    require_abort,
    require_scope,
    require_team,
    usual_scope,
)
from phaser_lint.agent.install.handlers import SettingsFile, read_handlers, values_at
from phaser_lint.agent.install.hook_additions import additions, place_of
from phaser_lint.agent.install.hook_entries import WantedHook, command_of
from phaser_lint.agent.install.hooks_in_text import removal_from
from phaser_lint.agent.install.link_hooks import LINKS, unsupported_reason
from phaser_lint.agent.install.settings_changes import (
    SettingsChange,
    as_before,
    changed,
    put_in,
    take_out,
)
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.install.worktree_hooks import lost_in_worktrees, unread_in_worktree
from phaser_lint.agent.known_agents import agent_named
from phaser_lint.agent.known_hosts import host_of
from phaser_lint.agent.locations import Machine, located, only_started_in
from phaser_lint.command import exit_codes
from phaser_lint.command.screen import columns, in_lines
from phaser_lint.core.command_line import Parser, add_root
from phaser_lint.core.errors import SettingsError, UsageError
from phaser_lint.core.text import harmless
from phaser_lint.core.wrapping import end_of
from phaser_lint.hook.doctor.permission import switched_off
from phaser_lint.hook.doctor.programs import own_environment
from phaser_lint.hook.doctor.startable import WAY
from phaser_lint.project.programs import checkout_at
from phaser_lint.project.project import root_for
from phaser_lint.project.root import cache_folder, home_folder, working_directory

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from phaser_lint.project.programs import Checkout

_SPECIFIED_SECONDS = 60
_TEST_EVENT = b'{"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {}}'


def parser() -> Parser:
    """Return the parser of the command line of ``install``."""
    made = _parser("phaser-lint install", installs=True)
    made.add_switch("--list", help="list the agents, and where the hook is installed")
    return made


def parser_uninstall() -> Parser:
    """Return the parser of the command line of ``uninstall``."""
    return _parser("phaser-lint uninstall", installs=False)


def parser_agents() -> Parser:
    """Return the parser of the command line of ``agents``."""
    made = Parser(
        "phaser-lint agents",
        "List the supported agents, and where the hook is installed.",
        example="phaser-lint agents",
        page="agents.md",
    )
    add_root(made)
    return made


def _parser(command: str, *, installs: bool) -> Parser:
    verb = "Install the hook in" if installs else "Take the hook out of"
    made = Parser(
        command,
        f"{verb} a coding agent's settings.",
        example=f"{command} --agent cursor",
        page="agents.md",
    )
    names = [name for name, *_ in AGENTS]
    made.add_argument(
        "--agent",
        choices=names,
        default=DEFAULT,
        metavar="NAME",
        help=f"one of {', '.join(names)} [default: {DEFAULT}]",
    )
    made.add_argument(
        "--scope", choices=SCOPES, help="[default: project, or the only one that the agent has]"
    )
    add_root(made)
    made.add_switch("--dry-run", help="print the file without writing it")
    if installs:
        made.add_switch("--force", help="replace phaser's own hooks, never another's")
        made.add_switch("--fail-closed", help="block an edit when the hook itself fails")
        made.add_argument(
            "--if-missing",
            choices=("pass", "deny"),
            help="what becomes of an edit where a colleague has no phaser-lint "
            "[default: pass; with --fail-closed deny]",
        )
        made.add_switch(
            "--protect",
            help="deny edits of the contracts, the baseline and phaser-lint's own hooks",
        )
        made.add_switch(AUGMENT, help="give the agent context on links, [[name]]")
        made.add_switch("--abort", help="deny an edit even where that ends the agent's run (Cline)")
    return made


def run(arguments: Sequence[str]) -> int:
    """Install; 0, or 2 if nothing could be installed."""
    given = parser().parse_args(arguments)
    return _print_agents(given) if given.list else _install(given)


def run_enforce_install(arguments: Sequence[str]) -> int:
    """Install as ``phaser enforce install``; 0, or 3."""
    parser = _parser("phaser enforce install", installs=True)
    parser.add_switch("--print", help="print the settings of the Phaser 1.8 specification, and end")
    given = parser.parse_args(arguments)
    if given.print:
        sys.stdout.write(json.dumps(_specified_hooks(), indent=2) + "\n")
        return exit_codes.CLEAN
    return exit_codes.BUG if _install(given) else exit_codes.CLEAN


def _specified_hooks() -> dict[str, Any]:
    """Return the two hooks of the specification; each edit costs two starts and may be allowed."""

    def hooks(severity: str) -> list[dict[str, Any]]:
        command = f"phaser enforce --stdin --severity {severity}"
        hook = {"type": "command", "command": command, "timeout": _SPECIFIED_SECONDS}
        return [{"matcher": "Edit|Write", "hooks": [hook]}]

    return {"hooks": {"PreToolUse": hooks("error"), "PostToolUse": hooks("warning")}}


def run_uninstall(arguments: Sequence[str]) -> int:
    """Take out what ``install`` put in; 0, or 2."""
    given = _scoped(parser_uninstall().parse_args(arguments))
    for change in _removals(given):
        if given.dry_run:
            sys.stdout.write(change.outcome.text or "")
            continue
        take_out(change, home=home_folder(), cache=cache_folder(os.environ, home=home_folder()))
        sys.stdout.write(in_lines([harmless(f"{change.place.path}: {change.outcome.status}")]))
    return exit_codes.CLEAN


def run_agents(arguments: Sequence[str]) -> int:
    """Print the agents; 0."""
    return _print_agents(parser_agents().parse_args(arguments))


def _scoped(given: Namespace) -> Namespace:
    """Return the flags with a scope that the agent has; raises ``SettingsError`` for another."""
    given.scope = given.scope or usual_scope(given.agent)
    require_scope(given.agent, given.scope)
    return given


def _require_fitting(given: Namespace) -> None:
    """Raise ``SettingsError`` or ``UsageError`` for a flag that the agent has no use for."""
    if given.abort:
        require_abort(given.agent)
    if given.if_missing:
        require_team(given.agent, given.scope)
    if given.augment and given.agent not in LINKS:
        raise UsageError(unsupported_reason(given.agent))


def _install(flags: Namespace) -> int:
    given = _scoped(flags)
    _require_fitting(given)
    changes = additions(wanted_hook(given), _machine(given), force=given.force)
    different = [each.place.path for each in changes if each.outcome.status == "differs"]
    for path in different:
        message = f"{path}: holds another form of phaser's hooks; --force replaces them"
        sys.stderr.write(f"{harmless(message)}\n")
    if different:
        return exit_codes.INCOMPLETE
    executable = given.agent in FILES and FILES[given.agent].executable
    for change in changes:
        if given.dry_run:
            sys.stdout.write(change.outcome.text or "")
            continue
        put_in(change, executable=executable, cache=cache_folder(os.environ, home=home_folder()))
        sys.stdout.write(in_lines([harmless(f"{change.place.path}: {change.outcome.status}")]))
    if given.dry_run:
        return exit_codes.CLEAN
    skipped = [*_skipped(given.agent, changes), *_switched_off(given, changes)]
    if skipped:
        sys.stderr.write("".join(f"{harmless(line)}\n" for line in skipped))
        return exit_codes.INCOMPLETE
    checkout = checkout_at(_machine(given).root)
    command = command_of(wanted_hook(given)._replace(augment=False))
    inside = program_inside(command[0], checkout)
    problem = None if inside else start_problem(command, checkout)
    if problem:
        sys.stderr.write(harmless(f"The hook does not start yet: {problem}") + "\n")
        return exit_codes.INCOMPLETE
    note = note_of(given.agent, scope=given.scope, aborts=given.abort, protects=given.protect)
    started = f"{inside} lies in the checkout, so it was not started: {WAY}" if inside else ""
    others = (started, _only_inside(given), _only_started_in(given), *_in_worktrees(given))
    notes = [*note.splitlines(), *filter(None, others)]
    sys.stdout.write(in_lines(map(harmless, notes)))
    return exit_codes.CLEAN


def _only_started_in(given: Namespace) -> str:
    """Return that the agent does not see the hook in the working directory, and what to do."""
    if given.scope == "user" or given.root:
        return ""
    machine = _machine(given)._replace(start=working_directory())
    return only_started_in(agent_named(given.agent), machine)


def _in_worktrees(given: Namespace) -> tuple[str, ...]:
    """Return what becomes of a project's hook in other worktrees, and what to do."""
    if given.scope != "project":
        return ()
    agent, machine = agent_named(given.agent), _machine(given)
    return unread_in_worktree(agent, machine), lost_in_worktrees(agent, machine)


def _only_inside(given: Namespace) -> str:
    """Return that the command is found in a virtual environment alone, and what to do about it."""
    if given.scope != "project":
        return ""
    folder = own_environment(TEAM_COMMAND, os.environ, root=root_for(given.root))
    if not folder:
        return ""
    other = next(scope for scope in ("local", "user") if scope in paths_of(given.agent))
    return (
        f"{TEAM_COMMAND} lies in the environment {folder}: an agent that is started outside of it "
        "does not find it, and most let every edit through then. Start the agent inside, install "
        f"phaser-lint for all of your shells (pipx install {PACKAGE}), or use --scope {other}, "
        "which names the program by its path."
    )


def _skipped(agent: str, changes: Sequence[SettingsChange]) -> list[str]:
    """Return why the agent takes nothing from a file, the hook that was just written included."""
    shown, refusals = agent_named(agent).shown, host_of(agent).file_refusals
    read = [(each.place.path, values_at(agent_named(agent), each.place.path)) for each in changes]
    wrong = [(path, refusals(values)) for path, values in read]
    return [
        f"{path}: {shown} skips the whole file: {'; '.join(found)}"
        for path, found in wrong
        if found
    ]


def _switched_off(given: Namespace, changes: Sequence[SettingsChange]) -> list[str]:
    """Return why the agent runs no hook of the files, whatever they hold."""
    machine = _machine(given)
    files = [
        SettingsFile(agent_named(given.agent), each.place.path, each.place.shown)
        for each in changes
    ]
    found = [text for each in files for hook in read_handlers(each)
             for text in switched_off(hook, machine)]  # fmt: skip
    return [f"{given.agent}: {text}" for text in dict.fromkeys(found)]


def wanted_hook(given: Namespace) -> WantedHook:
    """Return the hook that the parsed flags ask for."""
    return WantedHook(
        scope=given.scope,
        agent=given.agent,
        fail_closed=given.fail_closed,
        abort=given.abort,
        protect=given.protect,
        augment=given.augment,
        if_missing=given.if_missing or "",
    )


def _removals(given: Namespace) -> list[SettingsChange]:
    agent, machine = given.agent, _machine(given)
    first, *others = [place_of(agent, pattern, machine) for pattern in paths_of(agent)[given.scope]]
    there = [each for each in others if agent in FILES or os.path.lexists(each.path)]
    places = [first, *there]
    cache = cache_folder(os.environ, home=home_folder())
    found = [changed(place, removal_from(place.path, agent)) for place in places]
    return [as_before(change, cache=cache) for change in found]


def _machine(given: Namespace) -> Machine:
    root = working_directory() if given.scope == "user" else root_for(given.root)
    return Machine(root, home_folder(), os.environ)


def program_inside(program: str, checkout: Checkout) -> str:
    """Return the path of a *program* by name that the checkout holds, which is not started."""
    found = None if os.path.dirname(program) else shutil.which(program)
    return found if found is not None and checkout.holds(found) else ""


def start_problem(command: Sequence[str], checkout: Checkout) -> str | None:
    """Run the hook as the agent will, on an event without an edit; return what went wrong."""
    if shutil.which(command[0]) is None:
        return f"{command[0]} is not on the PATH (pipx install {PACKAGE} puts it there)"
    try:
        done = subprocess.run(
            command,
            input=_TEST_EVENT,
            env={**os.environ, "PATH": checkout.outside(os.environ.get("PATH", os.defpath))},
            capture_output=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if done.returncode == 0 and done.stdout.strip() == b"{}":
        return None
    words = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
    return f"{' '.join(command)}: {words[-1] if words else f'exit code {done.returncode}'}"


# Which agents there are, and in which of their files the hook is.


def _print_agents(given: Namespace) -> int:
    machine = Machine(root_for(given.root), home_folder(), os.environ)
    rows = [("agent", "program", "hook", "file")]
    for agent in known_agents.AGENTS:
        program = "found" if shutil.which(agent.program) else "-"
        rows += [(agent.name, program, hook, path) for hook, path in _places(agent.name, machine)]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    room = columns(sys.stdout) - sum(widths) - len("  ") * len(widths)
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row, widths, strict=False)]
        path = end_of(harmless(row[3]), width=room) if room > 0 else harmless(row[3])
        sys.stdout.write("  ".join([*cells, path]).rstrip() + "\n")
    return exit_codes.CLEAN


def _places(agent: str, machine: Machine) -> list[tuple[str, str]]:
    """Return where the hook of *agent* is, and if it is nowhere where it would be."""
    found = list(_installed(agent, machine))
    return found or [("-", paths_of(agent)[usual_scope(agent)][0])]


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
        return scope if removal_from(path, agent)(read_settings(path)).changed else ""
    except SettingsError:
        return "unreadable"
