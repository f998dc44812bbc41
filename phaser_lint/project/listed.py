"""What a listing of files holds, asked for one file or one folder after the other."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaser_lint.project.links import Links


class Listed:
    """All files of a *listing*, which is asked for once there is a question.

    *links* tell which of them are none: those that lead nowhere, or out.
    """

    def __init__(
        self,
        listing: Callable[[], Iterable[str]],
        *,
        links: Links | None = None,
    ) -> None:
        self._listing, self._links = listing, links
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
        return path in self._files and not (self._links and self._links.is_no_file(path))


def _folders(files: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for path in files:
        end = path.rfind("/")
        while end > 0 and path[: end + 1] not in found:
            found.add(path[: end + 1])
            end = path.rfind("/", 0, end)
    return found
