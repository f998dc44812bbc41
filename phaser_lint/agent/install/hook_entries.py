"""What each agent's settings get: the hook's command, made from ``install_table``' table."""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from sysconfig import get_path
from typing import Any, Literal

from phaser_lint.agent import DEFAULT
from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.agent_table import (
    COMMAND,
    EVENT,
    TEAM_COMMAND,
    TIMEOUT_SECONDS,
    AgentHooks,
)
from phaser_lint.agent.install.install_table import AUGMENT, FILES, HOOKS
from phaser_lint.agent.install.missing_program import MissingAction, with_guard
from phaser_lint.core import IS_POSIX, PROGRAM_ENDING, Record
from phaser_lint.core.shell_words import join_shell_words

# Imports make garbage that a process of milliseconds need not collect.
_BEFORE_FOLDERS = "import gc, sys; gc.disable(); sys.path[:0] = "
_AFTER_FOLDERS = "; from phaser_lint.hook.clean import main; main()"
# No shell of Windows reads anything into it; a blank, a quote, a $ or a % is more to one of them.
_PLAIN = re.compile(r"[A-Za-z]:[\w./~+-]*")


def render_start_code() -> str:
    """Return the Python code that a hook's entry starts the hook with on one machine.

    ``site`` takes a quarter of the interpreter's start, so it is left out and the few folders that
    the hook imports from are named.
    """
    origins = (find_spec(name) for name in ("phaser_lint", "regex", "yaml", "pathspec"))
    packages = [os.path.dirname(spec.origin) for spec in origins if spec and spec.origin]
    # Python takes slashes on Windows, too, and no shell reads them as anything else.
    package_folders = (os.path.dirname(package).replace(os.sep, "/") for package in packages)
    folders = list(dict.fromkeys(package_folders))
    return f"{_BEFORE_FOLDERS}{folders!r}{_AFTER_FOLDERS}"


def parse_start_code(code: str) -> list[str] | None:
    """Return the folders that the Python *code* of one machine's hook entry names, or ``None``."""
    if not (code.startswith(_BEFORE_FOLDERS) and code.endswith(_AFTER_FOLDERS)):
        return None
    try:
        folders = ast.literal_eval(code[len(_BEFORE_FOLDERS) : -len(_AFTER_FOLDERS)])
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    is_list = isinstance(folders, list) and all(isinstance(folder, str) for folder in folders)
    return folders if is_list else None


class WantedHook(Record):
    """A hook that ``install`` is to write: whose, in which scope, and with which flags."""

    scope: str
    agent: str = DEFAULT
    fail_closed: bool = False
    abort: bool = False
    protect: bool = False
    augment: bool = False
    log: bool = False
    if_missing: Literal["", "pass", "deny"] = ""
    """What becomes of an edit where the program of a team's command is missing; empty: it passes,
    or is denied where that is said of a hook that fails and every shell can read it."""


def make_hook_flags(hook: WantedHook) -> list[str]:
    """Return the flags of a hook entry's command; the default agent's events need no name."""
    agent = require_agent(hook.agent).named_as or hook.agent
    agent_flags = [] if agent == DEFAULT else ["--agent", agent]
    return [
        *agent_flags,
        *["--abort"] * hook.abort,
        *["--fail-closed"] * hook.fail_closed,
        *["--protect"] * hook.protect,
        *["--log"] * hook.log,
        *[AUGMENT] * hook.augment,
    ]


def make_hook_command(hook: WantedHook) -> list[str]:
    """Return the words of a hook entry's command: a name for a team, a path on one machine."""
    if hook.scope == "project":
        return [TEAM_COMMAND, *make_hook_flags(hook)]
    in_words = hook.agent in FILES or HOOKS[hook.agent].as_words
    if in_words or IS_POSIX:
        return [sys.executable, "-I", "-S", "-c", render_start_code(), *make_hook_flags(hook)]
    # On Windows an agent takes cmd, PowerShell or Git's bash. They agree on no quote: to PowerShell
    # a program in quotes is a text, which it shows, and Qwen Code hands quotes on to cmd with a
    # backslash before each.
    path = os.path.join(get_path("scripts"), f"{TEAM_COMMAND}{PROGRAM_ENDING}").replace(os.sep, "/")
    program = path if _PLAIN.fullmatch(path) and os.path.exists(path) else TEAM_COMMAND
    return [program, *make_hook_flags(hook)]


def make_hook_entry(hook: WantedHook, event: str) -> dict[str, Any]:
    """Return the entry of a hook at *event*, for an agent that has settings."""
    hooks, scope = HOOKS[hook.agent], hook.scope
    # An agent with settings knows what a denial is.
    command = make_hook_command(hook._replace(abort=False))
    answer = _choose_missing_answer(hook, event) if scope == "project" else ""
    is_open = not hook.fail_closed and answer != "deny"
    is_closed = hook.fail_closed
    if hooks.closed_alone:
        is_closed = not is_open and require_agent(hook.agent).stages[event] == "PreToolUse"
    closed = hooks.closed if is_closed else {}
    if hooks.as_words and scope != "project":
        # Without a shell, which costs a third of the interpreter's start.
        exact = {"type": "command", "command": command[0], "args": command[1:]}
        return {**exact, "timeout": TIMEOUT_SECONDS, **closed}
    if scope == "project":
        quoted = " ".join(command)
        line = with_guard(quoted, answer)
    else:
        line, quoted = join_shell_words(command), render_powershell_line(command)
    keys = dict(hooks.entry)
    for key, setting in hooks.entry.items():
        if isinstance(setting, str) and COMMAND in setting:
            start = quoted if key == "powershell" else line
            keys[key] = setting.replace(COMMAND, start) if is_open else start
        elif isinstance(setting, str):
            keys[key] = setting.replace(EVENT, event)
    return {**keys, **closed}


def _choose_missing_answer(hook: WantedHook, event: str) -> MissingAction:
    """Return what the hook at *event* answers where its program is missing.

    At the end of a run a denial would have the agent go on for ever. After a command, at a prompt
    and at a start nothing is said: an edit, and the end of the run, tell it.
    """
    stage, is_guarded = require_agent(hook.agent).stages.get(event), HOOKS[hook.agent].guarded
    denies = hook.fail_closed and is_guarded if not hook.if_missing else hook.if_missing == "deny"
    if denies and stage == "PreToolUse":
        return "deny"
    if not is_guarded:
        return ""
    return "say" if stage in ("PreToolUse", "Stop") else "pass"


def render_powershell_line(command: Sequence[str]) -> str:
    """Return the line by which a hook entry has PowerShell start *command*."""
    # A quoted program by itself is a text to PowerShell: it would not even read the line, which
    # blocks.
    return "& " + " ".join("'" + word.replace("'", "''") + "'" for word in command)


def list_matchers(hook: WantedHook) -> dict[str, str]:
    """Return the matcher for the hook's entry at each event that it is asked at."""
    hooks = HOOKS[hook.agent]
    return {**hooks.events, **(hooks.commands if hook.protect else {})}


def make_hook_groups(hook: WantedHook) -> dict[str, list[dict[str, Any]]]:
    """Return the groups of hook entries that each event of an agent's settings gets."""
    hooks, plain = HOOKS[hook.agent], hook._replace(augment=False)
    groups_by_event = {
        event: [wrap_hook_entry(make_hook_entry(plain, event), matcher, hooks)]
        for event, matcher in list_matchers(hook).items()
    }
    if hook.protect:
        for event, matcher in hooks.opening.items():
            hook_keys = make_hook_entry(plain, event)
            opening = {key: setting for key, setting in hook_keys.items() if key != "onFailure"}
            groups_by_event[event] = [wrap_hook_entry(opening, matcher, hooks)]
    return groups_by_event


def wrap_hook_entry(hook_keys: dict[str, Any], matcher: str, hooks: AgentHooks) -> dict[str, Any]:
    """Return what an event gets for a hook's entry *hook_keys*, in the agent's form."""
    matching = {hooks.matcher_key: matcher} if matcher else {}
    if not hooks.grouped or (hooks.flat and not matcher):
        return {**hook_keys, **matching}
    if not matcher:  # at the end of a run the client knows no other way to fail
        hook_keys = {key: setting for key, setting in hook_keys.items() if key != "onFailure"}
    return {**matching, "hooks": [hook_keys]}
