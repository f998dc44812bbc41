"""A project checked as it is on disk, or the paths named in it: the core of every scan."""

from __future__ import annotations

import os
import time

from phaser_lint import engine
from phaser_lint.contracts.discover import places
from phaser_lint.contracts.kept import read_contracts, scan_places, stored_contracts
from phaser_lint.inputs.git import changed_files, is_file_or_link
from phaser_lint.inputs.listing import Listing
from phaser_lint.inputs.project import named_files, read_files
from phaser_lint.many_files import ManyFiles, judge_paths
from phaser_lint.model import ContractSummary, Limits, Notice, Tree
from phaser_lint.record import Record
from phaser_lint.result_cache import ResultCache, cache_path, key_of
from phaser_lint.revisions import before_commit, commit_of
from phaser_lint.root import PROJECT_FOLDERS, cache_folder, home_folder, root_for, working_directory
from phaser_lint.rules import TREE_TYPES
from phaser_lint.selection import Selection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from phaser_lint.comparison import Before
    from phaser_lint.many_files import Shown
    from phaser_lint.model import ContractSet, Report

SECONDS = 2.0
"""How long a pattern may take on a file: a busy runner must not change a verdict."""


class ProjectOptions(Record):
    """What a scan judges, and how; the ``paths`` are as the user wrote them."""

    paths: tuple[str, ...] = ()
    root: str | None = None
    contracts_dir: str | None = None
    user_contracts: bool = True
    tree: bool = False
    tracked: bool = False
    """Git's index tells which files there are, as it does for a commit."""
    since: str | None = None
    severity: str = "all"
    ignores: bool = True
    seconds: float = SECONDS
    shown: Shown | None = None
    cache: bool = True
    cache_dir: str | None = None


def check_project(options: ProjectOptions) -> Report:
    """Return the report on the project as it is on disk; raises ``PhaserError``."""
    root = root_for(options.root)
    with Listing(root, tracked=options.tracked) as listing:
        return _checked(root, options, listing)


def _checked(root: str, options: ProjectOptions, listing: Listing) -> Report:
    contracts = select_severity(contracts_for(root, options, listing), options.severity)
    selection = Selection(contracts)
    limits = Limits(options.seconds)
    before: Before | None = None
    commit = None if options.since is None else commit_of(root, options.since)
    if commit is not None:
        before = before_commit(root, commit, contracts, selection=selection, limits=limits)
    cache = _result_cache(root, contracts, limits, options)
    judge = ManyFiles(root, contracts, selection=selection, limits=limits, ignores=options.ignores)
    if listing.is_under_way:
        judge.prepare()
    content, listed = _subjects(
        options, root, commit, lambda: listing.files(cache.listings if cache else None)
    )
    chosen = selection.selected(content)
    # What no contract selects plays no part in which files there have to be.
    selected = chosen if listed is content else selection.selected(listed or ())
    tree = None if listed is None else Tree(selected, whole=True)
    judged = judge_paths(judge, root, chosen, cache=cache, shown=options.shown)
    if cache is not None and content is listed:
        cache.save()
    rest = set(tree.paths).difference(chosen) if tree else set()
    for_tree = selection.read_for_tree(sorted(rest))
    tree_verdicts, tree_skipped = engine.judge_files(
        (),
        read_files(root, for_tree),
        selection=selection,
        limits=limits,
        ignores=options.ignores,
    )
    report = engine.concluded(
        engine.assembled(
            [*judged.verdicts, *tree_verdicts],
            [*judged.skipped, *tree_skipped],
            contracts,
            selection=selection,
            tree=tree,
            clean=judged.clean,
        ),
        contracts,
        before=before,
    )
    whole = not options.paths and not options.tree and options.since is None
    notices = _about_contracts(
        contracts, selection, root, options, tree=tree if whole else None, listed=listed
    )
    return report._replace(notices=(*notices, *report.notices), contracts=_summaries(contracts))


def _summaries(contracts: ContractSet) -> tuple[ContractSummary, ...]:
    return tuple(
        ContractSummary(
            entry.rule_id,
            entry.type,
            entry.severity,
            entry.message,
            entry.rationale,
            entry.tags,
            entry.url,
            entry.path,
        )
        for entry in sorted(contracts.contracts, key=lambda contract: contract.rule_id)
    )


def contracts_for(root: str, options: ProjectOptions, listing: Listing) -> ContractSet:
    """Return the contracts that count; *listing* starts while they have to be read."""
    home = home_folder()
    user, given = options.user_contracts, options.contracts_dir
    places = scan_places(
        root, home=home, cache=_cache_folder(options), user=user, contracts_dir=given
    )
    stored = stored_contracts(places)
    if stored is not None:
        return stored
    if not options.paths:
        listing.start()
    return read_contracts(root, home=home, places=places, user=user, contracts_dir=given)


def _cache_folder(options: ProjectOptions) -> str:
    if not options.cache:
        return ""
    return options.cache_dir or cache_folder(os.environ, home=home_folder())


def _result_cache(
    root: str, contracts: ContractSet, limits: Limits, options: ProjectOptions
) -> ResultCache | None:
    folder = _cache_folder(options)
    if not folder or not contracts.contracts:
        return None
    key = key_of(contracts, limits=limits, ignores=options.ignores)
    return ResultCache(cache_path(folder, root=root, key=key), now=time.time_ns())


def _subjects(
    options: ProjectOptions, root: str, commit: str | None, list_files: Callable[[], list[str]]
) -> tuple[list[str], list[str] | None]:
    """Return the files whose content is judged, and all files where the tree is judged."""
    if options.paths:
        named = named_files(root, options.paths, working_directory=working_directory())
        return named, list_files() if options.tree else None
    listed = list_files()
    if commit is not None:
        changed, known = changed_files(root, commit), set(listed)
        return [path for path in changed if path in known or not options.tracked], listed
    there = [path for path in listed if is_file_or_link(root, path)] if options.tracked else listed
    return ([] if options.tree else there), listed


def select_severity(contracts: ContractSet, severity: str) -> ContractSet:
    """Return the set with only the contracts of one *severity*, or ``all``."""
    if severity == "all":
        return contracts
    kept = tuple(entry for entry in contracts.contracts if entry.severity == severity)
    others = tuple(entry.rule_id for entry in contracts.contracts if entry.severity != severity)
    return contracts._replace(contracts=kept, idle=(*contracts.idle, *others))


def _about_contracts(
    contracts: ContractSet,
    selection: Selection,
    root: str,
    options: ProjectOptions,
    *,
    tree: Tree | None,
    listed: list[str] | None,
) -> list[Notice]:
    """Return what the user should know of the contracts: none found, globs without a file."""
    if not contracts.contracts and contracts.idle and not contracts.problems:
        of = "" if options.severity == "all" else f" of severity {options.severity}"
        return [Notice(root, None, f"no enabled contract{of}; nothing was checked")]
    if not contracts.contracts and not contracts.problems:
        looked = (
            [options.contracts_dir]
            if options.contracts_dir
            else [
                place.shown
                for place in places(root, home=home_folder(), user=options.user_contracts)
            ]
        )
        return [Notice(root, None, f"no contracts in {', '.join(looked)}; nothing was checked")]
    if tree is None or listed is None:
        return []
    unmatched = [
        Notice(entry.path, None, f"the glob of {entry.rule_id} matches no file")
        for entry in selection.idle(tree.paths)
        if entry.type not in TREE_TYPES
    ]
    return [*unmatched, *_about_projects_inside(listed)]


def _about_projects_inside(listed: list[str]) -> list[Notice]:
    """Return a notice for each folder further down that has contracts of its own.

    The hook goes by the nearest contracts of a file; a scan from here judges by those of the root.
    """
    return [
        Notice(path, None, f"has contracts of its own; scan --root {path} judges by them")
        for path in projects_inside(listed)
    ]


def projects_inside(listed: Iterable[str]) -> list[str]:
    """Return the folders, further down than the root, that have contracts of their own."""
    inside = {
        path[: path.index(f"/{folder}/")]
        for path in listed
        if "/contracts/" in path
        for folder in PROJECT_FOLDERS
        if f"/{folder}/" in path and path.endswith((".yaml", ".yml"))
    }
    return sorted(inside)
