"""Which files the globs of a hook select, written as in a contract."""

from __future__ import annotations

from phaser_lint.core.errors import UsageError
from phaser_lint.hook_library.event_place import EventPlace
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_globs
from phaser_lint.text.globs.glob_problems import find_globs_problem


def selects(globs: tuple[str, ...], place: EventPlace) -> bool:
    """Tell whether any of *globs*, of a team's own hook, selects the file at *place*.

    Raises ``UsageError`` for one that could never match.
    """
    problem = next(filter(None, (find_globs_problem(globs, root) for root in place.roots)), None)
    if problem:
        raise UsageError(f"file glob: {problem}")
    compiled = compile_globs(globs, ())
    return any(selects_path(compiled, name) for name in place.names)
