"""The files as git's index has them: those of the next commit, whatever the disk holds."""

from __future__ import annotations

from phaser_lint.project.files.commit import SnapshotFiles
from phaser_lint.project.git.staged_index import is_anything_staged, read_staged_files


class IndexFiles(SnapshotFiles):
    """The files of the project at *root* in the index; raises ``GitError``."""

    base = "HEAD"

    def __init__(self, root: str) -> None:
        staged = read_staged_files(root)
        self.changed, self.deleted = staged.changed, staged.deleted
        super().__init__(root, staged.whole)

    def is_base(self) -> bool:
        """Tell whether nothing is staged in the index; the first commit may be empty."""
        return super().is_base() and not is_anything_staged(self.root)
