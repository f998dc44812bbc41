"""What a team's hook does where its program is missing: a line for the shell, put before it.

    guarded("phaser-lint-hook --agent gemini-cli", "say")   the line that is written
    unguarded(line)                                         what it guards

A settings file that a team commits names the program without a path, so a colleague may not have
it. A missing command has exit code 127: Copilot CLI and Gemini CLI deny every write for it, and
Claude Code shows an error at each.

The line is for sh and for PowerShell, which Claude Code, Copilot CLI and Gemini CLI start on
Windows. PowerShell 5 knows no ``||`` and would read none of it, so the part for sh is a text; there
is no ``eval`` in PowerShell, which says so on stderr and goes on with the program.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from phaser_lint import REPOSITORY
from phaser_lint.agent.agent import TEAM_COMMAND

MissingAction: TypeAlias = Literal["", "pass", "say", "deny"]
"""The command by itself, whose agent shows that it is missing; the edit passes; it passes with
a line to the user; it is denied."""

# In double quotes within single ones: no quote, no $ and no backquote. Nothing in it may depend on
# the version: a line is known by its whole text.
_MESSAGE = f"phaser-lint is not installed here, so nothing is checked: {REPOSITORY}"
_DENIAL = f"phaser-lint is not installed here, and without it no edit is made: {REPOSITORY}"
_ACTIONS = {
    "pass": "exit 0",
    "say": f'echo "{{\\"systemMessage\\": \\"{_MESSAGE}\\"}}"; exit 0',
    "deny": f'echo "{_DENIAL}" >&2; exit 2',
}
_GUARDS = {
    answer: f"eval 'command -v {TEAM_COMMAND} >/dev/null || {{ {action}; }}'; "
    for answer, action in _ACTIONS.items()
}


def with_guard(line: str, answer: MissingAction) -> str:
    """Return the *line* that starts the program, with what it answers where there is none."""
    return f"{_GUARDS[answer]}{line}" if answer else line


def without_guard(line: str) -> str:
    """Return the part of a *line* that starts the program."""
    return next((line[len(guard) :] for guard in _GUARDS.values() if line.startswith(guard)), line)
