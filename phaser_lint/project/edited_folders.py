"""The folders of the disk with an edit on top: some files are other there, or not there at all."""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping

from phaser_lint.project.folders import DISK, Folders


class EditedFolders(Folders):
    """What is on disk, but for the files at these paths, which hold *contents*, there or not.

    So do the links that lead to them.
    """

    def __init__(self, contents: Mapping[str, bytes]) -> None:
        real_paths = {os.path.realpath(path): content for path, content in contents.items()}
        self._contents = {**real_paths, **contents}

    def names(self, folder: str) -> list[str]:
        places = (folder, os.path.realpath(folder))
        own_names = [
            os.path.basename(path) for path in self._contents if os.path.dirname(path) in places
        ]
        try:
            names = DISK.names(folder)
        except FileNotFoundError:
            if own_names:
                return [*dict.fromkeys(own_names)]
            raise
        return [*dict.fromkeys((*names, *own_names))]

    def mode(self, path: str) -> int:
        return stat.S_IFREG if self._find_content(path) is not None else DISK.mode(path)

    def is_there(self, path: str) -> bool:
        return path in self._contents or DISK.is_there(path)

    def resolve_links(self, path: str) -> str:
        return DISK.resolve_links(path)

    def read(self, path: str, *, limit: int) -> bytes:
        content = self._find_content(path)
        return DISK.read(path, limit=limit) if content is None else content[:limit]

    def _find_content(self, path: str) -> bytes | None:
        contents = self._contents
        return contents[path] if path in contents else contents.get(os.path.realpath(path))
