"""The files of a project, listed when they are asked for, or ahead where there is time for it."""

from __future__ import annotations

import time

from phaser_lint.inputs.git import tracked_files
from phaser_lint.inputs.project import project_files
from phaser_lint.inputs.walk import Listings


class Listing:
    """The files of the project at *root*.

    *tracked*: those in git's index alone, on disk or not. ``special``, once they are listed, are
    those that are no regular files; ``None`` where git does not tell.
    """

    def __init__(self, root: str, *, tracked: bool = False) -> None:
        self._root = root
        self._tracked = tracked
        self._ahead: tuple[list[str], Listings] | None = None
        self.special: frozenset[str] | None = None

    def list_ahead(self) -> None:
        """List them now, although nothing is known yet of what folders held before."""
        listings = Listings({}, now=time.time_ns())
        self._ahead = self._found(listings), listings

    def files(self, listings: Listings | None) -> list[str]:
        """Return all files of the project, relative to it, in no certain order.

        *listings* may know what folders hold, and keeps what they hold now.
        """
        if self._ahead is None:
            return self._found(listings or Listings({}, now=0))
        found, seen = self._ahead
        if listings is not None:
            listings.take(seen.kept)
        return found

    def _found(self, listings: Listings) -> list[str]:
        if self._tracked:
            return tracked_files(self._root)
        found = project_files(self._root, listings)
        self.special = listings.special
        return found
