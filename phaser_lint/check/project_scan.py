"""What each file of a project shows by itself, on disk or in git's index: the ground of reports."""

from __future__ import annotations

import os
import time
from functools import partial

from phaser_lint.check.chosen_contracts import select_content, select_rules, select_severity
from phaser_lint.check.comparison.baseline import find_baseline
from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    BaselineComparison,
    baseline_paths,
    usual_from_here,
)
from phaser_lint.check.comparison.baseline_scope import Scope
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Limits, checker_by
from phaser_lint.check.engine.comparison import count_existing, without_existing
from phaser_lint.check.engine.unlisted import with_unlisted
from phaser_lint.check.many_files import ManyFiles
from phaser_lint.check.project_caches import listing_cache, result_cache
from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_notices import require_contracts
from phaser_lint.check.result_cache import ResultCache
from phaser_lint.check.subjects import (
    DiskListing,
    RequestedPaths,
    check_content,
    narrowed,
    resolve_requested_paths,
    subjects_of,
)
from phaser_lint.contract.model import ContractProblem, ContractSet, Notice, Report
from phaser_lint.contract.selection import takes_all_of
from phaser_lint.core import Record
from phaser_lint.core.checked_files import Skip
from phaser_lint.core.errors import UsageError
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git.git_command import working_tree
from phaser_lint.project.git.repository import left_out_files
from phaser_lint.project.root import CONFIGURATION, PROJECT_FOLDERS, decides_what_counts, git_root
from phaser_lint.text.globs import match
from phaser_lint.text.search.hyperscan_database import load_engine

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaser_lint.check.comparison.baseline import Baseline
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.comparison import Comparison
    from phaser_lint.check.engine.file_verdict import FileVerdicts
    from phaser_lint.check.project_options import ProjectOptions
    from phaser_lint.check.subjects import Subjects
    from phaser_lint.core.checked_files import Changes, ProposedFile, Skip, Tree
    from phaser_lint.core.files import Files
    from phaser_lint.project.root import Levels
    from phaser_lint.text.globs import Tests


class ProjectScan(Record):
    """What was read of a project and checked: the ground of every report.

    ``subjects`` are a shard's own, ``all_subjects`` those of all shards. ``bases`` are the commits
    compared with, if a revision is.
    """

    root: str
    levels: Levels
    level_notices: tuple[Notice, ...]
    """On levels, and on what is inside the project and no part of it."""
    repositories: tuple[str, ...]
    checker: Checker
    all_contracts: ContractSet
    """All contracts that count, those left out of the checker's for this run among them."""
    requested_paths: RequestedPaths
    all_subjects: Subjects
    subjects: Subjects
    tree: Tree | None
    verdicts: FileVerdicts
    bases: tuple[str, ...]
    ruling: str | None
    """The commit whose contracts and baseline count, where those on disk do not."""
    baseline: Baseline | None
    scope: Scope
    is_everything: bool
    """Nothing was left out that is checked in a plain scan; a shard's share is that of one."""
    changes: Changes | None = None
    """What is changed, where there is a base; a shard's share of it."""
    report: Report = Report()
    """Of every single match, once the verdicts are put together."""
    notices: tuple[Notice, ...] = ()

    def read(self, paths: Iterable[str]) -> Iterator[ProposedFile | Skip]:
        """Read files anew, as what was checked."""
        return self.all_subjects.files.read(paths)

    def new(self) -> Report:
        """Return the report without what existed; raises ``GitError``."""
        comparisons = (*self.of_revision(), *self.of_baseline())
        if not comparisons:
            return self.report
        return without_existing(self.report, count_existing(self.report, comparisons))

    def of_revision(self) -> tuple[Comparison, ...]:
        """Return the comparison with a revision, if there is one."""
        if not self.bases:
            return ()
        from phaser_lint.check.comparison.commits import (
            CommitComparison,  # a scan of all there is needs none
        )

        return (CommitComparison(self.checker, self.root, self.bases),)

    def of_baseline(self) -> tuple[Comparison, ...]:
        """Return the comparison with a baseline, if one counts."""
        return () if self.baseline is None else (BaselineComparison(self.baseline.entries),)


def scan_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> ProjectScan:
    """Return what each file of the project shows by itself; raises ``PhaserError``."""
    if options.state.is_in_git and options.since is not None:
        raise UsageError(f"{options.state.flag} and --since: expected one of them")
    if inputs is None:
        with ProjectInputs(options) as own_inputs:
            return _scan(options, own_inputs)
    return _scan(options, inputs)


def _scan(options: ProjectOptions, inputs: ProjectInputs) -> ProjectScan:
    root, listing, started_at = inputs.root, inputs.listing, time.time_ns()
    bases = _resolve_bases(root, options)
    if listing.is_ahead:
        inputs.read_ahead()
        load_engine()
    stored_listings = listing_cache(root, options, started_at=started_at)
    requested_paths = resolve_requested_paths(root, options)
    all_subjects = subjects_of(
        root,
        requested_paths,
        options,
        DiskListing(
            bases,
            partial(listing.files, stored_listings.listings if stored_listings else None),
            special=lambda: listing.special,
        ),
    )
    levels = inputs.levels(requested_paths, all_subjects)
    ruling, all_contracts = _resolve_ruling(
        root, requested_paths, options, head=inputs.contracts(levels)
    )
    _require_contracts(inputs, all_contracts, all_subjects, options=options)
    checker = _make_checker(
        inputs,
        levels,
        requested_paths=requested_paths,
        all_contracts=all_contracts,
        options=options,
    )
    baseline = _find_baseline(root, all_subjects.files, (ruling,) if ruling else bases, options)
    subjects = narrowed(all_subjects, options.shard)
    # A file that was named may be one that is not listed.
    special = None if requested_paths.files or requested_paths.repositories else listing.special
    disk = subjects.files if isinstance(subjects.files, DiskFiles) else None
    files = ManyFiles(checker, root, special=special, disk=disk)
    cache = result_cache(checker, root, options, started_at=started_at)
    tree, verdicts = _check_files(files, subjects, options, cache=cache)
    if cache is not None:
        cache.save(partial(_is_looked_at, requested_paths=requested_paths, options=options))
    if stored_listings is not None:
        stored_listings.save()
    closed = closed_folders(
        listing.closed, requested_paths, options, excluded=all_contracts.excluded
    )
    left_out: Sequence[Skip] = ()
    if subjects.left_out:
        from phaser_lint.check.left_out import left_out_of  # few checkouts are sparse

        selection = checker.selection
        left_out = left_out_of(
            root, subjects, requested_paths, options=options, selection=selection, bases=bases
        )
    is_whole = subjects.whole and requested_paths.is_everything
    return ProjectScan(
        root=root,
        levels=levels,
        level_notices=_notices_on_levels(
            inputs,
            checker.contracts,
            requested_paths=requested_paths,
            subjects=all_subjects,
            options=options,
        ),
        repositories=tuple(listing.repositories),
        checker=checker,
        all_contracts=all_contracts,
        requested_paths=requested_paths,
        all_subjects=all_subjects,
        subjects=subjects,
        tree=tree,
        verdicts=verdicts._replace(skipped=(*verdicts.skipped, *left_out, *closed)),
        bases=bases,
        ruling=ruling,
        baseline=baseline,
        scope=Scope(
            # What a sparse checkout leaves out is no part of the content either.
            None if is_whole else frozenset(subjects.content),
            subjects.folders,
            lists=tree is not None,
        ),
        is_everything=requested_paths.is_everything and not _is_part(options),
        changes=_find_changes(
            checker,
            all_subjects.files,
            requested_paths=requested_paths,
            options=options,
            bases=bases,
        ),
    )


def _make_checker(
    inputs: ProjectInputs,
    levels: Levels,
    requested_paths: RequestedPaths,
    all_contracts: ContractSet,
    options: ProjectOptions,
) -> Checker:
    """Return what checks by the contracts asked for, and by those of the levels of more files."""
    root = inputs.root

    def contracts_of(paths: Iterable[str]) -> ContractSet:
        wider_paths = requested_paths._replace(files=(*requested_paths.files, *paths))
        head = inputs.contracts(inputs.levels_with(levels, paths))
        return _select_counting(
            root,
            wider_paths,
            options,
            ruled=_resolve_ruling(root, wider_paths, options, head=head)[1],
        )

    contracts = _select_counting(root, requested_paths, options, ruled=all_contracts)
    checker = checker_by(contracts, Limits(options.seconds), ignores=options.ignores)
    return checker if requested_paths.is_everything else checker._replace(contracts_of=contracts_of)


def _resolve_bases(root: str, options: ProjectOptions) -> tuple[str, ...]:
    """Return the commits that are compared with, if a revision is."""
    if options.since is None:
        return options.bases
    # A scan of all there is needs none.
    from phaser_lint.check.comparison.revisions import merge_bases_of

    return merge_bases_of(root, options.since)


def _find_changes(
    checker: Checker,
    files: Files,
    requested_paths: RequestedPaths,
    options: ProjectOptions,
    bases: tuple[str, ...],
) -> Changes | None:
    if not checker.selection.about_changes:
        return None
    from phaser_lint.check.kinds_of_change import project_changes  # few contracts ask

    return project_changes(files, requested_paths, options, commits=bases)


def _select_counting(
    root: str, requested_paths: RequestedPaths, options: ProjectOptions, ruled: ContractSet
) -> ContractSet:
    """Return those of the severity asked for, with the problems of contracts that are left out."""
    problems = (
        *ruled.problems,
        *left_out_contracts(root, requested_paths, excluded=ruled.excluded),
    )
    chosen = select_rules(ruled._replace(problems=problems), options.rules)
    if options.text is not None:
        chosen = select_content(chosen)
    return select_severity(chosen, options.severity)


def _resolve_ruling(
    root: str, requested_paths: RequestedPaths, options: ProjectOptions, *, head: ContractSet
) -> tuple[str | None, ContractSet]:
    """Return the commit whose contracts count in place of those of the *head*, and what counts."""
    if options.contracts_from is None:
        return None, head
    from phaser_lint.check.comparison.by_revision import ruling_commit, ruling_contracts

    commit = ruling_commit(root, options.contracts_from, contracts_dir=options.contracts_dir)
    revision = options.contracts_from
    return commit, ruling_contracts(root, commit, requested_paths, head=head, revision=revision)


def _notices_on_levels(
    inputs: ProjectInputs,
    contracts: ContractSet,
    requested_paths: RequestedPaths,
    subjects: Subjects,
    options: ProjectOptions,
) -> tuple[Notice, ...]:
    if options.contracts_dir is not None:
        return tuple(about_repositories(inputs.listing.repositories, requested_paths))
    # What is in a commit is all that git sees, and what it ignores does not count there.
    is_commit = options.state.is_in_git or options.tracked or options.contracts_from is not None
    return (
        *about_repositories(inputs.listing.repositories, requested_paths),
        *about_misplaced(inputs.root, inputs.marked, excluded=contracts.excluded),
        *(() if is_commit else about_ignored(inputs.root, contracts, subjects)),
    )


def _require_contracts(
    inputs: ProjectInputs, contracts: ContractSet, subjects: Subjects, options: ProjectOptions
) -> None:
    """Raise ``UsageError`` where no level at all has a contract; those named may have none."""
    if not options.requires_contracts or contracts.contracts or contracts.problems:
        return
    if contracts.idle:
        return
    if options.contracts_from is not None:
        raise UsageError(f"no contracts in {options.contracts_from}: nothing can be checked")
    is_known = "" in subjects.folders
    paths = subjects.listed if is_known else inputs.listing.files(None)
    require_contracts(
        inputs.root,
        paths,
        contracts_dir=options.contracts_dir,
        excluded=contracts.excluded,
    )


def _find_baseline(
    root: str, files: Files, commits: tuple[str, ...], options: ProjectOptions
) -> Baseline | None:
    if not options.counts_baseline:
        return None
    return find_baseline(
        root,
        chosen_path=options.baseline,
        revision=files.revision,
        commits=commits,
        usual=usual_from_here(root),
    )


def _is_part(options: ProjectOptions) -> bool:
    """Tell whether something is left out that is checked in a plain scan of the same folders."""
    is_part_of_state = options.tree or options.is_compared or options.exclude
    return bool(is_part_of_state or options.state.is_in_git)


def _check_files(
    files: ManyFiles, subjects: Subjects, options: ProjectOptions, cache: ResultCache | None
) -> tuple[Tree | None, FileVerdicts]:
    """Return the tree, if it is to be checked, and what the files gave, those read for it too."""
    selection = files.checker.selection
    selected = selection.selected(subjects.content)
    baselines = baseline_paths(files.root, options.baseline)
    chosen = [path for path in selected if path not in baselines]
    # What no contract selects plays no part in which files there have to be.
    paths = selected if subjects.whole else selection.selected(subjects.listed)
    tree = None
    if subjects.folders or not options.is_content_alone:
        tree = subjects.files.tree(paths, whole=subjects.folders)
    verdicts = check_content(files, subjects, chosen, cache=cache, show_progress=options.shown)
    other_paths = set(tree.paths).difference(chosen) if tree else set()
    for_tree = engine.check_each_file(
        files.checker, (), subjects.files.read(selection.read_for_tree(sorted(other_paths)))
    )
    verdicts = verdicts._replace(
        verdicts=(*verdicts.verdicts, *for_tree.verdicts),
        skipped=(*verdicts.skipped, *for_tree.skipped),
    )
    return tree, with_unlisted(files.checker, verdicts, tree.files if tree else None)


def _is_looked_at(path: str, requested_paths: RequestedPaths, options: ProjectOptions) -> bool:
    """Tell whether this run checks all files that there are at or below *path*."""
    is_share = _is_part(options) or options.tracked or options.shard is not None
    return not is_share and requested_paths.covers(path)


# What a scan says of levels: what is no part of the project, or counts elsewhere only.

_MOST_SHOWN = 3
_AT_THE_ROOT = {
    CONFIGURATION: f"only {CONFIGURATION} at the root does",
    DEFAULT_PATH: (
        "phaser-lint baseline --update {}, run at the root, writes the same into " + DEFAULT_PATH
    ),
}
_ENDINGS = tuple(f"/{name}" for name in PROJECT_FOLDERS)


def about_repositories(names: Iterable[str], requested_paths: RequestedPaths) -> list[Notice]:
    """Return a notice on those of *names*, of other repositories, that are *requested_paths*."""
    requested = requested_paths.of(sorted(names))
    if not requested:
        return []
    ellipsis = ", …" if len(requested) > _MOST_SHOWN else ""
    listed_names = ", ".join(requested[:_MOST_SHOWN]) + ellipsis
    message = f"not entered: {listed_names}; a repository of its own is checked by a scan in it"
    return [Notice(f"{requested[0]}/", None, message)]


def about_misplaced(root: str, folders: Iterable[str], *, excluded: Tests) -> list[Notice]:
    """Return a notice for each configuration and baseline that lies in *folders* below the root.

    Not of what is *excluded*: a fixture is a project of its own.
    """
    return [
        Notice(f"{folder}/{name}", None, f"does not count; {message.format(folder)}")
        for folder in sorted(folders)
        for name, message in _AT_THE_ROOT.items()
        if os.path.lexists(os.path.join(root, folder, name))
        and not match((excluded,), f"{folder}/{name}")
    ]


def about_ignored(root: str, contracts: ContractSet, subjects: Subjects) -> list[Notice]:
    """Return a notice for each folder of *contracts* that git ignores, of those *subjects* know."""
    if working_tree(root) is None:
        return []
    whole_folders = RequestedPaths(subjects.folders)
    paths = {contract.path for contract in contracts.contracts if contract.source == "project"}
    unlisted = (
        whole_folders.of(sorted(paths.difference(subjects.listed))) if whole_folders.folders else ()
    )
    folders = sorted({path.rpartition("/")[0] for path in unlisted})
    message = "git ignores contracts in it; they count here, and CI does not see them"
    return [
        Notice(f"{folder}/", None, message)
        for folder in folders
        # Through a link, in another worktree, and in a submodule, git lists them elsewhere.
        for full in [os.path.join(root, folder)]
        if os.path.realpath(full) == full and git_root(full) == git_root(root)
    ]


def left_out_contracts(
    root: str, requested_paths: RequestedPaths, *, excluded: Tests
) -> tuple[ContractProblem, ...]:
    """Return a problem for each contract file that a sparse checkout leaves out.

    Of *requested_paths*. The configuration is one of them. Not of levels that are *excluded*:
    theirs do not count where they are there.
    """
    problems = []
    for path in filter(decides_what_counts, left_out_files(root)):
        folder = path.rpartition("/")[0]
        ends = (end for end in _ENDINGS if f"/{folder}".endswith(end))
        level = f"/{folder}".removesuffix(next(ends, f"/{folder}"))[1:]
        if requested_paths.concerns(level) and not (level and takes_all_of(level, excluded)):
            from phaser_lint.project.git.git_settings import why_left_out  # few leave out any

            problems.append(ContractProblem(path, "", why_left_out(root, path)))
    return tuple(problems)


# Folders that cannot be listed: skipped, each by its path with a slash at the end.

# What lies anywhere below a folder, and is called like no file.
_FAR_BELOW = "\0/\0"
_CLOSED = "folder cannot be listed"


def closed_folders(
    closed: Mapping[str, str],
    requested_paths: RequestedPaths,
    options: ProjectOptions,
    *,
    excluded: Tests,
) -> list[Skip]:
    """Return a skip for each folder that is *closed*, with the reason.

    Nothing of those of which all is *excluded*: a database's own folder, that no contract checks.
    """
    share, left_out = options.shard, ((excluded,), (options.exclude,))
    return [
        Skip(folder, f"{_CLOSED}: {reason}")
        for folder, reason in closed.items()
        if (share is None or share.holds(folder))
        and (options.tree or requested_paths.covers(folder))
        and not any(match(globs, f"{folder}{_FAR_BELOW}") for globs in left_out)
    ]


def is_closed_folder(skip: Skip) -> bool:
    """Tell whether what is skipped is such a folder, with all that is in it."""
    return skip.reason.startswith(_CLOSED)
