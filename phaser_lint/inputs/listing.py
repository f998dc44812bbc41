"""The files of a project, listed when they are asked for, or ahead by another process."""

from __future__ import annotations

import time
from itertools import chain

from phaser_lint.workers import Beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from phaser_lint.inputs.walk import Listings

_MOST_NAMES = 8192


class Listing:
    """The files of the project at *root*; to be closed.

    *tracked*: those in git's index alone, on disk or not. *ahead*: another process lists them from
    now on, although nothing is known yet of what folders held before. ``special``, once they are
    listed, are those that are no regular files; ``None`` where git does not tell.
    """

    def __init__(self, root: str, *, tracked: bool, ahead: bool) -> None:
        self._root = root
        self._tracked = tracked
        self._ahead = Beside(self._pieces) if ahead else None
        self.special: frozenset[str] | None = None

    @property
    def is_ahead(self) -> bool:
        """Whether there is time for something else before ``files`` has an answer."""
        return self._ahead is not None and self._ahead.is_under_way

    def files(self, listings: Listings | None) -> list[str]:
        """Return all files of the project, relative to it, in no certain order.

        *listings* may know what folders hold, and keeps what they hold now.
        """
        # Here, not above: it takes a while, in which the process ahead can begin.
        from phaser_lint.inputs.walk import Listings

        if self._ahead is None:
            listings = listings or Listings({}, now=0)
            found = self._found(listings)
            self.special = listings.special
            return found
        (self.special, kept), *names = self._ahead.results(_taken_apart)
        if listings is not None:
            listings.take(kept)
        return list(chain.from_iterable(names))

    def _pieces(self) -> Iterator[Any]:
        """Yield what is to be known of the files and folders, then the files, as plain data.

        In pieces, because one is taken apart while the next is on its way.
        """
        from phaser_lint.inputs.walk import Listings

        listings = Listings({}, now=time.time_ns())
        found = self._found(listings)
        yield listings.special, listings.kept
        for start in range(0, len(found), _MOST_NAMES):
            yield "\0".join(found[start : start + _MOST_NAMES])

    def _found(self, listings: Listings) -> list[str]:
        from phaser_lint.inputs.git import tracked_files
        from phaser_lint.inputs.project import project_files

        return tracked_files(self._root) if self._tracked else project_files(self._root, listings)

    def close(self) -> None:
        """End the other process, if it has not ended."""
        if self._ahead is not None:
            self._ahead.close()


def _taken_apart(piece: Any) -> Any:
    return piece.split("\0") if isinstance(piece, str) else piece
