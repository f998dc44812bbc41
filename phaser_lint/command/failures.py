"""What is said of a command that could not do its work, or that there is none of that name."""

from __future__ import annotations

import os
from collections.abc import Sequence
from difflib import get_close_matches

from phaser_lint import DOCS
from phaser_lint.command.cli import COMMANDS, make_command_parser
from phaser_lint.core.errors import ListingError, PhaserError
from phaser_lint.core.text import make_harmless

_MORE_TIME = "; --git-timeout gives it more time"
_WITHOUT_GIT = "; --no-git takes the files on the disk in its place"

_FIX = "phaser-lint scan --fix"
_LIST, _NEW = "phaser-lint list", "phaser-lint new TYPE ID"
_ADD = f"{_NEW}, or phaser-lint try PATTERN --save ID"
_PACKS = f"{_LIST}, or phaser-lint init, which proposes packs"
_REMOVE = "phaser-lint uninstall for the hook; to remove a contract, delete its file"
_OFF = f"a switch of the agent, of git or of a contract: {DOCS}/hook.md#off-for-a-while"
_SCAN, _TEST = "phaser-lint scan", "phaser-lint test"
# What commands of other tools are called, and the command to use here.
GUESSED = {
    "fix": _FIX,
    "format": _FIX,
    "check": _SCAN,
    "lint": _SCAN,
    "run": _SCAN,
    "add": _ADD,
    "create": _ADD,
    "validate": _TEST,
    "verify": _TEST,
    "rules": _LIST,
    "rule": _LIST,
    "ls": _LIST,
    "show": f"{_LIST} ID",
    "packs": _PACKS,
    "pack": _PACKS,
    "remove": _REMOVE,
    "rm": _REMOVE,
    "delete": _REMOVE,
    "status": "phaser-lint doctor",
    **dict.fromkeys(
        ("off", "pause", "disable", "stop", "skip", "snooze", "mute", "ignore", "suppress"), _OFF
    ),
}


def error_line(error: PhaserError, arguments: Sequence[str]) -> str:
    """Return the line on a command's *error*, with the flags in *arguments* that help."""
    hint = _name_helpful_flags(error, arguments) if isinstance(error, ListingError) else ""
    return f"phaser-lint: {make_harmless(str(error))}{hint}\n"


def _name_helpful_flags(error: ListingError, arguments: Sequence[str]) -> str:
    """Return which flags of the command help where git lists no files."""
    name = arguments[0]
    if name not in [command for command, *_ in COMMANDS] or name == "enforce":
        return ""
    # The word after "contracts" is a command of its own, with the flags of the others.
    if name != "contracts" and "--no-git" not in make_command_parser(name).flags():
        return ""
    return f"{_MORE_TIME if error.is_late else ''}{_WITHOUT_GIT}"


def explain_unknown(name: str, *words: str) -> str:
    """Return the text of a failure to find a command called *name*, and which one *words* mean."""
    if name in GUESSED:
        return f"no such command: {name}; use {GUESSED[name]} (see phaser-lint --help)"
    commands = [command for command, *_ in COMMANDS]
    # Other linters have no command: a flag or a path comes first.
    if name.startswith("-"):
        command = next((word for word in words if word in commands), "scan")
        flags = get_close_matches(name, ("--help", "--version"), n=1, cutoff=0.7)
        if not flags and name.partition("=")[0] in make_command_parser(command).flags():
            flags = [f"{command} {name}"]
        meant = "".join(flags)
    elif os.path.lexists(name):
        meant = f"scan {name}"
    else:
        meant = "".join(get_close_matches(name, commands, n=1))
    hint = f"; did you mean {make_harmless(meant)}?" if meant else ""
    return f"no such command: {make_harmless(name)}{hint} (see phaser-lint --help)"
