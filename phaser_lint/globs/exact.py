"""Answer whether a path is selected, exactly: the light test, or pathspec where only it can tell.

matcher(compiled)("src/app.py")             True or False
"""

from __future__ import annotations

from phaser_lint.globs.match import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pathspec import PathSpec

    from phaser_lint.globs.match import CompiledGlobs


def matches(compiled: CompiledGlobs, path: str) -> bool:
    """Whether the path, relative to the root and with `/`, is selected."""
    return matcher(compiled)(path)


def matcher(compiled: CompiledGlobs) -> Callable[[str], bool]:
    """A function for many paths: pathspec's patterns are made at most once, and only if needed."""
    return GlobMatcher(compiled)


class GlobMatcher:
    """The exact answer for one contract's globs."""

    def __init__(self, compiled: CompiledGlobs) -> None:
        self.compiled = compiled
        self._references: tuple[PathSpec[Any], PathSpec[Any]] | None = None

    def __call__(self, path: str) -> bool:
        """Whether the path, relative to the root and with `/`, is selected."""
        answer = match(self.compiled, path)
        return self._exact(path) if answer is None else answer

    def _exact(self, path: str) -> bool:
        if self._references is None:
            # Here, not above: pathspec takes as long as starting Python.
            from phaser_lint.globs.reference import compile_reference

            _, _, file_glob, exclude_glob = self.compiled
            self._references = compile_reference(file_glob), compile_reference(exclude_glob)
        included, excluded = self._references
        # No separators: a backslash in a name is a backslash on every system.
        return included.match_file(path, ()) and not excluded.match_file(path, ())
