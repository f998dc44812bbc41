"""The command of the hook in JavaScript, for agents that load a plugin: written, and read again.

OpenCode and pi load a file of ours that starts the hook. It names the command as a list of texts.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from phaser_lint.agent.agent import MARK, Closed

_FAILURES: Mapping[Closed, str] = {
    "never": "go on",
    "missing": "are refused where it is missing, and else go on",
    "broken": "go on where it is missing, and else are refused",
    "failing": "are refused",
}
_COMMAND = re.compile(r"COMMAND\s*=\s*(\[.*?\])\s*;?\s*$", re.MULTILINE | re.DOTALL)


def with_command(template: str, command: Sequence[str], closed: Closed) -> str:
    """Return the *template* filled: ``mark``, ``command``, ``closed``, ``fail`` and ``shell``."""
    return template.format(
        mark=MARK,
        command=json.dumps(list(command)),
        closed=json.dumps(closed),
        fail=_FAILURES[closed],
        shell=', "bash"' if "--protect" in command else "",
    )


def closed_in(text: str) -> Closed:
    """Return when the plugin or extension of that *text* refuses edits unchecked."""
    return next(
        (closed for closed in _FAILURES if f'\nconst CLOSED = "{closed}"\n' in text), "never"
    )


def hooks_of_command(text: str) -> list[tuple[str, dict[str, Any]]]:
    """Return the hook whose command *text* names: its event, and an entry for it."""
    match = _COMMAND.search(text)
    try:
        words = json.loads(match.group(1)) if match else []
    except (ValueError, RecursionError):
        words = []
    if not words or not all(isinstance(word, str) for word in words):
        return []
    return [("PreToolUse", {"command": words[0], "args": words[1:]})]
