"""What each file of a project shows by itself, on disk or in git's index: the ground of reports."""

from __future__ import annotations

import os
import time

from phaser_lint.check.chosen_contracts import select_content, select_rules, select_severity
from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH, baseline_paths, usual_from_here
from phaser_lint.check.comparison.baseline_in_force import baseline_in_force
from phaser_lint.check.comparison.baseline_scope import Scope
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Limits, checker_by
from phaser_lint.check.engine.unlisted import with_unlisted
from phaser_lint.check.many_files import ManyFiles
from phaser_lint.check.project_caches import listing_cache, result_cache
from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_notices import require_contracts
from phaser_lint.check.result_cache import ResultCache
from phaser_lint.check.subjects import Asked, asked_of, check_content, narrowed, subjects_of
from phaser_lint.contract.model import ContractProblem, ContractSet, Notice
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
    from collections.abc import Iterable, Mapping, Sequence

    from phaser_lint.check.comparison.baseline_in_force import InForce
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.comparison import Base
    from phaser_lint.check.engine.file_verdict import FileVerdicts
    from phaser_lint.check.project_options import ProjectOptions
    from phaser_lint.check.subjects import Subjects
    from phaser_lint.core.checked_files import Changes, Skip, Tree
    from phaser_lint.project.root import Levels
    from phaser_lint.text.globs import Tests


class Seen(Record):
    """What was read of a project and checked file by file: the ground of every report.

    ``subjects`` are a shard's own, ``all_subjects`` those of all shards. ``commit`` is the base, if
    a revision is.
    """

    root: str
    levels: Levels
    notices: tuple[Notice, ...]
    """On levels, and on what is inside the project and no part of it."""
    repositories: tuple[str, ...]
    checker: Checker
    in_force: ContractSet
    """All contracts that count, those left out of the checker's for this run among them."""
    asked: Asked
    all_subjects: Subjects
    subjects: Subjects
    tree: Tree | None
    checked: FileVerdicts
    commit: str | None
    ruling: str | None
    """The commit whose contracts and baseline count, where those on disk do not."""
    baseline: InForce | None
    scope: Scope
    everything: bool
    """Nothing was left out that is checked in a plain scan; a shard's share is that of one."""
    changes: Changes | None = None
    """What is changed, where there is a base; a shard's share of it."""


def see_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> Seen:
    """Return what each file of the project shows by itself; raises ``PhaserError``."""
    if options.staged and options.since is not None:
        raise UsageError("--staged and --since: expected one of them")
    if inputs is None:
        with ProjectInputs(options) as given:
            return _seen(options, given)
    return _seen(options, inputs)


def _seen(options: ProjectOptions, inputs: ProjectInputs) -> Seen:
    root, listing, now = inputs.root, inputs.listing, time.time_ns()
    commit = _commit(root, options)
    if listing.is_ahead:
        inputs.read_ahead()
        load_engine()
    kept = listing_cache(root, options, now=now)
    asked = asked_of(root, options)
    all_subjects = subjects_of(
        root,
        asked,
        options,
        commit=commit,
        list_files=lambda: listing.files(kept.listings if kept else None),
        special=lambda: listing.special,
    )
    levels = inputs.levels(asked, all_subjects)
    ruling, ruled = _ruling(root, asked, options, head=inputs.contracts(levels))
    if options.requires_contracts and not (ruled.contracts or ruled.problems or ruled.idle):
        _require_contracts(inputs, all_subjects, options, excluded=ruled.excluded)
    contracts = _counting(root, asked, options, ruled)

    def contracts_of(paths: Iterable[str]) -> ContractSet:
        more = asked._replace(files=(*asked.files, *paths))
        head = inputs.contracts(inputs.levels_with(levels, paths))
        return _counting(root, more, options, _ruling(root, more, options, head=head)[1])

    checker = checker_by(contracts, Limits(options.seconds), ignores=options.ignores)
    if not asked.is_everything:
        checker = checker._replace(contracts_of=contracts_of)
    if commit is not None:
        checker = checker._replace(base=_base(checker, root, commit))
    baseline = _baseline(root, ruling or commit, options)
    subjects = narrowed(all_subjects, options.shard)
    # A file that was named may be one that is not listed.
    special = None if asked.files or asked.repositories else listing.special
    disk = subjects.files if isinstance(subjects.files, DiskFiles) else None
    files = ManyFiles(checker, root, special=special, disk=disk)
    cache = result_cache(checker, root, options, now=now)
    tree, checked = _checked(files, subjects, options, cache)
    if cache is not None:
        cache.save(lambda path: _is_looked_at(path, asked, options))
    if kept is not None:
        kept.save()
    closed = closed_folders(listing.closed, asked, options, excluded=ruled.excluded)
    left_out: Sequence[Skip] = ()
    if subjects.left_out:
        from phaser_lint.check.left_out import left_out_of  # few checkouts are sparse

        left_out = left_out_of(
            root, subjects, asked, options, selection=checker.selection, base=commit
        )
    return Seen(
        root,
        levels,
        _of_levels(inputs, contracts, asked, all_subjects, options),
        tuple(listing.repositories),
        checker,
        ruled,
        asked,
        all_subjects,
        subjects,
        tree,
        checked._replace(skipped=(*checked.skipped, *left_out, *closed)),
        commit,
        ruling,
        baseline,
        # What a sparse checkout leaves out is no part of the content either.
        Scope(
            None if subjects.whole and asked.is_everything else frozenset(subjects.content),
            subjects.folders,
            lists=tree is not None,
        ),
        asked.is_everything and not _is_part(options),
        _changes(root, asked, options, commit) if checker.selection.about_changes else None,
    )


def _commit(root: str, options: ProjectOptions) -> str | None:
    """Return the commit that is compared with, if one is."""
    if options.since is None:
        return options.base
    # A scan of all there is needs none.
    from phaser_lint.check.comparison.revisions import merge_base_of

    return merge_base_of(root, options.since)


def _changes(
    root: str, asked: Asked, options: ProjectOptions, commit: str | None
) -> Changes | None:
    from phaser_lint.check.kinds_of_change import project_changes  # few contracts ask

    return project_changes(root, asked, options, commit=commit)


def _counting(root: str, asked: Asked, options: ProjectOptions, ruled: ContractSet) -> ContractSet:
    """Return those of the severity asked for, with the problems of contracts that are left out."""
    problems = (*ruled.problems, *left_out_contracts(root, asked, excluded=ruled.excluded))
    chosen = select_rules(ruled._replace(problems=problems), options.rules)
    if options.text is not None:
        chosen = select_content(chosen)
    return select_severity(chosen, options.severity)


def _ruling(
    root: str, asked: Asked, options: ProjectOptions, *, head: ContractSet
) -> tuple[str | None, ContractSet]:
    """Return the commit whose contracts count in place of those of the *head*, and what counts."""
    if options.contracts_from is None:
        return None, head
    from phaser_lint.check.comparison.by_revision import ruling_commit, ruling_contracts

    commit = ruling_commit(root, options.contracts_from, contracts_dir=options.contracts_dir)
    revision = options.contracts_from
    return commit, ruling_contracts(root, commit, asked, head=head, revision=revision)


def _of_levels(
    inputs: ProjectInputs,
    contracts: ContractSet,
    asked: Asked,
    subjects: Subjects,
    options: ProjectOptions,
) -> tuple[Notice, ...]:
    if options.contracts_dir is not None:
        return tuple(about_repositories(inputs.listing.repositories, asked))
    # What is in a commit is all that git sees, and what it ignores does not count there.
    is_commit = options.staged or options.tracked or options.contracts_from is not None
    return (
        *about_repositories(inputs.listing.repositories, asked),
        *about_misplaced(inputs.root, inputs.marked, excluded=contracts.excluded),
        *(() if is_commit else about_ignored(inputs.root, contracts, subjects)),
    )


def _require_contracts(
    inputs: ProjectInputs, subjects: Subjects, options: ProjectOptions, *, excluded: Tests
) -> None:
    """Raise ``UsageError`` where no level at all has a contract; those named may have none."""
    if options.contracts_from is not None:
        raise UsageError(f"no contracts in {options.contracts_from}: nothing can be checked")
    known = "" in subjects.folders
    listed = subjects.listed if known else inputs.listing.files(None)
    given = options.contracts_dir
    require_contracts(inputs.root, listed, contracts_dir=given, excluded=excluded)


def _base(checker: Checker, root: str, commit: str) -> Base:
    from phaser_lint.check.comparison.base import base_of  # a scan of all there is needs none

    return base_of(checker, root, commit=commit, session=None)


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


def _is_part(options: ProjectOptions) -> bool:
    """Tell whether something is left out that is checked in a plain scan of the same folders."""
    compared = options.since is not None or options.base is not None
    return bool(options.tree or options.staged or compared or options.exclude)


def _checked(
    files: ManyFiles, subjects: Subjects, options: ProjectOptions, cache: ResultCache | None
) -> tuple[Tree | None, FileVerdicts]:
    """Return the tree, if it is to be checked, and what the files gave, those read for it too."""
    selection = files.checker.selection
    selected = selection.selected(subjects.content)
    baselines = baseline_paths(files.root, options.baseline)
    chosen = [path for path in selected if path not in baselines]
    # What no contract selects plays no part in which files there have to be.
    known = selected if subjects.whole else selection.selected(subjects.listed)
    tree = None
    if subjects.folders or not options.is_content_alone:
        tree = subjects.files.tree(known, whole=subjects.folders)
    checked = check_content(files, subjects, chosen, cache=cache, shown=options.shown)
    rest = set(tree.paths).difference(chosen) if tree else set()
    for_tree = engine.check_each_file(
        files.checker, (), subjects.files.read(selection.read_for_tree(sorted(rest)))
    )
    together = checked._replace(
        verdicts=(*checked.verdicts, *for_tree.verdicts),
        skipped=(*checked.skipped, *for_tree.skipped),
    )
    return tree, with_unlisted(files.checker, together, tree.files if tree else None)


def _is_looked_at(path: str, asked: Asked, options: ProjectOptions) -> bool:
    """Tell whether this run checks all files that there are at or below *path*."""
    is_share = _is_part(options) or options.tracked or options.shard is not None
    return not is_share and asked.covers(path)


# What a scan says of levels: what is no part of the project, or counts elsewhere only.

_MOST_SHOWN = 3
_AT_THE_ROOT = {
    CONFIGURATION: f"only {CONFIGURATION} at the root does",
    DEFAULT_PATH: (
        "phaser-lint baseline --update {}, run at the root, writes the same into " + DEFAULT_PATH
    ),
}
_ENDINGS = tuple(f"/{name}" for name in PROJECT_FOLDERS)


def about_repositories(names: Iterable[str], asked: Asked) -> list[Notice]:
    """Return a notice on the other repositories of those *names* where they were *asked* for."""
    found = asked.of(sorted(names))
    if not found:
        return []
    more = ", …" if len(found) > _MOST_SHOWN else ""
    shown = ", ".join(found[:_MOST_SHOWN]) + more
    message = f"not entered: {shown}; a repository of its own is checked by a scan in it"
    return [Notice(f"{found[0]}/", None, message)]


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
    known = Asked(subjects.folders)
    paths = {each.path for each in contracts.contracts if each.source == "project"}
    unlisted = known.of(sorted(paths.difference(subjects.listed))) if known.folders else ()
    folders = sorted({path.rpartition("/")[0] for path in unlisted})
    message = "git ignores contracts in it; they count here, and CI does not see them"
    return [
        Notice(f"{folder}/", None, message)
        for folder in folders
        # Through a link, in another worktree, and in a submodule, git lists them elsewhere.
        for full in [os.path.join(root, folder)]
        if os.path.realpath(full) == full and git_root(full) == git_root(root)
    ]


def left_out_contracts(root: str, asked: Asked, *, excluded: Tests) -> tuple[ContractProblem, ...]:
    """Return a problem for each contract file that a sparse checkout leaves out, of *asked*.

    The configuration is one of them. Not of levels that are *excluded*: theirs do not count where
    they are there.
    """
    problems = []
    for path in filter(decides_what_counts, left_out_files(root)):
        folder = path.rpartition("/")[0]
        ends = (end for end in _ENDINGS if f"/{folder}".endswith(end))
        level = f"/{folder}".removesuffix(next(ends, f"/{folder}"))[1:]
        if asked.concerns(level) and not (level and takes_all_of(level, excluded)):
            from phaser_lint.project.git.git_settings import why_left_out  # few leave out any

            problems.append(ContractProblem(path, "", why_left_out(root, path)))
    return tuple(problems)


# Folders that cannot be listed: skipped, each by its path with a slash at the end.

# What lies anywhere below a folder, and is called like no file.
_FAR_BELOW = "\0/\0"
_CLOSED = "folder cannot be listed"


def closed_folders(
    closed: Mapping[str, str], asked: Asked, options: ProjectOptions, *, excluded: Tests
) -> list[Skip]:
    """Return a skip for each folder that is *closed*, with the reason.

    Nothing of those of which all is *excluded*: a database's own folder, that no contract checks.
    """
    share, left_out = options.shard, ((excluded,), (options.exclude,))
    return [
        Skip(folder, f"{_CLOSED}: {reason}")
        for folder, reason in closed.items()
        if (share is None or share.holds(folder))
        and (options.tree or asked.covers(folder))
        and not any(match(globs, f"{folder}{_FAR_BELOW}") for globs in left_out)
    ]


def is_closed_folder(skip: Skip) -> bool:
    """Tell whether what is skipped is such a folder, with all that is in it."""
    return skip.reason.startswith(_CLOSED)
