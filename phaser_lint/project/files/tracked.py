"""The files on disk, of which git's index tells what changed: a commit that is being made."""

from __future__ import annotations

from phaser_lint.core.files import ChangedEntry
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git.changed_entries import entries_in_index


class TrackedFiles(DiskFiles):
    """The files on disk that the index knows."""

    def changes_since(self, commit: str) -> list[ChangedEntry]:
        """Return each file whose entry in the index differs from *commit*; raises ``GitError``."""
        return entries_in_index(self.root, commit)
