"""Which commands may go round the checks: ``hook --protect`` asks here first, before each command.

Most go nowhere near: so this is light, and rather finds a command too many than one too few.
``protection/denied_commands`` decides.
"""

from __future__ import annotations

import os

from phaser_lint.agent.other_tools import commands_of
from phaser_lint.hook.protected_places import is_marked
from phaser_lint.project.root import CONFIGURATION, git_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.hook.request import HookRequest

# What a command that goes round the checks holds, in small letters; and what one that writes does.
_GATES = (
    "--no-veri", "hookspath", "husky", "lefthook", "pre_commit", "skip", "uninstall", "baseline",
    "hooks", "--undo",
)  # fmt: skip
_WRITERS = ("rm", "unlink", "mv", "truncate", "tee", "sed", "perl", ">", "cp", "chmod")
_WILDCARDS = frozenset("*?[")


def watched_commands(request: HookRequest) -> list[str]:
    """Return the commands that the event is about to run, of those that may go round the checks."""
    folder = command_folder(request)
    return [
        command
        for command in commands_of(request.event)
        if _skips_hooks(command) or _writes_places(command, folder, request)
    ]


def command_folder(request: HookRequest) -> str:
    """Return where the commands of the event start."""
    return request.event.working_directory or request.start


def _skips_hooks(command: str) -> bool:
    folded = command.lower()
    for gate in _GATES:
        if gate in folded:
            return True
    if "git" not in folded:
        return False
    return any(
        word.startswith("-") and not word.startswith("--") and "n" in word
        for word in command.split()
    )


def _writes_places(command: str, folder: str, request: HookRequest) -> bool:
    folded = command.lower()
    if not any(writer in folded for writer in _WRITERS):
        return False
    # What is named elsewhere, and what a wildcard means, is known later.
    return (
        is_marked(f"/{folded}")
        or is_marked(folder)
        or not _WILDCARDS.isdisjoint(command)
        or request.options.contracts_dir is not None
        or os.path.lexists(os.path.join(git_root(request.start) or request.start, CONFIGURATION))
    )
