"""Files whose texts are given: those of an example, and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_state import Files, Mode


class TextFiles(Files):
    """The *files* by their paths, all regular ones."""

    def __init__(self, files: Mapping[str, TextFile | Skip]) -> None:
        self._files = files

    def paths(self) -> list[str]:
        """Return the paths of the texts."""
        return [*self._files]

    def read(self, paths: Iterable[str]) -> Iterator[TextFile | Skip]:
        """Yield those of *paths* that are among the texts."""
        yield from (self._files[path] for path in paths if path in self._files)

    def mode(self, path: str) -> Mode:
        """Return what stands at *path* among the texts."""
        return "file" if path in self._files else ""
