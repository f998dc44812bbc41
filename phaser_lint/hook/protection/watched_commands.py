"""Which commands may go round the checks: ``hook --protect`` asks here first, before each command.

Most go nowhere near: so this is light, and rather finds a command too many than one too few.
``protection/denied_commands`` decides.
"""

from __future__ import annotations

import os

from phaser_lint.agent import Event
from phaser_lint.agent.nameless_writes import SHELLS
from phaser_lint.hook import HookRequest
from phaser_lint.hook.protection.protected_places import may_name_protected_place
from phaser_lint.project import find_git_root
from phaser_lint.project.levels import CONFIGURATION

# What a command that goes round the checks holds, in small letters; and what one that writes does.
_GATES = (
    "--no-veri", "hookspath", "husky", "lefthook", "pre_commit", "skip", "uninstall", "baseline",
    "hooks", "--undo", "include.path", "includeif",
)  # fmt: skip
_WRITERS = ("rm", "unlink", "mv", "truncate", "tee", "sed", "perl", ">", "cp", "chmod")
_WILDCARDS = frozenset("*?[")
_QUOTES = str.maketrans("", "", "'\"\\")
# Where a shell has its commands.
_COMMANDS = ("command", "command_line", "CommandLine", "cmd", "commands")
# They quote otherwise.
_POWERSHELLS = frozenset(("PowerShell", "powershell", "execute_pwsh"))


def find_watched_commands(request: HookRequest) -> list[str]:
    """Return the commands that the event is about to run, of those that may go round the checks."""
    folder = find_command_folder(request)
    watched = []
    for command in list_shell_commands(request.event):
        folded = command.lower()
        # ``"-n"`` and ``--no-ver\\`` with the rest on the next line are plain words to a shell.
        unquoted = folded.replace("\\\n", "").translate(_QUOTES)
        skips = any(gate in unquoted for gate in _GATES) or (
            "git" in unquoted
            and any(word[0] == "-" != word[1:2] and "n" in word for word in unquoted.split())
        )
        # What is named elsewhere, and what a wildcard means, is known later.
        writes = any(writer in unquoted for writer in _WRITERS) and (
            "chmod" in unquoted
            or may_name_protected_place(f"/{folded}")
            or (unquoted != folded and may_name_protected_place(f"/{unquoted}"))
            or may_name_protected_place(folder)
            or not _WILDCARDS.isdisjoint(command)
            or request.options.contracts_dir is not None
            or os.path.lexists(
                os.path.join(find_git_root(request.start) or request.start, CONFIGURATION)
            )
        )
        if skips or writes:
            watched.append(command)
    return watched


def list_shell_commands(event: Event) -> list[str]:
    """Return the commands that an event's tool, a POSIX shell, is about to run."""
    commands: list[str] = []
    for key in _COMMANDS if event.tool in SHELLS - _POWERSHELLS else ():
        argument = event.tool_input.get(key)
        if isinstance(argument, str):
            commands.append(argument)
        elif isinstance(argument, list):
            from shlex import join  # few have a list of words

            words = [word for word in argument if isinstance(word, str)]
            commands += words if key == "commands" else [join(words)]
    return commands


def find_command_folder(request: HookRequest) -> str:
    """Return the folder in which the watched commands of the event start."""
    return request.event.working_directory or request.start
