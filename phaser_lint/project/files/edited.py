"""Another state of the files with an edit on top: what an agent proposes, a text that is typed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_state import Files, Mode

FilesAfterEdit = Mapping[str, TextFile | Skip | None]
"""Files as they will be, by their paths; ``None`` for one that will be gone."""


class EditedFiles(Files):
    """The files of another state, but for those that are *proposed*."""

    def __init__(self, base_files: Files, proposed: FilesAfterEdit) -> None:
        self._base_files, self._proposed = base_files, proposed

    def paths(self) -> list[str]:
        """Return what is there, with the new files, and without those that will be gone."""
        return with_proposed_files(self._base_files.paths(), self._proposed)

    def read(self, paths: Iterable[str]) -> Iterator[TextFile | Skip]:
        """Yield each file as it will be, or why it is not checked: those of the edit first."""
        asked_paths = [*paths]
        proposed = (self._proposed[path] for path in asked_paths if path in self._proposed)
        yield from (file for file in proposed if file is not None)
        yield from self._base_files.read(
            [path for path in asked_paths if path not in self._proposed]
        )

    def mode(self, path: str) -> Mode:
        """Return what is at *path* once edited: an edit writes through a link, and changes none."""
        if path not in self._proposed:
            return self._base_files.mode(path)
        if self._proposed[path] is None:
            return ""
        return self._base_files.mode(path) or "file"

    def find_earlier_names(self, commit: str, paths: Iterable[str]) -> Mapping[str, str]:
        """Return the names in *commit* of those of *paths* that were renamed since, but for the
        edit; raises ``GitError``.
        """
        return self._base_files.find_earlier_names(commit, paths)

    def leads_nowhere(self, path: str) -> bool:
        """Tell whether *path* is, once edited, a link that leads to no file of the project."""
        return self._base_files.leads_nowhere(path)

    def without_links_to_nothing(self, paths: Sequence[str]) -> Sequence[str]:
        """Return *paths* but for such links: of a hundred thousand files no one is asked for."""
        return self._base_files.without_links_to_nothing(paths)


def with_proposed_files(paths: Iterable[str], proposed: FilesAfterEdit) -> list[str]:
    """Return *paths* with those *proposed* by an edit, and without those that it deletes."""
    unchanged = [path for path in paths if path not in proposed]
    return [*unchanged, *(path for path, file in proposed.items() if file is not None)]
