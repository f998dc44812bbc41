"""When an agent stops: what is new against the last commit, whoever wrote it.

This closes the hole that ``echo > file`` leaves in a hook on file tools.
"""

from __future__ import annotations

import os

from phaser_lint.check.comparison.base import base_of
from phaser_lint.check.comparison.baseline_in_force import baseline_of_commit, with_baseline
from phaser_lint.check.comparison.past import past_between
from phaser_lint.check.edit_check import about_failures
from phaser_lint.check.engine import check as engine
from phaser_lint.check.kinds_of_change import changes_between, changes_on_disk, of_files
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import asks_for_all, depends_on_other_files
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.project.files.commit import CommitFiles
from phaser_lint.project.files.disk import DiskFiles, repository_files
from phaser_lint.project.files.edited import EditedFiles, with_proposed
from phaser_lint.project.git import repository
from phaser_lint.project.git.changed_entries import touched_files
from phaser_lint.project.git.git_command import working_tree
from phaser_lint.project.git.repository import left_out_files
from phaser_lint.project.links import links_on_disk
from phaser_lint.project.root import files_or_links
from phaser_lint.project.walk import Listings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.comparison import Base
    from phaser_lint.contract.model import Contract, ContractKey
    from phaser_lint.core.checked_files import Changes, ProposedFile, Session, Skip
    from phaser_lint.project.files.edited import Proposed
    from phaser_lint.project.git.held_states import HeldState


class Foreseen(Record):
    """What an edit that is to come makes of a project: its files, and all that is changed then."""

    proposed: Proposed
    changes: Callable[[], Changes | None] = lambda: None


AS_IT_IS = Foreseen({})


class Changed(Record):
    """What differs from HEAD, or was committed in the session: ``files`` are there, and
    ``deleted`` ones are not. ``left_out``: what a sparse checkout keeps off the disk;
    ``uncommitted``: what differs from HEAD alone."""

    files: tuple[str, ...]
    deleted: tuple[str, ...]
    left_out: tuple[str, ...]
    uncommitted: tuple[str, ...] = ()


def changed_at_stop(
    root: str, *, committed: Iterable[str] = (), proposed: Proposed | None = None
) -> Changed:
    """Return what changed of the project at *root*, or will have once *proposed* files are there.

    Raises ``GitError``.
    """
    if working_tree(root) is None:
        raise GitError("it is no git repository")
    repository.require_repository(root)
    commit, left_out = _head(root), left_out_files(root)
    uncommitted = touched_files(root, commit)
    touched = sorted({*uncommitted, *committed, *(proposed or ())})
    files = sorted(with_proposed(files_or_links(root, touched), proposed or {}))
    gone = sorted(set(touched).difference(files, left_out))
    return Changed(tuple(files), tuple(gone), tuple(left_out), tuple(uncommitted))


def _head(root: str) -> str:
    # Without a commit the base is the empty tree.
    return repository.resolve(root, "HEAD") or repository.empty_tree(root)


def check_since_commit(
    checker: Checker, root: str, changes: Changed, *, session: Session, ahead: Foreseen = AS_IT_IS
) -> Report:
    """Return what is new since HEAD by these *changes*; raises ``GitError``.

    What the session committed is compared with what was the last commit before. What others made
    before the *session* is not its own. The first notices are about the baseline, which is that of
    the commit compared with. *ahead*: what is not on disk yet.
    """
    commit, proposed, listings = session.since or _head(root), ahead.proposed, Listings({}, now=0)
    listed = with_proposed((*repository_files(root, listings), *changes.left_out), proposed)
    names = (listings.special or frozenset()).union(proposed)
    links = links_on_disk(root, among=names, checked=lambda: listed)
    disk = DiskFiles(root, listing=lambda: listed, links=links)
    now, files = EditedFiles(disk, proposed), {*changes.files}
    # What is written in a file is written under the names, too, that links give it.
    linked = [name for name, path in links.among(names).items() if path in files]
    checker = checker.with_levels_of({*linked}.difference(files))
    changed = [path for path in sorted({*files, *linked}) if checker.selection.contracts_for(path)]
    rest = sorted(set(listed).difference(changed))
    for_tree = checker.selection.read_for_tree(rest)
    baseline, notices = baseline_of_commit(root, commit)
    failures: list[GitError] = []
    base = base_of(
        checker, root, commit=commit, session=session, failed=failures.append, proposed=proposed
    )
    report = engine.check(
        checker._replace(base=with_baseline(base, baseline)),
        now.read(changed),
        tree=now.tree(listed, whole=("",)),
        tree_files=now.read(for_tree),
        changes=_own_changes(checker, root, changes, commit, session=session, ahead=ahead),
    )
    return report._replace(notices=(*notices, *report.notices, *about_failures(failures)))


def check_elsewhere(
    checker: Checker,
    root: str,
    paths: Sequence[str],
    *,
    session: Session,
    committed: Iterable[str] = (),
    ahead: Foreseen = AS_IT_IS,
) -> Report:
    """Return what is new since HEAD in other files than *paths*, by what became of these.

    Such as a list that lost a line, or a partner that was deleted; or by what will become of them,
    once what is *ahead* is done. Raises ``GitError``.
    """
    there = {path for path in paths if os.path.exists(os.path.join(root, path))}
    gone = sorted({*paths}.difference(with_proposed(there, ahead.proposed)))
    asked = checker.selection.asked_elsewhere(paths, gone)
    if not asked or working_tree(root) is None:  # without git, Stop reports that it cannot compare
        return Report()
    on_tree = [each for each in asked if each.scope == "tree"]
    lost = _lost(checker, root, paths, on_tree, session, ahead.proposed)
    kept = [each for each in asked if each.scope != "tree" or each.key in lost]
    if not kept:
        return Report()
    subset = _by(checker, kept)
    changes = changed_at_stop(root, committed=committed, proposed=ahead.proposed)
    report = check_since_commit(subset, root, changes, session=session, ahead=ahead)
    # A glob without a wildcard is called as the file that it requires.
    others = [each for each in report.violations if each.where == "glob" or each.path not in paths]
    return Report(violations=tuple(others), undecided=report.undecided)


def _is_cross_file(contract: Contract) -> bool:
    """Tell whether a change of one file may break the contract at another, or for the project."""
    return depends_on_other_files(contract) or asks_for_all(contract)


def cross_file_violations(checker: Checker, report: Report) -> Report:
    """Return *report* with the violations alone that a change of another file may cause, or fix."""
    keys = {each.key for each in checker.contracts.contracts if _is_cross_file(each)}
    found = tuple([each for each in report.violations if each.contract_key in keys])
    return report._replace(violations=found)


def _lost(
    checker: Checker,
    root: str,
    paths: Sequence[str],
    contracts: Sequence[Contract],
    session: Session,
    proposed: Proposed,
) -> set[ContractKey]:
    """Return which of *contracts* one of *paths* met in the commit, and none does now."""
    if not contracts:
        return set()
    then = CommitFiles(root, session.since or _head(root))
    there = [path for path in paths if path in then.snapshot.blobs]
    subset = _by(checker, contracts)
    met_then = _met(subset, then.read(there))
    left = with_proposed(files_or_links(root, paths), proposed)
    return met_then - _met(subset, EditedFiles(DiskFiles(root), proposed).read(left))


def _met(checker: Checker, files: Iterable[ProposedFile | Skip]) -> set[ContractKey]:
    return {
        key for verdict in engine.check_each_file(checker, files).verdicts for key in verdict.met
    }


def _by(checker: Checker, contracts: Sequence[Contract]) -> Checker:
    return checker.by(checker.contracts._replace(contracts=tuple(contracts), problems=()))


def check_held(checker: Checker, root: str, held: HeldState, *, session: Session) -> Report:
    """Return what the *held* state has new in its paths; raises ``GitError``.

    Nothing of the disk counts but the contracts.
    """
    now = CommitFiles(root, held.commit)
    commit, _, since, _, others, own, is_shared = held
    known = session._replace(since=since, begun=(), others=others, own=own)
    session = known._replace(is_shared=is_shared, held=commit)

    listed = now.paths()
    changed = [path for path in held.paths if checker.selection.contracts_for(path)]
    rest = sorted(set(listed).difference(changed))
    baseline, _ = baseline_of_commit(root, held.since)
    failures: list[GitError] = []
    base = base_of(
        checker,
        root,
        commit=held.since,
        session=session,
        failed=failures.append,
        past=lambda commit: past_between(checker, root, commit, held.commit),
    )
    changes = None
    if checker.selection.about_changes:
        between = changes_between(root, held.since, held.commit, session=session)
        changes = of_files(between, frozenset(held.paths))
    report = engine.check(
        checker._replace(base=with_baseline(base, baseline)),
        now.read([path for path in changed if now.mode(path)]),
        tree=now.tree(listed, whole=("",)),
        tree_files=now.read(checker.selection.read_for_tree(rest)),
        changes=changes,
    )
    return report._replace(notices=(*report.notices, *about_failures(failures)))


def base_of_head(
    checker: Checker,
    root: str,
    commit: str,
    *,
    proposed: Proposed,
    failed: Callable[[GitError], None],
) -> Base:
    """Return the base of ``scan --since HEAD``, where HEAD is *commit*; with its baseline.

    *proposed*: files that are not checked as they are on disk. *failed* gets the reason why git did
    not say what came from others.
    """
    baseline, _ = baseline_of_commit(root, commit)
    base = base_of(checker, root, commit=commit, session=None, failed=failed, proposed=proposed)
    return with_baseline(base, baseline) or base


def _own_changes(
    checker: Checker, root: str, changes: Changed, commit: str, *, session: Session, ahead: Foreseen
) -> Changes | None:
    """Return what became of the files; what others committed since then is not among them."""
    if not checker.selection.about_changes:
        return None
    touched = frozenset((*changes.files, *changes.deleted))
    all_changes = ahead.changes() or changes_on_disk(root, commit, session=session)
    return of_files(all_changes, touched)
