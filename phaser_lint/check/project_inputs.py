"""What a check of a project starts from: its contracts, and the files there are."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence, Set
from functools import cached_property

from phaser_lint.check.project_caches import (
    LISTINGS,
    find_listing_path,
    name_program,
    read_cached_mapping,
    write_cached_mapping,
)
from phaser_lint.check.project_options import ProjectOptions, RequestedPaths, Subjects
from phaser_lint.contract.model import ContractSet
from phaser_lint.contract.open_contracts import make_identified_places
from phaser_lint.core import IS_POSIX, make_file_identity
from phaser_lint.core.cache_file import discard_unused_files
from phaser_lint.core.errors import GitError, ListingError, UsageError
from phaser_lint.core.file_state import find_parent_folders
from phaser_lint.project import Root, find_git_root, find_home_folder
from phaser_lint.project.files.disk import list_project_files
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.process_output import Running, start_git
from phaser_lint.project.git.tracked_files import (
    LINK_MODE,
    find_ignored_paths,
    find_index_identity,
    find_tracked_modes,
    find_untracked_paths,
    list_left_out_files,
    make_listing_command,
    read_index_header,
)
from phaser_lint.project.levels import (
    BASELINE,
    CONFIGURATION,
    LEVEL_MARKS,
    PROJECT_FOLDERS,
    USER_FOLDER,
    Levels,
    is_contract_name,
)
from phaser_lint.project.levels_of_files import find_levels_among, may_be_level
from phaser_lint.project.project_of_command import require_project_levels
from phaser_lint.project.walk import (
    NOTHING,
    Listings,
    count_names,
    join_walked_paths,
    list_folder_names,
    walk_folders,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.contract.open_contracts import Places
    from phaser_lint.core import Identity
    from phaser_lint.core.worker_processes import WorkAhead
    from phaser_lint.project.git.unchanged_files import UnchangedFiles
    from phaser_lint.project.walk import SeenFolder
    from phaser_lint.text.globs import Tests


_WORTH_A_PROCESS, _WORTH_STORING = 2_000, 500
"""Of files in git's index."""


class ProjectInputs:
    """Those of the project that *options* name; to be entered, and left at the end.

    Raises ``UsageError`` for a root that is no folder. ``started_at`` is the time (ns) before
    anything was looked at. What the *outer* listing of the same run knows is not asked again.
    """

    def __init__(self, options: ProjectOptions, outer: Listing | None = None) -> None:
        self._here = require_project_levels(options.root)
        git = options.git._replace(find_long_lived=self.long_lived_branches)
        tree = None if outer is None else outer.tree
        self.root = Root(self._here.root, git, None if tree is None else tree.root.answers)
        self.started_at = time.time_ns()
        self.options = options
        self.user_home = find_home_folder() if options.user_contracts else ""
        """The folder whose contracts count for the user; empty where none of them do."""
        # For files that are named, or a commit's, it is not certain that all have to be known.
        is_named = bool(options.paths) and not any(map(os.path.isdir, options.paths))
        is_part = options.state.is_in_git or is_named
        self.listing = outer or Listing(
            self.root,
            tracked=options.tracked,
            is_awaited=not is_part,
            compares=not options.is_compared,
            find_stored=self._find_listings,
            started_at=self.started_at,
        )
        self.marked: tuple[str, ...] = ()
        """The folders below the root that may be levels of what is checked, once that is known."""

    @cached_property
    def program(self) -> str | None:
        """What caches tell this program by; ``None`` where none is to be kept."""
        has_cache = bool(self.options.cache_folder()) and not self.options.state.is_in_git
        return name_program() if has_cache else None

    def _find_listings(self) -> str | None:
        return find_listing_path(self.root, self.options, self.program)

    def levels(self, requested_paths: RequestedPaths, subjects: Subjects) -> Levels:
        """Return the levels at and above every folder that is checked, and those below it.

        Raises ``UsageError`` for a level that makes another project of what was asked for.
        """
        marked = self.listing.marked
        listed = frozenset(marked or ())
        # The levels of a worktree without any are folders of another one.
        if marked is None or requested_paths.repositories or self._here.is_worktrees():
            marked = [*find_parent_folders([*subjects.content, *subjects.listed])]
        # A file that is named counts where git ignores its folder, whose mark the list lacks.
        folders = dict.fromkeys((*marked, *find_parent_folders(requested_paths.files)))
        names = [folder[:-1] for folder in folders]
        if not requested_paths.is_everything:
            names = [name for name in names if requested_paths.concerns(name)]
        self.marked = tuple(
            name
            for name in names
            if name and (f"{name}/" in listed or may_be_level(os.path.join(self.root, name)))
        )
        home = find_home_folder()
        is_worktrees = self._here.is_worktrees()
        # Most projects have one level, that of the root, which was looked for on the way to it.
        is_known = not (self.marked or is_worktrees or self.root == home)
        if is_known and not any(level.name for level in self._here.levels):
            levels = self._here._replace(root=self.root, base=self.root)
        else:
            seen_in = self.listing.seen_in
            levels = find_levels_among(self.root, ["", *self.marked], home=home, seen_in=seen_in)
        if not levels.levels and is_worktrees:
            base = self._here.base
            marked_names = [name for name in names if may_be_level(os.path.join(base, name))]
            base_levels = find_levels_among(base, ["", *marked_names], home=home)
            levels = base_levels._replace(root=self.root)
        repository_prefixes = tuple(f"{name}/" for name in requested_paths.repositories)
        for level in levels.levels:
            if f"{level.name}/".startswith(repository_prefixes):
                root = find_git_root(level.folder)
                raise UsageError(
                    f"{level.name} has contracts in another repository: scan --root {root}"
                )
        return levels

    def long_lived_branches(self) -> Tests:
        """Return the tests of the branches of remotes that count as the default one does, by the
        configuration of the revision whose contracts rule, else by the disk's.

        So does the default branch that the options name. Raises ``PhaserError``.
        """
        options = self.options
        if options.contracts_from is None:
            from phaser_lint.contract.deciding_places import find_long_lived_branches

            tests = find_long_lived_branches(self._here, contracts_dir=options.contracts_dir)
        else:
            from phaser_lint.check.comparison.contracts_of_revision import require_ruling_commit
            from phaser_lint.contract.configuration import read_configuration
            from phaser_lint.project.git.revision_folders import Revision

            commit = require_ruling_commit(
                self.root, options.contracts_from, contracts_dir=options.contracts_dir
            )
            levels = Levels(self.root, (), self.root)
            tests = read_configuration(levels, folders=Revision(self.root, commit)).branches
        if not options.default_branch:
            return tests
        from phaser_lint.text.globs.compile_globs import compile_spelled_globs
        from phaser_lint.text.globs.glob_problems import find_globs_problem

        glob = f"/{options.default_branch}"
        return tests if find_globs_problem((glob,)) else (*compile_spelled_globs((glob,)), *tests)

    def contract_places(self, levels: Levels) -> Places:
        """Return where the project's contracts of *levels* lie, and what is stored of them."""
        return make_identified_places(
            levels,
            home=self.user_home,
            cache=self.options.cache_folder(),
            contracts_dir=self.options.contracts_dir,
            of_scan=True,
            seen_at=self.listing.seen_at,
        )

    def __enter__(self) -> ProjectInputs:
        return self

    def __exit__(self, *_: object) -> None:
        """End what was begun and is not needed any more."""
        self.listing.close()


def find_own_paths(
    inputs: ProjectInputs, contracts: ContractSet, subjects: Subjects, *, counts_baseline: bool
) -> Set[str]:
    """Return of the *inputs* of a project check the contract files, configuration and baseline that
    count here only: git ignores them.

    In the check of a commit those that git does not track. An override in a folder that git ignores
    switched a rule off, and nothing said so. Raises ``GitError``.
    """
    options, root = inputs.options, inputs.root
    has_levels = options.contracts_dir is None
    paths: list[str] = []
    for folder in contracts.folders if has_levels else ():
        names = filter(is_contract_name, inputs.listing.names_in(folder))
        paths += [f"{folder}/{name}" for name in names]
    single_files = [*([CONFIGURATION] * has_levels), *([BASELINE] * counts_baseline)]
    paths += [path for path in single_files if os.path.lexists(os.path.join(root, path))]
    tree = inputs.listing.tree if paths and options.text is None else None
    if tree is None:
        return frozenset()
    if options.checks_commit:
        # Most is tracked, as the files that are known tell: git is not asked a second time.
        files = subjects.files
        tracked_paths = () if files.revision or not files.has_only_tracked else files.paths()
        return find_untracked_paths(root, frozenset(paths).difference(tracked_paths))
    if not subjects.folders:  # all files are listed only where a folder is checked
        return frozenset(find_ignored_paths(tree, paths) or ())
    unlisted = frozenset(paths).difference(inputs.listing.files())
    # In a submodule git lists them elsewhere.
    return {
        path
        for path in unlisted
        if find_git_root(os.path.join(root, os.path.dirname(path))) == find_git_root(root)
    }


def list_contract_folders(options: ProjectOptions) -> list[str]:
    """Return the folders of the contracts that go into a project check, as they are shown."""
    if options.contracts_dir:
        return [options.contracts_dir]
    if options.contracts_from is not None:
        return [f"{name} of {options.contracts_from}" for name in PROJECT_FOLDERS]
    return [*PROJECT_FOLDERS, *([f"~/{USER_FOLDER}"] if options.user_contracts else [])]


class Listing:
    """The files of the project at *root*, by git or by a walk; to be closed.

    *tracked*: those in git's index alone, on disk or not. Where the list *is_awaited* git begins
    to make it at once, and where it *compares* them, as for a look at all, to tell which are as its
    index notes them. *find_stored* gives the path of what folders held at the last scan, this one
    *started_at* that time (ns): what changed a moment before is not stored.
    Once they are listed, ``special`` are the files that are no regular ones (``None`` where only
    their names are known), ``closed`` the folders that cannot be listed, each with the reason, and
    ``marked`` those that may be levels, ending in a slash (``None`` where that was not seen), and
    ``repositories`` those of other ones, which were not entered, and ``former_submodules`` those
    that are none any more. Of *tracked* ones ``links`` are the links. ``listings``
    are what folders hold, and what git says of the files in them; ``tree`` is the working tree that
    the root lies in, ``None`` without git.
    """

    def __init__(
        self,
        root: str,
        *,
        tracked: bool,
        is_awaited: bool = False,
        compares: bool = False,
        find_stored: Callable[[], str | None] | None = None,
        started_at: int = 0,
    ) -> None:
        self._root = root
        self._tracked, self._is_awaited = tracked, is_awaited and not tracked
        self._find_stored = find_stored
        self._started_at = started_at
        self._git: Running | None = None
        self._unchanged: UnchangedFiles | None = None
        self._walk: WorkAhead | None = None
        self._number_tracked = 0
        self.tree = tree = find_working_tree(root)
        if tree is not None and self._is_awaited:
            self._number_tracked = read_index_header(tree)[1]
            try:
                # To look at a few files costs less than another process. On Windows no time of a
                # file tells that somebody put the time of its last change back.
                is_large = self._number_tracked >= _WORTH_A_PROCESS
                is_worth_it = compares and is_large and IS_POSIX
                index = find_index_identity(tree) if is_worth_it else None
                # What git tracks it says in a tenth of the time in which it finds all else. It has
                # nothing else to find, mostly, where folders held as much as its index has now.
                earlier = self._earlier_listings if is_large else {}
                counts = self._number_tracked, len(earlier) - 1
                is_likely = not earlier or (IS_POSIX and count_names(earlier) == counts)
                self._git = start_git(
                    make_listing_command(
                        tree, tagged=is_worth_it, only_tracked=is_large and is_likely
                    )
                )
                if is_worth_it and self.is_known():
                    from phaser_lint.project.git.unchanged_files import UnchangedFiles

                    self._unchanged = UnchangedFiles(tree, index=index, started_at=started_at)
            except (GitError, OSError):
                self.close()  # it is asked again where its error can be told
        elif self.is_first:
            # A later scan lists next to nothing.
            from phaser_lint.core.worker_processes import WorkAhead

            self._walk = WorkAhead(self._walk_folders)
        self.listings = Listings({}, now_ns=0)
        self._files: list[str] | None = None
        self._left_out: list[str] | None = None
        self.special: frozenset[str] | None = None
        self.closed: dict[str, str] = {}
        self.marked: list[str] | None = None
        self.links: list[str] = []
        self.repositories: list[str] = []
        self.former_submodules: list[str] = []
        self._seen: dict[str, SeenFolder | None] = {}
        self._touched: dict[str, list[str]] = {}

    @cached_property
    def _stored(self) -> str | None:
        """The path of what folders held; none where to list them takes less than to read it."""
        if self._find_stored is None or 0 < self._number_tracked < _WORTH_STORING:
            return None
        return self._find_stored()

    @cached_property
    def _earlier_listings(self) -> dict[str, Any]:
        return read_cached_mapping(self._stored, LISTINGS) if self._stored else {}

    @cached_property
    def _root_number(self) -> Identity:
        """What tells this checkout from one that lay here before: inode and device of its root."""
        return make_file_identity(os.stat(self._root))[3:5]

    @property
    def is_first(self) -> bool:
        """Whether all files are wanted, and nothing of the folders was stored that will be."""
        return self._is_awaited and self._stored is not None and not self._earlier_listings

    def _walk_folders(self) -> tuple[dict[str, str], dict[str, Any]]:
        listings = Listings({}, now_ns=self._started_at)
        return walk_folders(self._root, listings), vars(listings)

    def is_known(self, *, by_default: bool = False) -> bool:
        """Tell whether an earlier scan saw this checkout, and not one that lay here before it;
        *by_default* where it stored nothing of folders.
        """
        identity, _ = self._earlier_listings.get("", ((), ()))
        return bool(identity[3:5] == self._root_number) if identity else by_default

    def files(self) -> list[str]:
        """Return all files of the project, relative to it, in no certain order.

        Raises ``GitError``.
        """
        # Whoever looks for partners and lists asks again, and git has said all that it says.
        if self._files is not None:
            return self._files
        if self._tracked:
            modes = find_tracked_modes(self._root)
            self.links = [path for path, mode in modes.items() if mode == LINK_MODE]
            self._files = sorted(modes)
            return self._files
        self.listings = listings = Listings(self._earlier_listings, now_ns=self._started_at)
        try:
            if self._walk:
                # Its paths are joined here: to send them takes longer than both together.
                names_by_folder, walked = self._walk.result()
                self._files = join_walked_paths(names_by_folder)
                vars(listings).update(walked)
            else:
                if self._git is not None and self._number_tracked >= _WORTH_A_PROCESS:
                    listings.look_ahead(self._root, self._earlier_listings)
                self._files = list_project_files(
                    self._root,
                    listings,
                    tree=self.tree,
                    git=self._git,
                    unchanged=self._unchanged,
                )
        except GitError as error:
            raise ListingError(str(error), is_late=error.is_late) from None
        self._git = self._unchanged = self._walk = None
        self.special, self.closed, self.marked = listings.special, listings.closed, listings.marked
        self.repositories = listings.repositories
        self.former_submodules = listings.former_submodules
        return self._files

    def tracked_links(self) -> list[str]:
        """Return the links among the files that git's index holds; none without git."""
        if self.tree is not None:
            self.files()
        return self.links

    def touched_files(self, commit: str) -> list[str]:
        """Return the files that differ from *commit* on the disk, deleted ones too; asked once."""
        if commit not in self._touched:
            # A scan of all that there is compares nothing.
            from phaser_lint.project.git.changed_entries import list_touched_files

            self._touched[commit] = list_touched_files(self._root, commit)
        return self._touched[commit]

    def left_out(self) -> list[str]:
        """Return the project's files that a sparse checkout keeps off the disk; asked once."""
        if self._left_out is None:
            self._left_out = list_left_out_files(self._root, self.tree)
        return self._left_out

    def names_in(self, folder: str) -> Sequence[str]:
        """Return what lies in a *folder* of the project, be it ignored; nothing where none is."""
        seen = self.seen_in(folder)
        return list_folder_names(os.path.join(self._root, folder)) if seen is None else seen[1]

    def seen_at(self, path: str) -> SeenFolder | None:
        """Return what ``seen_in`` does of the folder at a whole *path*."""
        start = f"{self._root}/"
        return self.seen_in(path[len(start) :]) if path.startswith(start) else None

    def seen_in(self, folder: str) -> SeenFolder | None:
        """Return what was listed in a *folder* of the project, which no link leads to.

        ``None`` where that is not known, or changed a moment before.
        """
        if folder not in self._seen:
            seen: SeenFolder | None = None
            entry = self.listings.kept.get(f"{folder}/" if folder else "")
            if entry is not None:
                identity, (file_names, _, folder_names, _) = entry
                names = f"{file_names}\0{folder_names}".strip("\0")
                seen = identity, names.split("\0") if names else ()
            else:  # of two places of contracts a level has one, mostly, as the names in it tell
                level, _, mark = folder.rpartition("/")[0].rpartition("/")
                around = self.seen_in(level) if mark in LEVEL_MARKS else None
                if around is not None and mark not in map(str.lower, around[1]):
                    seen = None, ()
            self._seen[folder] = seen
        return self._seen[folder]

    def save(self) -> None:
        """Store what the project's folders hold, if it is not what was read."""
        stored = self._stored
        if not self.listings.changed or stored is None:
            return
        # The root is not kept where it changed a moment before, as that of a checkout which was
        # just put there; which one it is counts all the same. No folder has such times.
        of_root = (0, 0, 0, *self._root_number), NOTHING
        if write_cached_mapping(stored, LISTINGS, {"": of_root, **self.listings.kept}):
            discard_unused_files(stored, now_ns=self._started_at)

    def close(self) -> None:
        """End what the listing began and has not ended."""
        for running in (self._git, self._unchanged, self._walk):
            if running is not None:
                running.close()
        self._git = self._unchanged = self._walk = None
