"""The folders of the disk with an edit on top: some files are other there, or not there at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping

from phaser_lint.project.folders import DISK, Folders


class EditedFolders(Folders):
    """What is on disk, but for the files at these paths, which hold *contents*, there or not."""

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        self._contents = contents

    def names(self, folder: str) -> list[str]:
        own_names = [
            os.path.basename(path) for path in self._contents if os.path.dirname(path) == folder
        ]
        try:
            names = DISK.names(folder)
        except FileNotFoundError:
            if own_names:
                return own_names
            raise
        return [*names, *(name for name in own_names if name not in names)]

    def mode(self, path: str) -> int:
        return stat.S_IFREG if path in self._contents else DISK.mode(path)

    def is_there(self, path: str) -> bool:
        return path in self._contents or DISK.is_there(path)

    def resolve_links(self, path: str) -> str:
        return DISK.resolve_links(path)

    def read(self, path: str, *, limit: int) -> bytes:
        if path in self._contents:
            return self._contents[path][:limit]
        return DISK.read(path, limit=limit)
