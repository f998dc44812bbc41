"""``phaser-lint hook --record FILE``: keep each event for ``phaser-lint replay``.

Off unless asked for. The answer to the event is the same with it, but for a word to the user where
the recording cannot be written.
"""

from __future__ import annotations

import os

from phaser_lint.agents import claude_code
from phaser_lint.host.recording import record
from phaser_lint.json_text import loads
from phaser_lint.root import home_folder, project_root, working_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

FLAG = "--record"


def recorded(data: bytes, arguments: Sequence[str]) -> tuple[list[str], str]:
    """Record the event where the *arguments* ask for it.

    Return the arguments without the flag, and what the user has to know.
    """
    path, left = _taken(arguments)
    if not path:
        return left, ""
    try:
        value = loads(data)
    except (ValueError, RecursionError):
        value = None
    try:
        project, touched = _about(value, left)
        problem = record(path, data, value, project=project, touched=touched)
    except Exception as error:  # the answer must not depend on the recording
        problem = f"{FLAG} {path}: {type(error).__name__}: {error}"
    return left, f"phaser-lint could not record this: {problem}" if problem else ""


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
    event = claude_code.parse_event(value)
    touched = [path for path in (claude_code.touched_path(event),) if path]
    fallback = os.environ.get(claude_code.PROJECT_VARIABLE) or event.working_directory
    start = os.path.dirname(touched[0]) if touched else os.path.realpath(fallback or os.getcwd())
    return (
        project_root(
            start, home=home_folder(), fallback=os.path.realpath(fallback) if fallback else None
        ),
        touched,
    )
