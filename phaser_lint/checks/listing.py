"""The files of a project, listed when they are asked for, or ahead by another process."""

from __future__ import annotations

import time
from itertools import chain

from phaser_lint.errors import GitError, GitLateError, ListingError
from phaser_lint.workers import Beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Literal, TypeAlias

    from phaser_lint.files.walk import Listings
    from phaser_lint.git.repository import Running

    Ahead: TypeAlias = Literal["nothing", "names", "all"]

_MOST_NAMES = 8192


class Listing:
    """The files of the project at *root*; to be closed.

    *tracked*: those in git's index alone, on disk or not. *ahead* tells what begins at once:
    ``all``, where another process lists, although nothing is known yet of what folders held before;
    ``names``, for which git is asked meanwhile; ``nothing`` where the list may not be needed.
    Once they are listed, ``special`` are the files that are no regular ones (``None`` where only
    their names are known), ``closed`` the folders that cannot be listed, each with the reason, and
    ``marked`` those that may be levels, ending in a slash (``None`` where that was not seen), and
    ``repositories`` those of other ones, which were not entered.
    """

    def __init__(self, root: str, *, tracked: bool, ahead: Ahead) -> None:
        self._root = root
        self._tracked = tracked
        self._git = _begun(root) if ahead == "names" and not tracked else None
        self.special: frozenset[str] | None = None
        self.closed: dict[str, str] = {}
        self.marked: list[str] | None = None
        self.repositories: list[str] = []
        # The last of all: the other process goes on with what is there by now.
        self._ahead = Beside(self._pieces) if ahead == "all" else None

    @property
    def is_ahead(self) -> bool:
        """Whether there is time for something else before ``files`` has an answer."""
        return self._ahead is not None and self._ahead.is_under_way

    def files(self, listings: Listings | None) -> list[str]:
        """Return all files of the project, relative to it, in no certain order.

        Raises ``GitError``. *listings* may know what folders hold, and keeps what they hold now.
        """
        # Here, not above: it takes a while, in which the process ahead can begin.
        from phaser_lint.files.walk import Listings

        if self._ahead is None:
            listings = listings or Listings({}, now=0)
            found = self._found(listings)
            self.special, self.closed = listings.special, listings.closed
            self.marked = None if self._tracked else listings.marked
            self.repositories = listings.repositories
            return found
        seen, *names = self._ahead.results(_taken_apart)
        if not names and isinstance(seen, list):  # what git said in place of files
            said, *late = seen
            raise ListingError(said, is_late=bool(late))
        self.special, self.closed, self.marked, self.repositories, kept = seen
        if listings is not None:
            listings.take(kept)
        return list(chain.from_iterable(names))

    def _pieces(self) -> Iterator[Any]:
        """Yield what is to be known of the files and folders, then the files, as plain data.

        In pieces, because one is taken apart while the next is on its way.
        """
        from phaser_lint.files.walk import Listings

        listings = Listings({}, now=time.time_ns())
        try:
            found = self._found(listings)
        except GitError as error:
            is_late = isinstance(error, ListingError) and error.is_late
            yield "\0".join([str(error), *(["late"] if is_late else [])])
            return
        marked = None if self._tracked else listings.marked
        seen = listings.special, listings.closed, marked, listings.repositories
        yield (*seen, listings.kept)
        for start in range(0, len(found), _MOST_NAMES):
            yield "\0".join(found[start : start + _MOST_NAMES])

    def _found(self, listings: Listings) -> list[str]:
        from phaser_lint.checks.project_files import project_files
        from phaser_lint.git.repository import tracked_files

        if self._tracked:
            return tracked_files(self._root)
        try:
            return project_files(self._root, listings, self._git)
        except GitError as error:
            raise ListingError(str(error), is_late=isinstance(error, GitLateError)) from None

    def close(self) -> None:
        """End what was begun and has not ended."""
        for begun in (self._ahead, self._git):
            if begun is not None:
                begun.close()


def _begun(root: str) -> Running | None:
    """Return git, listing the files at *root*; ``None`` where there is no git or repository."""
    from phaser_lint.git.git_command import working_tree
    from phaser_lint.git.repository import Running, listing_command

    tree = working_tree(root)
    try:
        return Running(listing_command(tree)) if tree else None
    except GitError:
        return None


def _taken_apart(piece: Any) -> Any:
    return piece.split("\0") if isinstance(piece, str) else piece
