"""Which of many paths a glob may select, found by the names in it.

    PathIndex(["a/x.md", "b/x.md"]).may_match(["a/*.md"])    ["a/x.md"]

Thousands of globs are asked of thousands of paths, where each file has its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phaser_lint.text.globs.glob_syntax import parse_glob


class PathIndex:
    """Some *paths*, by the names between their slashes."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = tuple(paths)
        self._by_name: dict[str, list[str]] = {}
        for path in self._paths:
            for name in {*path.split("/")}:
                self._by_name.setdefault(name, []).append(path)

    def may_match(self, globs: Iterable[str]) -> Sequence[str]:
        """Return the paths that *globs*, without braces, may select: all of those, and others."""
        candidates: dict[str, None] = {}
        for glob in globs:
            parsed = parse_glob(glob)
            if parsed is not None and parsed.include:
                # A name without a wildcard is one of the path's, or of a folder above it.
                plain = [name for name in parsed.names if name and len(name) == 1]
                names = [piece.text for (piece,) in plain if piece.kind == "text"]
                paths_of_names = [self._by_name.get(name, []) for name in names]
                candidates |= dict.fromkeys(
                    min(paths_of_names, key=len) if paths_of_names else self._paths
                )
        return [*candidates]
