"""What is asked of a check of a project, and which files that means."""

from __future__ import annotations

import os

from phaser_lint.core import Record
from phaser_lint.project import NULL_COMMITS, GitLimits, find_home_folder, find_user_cache_folder
from phaser_lint.project.files import DISK, FileState
from phaser_lint.project.levels import lies_within_level

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract.shard import Share
    from phaser_lint.core.file_state import Files
    from phaser_lint.text.globs import Tests

    ShowProgress: TypeAlias = Callable[[Iterator[Any], int], Iterator[Any]]
    """Passes results on as they come, of so many in all: a progress bar."""

SECONDS = 2.0
"""How long a pattern may take on a file: a busy runner must not change a verdict."""


class ProjectOptions(Record):
    """What a scan checks, and how; the ``paths`` are as the user wrote them."""

    paths: tuple[str, ...] = ()
    text: bytes | None = None
    """What the file at the one of ``paths`` holds, be there one on disk or not."""
    exclude: Tests = ()
    """Of globs, from the root: what they select is not checked, and is there all the same."""
    report_files: tuple[str, ...] = ()
    """Files that this run writes, by whole paths: what the last one wrote there is not checked."""
    here: bool = False
    """Without ``paths`` only what is at and below the working directory counts."""
    root: str | None = None
    git: GitLimits = GitLimits()
    contracts_dir: str | None = None
    contracts_from: str | None = None
    """A revision whose contracts, levels, configuration and baseline count, not those on disk."""
    judges_change: bool = False
    """Those contracts judge a change beside its own: renamed files are what they were called."""
    allow_weaker: bool = False
    """What only the contracts of the base report is a notice."""
    user_contracts: bool = True
    requires_contracts: bool = False
    """A project without any contract file is an error: nothing would be checked."""
    default_branch: str = ""
    """The default branch of remotes, where a clone may not have its name: no origin/HEAD."""
    tree: bool = False
    tracked: bool = False
    """Git's index tells which files there are, as it does for a commit."""
    since: str | None = None
    """A revision: what any merge base of it and HEAD has, exists. One of ``NULL_COMMITS``: none."""
    bases: tuple[str, ...] = ()
    """Commits that are compared with as they are, in place of ``since``."""
    contract_bases: tuple[str, ...] = ()
    """Commits whose contracts check the change beside its own, where all else is compared with
    nothing."""
    changed_since: tuple[str, ...] = ()
    """``HEAD``, or commits or trees that are taken as they are: what the index changed since all of
    them is checked, where nothing is compared with."""
    ways_to_base: str = "--since REV or --staged"
    """By what whoever started the run gives it a change to check."""
    no_base: str = ""
    """Why contracts about changes are undecided where no change is known, if they are: what a run
    says beside them may be hidden."""
    reports_existing: bool = False
    """Of a commit a notice says how many violations HEAD has, too; they count all the same."""
    leaves_out_old_warnings: bool = False
    """Warnings on what a commit does not touch exist, where HEAD has them, too."""
    severity: str = "all"
    rules: tuple[str, ...] = ()
    """Only the contracts of these ids are checked."""
    ignores: bool = True
    fixes: bool = False
    """What fixes make of each violation is part of the report."""
    seconds: float = SECONDS
    shown: ShowProgress | None = None
    cache: bool = True
    """What is read of contracts and found in files is kept for the next run."""
    keeps_results: bool = True
    """Where there is a cache, what is found in files is kept, too."""
    cache_dir: str | None = None
    state: FileState = DISK
    state_argument: str = ""
    """What the flag of the state takes."""
    baseline: str | None = None
    """The path of a baseline in place of the usual one."""
    counts_baseline: bool = False
    """The baseline belongs to the base: the one named, or the usual one if it is there."""
    shard: Share | None = None
    """The share of the files that is looked at, where other machines look at the rest."""

    def cache_folder(self) -> str:
        """Return the folder of what is kept between scans, or nothing where nothing is to be."""
        if not self.cache:
            return ""
        return self.cache_dir or find_user_cache_folder(os.environ, home=find_home_folder())

    @property
    def has_own_contracts(self) -> bool:
        """Whether the contracts are those that the files have: of no revision, of no folder."""
        return self.contracts_from is None and self.contracts_dir is None

    @property
    def is_compared(self) -> bool:
        """Whether only what is new since a revision counts by the options."""
        return self.since not in (None, *NULL_COMMITS) or bool(self.bases)

    @property
    def checks_commit(self) -> bool:
        """Whether what git does not track is no part of what is checked."""
        return self.state.is_in_git or self.tracked

    @property
    def is_content_alone(self) -> bool:
        """Whether a commit's files are checked here, and its tree by another hook."""
        return self.tracked and bool(self.paths) and not self.tree

    @property
    def is_partial(self) -> bool:
        """Whether something is left out that a plain scan of the same folders checks."""
        return bool(self.tree or self.is_compared or self.exclude or self.state.is_in_git)


class RequestedPaths(Record):
    """What is to be checked: all at and below *folders* (an empty one is the root), and *files*."""

    folders: tuple[str, ...]
    files: tuple[str, ...] = ()
    repositories: tuple[str, ...] = ()
    """Those inside the project's own that the folders lie in."""
    unfollowed: tuple[tuple[str, str], ...] = ()
    """Each link that was named and whose target is not checked, and why."""

    @property
    def is_everything(self) -> bool:
        """Whether the scan is of the whole project."""
        return "" in self.folders

    def select_requested(self, paths: Sequence[str]) -> Sequence[str]:
        """Return those of *paths* that lie in the scanned folders."""
        if self.is_everything:
            return paths
        starts = tuple(f"{folder}/" for folder in self.folders)
        return [path for path in paths if path.startswith(starts)]

    def concerns(self, level: str) -> bool:
        """Tell whether a level of that name is at, above or below what the scan was asked for."""
        if any(
            lies_within_level(level, folder) or lies_within_level(folder, level)
            for folder in self.folders
        ):
            return True
        start = f"{level}/" if level else ""
        return any(path.startswith(start) for path in self.files)

    def covers(self, path: str) -> bool:
        """Tell whether a scan of *path* was asked for."""
        return path in self.files or bool(self.select_requested((path,)))


class Subjects(Record):
    """What is checked: *content* by what is in it, *listed* by which files there are.

    ``folders``: those of which *listed* is all there is, the root (empty) or below it. ``files``:
    all files of the project in the state that is checked, be they asked for or not. ``whole``: the
    content is all that is listed. ``left_out``: files of the folders that a sparse checkout keeps
    off the disk.
    """

    content: Sequence[str]
    listed: Sequence[str]
    folders: tuple[str, ...]
    files: Files
    whole: bool = False
    left_out: Sequence[str] = ()
