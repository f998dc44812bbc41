"""What a listing of files holds, asked for one file or one folder after the other."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


class Listed:
    """All files of a *listing*, which is asked for once there is a question."""

    def __init__(self, listing: Callable[[], Iterable[str]]) -> None:
        self._listing = listing
        self._known: frozenset[str] | None = None

    def holds(self, path: str) -> bool:
        """Tell whether there is such a file or, with a slash at its end, a file in the folder."""
        if self._known is None:
            files = tuple(self._listing())
            self._known = frozenset((*files, *_folders(files)))
        return path in self._known


def _folders(files: Iterable[str]) -> set[str]:
    found: set[str] = set()
    for path in files:
        end = path.rfind("/")
        while end > 0 and path[: end + 1] not in found:
            found.add(path[: end + 1])
            end = path.rfind("/", 0, end)
    return found
