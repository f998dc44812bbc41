"""What each file of a project shows by itself, on disk or in git's index: the ground of reports."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from itertools import filterfalse

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import Checker, make_checker
from phaser_lint.check.engine.file_verdict import FileVerdict
from phaser_lint.check.project_inputs import ProjectInputs, find_own_paths
from phaser_lint.check.project_options import RequestedPaths, Subjects
from phaser_lint.check.scan_report import CheckedFiles, ProjectScan
from phaser_lint.check.scanned_files import (
    choose_subjects,
    resolve_requested_paths,
    take_share,
)
from phaser_lint.contract.lookalikes import note_misplaced_files
from phaser_lint.contract.model import ContractSet, Notice
from phaser_lint.contract.open_contracts import open_contracts
from phaser_lint.core.errors import UsageError
from phaser_lint.core.file_records import Skip, Tree
from phaser_lint.core.file_state import Files
from phaser_lint.project import find_home_folder
from phaser_lint.project.files.disk import DiskFiles, may_be_reencoded
from phaser_lint.project.git import is_in_repository
from phaser_lint.project.levels import BASELINE, Levels
from phaser_lint.project.levels_of_files import with_file_levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.comparison.baseline_in_force import Baseline
    from phaser_lint.check.many_files import ManyFiles
    from phaser_lint.project.files.edited import FilesAfterEdit

FEW_LISTED, FEW_FILES, FEW_BYTES = 200, 16, 1024 * 1024
"""Of so many files those that contracts select are counted; so many, with so many bytes to search
for all contracts together, are searched sooner than what is known of them is read."""


def scan_project(inputs: ProjectInputs) -> ProjectScan:
    """Return the project's scan: what each file shows by itself; raises ``PhaserError``."""
    options = inputs.options
    if options.state.is_in_git and options.since is not None:
        raise UsageError(f"{options.state.flag} and --since: expected one of them")
    root, listing, bases = inputs.root, inputs.listing, options.bases
    if options.since is not None:
        from phaser_lint.project.git.merge_bases import require_merge_bases  # few scans compare

        bases = require_merge_bases(root, options.since)
    requested_paths = resolve_requested_paths(root, options)
    all_subjects = choose_subjects(root, requested_paths, options, bases=bases, listing=listing)
    levels = inputs.levels(requested_paths, all_subjects)
    ruling = None
    if options.contracts_from is not None:
        from phaser_lint.check.comparison.contracts_of_revision import require_ruling_commit

        ruling = require_ruling_commit(
            root, options.contracts_from, contracts_dir=options.contracts_dir
        )
    revision = all_subjects.files.revision
    all_contracts = _read_contracts(
        inputs, levels, requested_paths, ruling=ruling, state_revision=revision
    )
    if options.requires_contracts:
        all_contracts = _require_contracts(
            inputs,
            all_contracts,
            requested_paths,
            subjects=all_subjects,
            bases=bases or options.contract_bases,
        )
    checker = make_checker(
        _choose_contracts(inputs, all_contracts, requested_paths),
        options.seconds,
        root=root,
        open_files=lambda: all_subjects.files,
        ignores=options.ignores,
    )
    if not requested_paths.is_everything:
        read_wider = partial(
            _read_wider_contracts,
            inputs,
            levels,
            requested_paths=requested_paths,
            ruling=ruling,
            state=revision,
        )
        checker = checker._replace(contracts_of=read_wider)
    earlier_names: Mapping[str, str] = {}
    unlike_disk: FilesAfterEdit = {}
    # What changed is asked by the names of today: a renamed file is deleted and created.
    files_of_today = all_subjects.files
    is_committed = bases or (options.tracked and is_in_repository(root))
    if is_committed and may_be_reencoded(root, all_subjects.content):
        from phaser_lint.project.files.as_committed import open_as_committed  # hardly any are

        files, unlike_disk = open_as_committed(files_of_today, root, all_subjects.content)
        all_subjects = all_subjects._replace(files=files)
    if options.judges_change and ruling is not None:
        from phaser_lint.check.comparison.base_contracts import restore_earlier_names

        all_subjects, earlier_names, earlier_files = restore_earlier_names(
            checker, root, commit=ruling, subjects=all_subjects
        )
        unlike_disk = {**unlike_disk, **earlier_files}
    baseline, baseline_paths = _find_baseline(
        inputs, all_subjects.files, commits=(ruling,) if ruling else bases
    )
    subjects = take_share(all_subjects, options.shard) if options.shard else all_subjects
    tree, checked_files = _check_files(
        checker,
        inputs,
        subjects=subjects,
        requested_paths=requested_paths,
        baseline_paths=baseline_paths,
    )
    listing.save()
    unread: list[Skip] = []
    if listing.closed or subjects.left_out:
        from phaser_lint.check.unreachable_files import list_unread_files  # most can be read

        unread = list_unread_files(
            checker,
            listing.closed,
            subjects,
            requested_paths=requested_paths,
            options=options,
            bases=bases,
        )
    changes = None
    if checker.selection.about_changes:
        from phaser_lint.check.changes_since_base import find_project_changes

        changes = find_project_changes(files_of_today, requested_paths, options, commits=bases)
    return ProjectScan(
        root=root,
        options=options,
        levels=levels,
        level_notices=_note_levels(
            inputs,
            checker.contracts,
            requested_paths=requested_paths,
            levels=levels,
            subjects=all_subjects,
            # What a revision lists is in it.
            counts_baseline=baseline is not None and baseline.usual and not (bases or ruling),
        ),
        listing=listing,
        checker=checker,
        all_contracts=all_contracts,
        requested_paths=requested_paths,
        all_subjects=all_subjects,
        subjects=subjects,
        tree=tree,
        checked_files=checked_files._replace(skipped=(*checked_files.skipped, *unread)),
        bases=bases,
        ruling=ruling,
        baseline=baseline,
        is_everything=requested_paths.is_everything and not options.is_partial,
        changes=changes,
        earlier_names=earlier_names,
        unlike_disk=unlike_disk,
    )


def _read_contracts(
    inputs: ProjectInputs,
    levels: Levels,
    requested_paths: RequestedPaths,
    *,
    ruling: str | None,
    state_revision: str | None,
) -> ContractSet:
    """Return all contracts of the *levels*: those on disk, or of the state that git keeps, by its
    *state_revision*, or those of the *ruling* commit.

    Raises ``UsageError`` and ``GitError``.
    """
    options = inputs.options
    contracts, *_ = open_contracts(inputs.contract_places(levels), end=None)
    if options.state.is_in_git and options.has_own_contracts:
        from phaser_lint.check.staged_contracts import load_staged_contracts

        contracts = load_staged_contracts(
            contracts,
            levels,
            revision=state_revision or "",
            participle=options.state.participle,
            home=inputs.user_home,
        )
    if options.checks_commit and options.has_own_contracts and contracts.problems:
        from phaser_lint.check.uncommitted_contracts import excuse_uncommitted_files

        contracts = excuse_uncommitted_files(contracts, inputs.root)
    revision = options.contracts_from
    if ruling is None or revision is None:
        return contracts
    from phaser_lint.check.comparison.contracts_of_revision import read_ruling_contracts

    return read_ruling_contracts(
        inputs.root, ruling, requested_paths, head=contracts, revision=revision
    )


def _read_wider_contracts(
    inputs: ProjectInputs,
    levels: Levels,
    paths: Collection[str],
    *,
    requested_paths: RequestedPaths,
    ruling: str | None,
    state: str | None,
) -> ContractSet:
    """Return the contracts with those of the levels of more files, at *paths*."""
    wider_paths = requested_paths._replace(files=(*requested_paths.files, *paths))
    wider_levels = with_file_levels(levels, paths, home=find_home_folder())
    contracts = _read_contracts(
        inputs, wider_levels, wider_paths, ruling=ruling, state_revision=state
    )
    return _choose_contracts(inputs, contracts, wider_paths)


def _choose_contracts(
    inputs: ProjectInputs, contracts: ContractSet, requested_paths: RequestedPaths
) -> ContractSet:
    """Return the *contracts* asked for, with the problems of contract files that are left out."""
    options, left_out_paths = inputs.options, inputs.listing.left_out()
    if left_out_paths:
        from phaser_lint.check.unreachable_files import find_left_out_contracts

        problems = find_left_out_contracts(
            inputs.root, left_out_paths, requested_paths, excluded=contracts.excluded
        )
        contracts = contracts._replace(problems=(*contracts.problems, *problems))
    if not options.rules and options.text is None and options.severity == "all":
        return contracts
    from phaser_lint.check.chosen_contracts import (
        select_by_severity,
        select_content_contracts,
        select_named_contracts,
    )

    if options.rules:
        contracts = select_named_contracts(
            contracts, options.rules, are_known=not options.judges_change
        )
    if options.text is not None:
        contracts = select_content_contracts(contracts)
    return select_by_severity(contracts, options.severity)


def _require_contracts(
    inputs: ProjectInputs,
    contracts: ContractSet,
    requested_paths: RequestedPaths,
    *,
    subjects: Subjects,
    bases: Sequence[str],
) -> ContractSet:
    """Return *contracts*, with a problem where the change since all *bases* removes the last ones.

    Raises ``UsageError`` where no level at all has a contract; those named may have none, and so
    may a commit whose contracts count, where the change brings the first ones.
    """
    if contracts.contracts or contracts.problems or contracts.idle:
        return contracts
    from phaser_lint.check.project_notices import NoContractsError, require_contracts

    options = inputs.options
    paths = subjects.listed if "" in subjects.folders else inputs.listing.files()
    try:
        require_contracts(
            inputs.root, paths, contracts_dir=options.contracts_dir, excluded=contracts.excluded
        )
    except NoContractsError:
        if options.contracts_from is not None:
            revision = options.contracts_from
            raise NoContractsError(f"no contracts in {revision}: nothing can be checked") from None
        if not bases or options.contracts_dir is not None:
            raise
        from phaser_lint.check.comparison.contracts_of_revision import find_removal_problem

        problem = find_removal_problem(inputs.root, bases, requested_paths)
        if problem is None:
            raise
        return contracts._replace(problems=(problem,))
    return contracts


def _note_levels(
    inputs: ProjectInputs,
    contracts: ContractSet,
    requested_paths: RequestedPaths,
    *,
    levels: Levels,
    subjects: Subjects,
    counts_baseline: bool,
) -> tuple[Notice, ...]:
    options = inputs.options
    notices: list[Notice] = []
    if inputs.listing.repositories:
        from phaser_lint.check.project_notices import note_inner_repositories

        notices += note_inner_repositories(inputs.listing.repositories, requested_paths)
    if inputs.marked and options.contracts_dir is None:
        notices += note_misplaced_files(
            inputs.root,
            inputs.marked,
            list_names=inputs.listing.names_in,
            excluded=contracts.excluded,
        )
    if options.contracts_from is None:
        own_paths = find_own_paths(inputs, contracts, subjects, counts_baseline=counts_baseline)
        if own_paths:
            from phaser_lint.check.uncommitted_contracts import note_own_files

            notices += note_own_files(inputs, contracts, own_paths, levels=levels)
    return tuple(notices)


def _find_baseline(
    inputs: ProjectInputs, files: Files, *, commits: tuple[str, ...]
) -> tuple[Baseline | None, Sequence[str]]:
    """Return the baseline that counts, and the paths of baselines, which no contract checks.

    Most projects have none, and load nothing that reads one.
    """
    root, options = inputs.root, inputs.options
    is_asked = options.baseline is not None or options.state.is_in_git or commits
    is_there = os.path.lexists(os.path.join(root, BASELINE)) or inputs.listing.left_out()
    counts = options.counts_baseline and (is_asked or is_there)
    if not (counts or options.baseline):
        return None, (BASELINE,)
    from phaser_lint.check.comparison.baseline_file import list_baseline_paths, name_usual_baseline
    from phaser_lint.check.comparison.baseline_in_force import find_baseline

    paths = list_baseline_paths(root, options.baseline)
    if not counts:
        return None, paths
    baseline = find_baseline(
        root,
        chosen_path=options.baseline,
        revision=files.revision,
        commits=commits,
        usual=name_usual_baseline(root),
    )
    return baseline, paths


def _check_files(
    checker: Checker,
    inputs: ProjectInputs,
    *,
    subjects: Subjects,
    requested_paths: RequestedPaths,
    baseline_paths: Sequence[str],
) -> tuple[Tree | None, CheckedFiles]:
    """Return the tree, if it is to be checked, and what the files gave, those read for it too."""
    options = inputs.options
    selection, files, content = checker.selection, subjects.files, subjects.content
    many_files = _open_many_files(
        checker, inputs, subjects=subjects, requested_paths=requested_paths
    )
    recalled, unknown = many_files.recall(content) if many_files else ({}, content)
    # What is kept of a file is so because a contract selects it.
    selected = unread = selection.select_paths(unknown)
    if unknown is not content:
        selected = _without_paths({*unknown}.difference(unread), content)
    baselines = {path for path in baseline_paths if path in content}
    chosen = _without_paths(baselines, selected)
    paths: Sequence[str] = ()
    # What no contract selects plays no part in which files there have to be.
    if subjects.whole:
        paths = selected
    elif selection.asks_for_tree or (requested_paths.is_everything and not options.is_partial):
        paths = selection.select_paths(subjects.listed)
    tree = None
    if subjects.folders or not options.is_content_alone:
        tree = files.tree(paths, whole=subjects.folders)
    verdicts: Sequence[FileVerdict]
    clean: Sequence[str] = ()
    if many_files is None:
        read_files = files.read(chosen)
        if options.shown:
            read_files = options.shown(read_files, len(chosen))
        verdicts, skipped = engine.check_each_file(checker, read_files)
    else:
        is_share = options.is_partial or options.tracked or options.shard is not None

        def is_looked_at(path: str) -> bool:
            """Tell whether this run checks all files that there are at or below *path*."""
            return not is_share and requested_paths.covers(path)

        # Folder by folder: what is kept of one is written at once.
        unread = sorted(_without_paths(baselines, unread))
        verdicts, skipped, clean = many_files.check(
            chosen, recalled, unread, show_progress=options.shown
        )
        many_files.save(is_looked_at)
    others = baselines if subjects.whole else {*paths}.difference(chosen)
    other_paths = others.intersection(tree.paths) if tree else ()
    if other_paths:
        tree_files = files.read(selection.read_for_tree(sorted(other_paths)))
        verdicts_for_tree, _ = engine.check_each_file(checker, (), tree_files)
        # What was not read of these is no news: a change of docs read the large file of items, too.
        verdicts = [*verdicts, *verdicts_for_tree]
    with_items = frozenset([key for verdict in verdicts for _, key, *_ in verdict.items])
    if "lists" in checker.selection.needs:
        verdicts = engine.with_items_looked_up(checker, verdicts, tree)
    return tree, CheckedFiles(verdicts, skipped, clean=clean, with_items=with_items)


def _without_paths(left_out: set[str], paths: Sequence[str]) -> Sequence[str]:
    """Return *paths* of the scan but for those that are *left_out*, mostly none."""
    return [*filterfalse(left_out.__contains__, paths)] if left_out else paths


def _open_many_files(
    checker: Checker, inputs: ProjectInputs, *, subjects: Subjects, requested_paths: RequestedPaths
) -> ManyFiles | None:
    """Return what checks the files on disk, of which it knows many from earlier scans.

    ``None`` for those of another state, and for few, which are read and searched sooner.
    """
    files, paths = subjects.files, subjects.content
    if not isinstance(files, DiskFiles):
        return None
    selected = checker.selection.select_paths(paths) if len(paths) <= FEW_LISTED else paths
    if len(selected) <= FEW_FILES:
        sizes = [_read_size(os.path.join(inputs.root, path)) for path in selected]
        if sum(sizes) * len(checker.contracts.contracts) <= FEW_BYTES:
            return None
    from phaser_lint.check.many_files import ManyFiles
    from phaser_lint.check.result_cache import open_result_cache

    # A file that was named may be one that is not listed.
    is_listed = not (requested_paths.files or requested_paths.repositories)
    special = inputs.listing.special if is_listed else None
    cache = open_result_cache(checker, inputs, paths=paths)
    return ManyFiles(checker, inputs.root, special=special, disk=files, cache=cache)


def _read_size(path: str) -> int:
    try:
        return os.stat(path).st_size
    except OSError:  # whoever reads it says why
        return 0
