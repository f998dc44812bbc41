"""What a check of a project starts from: its contracts, and the files there are."""

from __future__ import annotations

import os

from phaser_lint.checks.listing import Listing
from phaser_lint.checks.project_files import with_folders_above
from phaser_lint.contracts.read import is_stored_soundly, open_contracts
from phaser_lint.contracts.stored_filters import places_of
from phaser_lint.errors import UsageError
from phaser_lint.files.level_names import levels_among
from phaser_lint.files.levels import Levels
from phaser_lint.files.project import levels_for
from phaser_lint.files.root import (
    PROJECT_FOLDERS,
    USER_FOLDER,
    Root,
    cache_folder,
    git_top,
    home_folder,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.checks.listing import Ahead
    from phaser_lint.checks.project_options import ProjectOptions
    from phaser_lint.checks.subjects import Asked, Subjects
    from phaser_lint.contracts.load import WrittenContracts
    from phaser_lint.contracts.read import Opened
    from phaser_lint.contracts.stored_filters import Places
    from phaser_lint.model import ContractSet


class ProjectInputs:
    """Those of the project that *options* name; to be entered, and left at the end.

    Reading twenty contracts takes as long as judging a thousand files: most of it is importing what
    they are read with. Where it has to be done, another process lists the files meanwhile. Raises
    ``UsageError`` for a root that is no folder.
    """

    def __init__(self, options: ProjectOptions) -> None:
        self._here = levels_for(options.root)
        self.root = Root(self._here.top, options.git)
        self._options = options
        self._home = home_folder() if options.user_contracts else ""
        self._cache = cache_folder_of(options)
        self.listing = Listing(self.root, tracked=options.tracked, ahead=self._ahead())
        self._earlier: Opened | None = None
        self.marked: tuple[str, ...] = ()
        """The folders below the top that may be levels of what is judged, once that is known."""

    def _ahead(self) -> Ahead:
        # For files that are named, or a commit's, it is not certain that all have to be known.
        named = self._options.paths
        if self._options.staged or (named and not any(map(os.path.isdir, named))):
            return "nothing"
        return "names" if is_stored_soundly(self._places(self._here, cache=self._cache)) else "all"

    def _places(self, levels: Levels, *, cache: str) -> Places:
        given = self._options.contracts_dir
        return places_of(levels, home=self._home, cache=cache, contracts_dir=given, of_scan=True)

    def read_ahead(self) -> None:
        """Read what is certain to be read, while the files are listed."""
        self._earlier = open_contracts(self._places(self._here, cache=""))

    def levels(self, asked: Asked, subjects: Subjects) -> Levels:
        """Return the levels at and above every folder that is judged, and those below it.

        Raises ``UsageError`` for a level that makes another project of what was asked for.
        """
        marked = self.listing.marked
        # The levels of a worktree without any are folders of another one.
        if marked is None or asked.repositories or self._here.is_worktrees():
            paths = {*subjects.content, *subjects.listed}
            marked = [*with_folders_above(path[: path.rfind("/") + 1] for path in paths)]
        names = [name for folder in marked for name in [folder[:-1]] if asked.concerns(name)]
        self.marked = tuple(filter(None, names))
        levels = self._among(["", *names])
        _require_one_project(levels, asked)
        return levels

    def _among(self, names: Iterable[str]) -> Levels:
        home = home_folder()
        found = levels_among(self.root, names, home=home)
        if found.levels or not self._here.is_worktrees():
            return found
        base = levels_among(self._here.base, names, home=home)
        return base._replace(top=self.root)

    def contracts(self, levels: Levels) -> ContractSet:
        """Return the contracts of *levels*; raises ``UsageError``."""
        places = self._places(levels, cache=self._cache)
        return open_contracts(places, earlier=self._earlier).contracts

    def written(self, levels: Levels) -> WrittenContracts:
        """Return what all contract files of *levels* say; raises ``UsageError``."""
        from phaser_lint.contracts.load import written_contracts  # a scan reads what is stored

        given = self._options.contracts_dir
        return written_contracts(levels, home=self._home, contracts_dir=given)

    def __enter__(self) -> ProjectInputs:
        return self

    def __exit__(self, *_: object) -> None:
        """End what was begun and is not needed any more."""
        self.listing.close()


def _require_one_project(levels: Levels, asked: Asked) -> None:
    inside = tuple(f"{name}/" for name in asked.repositories)
    for level in levels.levels:
        if f"{level.name}/".startswith(inside):
            top = git_top(level.folder)
            raise UsageError(f"{level.name} has contracts in another repository: scan --root {top}")


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
