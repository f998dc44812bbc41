"""What a listing of files holds, asked for one file or one folder after the other."""

from __future__ import annotations

import os
import posixpath

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Listed:
    """All files of a *listing*, which is asked for once there is a question.

    Those for which *leads_nowhere* is true are none: links to what is not there.
    """

    def __init__(
        self,
        listing: Callable[[], Iterable[str]],
        *,
        leads_nowhere: Callable[[str], bool] | None = None,
    ) -> None:
        self._listing, self._leads_nowhere = listing, leads_nowhere
        self._files: frozenset[str] | None = None
        self._folders: frozenset[str] = frozenset()
        self._sorted: list[str] = []

    def holds(self, path: str, *, besides: str = "") -> bool:
        """Tell whether there is such a file or, with a slash at its end, a file in the folder.

        *besides*: a file of the folder, which is to hold another one.
        """
        if self._files is None:
            self._files = frozenset(self._listing())
            self._folders = frozenset(_folders(self._files))
        if besides and path in self._folders:
            from bisect import bisect_left  # few partners are folders of their own files

            self._sorted = self._sorted or sorted(self._files)
            first = bisect_left(self._sorted, path)
            two = self._sorted[first : first + 2]
            return any(each.startswith(path) and each != besides for each in two)
        if path in self._folders:
            return True
        is_link_to_nothing = self._leads_nowhere or (lambda path: False)
        return path in self._files and not is_link_to_nothing(path)


def broken_links_on_disk(root: str) -> Callable[[str], bool]:
    """Return what tells of a path below *root* that it is a link to nothing."""

    def leads_nowhere(path: str) -> bool:
        full = os.path.join(root, path)
        return os.path.islink(full) and not os.path.exists(full)

    return leads_nowhere


def broken_links_among(
    root: str, listing: Callable[[], Iterable[str]], target_of: Callable[[str], str | None]
) -> Callable[[str], bool]:
    """Return what tells of a path of the *listing* that it is a link to nothing in it.

    *target_of* returns what a link says, ``None`` of a path that is none. Of what lies outside of
    *root* the disk tells.
    """
    files = Listed(listing)

    def leads_nowhere(path: str) -> bool:
        passed: set[str] = set()
        while (target := target_of(path)) is not None:
            if path in passed:
                return True
            passed.add(path)
            path = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
            if path.startswith(("/", "..")):
                return not os.path.exists(os.path.join(root, path))
        return bool(passed) and not (path == "." or files.holds(path) or files.holds(f"{path}/"))

    return leads_nowhere


def _folders(files: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for path in files:
        end = path.rfind("/")
        while end > 0 and path[: end + 1] not in found:
            found.add(path[: end + 1])
            end = path.rfind("/", 0, end)
    return found
