"""Which commands of settings are this program's own: those that ``install`` writes, and no others.

    parse_own_command(handler)   OwnCommand("phaser-lint-hook"); None for "x; phaser-lint-hook"

The forms are those of ``hook_entries`` and of the agents' tables, and ``phaser enforce --stdin``,
``phaser-lint hook`` and ``python -I -m phaser_lint hook``, with flags that write no file but in
the cache.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from phaser_lint.agent.agent_table import CLOSED, COMMAND, TEAM_COMMAND, AgentFiles
from phaser_lint.agent.install.hook_entries import parse_start_code, render_powershell_line
from phaser_lint.agent.install.hooks_in_settings import Handler
from phaser_lint.agent.install.install_table import HOOKS
from phaser_lint.agent.install.missing_program import without_guard
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.core import IS_POSIX, PROGRAM_ENDING, Record
from phaser_lint.core.shell_words import join_shell_words, split_shell_line

# The flags of the commands below, but for --record, which writes a file.
_FLAGS = frozenset(
    ("--abort", "--agent", "--augment", "--block", "--contracts-dir", "--fail-closed", "--fields",
     "--format", "--log", "--property", "--protect", "--quiet", "--severity", "--stdin",
     "--timeout")
)  # fmt: skip
# "phaser enforce --stdin", "/opt/venv/bin/phaser-lint hook", python -I -c "from phaser_lint…". A
# team's own hook is none of them: ~/phaser_lint/guard.py, "from phaser_lint.hooks import run".
_OWN_COMMAND = re.compile(
    r"""(?:^|[\s/\\"'])phaser(?:-lint)?(?:\.exe)?["']?(?:\s+|-)"""
    r"""(?:hook(?:\.exe)?|enforce)(?=["'\s]|$)"""
    r"""|(?:-m\s*|\bimport\s+|\bfrom\s+)phaser_lint\b(?!\.hooks\b)"""
)
_PROGRAMS = ("phaser-lint", "phaser")
_COMMANDS = ("hook", "enforce", "augment")
_ISOLATED = (["-I", "-S", "-c"], ["-I", "-c"])
_MODULE = ["-I", "-m", "phaser_lint"]
_PYTHON = re.compile(r"(?:python|pypy)[\d.]*w?")
# What cmd and PowerShell read into a word that has no quotes.
_SPECIAL = re.compile(r"[&|<>^%$;()`'@{}!*?#]")
# The plugin for OpenCode takes its program from a variable of the user's.
_OF_VARIABLE = '"${PHASER_LINT:-phaser-lint}"'
_VARIABLE = "PHASER_LINT"


class OwnCommand(Record):
    """What a command of ours starts: a program as it is written, and where modules come from."""

    program: str
    folders: tuple[str, ...] = ()


def is_ours(hook: Mapping[str, Any]) -> bool:
    """Tell whether an entry of settings runs our own command, as ``install`` writes or wrote it."""
    arguments = hook.get("args")
    commands = [hook.get(key) for key in ("command", "bash", "powershell")]
    words = [*commands, *(arguments if isinstance(arguments, list) else [])]
    return bool(_OWN_COMMAND.search(" ".join(word for word in words if isinstance(word, str))))


def parse_own_command(handler: Handler, variables: Mapping[str, str]) -> OwnCommand | None:
    """Return what the command of *handler* starts if it is our own; ``None`` where it has none of
    the forms that ``install`` writes.

    *variables* are those that its agent is started with.
    """
    installs = handler.file.agent.installs
    if isinstance(installs, AgentFiles) and installs.executable:
        return _parse_script(handler.file.path, installs)
    if handler.arguments is not None:
        return _parse_words([handler.command, *handler.arguments])
    program = variables.get(_VARIABLE) or _PROGRAMS[0]
    line = handler.command
    if line.startswith(_OF_VARIABLE):
        line = join_shell_words([program]) + line.removeprefix(_OF_VARIABLE)
    commands = (_parse_words(words) for words in _list_readings(line))
    return next((command for command in commands if command is not None), None)


def _parse_script(path: str, installs: AgentFiles) -> OwnCommand | None:
    """Return what the executable at *path* starts, where it is to the letter what we write."""
    try:
        text = read_settings(path) or ""
        words = split_shell_line(text.rpartition("exec ")[2])
    except (SettingsError, ValueError):
        return None
    is_ours = text in [installs.content(words, closed) for closed in CLOSED]
    return _parse_words(words) if is_ours else None


def _list_readings(line: str) -> Iterator[list[str]]:
    """Yield the words of a line for the shell, in each form that an agent's table has for it."""
    templates = {COMMAND}
    for hooks in HOOKS.values():
        for setting in hooks.entry.values():
            if isinstance(setting, str) and COMMAND in setting:
                templates.add(setting)
    for template in templates:
        before, _, after = template.partition(COMMAND)
        if line.startswith(before) and line.endswith(after) and len(line) > len(before + after):
            yield _split_plain_words(without_guard(line[len(before) : len(line) - len(after)]))


def _split_plain_words(line: str) -> list[str]:
    """Return the words of a *line* of which a shell makes nothing but these words; else none."""
    try:
        words = split_shell_line(line)
    except ValueError:
        return []
    is_plain = join_shell_words(words) == line and (IS_POSIX or not _SPECIAL.search(line))
    return words if is_plain or render_powershell_line(words) == line else []


def _parse_words(words: Sequence[str]) -> OwnCommand | None:
    program, *arguments = words or [""]
    name = re.split(r"[/\\]", program)[-1].removesuffix(PROGRAM_ENDING)
    if name == TEAM_COMMAND:
        return OwnCommand(program) if _are_flags(arguments) else None
    if name in _PROGRAMS:
        return OwnCommand(program) if _is_hook(arguments) else None
    if not _PYTHON.fullmatch(name):
        return None
    if arguments[: len(_MODULE)] == _MODULE:
        return OwnCommand(program) if _is_hook(arguments[len(_MODULE) :]) else None
    for options in _ISOLATED:
        number = len(options)
        if arguments[:number] == options and _are_flags(arguments[number + 1 :]):
            folders = parse_start_code(arguments[number]) if len(arguments) > number else None
            return None if folders is None else OwnCommand(program, tuple(folders))
    return None


def _is_hook(words: Sequence[str]) -> bool:
    return bool(words) and words[0] in _COMMANDS and _are_flags(words[1:])


def _are_flags(words: Sequence[str]) -> bool:
    """Tell whether *words* are flags that are known here, each with one value at most."""
    for previous, word in zip(("", *words), words, strict=False):
        is_value = not word.startswith("-") and previous in _FLAGS
        if not (is_value or word.partition("=")[0] in _FLAGS):
            return False
    return True
