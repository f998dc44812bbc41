"""The names of the files that an event changes, where several may name one file."""

from __future__ import annotations

import os
from unicodedata import normalize


class FileNames:
    """The resolved names of the files that an event changes.

    Where the disk takes ``A.py`` and ``a.py`` for one name, or two forms of an accent, these are
    one file; two names that tell apart what they call are two, even of one file.
    """

    def __init__(self) -> None:
        # A patch of 10 MB adds a hundred thousand files.
        self._alike: dict[str, list[str]] = {}

    def add(self, path: str) -> None:
        """Take *path*, a name that ``name_of`` returned, for the name of a file."""
        alike = self._alike.setdefault(_fold_case(path), [])
        if path not in alike:
            alike.append(path)

    def name_of(self, path: str) -> str:
        """Return which of the names the file at *path* has, or else *path* itself."""
        alike = self._alike.get(_fold_case(path), ())
        if path in alike:
            return path
        for name in alike:
            try:
                if os.path.samefile(name, path):
                    return name
            except OSError:  # neither can be read as another
                continue
        return path


def _fold_case(path: str) -> str:
    if path.isascii():
        return path.lower()
    return normalize("NFC", path.casefold())
