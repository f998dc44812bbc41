"""The command of the hook in JavaScript, for agents that load a plugin: written, and read again.

OpenCode, Kilo Code and pi load a file of ours that starts the hook. It names the command as a list
of texts.
"""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from phaser_lint.agent.agent_table import CONTEXT_EVENT, MARK, Closed
from phaser_lint.agent.opencode.context_plugin import COMMAND as CONTEXT_COMMAND
from phaser_lint.agent.opencode.context_plugin import parse_plugin_flags
from phaser_lint.core import IS_POSIX

_FAILURES: Mapping[Closed, str] = {
    "never": "go on",
    "missing": "are refused where it is missing, and else go on",
    "broken": "go on where it is missing, and else are refused",
    "failing": "are refused",
}
# How a plugin begins; what follows it calls the hook.
_HEAD = """\
import {{ spawnSync }} from "node:child_process"

const COMMAND = {command}
// "never", where the program is "missing", where it is "broken", or "failing": both.
const CLOSED = {closed}
const isClosed = ({error}) =>
  CLOSED === "failing" || CLOSED === (error?.code === "ENOENT" ? "missing" : "broken")"""
_COMMAND = re.compile(r"COMMAND\s*=\s*(\[.*?\])\s*;?\s*$", re.MULTILINE | re.DOTALL)


def fill_javascript_template(
    template: str, command: Sequence[str], closed: Closed, *, error: str = "error"
) -> str:
    """Return the JavaScript *template* of a plugin filled: ``mark``, ``fail`` and ``shell``, and
    ``head``, which names the hook's *command* and tells whether an *error* closes.
    """
    head = _HEAD.format(command=json.dumps(list(command)), closed=json.dumps(closed), error=error)
    shell = ', "bash"' if "--protect" in command else ""
    return template.format(mark=MARK, head=head, fail=_FAILURES[closed], shell=shell)


def parse_closed_mode(text: str) -> Closed:
    """Return when the hook in JavaScript, the plugin of that *text*, refuses edits unchecked."""
    return next(
        (closed for closed in _FAILURES if f'\nconst CLOSED = "{closed}"\n' in text), "never"
    )


def parse_javascript_hooks(path: str, text: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the hook of the JavaScript plugin *text* at *path*: its event, and an entry."""
    flags = parse_plugin_flags(text)
    if flags is not None:
        if not IS_POSIX:  # its shell would not know the form with a default
            return [(CONTEXT_EVENT, {"command": "phaser-lint", "args": [*CONTEXT_COMMAND, *flags]})]
        line = shlex.join((*CONTEXT_COMMAND, *flags))
        return [(CONTEXT_EVENT, {"command": f'"${{PHASER_LINT:-phaser-lint}}" {line}'})]
    match = _COMMAND.search(text)
    try:
        words = json.loads(match.group(1)) if match else []
    except (ValueError, RecursionError):
        words = []
    if not words or not all(isinstance(word, str) for word in words):
        return []
    return [("PreToolUse", {"command": words[0], "args": words[1:]})]
