"""What a check of a project starts from: its contracts, and the files there are."""

from __future__ import annotations

import os
import time
from itertools import chain

from phaser_lint.contract.read import is_stored_soundly, open_contracts
from phaser_lint.contract.stored_filters import places_of
from phaser_lint.core.errors import GitError, GitLateError, ListingError, UsageError
from phaser_lint.core.workers import ParallelWork
from phaser_lint.project.files.disk import with_folders_above
from phaser_lint.project.project import levels_for
from phaser_lint.project.root import (
    PROJECT_FOLDERS,
    USER_FOLDER,
    Levels,
    Root,
    cache_folder,
    git_root,
    home_folder,
    levels_among,
    levels_with,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any, Literal, TypeAlias

    from phaser_lint.check.project_options import ProjectOptions
    from phaser_lint.check.subjects import RequestedPaths, Subjects
    from phaser_lint.contract.load import WrittenContracts
    from phaser_lint.contract.model import ContractSet
    from phaser_lint.contract.read import OpenedContracts
    from phaser_lint.contract.stored_filters import Places
    from phaser_lint.project.git.repository import Running
    from phaser_lint.project.walk import Listings

    Ahead: TypeAlias = Literal["nothing", "names", "all"]


class ProjectInputs:
    """Those of the project that *options* name; to be entered, and left at the end.

    Reading twenty contracts takes as long as checking a thousand files: most of it is importing
    what they are read with. Where it has to be done, another process lists the files meanwhile.
    Raises ``UsageError`` for a root that is no folder.
    """

    def __init__(self, options: ProjectOptions) -> None:
        self._here = levels_for(options.root)
        self.root = Root(self._here.root, options.git)
        self._options = options
        self._home = home_folder() if options.user_contracts else ""
        self._cache = cache_folder_of(options)
        self.listing = Listing(self.root, tracked=options.tracked, ahead=self._ahead())
        self._earlier: OpenedContracts | None = None
        self.marked: tuple[str, ...] = ()
        """The folders below the root that may be levels of what is checked, once that is known."""

    def _ahead(self) -> Ahead:
        # For files that are named, or a commit's, it is not certain that all have to be known.
        named_paths = self._options.paths
        if self._options.state.is_in_git or (
            named_paths and not any(map(os.path.isdir, named_paths))
        ):
            return "nothing"
        return "names" if is_stored_soundly(self._places(self._here, cache=self._cache)) else "all"

    def _places(self, levels: Levels, *, cache: str) -> Places:
        contracts_dir = self._options.contracts_dir
        return places_of(
            levels, home=self._home, cache=cache, contracts_dir=contracts_dir, of_scan=True
        )

    def read_ahead(self) -> None:
        """Read what is certain to be read, while the files are listed."""
        self._earlier = open_contracts(self._places(self._here, cache=""), end=None)

    def levels(self, requested_paths: RequestedPaths, subjects: Subjects) -> Levels:
        """Return the levels at and above every folder that is checked, and those below it.

        Raises ``UsageError`` for a level that makes another project of what was asked for.
        """
        marked = self.listing.marked
        # The levels of a worktree without any are folders of another one.
        if marked is None or requested_paths.repositories or self._here.is_worktrees():
            paths = {*subjects.content, *subjects.listed}
            marked = _list_folders(paths)
        # A file that is named counts where git ignores its folder, whose mark the list lacks.
        folders = dict.fromkeys((*marked, *_list_folders(requested_paths.files)))
        names = [
            name for folder in folders for name in [folder[:-1]] if requested_paths.concerns(name)
        ]
        self.marked = tuple(filter(None, names))
        levels = self._find_levels(["", *names])
        _require_one_project(levels, requested_paths)
        return levels

    def levels_with(self, levels: Levels, paths: Iterable[str]) -> Levels:
        """Return *levels*, and those that the files at *paths* lie in."""
        return levels_with(levels, paths, home=home_folder())

    def _find_levels(self, names: Iterable[str]) -> Levels:
        home = home_folder()
        levels = levels_among(self.root, names, home=home)
        if levels.levels or not self._here.is_worktrees():
            return levels
        base = levels_among(self._here.base, names, home=home)
        return base._replace(root=self.root)

    def contracts(self, levels: Levels) -> ContractSet:
        """Return the contracts of *levels*; raises ``UsageError``."""
        places = self._places(levels, cache=self._cache)
        return open_contracts(places, end=None, earlier=self._earlier).contracts

    def written(self, levels: Levels) -> WrittenContracts:
        """Return what all contract files of *levels* say; raises ``UsageError``."""
        from phaser_lint.contract.discover import discover  # a scan reads what is stored
        from phaser_lint.contract.load import written_contracts

        contracts_dir = self._options.contracts_dir
        return written_contracts(discover(levels, home=self._home, contracts_dir=contracts_dir))

    def __enter__(self) -> ProjectInputs:
        return self

    def __exit__(self, *_: object) -> None:
        """End what was begun and is not needed any more."""
        self.listing.close()


def _list_folders(paths: Iterable[str]) -> list[str]:
    """Return all folders that *paths* lie in, each ending in a slash."""
    return [*with_folders_above(path[: path.rfind("/") + 1] for path in paths)]


def _require_one_project(levels: Levels, requested_paths: RequestedPaths) -> None:
    repository_prefixes = tuple(f"{name}/" for name in requested_paths.repositories)
    for level in levels.levels:
        if f"{level.name}/".startswith(repository_prefixes):
            root = git_root(level.folder)
            raise UsageError(
                f"{level.name} has contracts in another repository: scan --root {root}"
            )


def cache_folder_of(options: ProjectOptions) -> str:
    """Return the folder of what is kept between scans, or nothing where nothing is to be."""
    if not options.cache:
        return ""
    return options.cache_dir or cache_folder(os.environ, home=home_folder())


def contract_folders_of(options: ProjectOptions) -> list[str]:
    """Return the folders where contracts were looked for, as they are shown."""
    if options.contracts_dir:
        return [options.contracts_dir]
    if options.contracts_from is not None:
        return [f"{name} of {options.contracts_from}" for name in PROJECT_FOLDERS]
    return [*PROJECT_FOLDERS, *([f"~/{USER_FOLDER}"] if options.user_contracts else [])]


# The files of a project, listed when they are asked for, or ahead by another process.

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
        self._git = _begin_listing(root) if ahead == "names" and not tracked else None
        self._files: list[str] | None = None
        self.special: frozenset[str] | None = None
        self.closed: dict[str, str] = {}
        self.marked: list[str] | None = None
        self.repositories: list[str] = []
        # The last of all: the other process goes on with what is there by now.
        self._ahead = ParallelWork(self._list_pieces) if ahead == "all" else None

    @property
    def is_ahead(self) -> bool:
        """Whether there is time for something else before ``files`` has an answer."""
        return self._ahead is not None and self._ahead.is_in_progress

    def files(self, listings: Listings | None) -> list[str]:
        """Return all files of the project, relative to it, in no certain order.

        Raises ``GitError``. *listings* may know what folders hold, and keeps what they hold now.
        """
        # Whoever looks for partners and lists asks again, and git has said all that it says.
        if self._files is None:
            self._files = self._list_files(listings)
        return self._files

    def _list_files(self, listings: Listings | None) -> list[str]:
        # Here, not above: it takes a while, in which the process ahead can begin.
        from phaser_lint.project.walk import Listings

        if self._ahead is None:
            listings = listings or Listings({}, now_ns=0)
            paths = self._find_files(listings)
            self.special, self.closed = listings.special, listings.closed
            self.marked = None if self._tracked else listings.marked
            self.repositories = listings.repositories
            return paths
        header, *pieces = self._ahead.results(_split_piece)
        if not pieces and isinstance(header, list):  # what git said in place of files
            message, *late_marks = header
            raise ListingError(message, is_late=bool(late_marks))
        self.special, self.closed, self.marked, self.repositories, stored_listings = header
        if listings is not None:
            listings.take(stored_listings)
        return list(chain.from_iterable(pieces))

    def _list_pieces(self) -> Iterator[Any]:
        """Yield what is to be known of the files and folders, then the files, as plain data.

        In pieces, because one is taken apart while the next is on its way.
        """
        from phaser_lint.project.walk import Listings

        listings = Listings({}, now_ns=time.time_ns())
        try:
            paths = self._find_files(listings)
        except GitError as error:
            is_late = isinstance(error, ListingError) and error.is_late
            yield "\0".join([str(error), *(["late"] if is_late else [])])
            return
        marked = None if self._tracked else listings.marked
        header = listings.special, listings.closed, marked, listings.repositories
        yield (*header, listings.kept)
        for start in range(0, len(paths), _MOST_NAMES):
            yield "\0".join(paths[start : start + _MOST_NAMES])

    def _find_files(self, listings: Listings) -> list[str]:
        from phaser_lint.project.files.disk import project_files
        from phaser_lint.project.git.repository import tracked_files

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


def _begin_listing(root: str) -> Running | None:
    """Return git, listing the files at *root*; ``None`` where there is no git or repository."""
    from phaser_lint.project.git.git_command import working_tree
    from phaser_lint.project.git.repository import Running, listing_command

    tree = working_tree(root)
    try:
        return Running(listing_command(tree)) if tree else None
    except GitError:
        return None


def _split_piece(piece: Any) -> Any:
    return piece.split("\0") if isinstance(piece, str) else piece
