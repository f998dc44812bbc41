"""When an agent stops: what is new against the last commit, whoever wrote it.

This closes the hole that ``echo > file`` leaves in a hook on file tools.
"""

from __future__ import annotations

import os
from functools import partial
from itertools import filterfalse

from phaser_lint.check.changes_since_base import (
    find_changes_between,
    find_changes_since,
    limit_changes_to_paths,
    with_branch,
)
from phaser_lint.check.comparison.baseline_file import BaselineComparison
from phaser_lint.check.comparison.baseline_in_force import find_committed_baseline
from phaser_lint.check.comparison.commits import CommitComparison
from phaser_lint.check.comparison.standing_entries import (
    StandingEntriesComparison,
    UsualBaselineComparison,
)
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.other_changes import OtherChanges
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules.file_sets import select_for_change
from phaser_lint.contract.undecided import make_undecided
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.project.file_or_skip import select_present_paths
from phaser_lint.project.files.commit import CommitFiles
from phaser_lint.project.files.disk import DiskFiles, list_repository_files
from phaser_lint.project.files.edited import EditedFiles, with_proposed_files
from phaser_lint.project.git import find_working_tree, require_repository
from phaser_lint.project.git.changed_entries import list_touched_files
from phaser_lint.project.git.revisions import name_empty_tree, resolve_revision
from phaser_lint.project.git.tracked_files import list_left_out_files, list_tracked_links
from phaser_lint.project.symlinks import make_disk_links
from phaser_lint.project.walk import Listings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from phaser_lint.check.comparison.baseline_in_force import Baseline
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.new_violations import Comparison
    from phaser_lint.contract.model import Contract, ContractKey, ContractSet
    from phaser_lint.core.changes import Changes
    from phaser_lint.core.file_records import Session, Skip, TextFile
    from phaser_lint.project.files.edited import FilesAfterEdit
    from phaser_lint.project.git.session_branches import HeldState


class Foreseen(Record):
    """What an edit that is to come makes of a project: its files, and all that is changed then."""

    proposed: FilesAfterEdit
    changes: Callable[[], Changes | None] | None = None


AS_IT_IS = Foreseen({})


class Changed(Record):
    """What differs from HEAD, or was committed in the session: ``files`` are there, and
    ``deleted`` ones are not. ``left_out``: what a sparse checkout keeps off the disk;
    ``uncommitted``: what differs from HEAD alone; ``inner_folders``: repositories in the project
    that git does not track, with ``/``; ``gone_before``: those of ``deleted`` that were
    gone when the session began."""

    files: tuple[str, ...]
    deleted: tuple[str, ...]
    left_out: tuple[str, ...]
    uncommitted: tuple[str, ...] = ()
    inner_folders: tuple[str, ...] = ()
    gone_before: tuple[str, ...] = ()


def find_changes_at_stop(
    root: str, *, committed: Iterable[str] = (), proposed: FilesAfterEdit | None = None
) -> Changed:
    """Return what an agent changed since the last commit, as when it stops, of the project at
    *root*, or will have once *proposed* files are there.

    Raises ``GitError``.
    """
    if find_working_tree(root) is None:
        raise GitError("it is no git repository")
    require_repository(root)
    commit, left_out = resolve_session_base(root), list_left_out_files(root)
    inner_folders: list[str] = []
    uncommitted = list_touched_files(root, commit, inner_folders=inner_folders)
    touched = sorted({*uncommitted, *committed, *(proposed or ())})
    files = sorted(with_proposed_files(select_present_paths(root, touched), proposed or {}))
    deleted = sorted(set(touched).difference(files, left_out))
    return Changed(
        tuple(files),
        tuple(deleted),
        tuple(left_out),
        uncommitted=tuple(uncommitted),
        inner_folders=tuple(inner_folders),
    )


def resolve_session_base(root: str, session: Session | None = None) -> str:
    """Return the commit before those of the *session*, or HEAD; where there is none the empty tree.
    Raises ``GitError``.
    """
    since = session.since if session else ""
    return since or resolve_revision(root, "HEAD") or name_empty_tree(root)


def check_since_commit(
    checker: Checker,
    root: str,
    changes: Changed,
    *,
    session: Session,
    ahead: Foreseen = AS_IT_IS,
    touched_paths: Sequence[str] | None = None,
) -> Report:
    """Return what is new since the last commit by these *changes*, as when an agent stops; raises
    ``GitError``.

    What the session committed is compared with what was the last commit before. What others made
    before the *session* is not its own. The first notices are about the baseline, which is that of
    the commit compared with. *ahead*: what is not on disk yet. With *touched_paths* items are read
    of changed files, and of those that these may list.
    """
    commit, proposed, listings = (
        resolve_session_base(root, session),
        ahead.proposed,
        Listings({}, now_ns=0),
    )
    # Contracts on the tree and lists ask which files there are, and links, which give some of them
    # other names.
    is_listed = checker.selection.asks_for_tree or bool(
        (changes.files or proposed)
        and (
            any(os.path.islink(os.path.join(root, path)) for path in changes.files)
            or list_tracked_links(root)
        )
    )
    listed = list_repository_files(root, listings) if is_listed else changes.files
    all_paths = with_proposed_files((*listed, *changes.left_out), proposed)
    names = (listings.special or frozenset()).union(proposed)

    def list_paths() -> Sequence[str]:
        return all_paths

    links = make_disk_links(root, among=names, list_checked=list_paths)
    disk = DiskFiles(root, listing=list_paths, links=links)
    files_now, files = EditedFiles(disk, proposed), {*changes.files}
    # What is written in a file is written under the names, too, that links give it.
    linked = [name for name, path in links.select_links(names).items() if path in files]
    checker = checker.with_levels_of({*linked}.difference(files))
    changed = [path for path in sorted({*files, *linked}) if checker.selection.contracts_for(path)]
    unchanged = filterfalse(frozenset(changed).__contains__, all_paths)
    read_paths = (
        checker.selection.read_for_tree(unchanged)
        if touched_paths is None
        else select_for_change(checker.selection, unchanged, touched_paths)
    )
    for_tree = sorted(read_paths)
    baseline, notices = find_committed_baseline(root, commit)
    commits = CommitComparison(checker, root, (commit,), session=session, proposed=proposed)
    comparisons = _with_baseline(commits, baseline)
    if changes.gone_before:  # what a file lacked since existed, too
        comparisons += (
            CommitComparison(checker, root, (commit,), gone_before=changes.gone_before).count,
        )
    own_changes = None
    if checker.selection.about_changes:  # what others committed since then is not among them
        all_changes = ahead.changes() if ahead.changes else None
        if all_changes is None:
            all_changes = with_branch(
                find_changes_since(DiskFiles(root), (commit,), session=session),
                root,
                (commit,),
                find_since=partial(find_changes_since, DiskFiles(root)),
                session=session,
            )
        own_changes = limit_changes_to_paths(
            all_changes,
            frozenset((*changes.files, *changes.deleted)).difference(changes.gone_before),
        )
    report = engine.check_files(
        checker,
        files_now.read(changed),
        tree=files_now.tree(all_paths, whole=("",)),
        tree_files=files_now.read(for_tree),
        changes=own_changes,
        comparisons=comparisons,
    )
    return report._replace(notices=(*notices, *report.notices))


def _with_baseline(commits: CommitComparison, baseline: Baseline | None) -> tuple[Comparison, ...]:
    """Return the comparison with *commits*, and with what of them only the *baseline* tells."""
    if baseline is None or not baseline.entries:
        return (commits.count,)
    standing = StandingEntriesComparison(baseline.entries, earlier=(commits,))
    return (commits.count, standing.count)


def check_written_files(
    checker: Checker,
    paths: Sequence[str],
    *,
    session: Session,
    changes: Changes | None = None,
) -> Report:
    """Return what is new, as when an agent stops, since the last commit before the *session*, but
    only in the files at *paths*, which a tool has just written.

    For agents that do not report what a file was before; without a commit everything is new. What
    others made before the session is not its own. *changes*: what was changed, see
    ``find_written_changes``. What git did not answer is a notice.
    """
    root = checker.root
    disk = DiskFiles(root)
    present = [path for path in paths if os.path.lexists(os.path.join(root, path))]
    commits = CommitComparison(checker, root, session=session, last=frozenset(present))
    return engine.check_files(
        checker,
        disk.read(present),
        tree=disk.tree(present),
        changes=changes,
        comparisons=(
            OtherChanges(checker, changes).count,
            commits.count,
            UsualBaselineComparison(root, session.since or "HEAD", earlier=(commits,)).count,
        ),
    )


def check_other_files(
    checker: Checker,
    paths: Sequence[str],
    *,
    session: Session,
    ahead: Foreseen,
) -> Report:
    """Return what is new, as when an agent stops, since the last commit in other files than
    *paths*, by what became of these.

    Such as a list that lost a line, or a partner that was deleted; or by what will become of them,
    once what is *ahead* is done. Where git does not answer, what depends on *paths* is undecided.
    """
    root = checker.root
    present = {path for path in paths if os.path.exists(os.path.join(root, path))}
    deleted = sorted({*paths}.difference(with_proposed_files(present, ahead.proposed)))
    asked_elsewhere = checker.selection.asked_elsewhere
    contracts = asked_elsewhere(paths, deleted)
    if (
        not contracts or find_working_tree(root) is None
    ):  # without git, Stop reports that it cannot compare
        return Report()
    try:
        return _check_asked_contracts(
            checker, paths, contracts=contracts, session=session, ahead=ahead
        )
    except GitError as error:  # Stop checks it once more
        undecided = [
            make_undecided(contract, path, str(error))
            for path in paths
            for contract in asked_elsewhere((path,), {path}.intersection(deleted))
        ]
        return Report(undecided=tuple(sorted(undecided)))


def _check_asked_contracts(
    checker: Checker,
    paths: Sequence[str],
    *,
    contracts: Sequence[Contract],
    session: Session,
    ahead: Foreseen,
) -> Report:
    """Return what is new of *contracts* in other files than *paths*; raises ``GitError``."""
    root = checker.root
    on_tree = [contract for contract in contracts if contract.scope == "tree"]
    unmet: set[ContractKey] = set()
    if on_tree:  # those that one of the paths met in the commit, and none does now
        files_then = CommitFiles(root, resolve_session_base(root, session))
        paths_then = [path for path in paths if path in files_then.snapshot.blobs]
        subset = _select_contracts(checker, on_tree)
        remaining = with_proposed_files(select_present_paths(root, paths), ahead.proposed)
        files_now = EditedFiles(DiskFiles(root), ahead.proposed)
        unmet = _find_met_contracts(subset, files_then.read(paths_then), in_doubt=True)
        unmet -= _find_met_contracts(subset, files_now.read(remaining))
    contracts = [
        contract for contract in contracts if contract.scope != "tree" or contract.key in unmet
    ]
    if not contracts:
        return Report()
    subset = _select_contracts(checker, contracts)
    changes = find_changes_at_stop(root, committed=session.committed, proposed=ahead.proposed)
    report = check_since_commit(
        subset, root, changes, session=session, ahead=ahead, touched_paths=paths
    )
    # A glob without a wildcard is called as the file that it requires.
    violations = tuple(
        [
            violation
            for violation in report.violations
            if violation.where == "glob" or violation.path not in paths
        ]
    )
    return Report(violations=violations, undecided=report.undecided)


def _find_met_contracts(
    checker: Checker, files: Iterable[TextFile | Skip], *, in_doubt: bool = False
) -> set[ContractKey]:
    """Return the contracts that one of *files* meets; *in_doubt* those that one may meet, too."""
    verdicts, _ = engine.check_each_file(checker, files)
    undecided = [check for verdict in verdicts for check in verdict.undecided if in_doubt]
    return {
        *[key for verdict in verdicts for key in verdict.met],
        *[check.contract_key for check in undecided],
    }


def _select_contracts(checker: Checker, contracts: Sequence[Contract]) -> Checker:
    """Return *checker* by some of its *contracts* alone, also where files bring further levels."""
    keys = {contract.key for contract in contracts}
    read_all = checker.contracts_of

    def select_from(contract_set: ContractSet) -> ContractSet:
        selected = [contract for contract in contract_set.contracts if contract.key in keys]
        return contract_set._replace(contracts=tuple(selected), problems=())

    def read_selected(paths: Collection[str]) -> ContractSet:
        return select_from(read_all(paths) if read_all else checker.contracts)

    subset = checker.with_contracts(select_from(checker.contracts))
    return subset._replace(contracts_of=read_selected if read_all else None)


def check_held_state(
    checker: Checker, root: str, held_state: HeldState, *, session: Session
) -> Report:
    """Return what is new, as when an agent stops, in a *held_state*, a commit that holds what the
    session committed; raises ``GitError``.

    Nothing of the disk counts but the contracts.
    """
    held_files = CommitFiles(root, held_state.commit)
    commit, _, since, _, other_tips, own_commits, is_shared = held_state
    state_session = session._replace(since=since, brought=(), others=other_tips, own=own_commits)
    session = state_session._replace(is_shared=is_shared, held=commit)

    all_paths = held_files.paths()
    changed = [path for path in held_state.paths if checker.selection.contracts_for(path)]
    unchanged = sorted(set(all_paths).difference(changed))
    baseline, _ = find_committed_baseline(root, held_state.since)
    commits = CommitComparison(
        checker, root, (held_state.since,), session=session, tip=held_state.commit
    )
    changes = None
    if checker.selection.about_changes:
        between = find_changes_between(root, held_state.since, held_state.commit, session=session)
        changes = limit_changes_to_paths(between, frozenset(held_state.paths))
    return engine.check_files(
        checker,
        held_files.read([path for path in changed if held_files.mode(path)]),
        tree=held_files.tree(all_paths, whole=("",)),
        tree_files=held_files.read(checker.selection.read_for_tree(unchanged)),
        changes=changes,
        comparisons=_with_baseline(commits, baseline),
    )


def make_head_comparisons(
    checker: Checker, root: str, commit: str, *, proposed: FilesAfterEdit
) -> tuple[Comparison, ...]:
    """Return what is compared as when an agent stops, for an open text: HEAD, which is *commit*,
    its baseline, and what entries list that this one lacks.

    So ``scan --staged`` excuses it. *proposed*: files that are not checked as they are on disk.
    """
    baseline, _ = find_committed_baseline(root, commit)
    commits = CommitComparison(checker, root, (commit,), proposed=proposed)
    added = BaselineComparison((baseline and baseline.added) or {})
    return (*_with_baseline(commits, baseline), added.count)
