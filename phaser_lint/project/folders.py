"""Folders that files are read from: those on disk, or others that answer the same questions."""

from __future__ import annotations

import os

from phaser_lint.project.regular_file import read_bytes


class Folders:
    """What is asked of them, by absolute paths; all but ``is_there`` raise ``OSError``.

    They are as the disk has them now; a class of others answers each question by itself.
    """

    def names(self, folder: str) -> list[str]:
        """Return what is in *folder*, in no order."""
        return os.listdir(folder)

    def mode(self, path: str) -> int:
        """Return the kind of file that *path* leads to, as ``st_mode`` tells it."""
        return os.stat(path).st_mode

    def is_there(self, path: str) -> bool:
        """Tell whether there is something in the folders, be it a link to nothing."""
        return os.path.lexists(path)

    def resolve_links(self, path: str) -> str:
        """Return the *path* of a file or folder without links."""
        return os.path.realpath(path)

    def read(self, path: str, *, limit: int) -> bytes:
        """Return the first *limit* bytes of a regular file in the folders."""
        return read_bytes(path, limit=limit)


DISK = Folders()


def resolve_path_once(path: str, real_paths: dict[str, str]) -> str:
    """Return the absolute *path* of a folder without links, as ``os.path.realpath`` does, each of
    the folders above it looked at once; not for Windows.

    *real_paths*: what was resolved so far, to which this adds: of 1,000 levels in each other every
    folder is looked at once, and not once for each level below it.
    """
    unresolved, ancestor = [], path
    while ancestor not in real_paths and ancestor.strip("/"):
        unresolved.append(ancestor)
        ancestor = ancestor.rpartition("/")[0] or "/"  # a third of the time of `os.path`
    real = real_paths.setdefault(ancestor, ancestor)
    for folder in reversed(unresolved):
        name = folder.rpartition("/")[2]
        real = f"{real.rstrip('/')}/{name}"
        if name in ("", os.curdir, os.pardir) or os.path.islink(real):
            real = os.path.realpath(folder)
        real_paths[folder] = real
    return real
