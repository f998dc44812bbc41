"""The files of a project, listed by another process while this one reads contracts."""

from __future__ import annotations

import time

from phaser_lint.inputs.git import tracked_files
from phaser_lint.inputs.project import project_files
from phaser_lint.inputs.walk import Listings
from phaser_lint.workers import Beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any


class Listing:
    """The files of the project at *root*; ``start`` is worth it where nothing is known of them.

    *tracked*: those in git's index alone, on disk or not.
    """

    def __init__(self, root: str, *, tracked: bool = False) -> None:
        self._root = root
        self._tracked = tracked
        self._beside: Beside | None = None

    def start(self) -> None:
        """List them from now on, in another process."""
        self._beside = Beside(self._listed)

    @property
    def is_under_way(self) -> bool:
        """Whether there is time for something else before ``files`` has an answer."""
        return self._beside is not None

    def _listed(self) -> tuple[str, Any]:
        listings = Listings({}, now=time.time_ns())
        # One text: forty thousand cost more to send.
        return "\0".join(self._found(listings)), listings.kept

    def _found(self, listings: Listings | None) -> list[str]:
        return tracked_files(self._root) if self._tracked else project_files(self._root, listings)

    def files(self, listings: Listings | None) -> list[str]:
        """Return all files of the project, relative to it, in no certain order.

        *listings* may know what folders hold, and keeps what they hold now.
        """
        if self._beside is None:
            return self._found(listings)
        found, kept = self._beside.result()
        if listings is not None:
            listings.take(kept)
        return found.split("\0") if found else []

    def __enter__(self) -> Listing:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._beside is not None:
            self._beside.close()
