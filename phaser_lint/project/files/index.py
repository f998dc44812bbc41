"""The files as git's index has them: those of the next commit, whatever the disk holds."""

from __future__ import annotations

from phaser_lint.project.files.commit import SnapshotFiles
from phaser_lint.project.git.staged_index import staged_files


class IndexFiles(SnapshotFiles):
    """The files of the project at *root* in the index; raises ``GitError``.

    ``changed`` differ from HEAD, ``deleted`` are those that it has no more.
    """

    def __init__(self, root: str) -> None:
        staged = staged_files(root)
        self.changed, self.deleted = staged.changed, staged.deleted
        super().__init__(root, staged.whole)
