"""A project checked as it is on disk or in git's index, or a part of it: the core of every scan.

contracts    of the project, one severity or all
subjects     the files whose content is judged, and all files there are (``subjects``)
examined     a report of every single match
concluded    what is new, compared with a revision, a baseline or both
"""

from __future__ import annotations

import os
import time

from phaser_lint import engine
from phaser_lint.baseline import baseline_paths, before_baseline, read_baseline
from phaser_lint.baseline_scope import Scope, about_gone, still_there
from phaser_lint.comparison import either
from phaser_lint.contracts.discover import places
from phaser_lint.contracts.kept import read_contracts, scan_places, stored_contracts
from phaser_lint.errors import UsageError
from phaser_lint.inputs.listing import Listing
from phaser_lint.many_files import ManyFiles
from phaser_lint.model import ContractSummary, Limits, Notice, Tree
from phaser_lint.record import Record
from phaser_lint.result_cache import ResultCache, cache_path, key_of
from phaser_lint.revisions import base_of, before_commit
from phaser_lint.root import PROJECT_FOLDERS, cache_folder, home_folder, root_for
from phaser_lint.rules import TREE_TYPES
from phaser_lint.selection import Selection
from phaser_lint.subjects import in_index, judge_content, on_disk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.comparison import Before
    from phaser_lint.many_files import Shown
    from phaser_lint.model import ContractSet, Report
    from phaser_lint.subjects import Subjects

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
    """A revision: what its merge base with HEAD has is old."""
    base: str | None = None
    """A commit that is compared with as it is, in place of ``since``."""
    severity: str = "all"
    ignores: bool = True
    seconds: float = SECONDS
    shown: Shown | None = None
    cache: bool = True
    cache_dir: str | None = None
    staged: bool = False
    baseline: str | None = None


class Examined(Record):
    """What a project showed: a report of every single match, and what it is to be compared with."""

    root: str
    contracts: ContractSet
    report: Report
    scope: Scope
    before: Before | None
    notices: tuple[Notice, ...]


def check_project(options: ProjectOptions) -> Report:
    """Return the report on the project; raises ``PhaserError``."""
    given = options.baseline
    baseline = {} if given is None else read_baseline(given, shown=given)
    examined = examine_project(options)
    before, notices = examined.before, examined.notices
    if given is not None:
        listed = before_baseline(baseline)
        before = listed if before is None else either(before, listed)
        left = still_there(baseline, examined.report, examined.contracts, examined.scope)
        notices = (*notices, *about_gone(baseline, left, root=examined.root, given=given))
    report = engine.concluded(examined.report, examined.contracts, before=before)
    return report._replace(
        notices=(*notices, *report.notices), contracts=_summaries(examined.contracts)
    )


def examine_project(options: ProjectOptions) -> Examined:
    """Return all that the project shows, be it old or new; raises ``PhaserError``."""
    if options.staged and options.since is not None:
        raise UsageError("--staged and --since: expected one of them")
    root = root_for(options.root)
    with Listing(root, tracked=options.tracked) as listing:
        return _examined(root, options, listing)


def _examined(root: str, options: ProjectOptions, listing: Listing) -> Examined:
    contracts = select_severity(contracts_for(root, options, listing), options.severity)
    limits, ignores = Limits(options.seconds), options.ignores
    selection = Selection(contracts)
    before = None
    commit = options.base
    if options.since is not None:
        commit = base_of(root, options.since)
    if commit is not None:
        before = before_commit(
            root, commit, contracts, selection=selection, limits=limits, ignores=ignores
        )
    cache = _result_cache(root, contracts, limits, options)
    judge = ManyFiles(root, contracts, selection=selection, limits=limits, ignores=ignores)
    if listing.is_under_way:
        judge.prepare()
    subjects = (
        in_index(root, options.paths, tree=options.tree)
        if options.staged
        else on_disk(
            root,
            options.paths,
            tree=options.tree,
            tracked=options.tracked,
            commit=commit,
            list_files=lambda: listing.files(cache.listings if cache else None),
        )
    )
    report = _examine(subjects, judge, contracts, selection, limits, options, cache)
    part = options.paths or options.tree or options.staged or commit is not None
    some = frozenset(subjects.content) if part or options.tracked else None
    scope = Scope(some, subjects.listed is not None)
    listed = None if part else subjects.listed
    notices = _about_contracts(contracts, selection, root, options, listed=listed)
    return Examined(root, contracts, report, scope, before, tuple(notices))


def _examine(
    subjects: Subjects,
    judge: ManyFiles,
    contracts: ContractSet,
    selection: Selection,
    limits: Limits,
    options: ProjectOptions,
    cache: ResultCache | None,
) -> Report:
    """Return the report of every single match in the subjects."""
    content, listed = subjects.content, subjects.listed
    selected = selection.selected(content)
    baselines = baseline_paths(subjects.root, options.baseline)
    chosen = [path for path in selected if path not in baselines]
    # What no contract selects plays no part in which files there have to be.
    all_selected = selected if listed is content else selection.selected(listed or ())
    tree = None if listed is None else Tree(all_selected, whole=True)
    judged = judge_content(
        subjects,
        chosen,
        judge,
        selection=selection,
        limits=limits,
        ignores=options.ignores,
        cache=cache,
        shown=options.shown,
    )
    if cache is not None and content is listed:
        cache.save()
    rest = set(tree.paths).difference(chosen) if tree else set()
    for_tree = selection.read_for_tree(sorted(rest))
    tree_verdicts, tree_skipped = engine.judge_files(
        (),
        subjects.read(for_tree),
        selection=selection,
        limits=limits,
        ignores=options.ignores,
    )
    return engine.assembled(
        [*judged.verdicts, *tree_verdicts],
        [*judged.skipped, *tree_skipped],
        contracts,
        selection=selection,
        tree=tree,
        clean=judged.clean,
    )


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
    if not options.paths and not options.staged:
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
    if options.staged or not folder or not contracts.contracts:
        return None
    key = key_of(contracts, limits=limits, ignores=options.ignores)
    return ResultCache(cache_path(folder, root=root, key=key), now=time.time_ns())


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
    listed: list[str] | None,
) -> list[Notice]:
    """Return what the user should know of the contracts: none found, globs without a file.

    *listed* is given where everything was judged.
    """
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
    if listed is None:
        return []
    unmatched = [
        Notice(entry.path, None, f"the glob of {entry.rule_id} matches no file")
        for entry in selection.idle(listed)
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
