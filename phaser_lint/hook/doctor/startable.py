"""Whether ``doctor`` starts a hook: what a checkout names or holds is only shown.

A clone's settings may name any command. So a hook is started only where it has a form that
``install`` writes, with a program outside of the checkout; ``--start-all`` starts it all.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping

from phaser_lint.agent.install.hooks_in_settings import Handler
from phaser_lint.agent.install.own_commands import parse_own_command
from phaser_lint.agent.settings_locations import leads_astray
from phaser_lint.hook.doctor.execution import RunPlace
from phaser_lint.hook.doctor.settings_environment import make_hook_environment
from phaser_lint.project.git.process_output import decode_git_path
from phaser_lint.project.programs import lies_in_checkout
from phaser_lint.project.regular_file import read_bytes

WAY = "phaser-lint doctor --start-all starts it"
_HEAD_BYTES = 1024
_SHOWN = 120
# In the first two lines of a script: the interpreter, in quotes where its path has a space.
_PATH = re.compile(r"""["'](/[^"']*)["']|(/[^\s"']+)""")
_LINES = 2


def explain_not_started(handler: Handler, place: RunPlace) -> str:
    """Return why the doctor does not start the command of *handler*; or nothing."""
    if place.starts_all or not handler.command:
        return ""
    variables = make_hook_environment(handler, place.environment)
    command_of_ours = parse_own_command(handler, variables)
    if command_of_ours is None:
        command = handler.command_line[:_SHOWN]
        return f"not started: phaser-lint install writes no such command ({command}); {WAY}"
    astray = ", ".join(f"env.{name}" for name in sorted(handler.environment) if leads_astray(name))
    if astray:
        return f"not started: its settings give {astray} to it; {WAY}"
    shells = ["pwsh"] if handler.is_for_powershell else []
    prefixes = handler.shell_prefix(variables).split()[:1]
    # Without a shell the agent starts it itself: of a script that is ours the interpreter.
    executables = [handler.command] if handler.arguments is not None else []
    names = [*shells, *prefixes, *executables, command_of_ours.program]
    programs = [find_program_path(name, variables, place) for name in names]
    paths = (
        *(path for program in programs for path in list_started_files(program)),
        *command_of_ours.folders,
    )
    # An empty folder of modules is the working directory.
    path_in_checkout = next(
        (path or os.curdir for path in paths if lies_in_checkout(path, place.checkout)), ""
    )
    return (
        f"not started: {path_in_checkout} lies in the checkout; {WAY}" if path_in_checkout else ""
    )


def find_program_path(name: str, variables: Mapping[str, str], place: RunPlace) -> str:
    """Return the path of the program that *name* starts in the project; empty without one."""
    folders = variables.get("PATH", os.defpath).split(os.pathsep)
    # A relative folder, and an empty one, is one of the project.
    path = os.pathsep.join(os.path.join(place.root, folder) for folder in folders)
    if os.path.dirname(name):
        name = os.path.join(place.root, name)
    return shutil.which(name, path=path) or ""


def find_start_in_checkout(name: str, place: RunPlace) -> str:
    """Return what of the checkout starts with the program *name*, which the doctor does not."""
    program = find_program_path(name, place.environment, place)
    return next(
        (path for path in list_started_files(program) if lies_in_checkout(path, place.checkout)), ""
    )


def list_started_files(program: str) -> Iterator[str]:
    """Yield *program*, and what starts with it by its or its neighbour's first lines."""
    if not program:
        return
    yield program
    # The hook by name is a script, which takes the Python that the program beside it names.
    package_program = os.path.join(os.path.dirname(os.path.realpath(program)), "phaser-lint")
    for script in (program, package_program):
        try:
            head = read_bytes(script, limit=_HEAD_BYTES)
        except OSError:
            continue
        if head.startswith(b"#!"):
            lines = decode_git_path(head).split("\n")[:_LINES]
            yield from lines[0][2:].split()[:1]
            yield from (quoted or bare for quoted, bare in _PATH.findall("\n".join(lines)))
