"""Several files changed at once, or moved, or deleted: what a patch does, checked as a whole."""

from __future__ import annotations

import os

from phaser_lint.baselines.in_force import before_usual_baseline
from phaser_lint.checks.moved import under_names_of_today
from phaser_lint.checks.others_work import with_others
from phaser_lint.checks.revisions import before_last_commit
from phaser_lint.engine import check as engine
from phaser_lint.engine.comparison import added, contracts_in, either, moved, occurrences
from phaser_lint.inputs import git
from phaser_lint.inputs.disk import read_file
from phaser_lint.inputs.project import project_files, read_files
from phaser_lint.model import ProposedFile, Skip, Tree
from phaser_lint.root import path_inside
from phaser_lint.selection import Selection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import TypeAlias

    from phaser_lint.agents.event import Reconstruction
    from phaser_lint.checks.others_work import Session
    from phaser_lint.engine.comparison import Before, Occurrences
    from phaser_lint.model import ContractSet, Limits, Report

    Proposals: TypeAlias = Sequence[tuple[str, Reconstruction]]
    """Each proposed file with its path in the project; no path twice."""

_REQUIRING = ("file_exists", "file_contains")


def check_files(
    root: str,
    proposals: Proposals,
    contracts: ContractSet,
    *,
    limits: Limits,
    clock: Callable[[], float],
    only_new: bool,
    elsewhere: Before,
) -> Report:
    """Return what *contracts* say of *proposals*, of the project at *root*.

    What a file that moves had broken at its old place is old at the new one too, and so is what
    moves from one file to another. *elsewhere*: see ``check_text``.
    """
    selection = Selection(contracts)
    left = [(path, each) for path, each in proposals if not each.deleted]
    files = [
        Skip(path, each.skip_reason) if each.text is None else ProposedFile(path, each.text)
        for path, each in left
    ]

    def broken_before(after: Report) -> Occurrences:
        broken = contracts_in(after, contracts)
        then = _broken_before(root, proposals, broken, limits=limits, clock=clock)
        return added(occurrences(then), moved(then, after))

    report = engine.check(
        files,
        contracts,
        selection=selection,
        limits=limits,
        tree=Tree(tuple(path for path, _ in left), whole=False),
        clock=clock,
        before=either(broken_before, elsewhere) if only_new else None,
    )
    missing = _missing(root, proposals, contracts, limits=limits, clock=clock)
    return report._replace(violations=(*report.violations, *missing.violations))


def _broken_before(
    root: str,
    proposals: Proposals,
    contracts: ContractSet,
    *,
    limits: Limits,
    clock: Callable[[], float],
) -> Report:
    """Return what the files broke until now, a file that moves under its new name."""
    was = {
        path: earlier
        for path, each in proposals
        if each.moved_from and (earlier := path_inside(root, each.moved_from))
    }
    report = engine.examine(
        _texts_before(root, proposals, was),
        contracts,
        selection=Selection(contracts),
        limits=limits,
        tree=Tree(tuple(path for path, each in proposals if _is_left(each)), whole=False),
        clock=clock,
    )
    return under_names_of_today(report, was)


def _is_left(proposed: Reconstruction) -> bool:
    return not proposed.deleted and not proposed.is_new


def _texts_before(
    root: str, proposals: Proposals, was: Mapping[str, str]
) -> Iterator[ProposedFile | Skip]:
    for path, each in proposals:
        if each.deleted and path in was.values():
            continue  # it comes with the file that it moves to
        if each.before is not None:
            yield ProposedFile(was.get(path, path), each.before)
        elif each.deleted:
            yield read_file(root, path)


def _missing(
    root: str,
    proposals: Proposals,
    contracts: ContractSet,
    *,
    limits: Limits,
    clock: Callable[[], float],
) -> Report:
    """Return what is missing without the deleted files: required ones, of which none is left."""
    gone = {path for path, each in proposals if each.deleted}
    selection = Selection(contracts)
    asking = {contract.rule_id for path in gone for contract in selection.contracts_for(path)}
    requiring = tuple(
        contract
        for contract in contracts.contracts
        if contract.rule_id in asking and contract.type in _REQUIRING and contract.scope == "file"
    )
    subset = contracts._replace(contracts=requiring, problems=())
    if not requiring:
        return engine.check([], subset, selection=Selection(subset), limits=limits)
    there = {path for path in project_files(root) if os.path.lexists(os.path.join(root, path))}
    there.update(git.left_out_files(root))
    after = (there - gone) | {path for path, each in proposals if not each.deleted}
    return engine.check(
        [],
        subset,
        selection=Selection(subset),
        limits=limits,
        tree=Tree(tuple(sorted(after)), whole=True),
        clock=clock,
    )


def check_written(
    root: str,
    paths: Sequence[str],
    contracts: ContractSet,
    *,
    limits: Limits,
    clock: Callable[[], float],
    session: Session,
) -> Report:
    """Return what is new since the last commit before the *session* in files just written.

    For agents that do not tell what a file was before; without a commit everything is new. What
    others made before the session is not its own.
    """
    selection = Selection(contracts)
    there = [path for path in paths if os.path.lexists(os.path.join(root, path))]
    at_commit = before_last_commit(
        root,
        contracts,
        limits=limits,
        clock=clock,
        since=session.since,
        last=frozenset(there),
    )
    before = with_others(at_commit, root, contracts, session=session, limits=limits, clock=clock)
    return engine.check(
        read_files(root, there),
        contracts,
        selection=selection,
        limits=limits,
        tree=Tree(tuple(there), whole=False),
        clock=clock,
        before=either(before, before_usual_baseline(root, session.since or "HEAD")),
    )
