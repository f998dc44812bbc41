"""``phaser-lint install``: put the hook into an agent's settings.

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
from collections.abc import Iterator, Sequence

from phaser_lint import PACKAGE
from phaser_lint.agent import DEFAULT
from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.agent_table import TEAM_COMMAND, TIMEOUT_SECONDS
from phaser_lint.agent.hosts_by_name import load_host
from phaser_lint.agent.install.hook_additions import plan_additions
from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_command
from phaser_lint.agent.install.hooks_in_settings import (
    SettingsFile,
    find_settings_at,
    read_handlers,
)
from phaser_lint.agent.install.install_table import (
    AUGMENT,
    FILES,
    choose_usual_scope,
    find_install_note,
    list_paths_by_scope,
    require_abort,
    require_team,
)
from phaser_lint.agent.install.link_hooks import LINKS, explain_unsupported_links
from phaser_lint.agent.install.settings_changes import SettingsChange, apply_addition
from phaser_lint.agent.install.standing_hook import find_hook_scope, find_standing_hook
from phaser_lint.agent.install.worktree_hooks import explain_lost_hook, explain_unread_hook
from phaser_lint.agent.settings_locations import explain_needed_start, explain_start_folder
from phaser_lint.command import exit_codes
from phaser_lint.command.agents import print_agents
from phaser_lint.command.install_flags import (
    make_machine,
    make_settings_parser,
    open_user_memories,
    with_usual_scope,
)
from phaser_lint.command.terminal_lines import render_lines
from phaser_lint.core.errors import UsageError
from phaser_lint.core.own_program import explain_not_on_path
from phaser_lint.core.shared_flags import Argument, Flags, Parser, make_argument, make_switch
from phaser_lint.core.text import make_harmless
from phaser_lint.hook.doctor.hook_programs import find_own_environment
from phaser_lint.hook.doctor.permission import find_off_switches
from phaser_lint.hook.doctor.startable import WAY
from phaser_lint.project.programs import (
    Checkout,
    find_checkout,
    leave_out_checkout,
    lies_in_checkout,
)
from phaser_lint.project.project_of_command import require_project_root, require_working_directory

_SPECIFIED_SECONDS = 60
_TEST_EVENT = b'{"hook_event_name": "PreToolUse", "tool_name": "Read", "tool_input": {}}'


def parser() -> Parser:
    """Return the parser of the command line of ``install``."""
    list_switch = make_switch("--list", help="list the agents, and where the hook is installed")
    return _make_install_parser("phaser-lint install", list_switch)


def _make_install_parser(command: str, own_switch: Argument) -> Parser:
    flags = (
        make_switch(
            "--force", help="replace phaser's own hooks, never another's, and keep their flags"
        ),
        make_switch("--fail-closed", help="block an edit when the hook itself fails"),
        make_argument(
            "--if-missing",
            choices=("pass", "deny"),
            help="what becomes of an edit where a colleague has no phaser-lint "
            "[default: pass; with --fail-closed deny]",
        ),
        make_switch(
            "--protect",
            help="deny edits of the contracts, the baseline and phaser-lint's own hooks, and "
            "commands that go round them",
        ),
        make_switch(AUGMENT, help="give the agent context on links, [[name]]"),
        make_switch("--log", help="note which contract denies, for history --denials"),
        make_switch("--abort", help="deny an edit even where that ends the agent's run (Cline)"),
        own_switch,
    )
    return make_settings_parser(command, "Install the hook in a coding agent's settings.", flags)


def run(arguments: Sequence[str]) -> int:
    """Install the hook with ``phaser-lint install``; 0, or 2 if nothing could be installed."""
    flags = parser().parse_args(arguments)
    if flags.list:
        return print_agents(flags)
    return _install_hook(flags)


def run_enforce_install(arguments: Sequence[str]) -> int:
    """Install as ``phaser enforce install``; 0, or 3."""
    print_switch = make_switch(
        "--print", help="print the settings of the Phaser 1.8 specification, and end"
    )
    flags = _make_install_parser("phaser enforce install", print_switch).parse_args(arguments)
    if flags.print:
        # Each edit costs two starts, and may be allowed.
        hooks = {}
        for event, severity in (("PreToolUse", "error"), ("PostToolUse", "warning")):
            command = f"phaser enforce --stdin --severity {severity}"
            hook = {"type": "command", "command": command, "timeout": _SPECIFIED_SECONDS}
            hooks[event] = [{"matcher": "Edit|Write", "hooks": [hook]}]
        sys.stdout.write(json.dumps({"hooks": hooks}, indent=2) + "\n")
        return exit_codes.CLEAN
    return exit_codes.BUG if _install_hook(flags) else exit_codes.CLEAN


def _install_hook(flags: Flags) -> int:
    flags.agent = flags.agent or DEFAULT
    if flags.force and not (flags.scope or flags.if_missing):
        usual = choose_usual_scope(flags.agent)
        flags.scope = find_hook_scope(flags.agent, make_machine(flags), usual=usual)
    flags = with_usual_scope(flags)
    if flags.abort:
        require_abort(flags.agent)
    if flags.if_missing:
        require_team(flags.agent, flags.scope)
    if flags.augment and flags.agent not in LINKS:
        raise UsageError(explain_unsupported_links(flags.agent))
    wanted, machine, remarks = make_wanted_hook(flags), make_machine(flags), list[str]()
    plain = wanted._replace(protect=False, log=False)
    replaces = flags.force
    if flags.force:
        wanted, remarks = find_standing_hook(flags.agent, flags.scope, machine).kept_in(wanted)
        vars(flags).update(wanted._asdict())
    elif wanted != plain:
        # A hook as init writes it gets what is added to it; any other form somebody wrote so.
        there = plan_additions(plain, machine, force=False)
        replaces = all(change.outcome.status == "unchanged" for change in there)
    changes = plan_additions(wanted, machine, force=replaces)
    different = [change.place.path for change in changes if change.outcome.status == "differs"]
    for path in different:
        message = f"{path}: holds another form of phaser's hooks; --force replaces them"
        sys.stderr.write(f"{make_harmless(message)}\n")
    if different:
        return exit_codes.INCOMPLETE
    return _write_changes(flags, changes, remarks)


def _write_changes(flags: Flags, changes: Sequence[SettingsChange], remarks: Sequence[str]) -> int:
    """Write the settings, or print them, and report whether the hook starts; return the code."""
    executable = flags.agent in FILES and FILES[flags.agent].executable
    for change in changes:
        if flags.dry_run:
            sys.stdout.write(change.outcome.text or "")
            continue
        apply_addition(change, executable=executable, memories=open_user_memories())
        sys.stdout.write(
            render_lines([make_harmless(f"{change.place.path}: {change.outcome.status}")])
        )
    if flags.dry_run:
        return exit_codes.CLEAN
    sys.stdout.write(render_lines(map(make_harmless, remarks)))
    reasons = _explain_idle_hook(flags, changes)
    if reasons:
        sys.stderr.write("".join(f"{make_harmless(reason)}\n" for reason in reasons))
        return exit_codes.INCOMPLETE
    checkout = find_checkout(make_machine(flags).root)
    command = make_hook_command(make_wanted_hook(flags)._replace(augment=False))
    program = find_program_in_checkout(command[0], checkout)
    problem = None if program else find_start_problem(command, checkout)
    if problem:
        sys.stderr.write(make_harmless(f"The hook does not start yet: {problem}") + "\n")
        return exit_codes.INCOMPLETE
    is_new = any(change.outcome.status == "installed" for change in changes)
    sys.stdout.write(render_lines(map(make_harmless, _note_limits(flags, program, is_new=is_new))))
    return exit_codes.CLEAN


def _note_limits(flags: Flags, program_in_checkout: str, *, is_new: bool) -> Iterator[str]:
    """Yield where the installed hook does not work, and what to do about it; of one that *is_new*,
    where its agent is started.
    """
    agent, machine = require_agent(flags.agent), make_machine(flags)
    note = find_install_note(
        flags.agent, scope=flags.scope, aborts=flags.abort, protects=flags.protect
    )
    yield from note.splitlines()
    if program_in_checkout:
        yield f"{program_in_checkout} lies in the checkout, so it was not started: {WAY}"
    notes: list[str] = []
    folder = ""
    if flags.scope == "project":
        folder = find_own_environment(
            TEAM_COMMAND, os.environ, root=require_project_root(flags.root)
        )
    if folder:
        scope = next(
            scope for scope in ("local", "user") if scope in list_paths_by_scope(flags.agent)
        )
        notes.append(
            f"{TEAM_COMMAND} lies in the environment {folder}: an agent that is started outside of "
            "it does not find it, and most let every edit through then. Start the agent inside, "
            f"install phaser-lint for all of your shells (pipx install {PACKAGE}), or use --scope "
            f"{scope}, which names the program by its path."
        )
    if flags.scope != "user":
        start = "" if flags.root else require_working_directory()
        explain = explain_needed_start if is_new else explain_start_folder
        notes.append(explain(agent, machine._replace(start=start)))
    if flags.scope == "project":
        notes += [explain_unread_hook(agent, machine), explain_lost_hook(agent, machine)]
    yield from filter(None, notes)


def _explain_idle_hook(flags: Flags, changes: Sequence[SettingsChange]) -> list[str]:
    """Return why the agent takes nothing from a file, the hook that was just written included.

    Or why it runs no hook of the files, whatever they hold.
    """
    agent, machine = require_agent(flags.agent), make_machine(flags)
    lines = []
    reasons: dict[str, None] = {}
    for change in changes:
        path = change.place.path
        refusals = load_host(flags.agent).file_refusals(find_settings_at(agent, path))
        if refusals:
            lines.append(f"{path}: {agent.shown} skips the whole file: {'; '.join(refusals)}")
        for hook in read_handlers(SettingsFile(agent, path, change.place.shown)):
            reasons.update(dict.fromkeys(find_off_switches(hook, machine)))
    return [*lines, *(f"{flags.agent}: {reason}" for reason in reasons)]


def make_wanted_hook(flags: Flags) -> WantedHook:
    """Return the hook that the parsed *flags* of ``install`` ask for."""
    return WantedHook(
        scope=flags.scope,
        agent=flags.agent,
        fail_closed=flags.fail_closed,
        abort=flags.abort,
        protect=flags.protect,
        augment=flags.augment,
        log=flags.log,
        if_missing=flags.if_missing or "",
    )


def find_program_in_checkout(program: str, checkout: Checkout) -> str:
    """Return the path of *program* in the checkout: ``install`` tries none there; else empty."""
    path = None if os.path.dirname(program) else shutil.which(program)
    return path if path is not None and lies_in_checkout(path, checkout) else ""


def find_start_problem(command: Sequence[str], checkout: Checkout) -> str | None:
    """Start the hook that the command ``install`` wrote as its agent will; return what is wrong."""
    missing_program = explain_not_on_path(command[0], os.environ.get("PATH"))
    if missing_program:
        return missing_program
    try:
        process = subprocess.run(
            command,
            input=_TEST_EVENT,
            env={
                **os.environ,
                "PATH": leave_out_checkout(os.environ.get("PATH", os.defpath), checkout),
            },
            capture_output=True,
            timeout=TIMEOUT_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    if process.returncode == 0 and process.stdout.strip() == b"{}":
        return None
    lines = (process.stderr or process.stdout).decode("utf-8", "replace").strip().splitlines()
    return f"{' '.join(command)}: {lines[-1] if lines else f'exit code {process.returncode}'}"
