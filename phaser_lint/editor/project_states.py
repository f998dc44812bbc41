"""The projects that open texts belong to: what checks a path, and which violations exist there.

What is known of a project is cached as long as it is the same on disk, which is checked each time:
contract files, configuration, baseline, the commit of HEAD, the files by which git ignores others.
Only the list of all files, which some contracts need, takes longer than a key: it is made when a
text is opened or saved, and otherwise in the thread.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from functools import partial

from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH
from phaser_lint.check.comparison.baseline_in_force import find_baseline
from phaser_lint.check.engine.checker import Checker, make_checker
from phaser_lint.contract import ContractIdentity, identify_contracts, identify_file
from phaser_lint.contract.model import ContractSet
from phaser_lint.contract.open_contracts import make_identified_places, open_contracts
from phaser_lint.core import Record
from phaser_lint.core.errors import PhaserError
from phaser_lint.project import (
    GitLimits,
    Root,
    find_path_inside,
    is_text_link,
    lies_in,
)
from phaser_lint.project.files.disk import list_disk_files
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.head_commit import find_head_commit
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.project.git.tracked_files import list_ignore_sources
from phaser_lint.project.levels import Levels, find_levels, join_levels
from phaser_lint.project.levels_of_files import with_file_levels
from phaser_lint.project.link_names import are_in_one_checkout, list_link_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.check.comparison.baseline_file import Entries
    from phaser_lint.editor.client_session import ClientSession
    from phaser_lint.editor.open_file_check import OpenFileCheck

GIT_SECONDS = 5.0
"""What all calls of git for one question may take together."""
_MOST_REMEMBERED = 64


class ProjectPlace(Record):
    """Where a file is: its path from the root of its project, and the levels that check it.

    ``until``: when git has to have answered, by the monotonic clock. ``names``: those that links
    give it, by which it was opened, from the root as well.
    """

    path: str
    levels: Levels
    until: float
    names: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        """All names that the file is checked under in its project, its own first."""
        return (self.path, *self.names)

    @property
    def root(self) -> str:
        """The root of the project, with the time that git has while somebody waits."""
        return Root(self.levels.root, GitLimits(GIT_SECONDS, self.until))

    def checked_by(self) -> tuple[Any, ...]:
        """Return by what a text there is checked, and under which names: all but the clock."""
        return self.path, self.levels, self.names

    def for_seconds(self, seconds: float) -> ProjectPlace:
        """Return the same place, where git has so many *seconds* from now on."""
        return self._replace(until=time.monotonic() + seconds)


class BaselineOnDisk(Record):
    """The usual baseline on disk, if there is one, or what is wrong with it."""

    identity: Any
    entries: Entries
    """How often each existing violation is recorded in it."""
    problem: str = ""


class Head(Record):
    """The commit that HEAD is, empty without one; ``state``: whether git did something since."""

    commit: str
    state: Any


class CachedListing:
    """All files of the project at *root*, listed when somebody asks, or earlier: the *files*.

    ``was_cached``: somebody asked, and got the files of an earlier listing.
    """

    def __init__(self, root: str, files: Sequence[str] | None = None) -> None:
        self.files = files
        self.was_cached = False
        self._root = root
        self._is_cached = files is not None

    def __call__(self) -> Sequence[str]:
        """Return the files of the project."""
        self.was_cached = self._is_cached
        if self.files is None:
            self.files = list_disk_files(self._root)
        return self.files


class OpenedContracts(Record):
    """The contracts of some levels as they were read, the identity that their files had, and what
    checks by them.

    Unless it ``is_lasting``, another change need not show in the identity.
    """

    contracts: ContractSet
    identity: ContractIdentity | None
    is_lasting: bool
    checker: Checker

    def is_same(self, levels: Levels, *, home: str) -> bool:
        """Tell whether the contracts of *levels* are those that were opened."""
        if not self.is_lasting or self.identity is None:
            return False
        return self.identity == identify_contracts(
            levels, home=home, included=self.identity.included
        )


class Projects:
    """All that is known of the projects of a server; *home* and *cache* are the user's folders.

    ``opened``: the contracts of the levels that were asked for last.
    """

    def __init__(self, *, home: str, cache: str) -> None:
        self.home = home
        self._cache = cache
        self.opened: dict[Levels, OpenedContracts] = {}
        self._baselines: dict[str, BaselineOnDisk] = {}
        self._heads: dict[str, Head] = {}
        self._listings: dict[str, CachedListing] = {}
        # Which files, besides each .gitignore up to that folder; git may begin to be there later.
        self._ignoring_files: dict[str, tuple[str, list[str]]] = {}

    def place_of(self, path: str, folders: Sequence[str]) -> ProjectPlace | None:
        """Return the place of the file at an absolute *path*; ``None`` where no project has it.

        Nor has one what is git's own, or a text that says where a link leads. What a link leads to
        is checked where it lies, and under the name of the link, where that stands in the same
        project. *folders* are those that the editor has open: outside of git what they lie in is
        the project.
        """
        real = os.path.realpath(path)
        levels = find_workspace_levels(os.path.dirname(real), folders, home=self.home)
        relative_path = find_path_inside(levels.root, real)
        if not relative_path or ".git" in relative_path.split("/"):
            return None
        if is_text_link(levels.root, relative_path):
            return None
        until = time.monotonic() + GIT_SECONDS
        if real == path:
            return ProjectPlace(relative_path, levels, until)
        levels_by_link: dict[str, Levels] = {}
        for name in list_link_names(path):
            link_levels = find_workspace_levels(name.folder, folders, home=self.home)
            if link_levels.root == levels.root and are_in_one_checkout(
                name, real, root=link_levels.root
            ):
                levels_by_link[find_path_inside(link_levels.root, name.path) or ""] = link_levels
        return ProjectPlace(
            relative_path,
            join_levels([levels, *levels_by_link.values()]),
            until=until,
            names=tuple(levels_by_link),
        )

    def state(self, levels: Levels) -> Any:
        """Return a value that differs once the files of *levels* would be checked otherwise."""
        opened = self.opened.get(levels)
        identity = opened.identity if opened else None
        current_identity = identify_contracts(
            levels, home=self.home, included=identity.included if identity else ()
        )
        baseline = _identify_file(os.path.join(levels.root, DEFAULT_PATH))
        return current_identity, baseline, _find_commit_state(_read_head_state(levels.root))

    def checked_state(self, check: OpenFileCheck) -> Any:
        """Return what ``state`` was when *check* was made; ``None`` where that is out of date."""
        levels, (contracts, head, *_) = check.place.levels, check.state
        opened, baseline = self.opened.get(levels), self._baselines.get(levels.root)
        if opened is None or baseline is None:
            return None
        if (opened.contracts, baseline.entries) != (contracts, check.baseline.entries):
            return None
        return opened.identity, baseline.identity, _find_commit_state(head.state)

    def checker(self, levels: Levels) -> Checker:
        """Return what checks the files of *levels*, by what is on disk at this moment."""
        opened = self.opened.get(levels)
        if opened is None or not opened.is_same(levels, home=self.home):
            places = make_identified_places(levels, home=self.home, cache=self._cache)
            contracts, identity, is_lasting = open_contracts(places, end=None)
            checker = make_checker(contracts, 0.1, root=levels.root)
            checker = checker._replace(contracts_of=partial(self._contracts_with, levels))
            opened = OpenedContracts(contracts, identity, is_lasting, checker=checker)
        _remember_newest(self.opened, levels, opened)
        return opened.checker

    def contracts(self, levels: Levels) -> ContractSet:
        """Return the contracts of *levels* as they were read, by what is on disk at this moment."""
        self.checker(levels)
        return self.opened[levels].contracts

    def _contracts_with(self, levels: Levels, paths: Iterable[str]) -> ContractSet:
        return self.checker(with_file_levels(levels, paths, home=self.home)).contracts

    def baseline(self, root: str) -> BaselineOnDisk:
        """Return the baseline of the project at *root*, as it is on disk at this moment."""
        identity = _identify_file(os.path.join(root, DEFAULT_PATH))
        baseline = self._baselines.get(root)
        if baseline is None or baseline.identity != identity:
            try:
                on_disk = find_baseline(root) if identity else None
                baseline = BaselineOnDisk(identity, on_disk.entries if on_disk else {})
            except PhaserError as error:
                baseline = BaselineOnDisk(identity, {}, problem=str(error))
            _remember_newest(self._baselines, root, baseline)
        return baseline

    def head(self, root: str) -> Head:
        """Return the commit that HEAD is in the project at *root*, at this moment."""
        state = _read_head_state(root)
        if state is None:
            return Head("", None)
        head = self._heads.get(root)
        if head is None or head.state != state:
            head = Head(state[0].decode() or resolve_revision(root, "HEAD") or "", state)
            _remember_newest(self._heads, root, head)
        return head

    def ignoring_state(self, place: ProjectPlace) -> tuple[Any, ...]:
        """Return a value that differs once git may ignore the file, or no longer.

        What git tracks it does not ignore: that shows in the state of HEAD.
        """
        root = place.levels.root
        if root not in self._ignoring_files:
            tree = find_working_tree(root)
            top, files = (tree.root, list_ignore_sources(tree)) if tree else (root, [])
            _remember_newest(self._ignoring_files, root, (top, files))
        top, files = self._ignoring_files[root]
        paths, folder = [*files], os.path.dirname(os.path.join(root, place.path))
        while lies_in(folder, top):
            paths.append(os.path.join(folder, ".gitignore"))
            folder = os.path.dirname(folder)
            if folder == os.path.dirname(folder):
                break
        return tuple(map(_identify_file, paths))

    def listing(self, root: str) -> CachedListing:
        """Return what lists all files of the project at *root*, once until ``forget_listings``."""
        earlier = self._listings.get(root)
        listing = CachedListing(root, earlier.files if earlier else None)
        _remember_newest(self._listings, root, listing)
        return listing

    def cache_listing(self, root: str, listing: CachedListing) -> None:
        """Cache a *listing* that the thread has made."""
        _remember_newest(self._listings, root, listing)

    def forget_listings(self) -> None:
        """List files anew when somebody asks next: some may have come or gone."""
        self._listings.clear()
        self._ignoring_files.clear()


def open_projects(session: ClientSession) -> Projects:
    """Return what the session knows of the projects of all texts."""
    if session.projects is None:
        session.projects = Projects(home=session.home, cache=session.cache)
    return session.projects


def _read_head_state(root: str) -> Any:
    """Return the commit of HEAD by git's files, and what changes where git did something."""
    tree = find_working_tree(root)
    if tree is None:
        return None
    git_folder, shared = tree.own_folder, tree.shared_folder
    # What git does to the index, a merge that begins and packed references leave a trace.
    traces = (git_folder, os.path.join(shared, "refs"), os.path.join(shared, "reftable"))
    return find_head_commit(tree.root), tuple(map(_identify_file, traces))


def _find_commit_state(state: Any) -> Any:
    # Each run of git leaves a trace: it counts only where no file has the commit of HEAD.
    return state and (state[0] or state)


def _identify_file(path: str) -> Any:
    try:
        return identify_file(path)
    except OSError:
        return "a link to nothing"


def _remember_newest(memory: dict[Any, Any], key: Any, answer: Any) -> None:
    """Remember *answer* as the newest; of too many the oldest is forgotten."""
    memory.pop(key, None)
    memory[key] = answer
    if len(memory) > _MOST_REMEMBERED:
        del memory[next(iter(memory))]


def find_workspace_levels(start: str, folders: Iterable[str], *, home: str) -> Levels:
    """Return the levels of the editor's project that check what lies in *start*, where the
    *folders* of its workspace are open.

    *folders* are those that somebody works in: outside of git, what a scan of one takes for the
    project is it for what lies there.
    """
    roots = {find_levels(os.path.realpath(folder), home=home).root for folder in folders}
    project_root = max((root for root in roots if lies_in(start, root)), key=len, default="")
    return find_levels(start, home=home, project=project_root)
