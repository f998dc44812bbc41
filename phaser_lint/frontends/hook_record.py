"""``phaser-lint hook --record FILE``: keep each event for ``phaser-lint replay``.

Off unless asked for. The answer to the event is the same with it, but for a word to the user where
the recording cannot be written.
"""

from __future__ import annotations

import os
from itertools import pairwise

from phaser_lint.agents import DEFAULT, adapter_of, agent_of
from phaser_lint.frontends.hook_project import root_of
from phaser_lint.host.recording import record
from phaser_lint.json_text import loads
from phaser_lint.root import (
    contract_folders,
    may_hold_contracts,
    path_inside,
    working_directory,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

FLAG = "--record"
AGENT = "--agent"
_PROBLEM = "phaser-lint could not record this: "


def recorded(data: bytes, arguments: Sequence[str]) -> tuple[list[str], str]:
    """Record the event where the *arguments* ask for it.

    Return the arguments without the flag, and what the user has to know.
    """
    path, left = _taken(arguments)
    if not path:
        unnamed = len(left) < len(arguments)
        return left, f"{_PROBLEM}{FLAG}: expected a file, found an empty text" if unnamed else ""
    try:
        value = loads(data)
    except (ValueError, RecursionError):
        value = None
    try:
        project, touched = _about(value, left)
        problem = record(path, data, value, project=project, touched=touched)
    except Exception as error:  # the answer must not depend on the recording
        problem = f"{FLAG} {path}: {type(error).__name__}: {error}"
    return left, f"{_PROBLEM}{problem}" if problem else ""


def _taken(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the file that is named last, and the other arguments."""
    path, left, index = "", [], 0
    while index < len(arguments):
        argument = arguments[index]
        if argument == FLAG and index + 1 < len(arguments):
            index += 1
            path = arguments[index]
        elif argument.startswith(f"{FLAG}="):
            path = argument.partition("=")[2]
        else:
            left.append(argument)
        index += 1
    return path, left


def _about(value: Any, arguments: Sequence[str]) -> tuple[str, list[str]]:
    """Return the project's folder and the files that the event touches."""
    if not isinstance(value, dict):
        return working_directory(), []
    named = [after for flag, after in pairwise(arguments) if flag == AGENT]
    adapter = adapter_of(agent_of(value, named[-1] if named else DEFAULT) or DEFAULT)
    event = adapter.parse_event(value)
    proposed = [path for each in adapter.proposals(event) for path in (each.path, each.moved_from)]
    touched = [path for path in dict.fromkeys((*proposed, *adapter.touched_paths(event))) if path]
    given = os.environ.get(adapter.PROJECT_VARIABLE or " ") or event.project
    start = os.path.realpath(given or event.working_directory or os.getcwd())
    root = root_of(start, event, adapter)
    if not touched:
        return root, touched
    own = root_of(os.path.dirname(touched[0]), event, adapter)
    # Elsewhere a text is kept only where another project judges it, by contracts of its own.
    inside = path_inside(root, touched[0]) is not None
    judged = inside or may_hold_contracts(contract_folders(own, home=""))
    return (own if judged else root), touched
