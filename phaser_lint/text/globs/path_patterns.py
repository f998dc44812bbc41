"""The regular expressions among compiled globs, as far as the engine has to be asked."""

from __future__ import annotations

import marshal

from phaser_lint.text.globs import UNFOUND
from phaser_lint.text.search import compute_once, fold_case, may_match, rebuild_pattern
from phaser_lint.text.search.patterns import compile_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.text.globs import CompiledGlobs, Test

# For a path, and for those after the ones on which it ran out of time.
_SECONDS, _SHORT = 0.1, 0.001
_PATIENCE = 2
LINE_END = "\x01"
"""Stands for a line break in a path, which no expression takes for the end of it. No set of a glob
can name it."""


def matches_glob_regex(expression: str, code: bytes, path: str) -> bool:
    """Tell whether *path* matches a glob that became the regular *expression* whose packed code is
    *code*.
    """
    # It is compiled once for many paths.
    ready = _READY.get(expression)
    if ready is None:
        ready = _READY[expression] = _compile_code(expression, code)
    return ready.search(path.replace("\n", LINE_END)) is not None


def has_path_pattern(shape: tuple[str, Any, Any], path: str) -> bool:
    """Tell whether the ``path_pattern`` of a test among compiled globs is found in *path*; raises
    ``TimeoutError`` with a reason.
    """
    pattern, requirement, code = shape
    if not may_match(requirement, path, compute_once(fold_case, path)):
        return False
    ready: PathSearch = (
        PathSearch(_compile_code(pattern, code)) if isinstance(code, bytes) else code
    )
    return ready.match_in(path) is not None


class PathSearch:
    """A pattern that is ready for many paths: after it ran out of time twice it has little.

    Twenty that run away would take two seconds of each path of a project.
    """

    def __init__(self, compiled: Any) -> None:
        self._compiled = compiled
        self._times = 0

    def match_in(self, path: str) -> Any:
        """Return where it is found in *path*, if it is; raises ``TimeoutError`` with a reason."""
        seconds = _SECONDS if self._times < _PATIENCE else _SHORT
        try:
            return self._compiled.search(path, timeout=seconds, concurrent=True)
        except TimeoutError:
            self._times += 1
            raise TimeoutError(f"path_pattern took longer than {seconds * 1000:g} ms") from None


def _compile_code(pattern: str, code: bytes) -> Any:
    """The compiled pattern of a packed code; empty if this ``regex`` gives none."""
    if not code:
        return compile_pattern(pattern, literal=False)
    return rebuild_pattern(marshal.loads(code))


_READY: dict[str, Any] = {}


def open_globs(compiled: CompiledGlobs) -> CompiledGlobs:
    """Return the *compiled* globs with their path patterns ready for many paths; they cannot be
    stored.
    """
    ready_lists: list[list[Test]] = []
    for tests in compiled:
        ready_lists.append([])
        for needle, include, kind, shape in tests:
            if kind == UNFOUND:
                pattern, requirement, code = shape
                shape = pattern, requirement, PathSearch(_compile_code(pattern, code))
            ready_lists[-1].append((needle, include, kind, shape))
    return tuple(map(tuple, ready_lists))
