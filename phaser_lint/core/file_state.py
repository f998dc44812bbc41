"""The files of a project in some state: on disk, in git's index, in a commit, with an edit on top.

Each state is a module of ``project/files``. Whoever asks need not know which one it is.
"""

from __future__ import annotations

from phaser_lint.core.file_records import Skip, TextFile, Tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Literal, TypeAlias

    from phaser_lint.core.changes import ChangedEntry

Mode: TypeAlias = "Literal['', 'file', 'executable', 'link', 'gitlink']"
"""What stands at a path; empty for nothing, and for a folder."""


class Files:
    """The files in some state. Paths are relative to the root of the project, with ``/``.

    A state says ``paths``, ``read`` and ``mode``. All else follows from these.
    """

    root: str = ""
    revision: str | None = None
    """What git calls this state (empty: the index), where git keeps it."""
    base: str = ""
    """The commit that it follows, where git keeps it."""
    has_only_tracked: bool = False
    """Whether it is of a commit that is made, or kept: what git does not track is no part of it."""
    _paths: frozenset[str] | None = None
    _folders: frozenset[str] = frozenset()
    _numbers: Mapping[str, int] = {}
    _texts: dict[str, TextFile | Skip] | None = None

    def paths(self) -> Sequence[str]:
        """Return all files and links that there are, in no certain order."""
        raise NotImplementedError

    def read(self, paths: Iterable[str]) -> Iterator[TextFile | Skip]:
        """Yield those of *paths* that are there among the files, or why one is not checked.

        By the name of a link the file is read that it leads to.
        """
        raise NotImplementedError

    def mode(self, path: str) -> Mode:
        """Return what stands at *path*, in whatever state the files are."""
        raise NotImplementedError

    def leads_nowhere(self, path: str) -> bool:
        """Tell whether *path* is a link that leads to no file of the project: it is not there."""
        return False

    def changes_since(self, commit: str) -> Sequence[ChangedEntry]:
        """Return each file that differs from *commit*; a state that git does not know has none."""
        return ()

    def find_earlier_names(self, commit: str, paths: Iterable[str]) -> Mapping[str, str]:
        """Return the names in *commit* of those of *paths* that were renamed since, by those that
        they have in this state; a state that git does not know has none.
        """
        return {}

    def is_base(self) -> bool:
        """Tell whether no file differs from the base, where there is one."""
        return False

    def exists(self, path: str, *, besides: str = "") -> bool:
        """Tell whether there is such a file or, with a slash at its end, a file in the folder.

        *besides*: a file of the folder, which has to hold another one.
        """
        if self._paths is None:
            self._paths = frozenset(self.paths())
            self._folders = frozenset(find_parent_folders(self._paths)) - {""}
        if besides and path in self._folders:
            self._numbers = self._numbers or count_files_below(self._paths)
            is_below = besides.startswith(path) and besides in self._paths
            return self._numbers[path] > is_below
        if path in self._folders:
            return True
        return path in self._paths and not self.leads_nowhere(path)

    def read_once(self, paths: Iterable[str]) -> Iterator[TextFile | Skip]:
        """Yield what ``read`` does, each file read once: a list is read for the base, too."""
        if self._texts is None:
            self._texts = {}
        wanted_paths = [*paths]
        yield from [self._texts[path] for path in wanted_paths if path in self._texts]
        for file in self.read([path for path in wanted_paths if path not in self._texts]):
            self._texts[file.path] = file
            yield file

    def tree(self, paths: Sequence[str], *, whole: tuple[str, ...] = ()) -> Tree:
        """Return the tree of *paths* among all these files; of the folders *whole* they are all."""
        return Tree(self.without_links_to_nothing(paths), whole, self)

    def without_links_to_nothing(self, paths: Sequence[str]) -> Sequence[str]:
        """Return *paths* but for those that ``leads_nowhere`` tells of."""
        return [path for path in paths if not self.leads_nowhere(path)]


def group_paths_by_folder(paths: Iterable[str]) -> dict[str, list[str]]:
    """Return *paths* of files, in any state, by folder, which ends in a slash or is empty."""
    by_folder: dict[str, list[str]] = {}
    for path in paths:  # a function more would take half as long again
        by_folder.setdefault(path[: path.rfind("/") + 1], []).append(path)
    return by_folder


def count_files_below(paths: Iterable[str]) -> dict[str, int]:
    """Return how many files, in any state, lie in each folder (``src/``) and below, by *paths*."""
    numbers: dict[str, int] = {}
    for path in paths:
        end = path.find("/") + 1
        while end:
            folder = path[:end]
            numbers[folder] = numbers.get(folder, 0) + 1
            end = path.find("/", end) + 1
    return numbers


def find_parent_folders(paths: Iterable[str]) -> set[str]:
    """Return the folders that a file state has, by the *paths* of its files: each with a slash at
    its end, and the root, which is empty.

    A path that ends in a slash is itself one of them.
    """
    folders = {""}
    for path in paths:
        folder = path[: path.rfind("/") + 1]
        while folder not in folders:
            folders.add(folder)
            folder = folder[: folder.rfind("/", 0, -1) + 1]
    return folders
