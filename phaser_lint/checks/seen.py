"""What each file of a project shows by itself, on disk or in git's index: the ground of reports."""

from __future__ import annotations

import time
from contextlib import closing

from phaser_lint.baselines.baseline import baseline_paths, usual_from_here
from phaser_lint.baselines.in_force import baseline_in_force
from phaser_lint.baselines.scope import Scope
from phaser_lint.checks.inputs import ProjectInputs, cache_folder_of
from phaser_lint.checks.many_files import ManyFiles
from phaser_lint.checks.result_cache import ResultCache, cache_path, key_of
from phaser_lint.checks.revisions import base_of, before_commit
from phaser_lint.checks.subjects import in_index, judge_content, narrowed, on_disk
from phaser_lint.engine import check as engine
from phaser_lint.engine.judge import judge_by
from phaser_lint.errors import UsageError
from phaser_lint.inputs.project import is_named
from phaser_lint.literals.engine import load_engine
from phaser_lint.model import Limits, Skip, Tree
from phaser_lint.record import Record
from phaser_lint.root import working_directory
from phaser_lint.rules import reads_for_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from phaser_lint.baselines.in_force import InForce
    from phaser_lint.checks.options import ProjectOptions
    from phaser_lint.checks.subjects import Subjects
    from phaser_lint.engine.comparison import Before
    from phaser_lint.engine.file_verdict import Judged
    from phaser_lint.engine.judge import Judge
    from phaser_lint.model import ContractSet


class Seen(Record):
    """What was read of a project and judged file by file: the ground of every report.

    ``subjects`` are a shard's own, ``all_subjects`` those of all shards. Old to the *judge* is the
    state at the revision compared with, ``commit``.
    """

    root: str
    judge: Judge
    all_subjects: Subjects
    subjects: Subjects
    tree: Tree | None
    judged: Judged
    commit: str | None
    baseline: InForce | None
    scope: Scope
    everything: bool
    """Nothing was left out that is judged in a plain scan; a shard's share is that of one."""


def see_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> Seen:
    """Return what each file of the project shows by itself; raises ``PhaserError``."""
    if options.staged and options.since is not None:
        raise UsageError("--staged and --since: expected one of them")
    if inputs is None:
        with closing(ProjectInputs(options)) as given:
            return _seen(options, given)
    return _seen(options, inputs)


def _seen(options: ProjectOptions, inputs: ProjectInputs) -> Seen:
    root, listing, now = inputs.root, inputs.listing, time.time_ns()
    contracts = select_severity(inputs.contracts(), options.severity)
    if listing.is_ahead:
        load_engine()
    judge = judge_by(contracts, Limits(options.seconds), ignores=options.ignores)
    commit = options.base if options.since is None else base_of(root, options.since)
    if commit is not None:
        judge = judge._replace(before=_before(judge, root, commit))
    baseline = _baseline(root, commit, options)
    cache = _result_cache(judge, root, options, now=now)
    all_subjects = (
        in_index(root, options.paths, tree=options.tree)
        if options.staged
        else on_disk(
            root,
            options,
            commit=commit,
            list_files=lambda: listing.files(cache.listings if cache else None),
        )
    )
    subjects = narrowed(all_subjects, options.shard)
    # A file that was named may be one that is not listed.
    special = None if options.paths else listing.special
    tree, judged = _judged(ManyFiles(judge, root, special=special), subjects, options, cache)
    closed = _closed(listing.closed, root, options)
    # What a sparse checkout leaves out is no part of the content either.
    some = None if subjects.content is subjects.listed else frozenset(subjects.content)
    return Seen(
        root,
        judge,
        all_subjects,
        subjects,
        tree,
        judged._replace(skipped=(*judged.skipped, *closed)),
        commit,
        baseline,
        Scope(some, subjects.listed is not None),
        not _is_part(options),
    )


def _before(judge: Judge, root: str, commit: str) -> Before:
    from phaser_lint.checks.others_work import with_others  # a scan of all there is needs it not

    return with_others(judge, root, before_commit(judge, root, commit), session=None)


def _baseline(root: str, commit: str | None, options: ProjectOptions) -> InForce | None:
    if not options.counts_baseline:
        return None
    return baseline_in_force(
        root,
        given=options.baseline,
        staged=options.staged,
        commit=commit,
        usual=usual_from_here(root),
    )


def _closed(folders: Mapping[str, str], root: str, options: ProjectOptions) -> list[Skip]:
    """Return what is said of *folders* that cannot be listed, each with the reason."""
    share = options.shard
    return [
        Skip(folder, f"folder cannot be listed: {reason}")
        for folder, reason in folders.items()
        if (share is None or share.holds(folder))
        and (options.tree or not options.paths or _is_named(root, folder, options))
    ]


def _is_named(root: str, folder: str, options: ProjectOptions) -> bool:
    return is_named(root, folder, options.paths, working_directory=working_directory())


def _is_part(options: ProjectOptions) -> bool:
    """Tell whether something is left out that is judged in a plain scan."""
    compared = options.since is not None or options.base is not None
    return bool(options.paths or options.tree or options.staged or compared)


def _judged(
    files: ManyFiles, subjects: Subjects, options: ProjectOptions, cache: ResultCache | None
) -> tuple[Tree | None, Judged]:
    """Return the tree, if it is to be judged, and what the files gave, those read for it too."""
    content, listed, selection = subjects.content, subjects.listed, files.judge.selection
    selected = selection.selected(content)
    baselines = baseline_paths(subjects.root, options.baseline)
    chosen = [path for path in selected if path not in baselines]
    # What no contract selects plays no part in which files there have to be.
    all_selected = selected if listed is content else selection.selected(listed or ())
    tree = None if listed is None else Tree(all_selected, whole=True)
    judged = judge_content(files, subjects, chosen, cache=cache, shown=options.shown)
    if cache is not None and not _is_part(options) and not options.tracked:
        cache.save()
    rest = set(tree.paths).difference(chosen) if tree else set()
    for_tree = engine.judge_files(
        files.judge, (), subjects.read(selection.selected_by(sorted(rest), reads_for_tree))
    )
    return tree, judged._replace(
        verdicts=(*judged.verdicts, *for_tree.verdicts),
        skipped=(*judged.skipped, *for_tree.skipped),
    )


def _result_cache(
    judge: Judge, root: str, options: ProjectOptions, *, now: int
) -> ResultCache | None:
    folder = cache_folder_of(options)
    if options.staged or not folder or not judge.contracts.contracts:
        return None
    key = key_of(judge)
    if key is None:
        return None
    key += f"\0{options.shard or ''}"  # each keeps what it looked at, and forgets the rest
    return ResultCache(cache_path(folder, root=root, key=key), now=now)


def select_severity(contracts: ContractSet, severity: str) -> ContractSet:
    """Return the set with only the contracts of one *severity*, or ``all``."""
    if severity == "all":
        return contracts
    kept = tuple(entry for entry in contracts.contracts if entry.severity == severity)
    others = tuple(entry.key for entry in contracts.contracts if entry.severity != severity)
    return contracts._replace(contracts=kept, idle=(*contracts.idle, *others))
