"""``phaser-lint hook --record FILE``: keep each event for ``phaser-lint replay``.

Off unless asked for. The answer to the event is the same with it, but for a word to the user where
the recording cannot be written.
"""

from __future__ import annotations

import os

from phaser_lint.agent import DEFAULT
from phaser_lint.core.text import loads
from phaser_lint.hook.occasion import Options, levels_of, may_judge, occasion_of, start_of
from phaser_lint.hook.recording import record
from phaser_lint.project.root import path_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.hook.occasion import Occasion

FLAG = "--record"
_PROBLEM = "phaser-lint could not record this: "


def recorded(path: str, data: bytes, occasion: Occasion | None) -> str:
    """Record an event in the file at *path*; return what the user has to know.

    *data* is what came on standard input, *occasion* the event that it is, if it is any.
    """
    if not path:
        return f"{_PROBLEM}{FLAG}: expected a file, found an empty text"
    try:
        value = loads(data)
    except (ValueError, RecursionError):
        value = None
    try:
        project, touched = _about(occasion or _unknown(value))
        problem = record(path, data, value, project=project, touched=touched)
    except Exception as error:  # the answer must not depend on the recording
        problem = f"{FLAG} {path}: {type(error).__name__}: {error}"
    return f"{_PROBLEM}{problem}" if problem else ""


def _unknown(value: Any) -> Occasion:
    """Return the occasion of what is no event of a known agent; it may touch files all the same."""
    event = value if isinstance(value, dict) else {}
    return occasion_of(event, Options(began=0.0, agent=DEFAULT))


def taken(arguments: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the file that is named last, ``None`` without one, and the other arguments."""
    path: str | None = None
    left, index = [], 0
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


def _about(occasion: Occasion) -> tuple[str, list[str]]:
    """Return the root of the project that judges the event, and the files that it touches."""
    event, adapter = occasion.event, occasion.adapter
    proposed = [path for each in adapter.proposals(event) for path in (each.path, each.moved_from)]
    touched = [path for path in dict.fromkeys((*proposed, *adapter.touched_paths(event))) if path]
    # Not where the event begins, as long as a file tells: a working directory moves.
    judged = [levels_of(occasion, os.path.dirname(path)) for path in touched]
    inside = [
        levels
        for levels, path in zip(judged, touched, strict=True)
        if path_inside(levels.top, path) is not None and may_judge(occasion, levels)
    ]
    return (inside or [levels_of(occasion, start_of(occasion))])[0].top, touched
