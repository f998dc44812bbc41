"""What a team's hook does where its program is missing: a line for the shell, put before it.

    with_guard("phaser-lint-hook --agent gemini-cli", "say")   the line that is written
    without_guard(line)                                        what it guards

A settings file that a team commits names the program without a path, so a colleague may not have
it. A missing command has exit code 127: Copilot CLI and Gemini CLI deny every write for it, and
Claude Code shows an error at each.

The line is for sh and for PowerShell, which Claude Code, Copilot CLI and Gemini CLI start on
Windows. PowerShell 5 knows no ``||`` and would read none of it, so the part for sh is a text; there
is no ``eval`` in PowerShell, which says so on stderr and goes on with the program.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from phaser_lint import REPOSITORY
from phaser_lint.agent.agent_table import TEAM_COMMAND
from phaser_lint.core.own_program import NOT_ON_PATH, PATH_ADVICE

MissingAction: TypeAlias = Literal["", "pass", "say", "deny"]
"""The command by itself, whose agent shows that it is missing; the edit passes; it passes with
a line to the user; it is denied."""


def _render_guards(message: str, denial: str) -> Mapping[str, str]:
    """Return the guard of each answer, with the *message* to the user, or the *denial*.

    In double quotes within single ones: no quote, no $ and no backquote. Nothing in it may depend
    on the version: a line is known by its whole text.
    """
    actions = {
        "pass": "exit 0",
        "say": f'echo "{{\\"systemMessage\\": \\"{message}: {REPOSITORY}\\"}}"; exit 0',
        "deny": f'echo "{denial}: {REPOSITORY}" >&2; exit 2',
    }
    return {
        answer: f"eval 'command -v {TEAM_COMMAND} >/dev/null || {{ {action}; }}'; "
        for answer, action in actions.items()
    }


# Claude Code shows the whole command before a block at Stop, where the program is there: "it is not
# on the PATH, so nothing is checked" was read as what had happened.
_GUARDS = _render_guards(
    f"Without phaser-lint on the PATH nothing is checked here ({PATH_ADVICE})",
    f"Without phaser-lint on the PATH no edit is made here ({PATH_ADVICE})",
)
# What is in the settings of projects since before that, before today's advice, and before any.
_FORMER_GUARDS = tuple(
    _render_guards(
        f"{absence}, so nothing is checked{advice}",
        f"{absence}, and without it no edit is made{advice}",
    )
    for absence, advice in (
        (NOT_ON_PATH, f" ({PATH_ADVICE})"),
        (NOT_ON_PATH, " (install it, or run pipx ensurepath if it is installed)"),
        ("phaser-lint is not installed here", ""),
    )
)


def with_guard(line: str, answer: MissingAction) -> str:
    """Return the *line* with a guard that answers where the program it starts is missing."""
    return f"{_GUARDS[answer]}{line}" if answer else line


def without_guard(line: str) -> str:
    """Return the *line* of a hook without the guard that answers where the program is missing."""
    guards = [guard for guards in (_GUARDS, *_FORMER_GUARDS) for guard in guards.values()]
    return next((line[len(guard) :] for guard in guards if line.startswith(guard)), line)


def denies_if_missing(line: str) -> bool:
    """Tell whether the guard of a hook's *line* denies an edit where the program is missing."""
    return line.startswith(tuple([guards["deny"] for guards in (_GUARDS, *_FORMER_GUARDS)]))
