"""Several files changed at once, or moved, or deleted: what a patch does, checked as a whole."""

from __future__ import annotations

import os

from phaser_lint.checks.revisions import before_commit
from phaser_lint.engine import check as engine
from phaser_lint.engine.comparison import contracts_in, occurrences
from phaser_lint.errors import GitError
from phaser_lint.inputs import git
from phaser_lint.inputs.project import project_files, read_files
from phaser_lint.model import ProposedFile, Skip, Tree
from phaser_lint.root import path_inside
from phaser_lint.selection import Selection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from phaser_lint.agents.event import Reconstruction
    from phaser_lint.engine.comparison import Occurrences
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
) -> Report:
    """Return what *contracts* say of *proposals*, of the project at *root*.

    What a file that moves had broken at its old place is old at the new one too.
    """
    selection = Selection(contracts)
    left = [(path, each) for path, each in proposals if not each.deleted]
    files = [
        Skip(path, each.skip_reason) if each.text is None else ProposedFile(path, each.text)
        for path, each in left
    ]

    def broken_before(after: Report) -> Occurrences:
        broken = contracts_in(after, contracts)
        return _broken_before(root, left, broken, limits=limits, clock=clock)

    report = engine.check(
        files,
        contracts,
        selection=selection,
        limits=limits,
        tree=Tree(tuple(path for path, _ in left), whole=False),
        clock=clock,
        before=broken_before if only_new else None,
    )
    missing = _missing(root, proposals, contracts, limits=limits, clock=clock)
    return report._replace(violations=(*report.violations, *missing.violations))


def _broken_before(
    root: str,
    left: Proposals,
    contracts: ContractSet,
    *,
    limits: Limits,
    clock: Callable[[], float],
) -> Occurrences:
    was = {path: path_inside(root, each.moved_from) or path for path, each in left}
    report = engine.examine(
        [ProposedFile(was[path], each.before) for path, each in left if each.before is not None],
        contracts,
        selection=Selection(contracts),
        limits=limits,
        tree=Tree(tuple(path for path, each in left if not each.is_new), whole=False),
        clock=clock,
    )
    now = {before: path for path, before in was.items()}
    return {
        (rule_id, now.get(path, path), line): times
        for (rule_id, path, line), times in occurrences(report).items()
    }


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
    since: str = "",
) -> Report:
    """Return what is new since the last commit, or *since* another, in files just written.

    For agents that do not tell what a file was before; without a commit everything is new.
    """
    selection = Selection(contracts)
    there = [path for path in paths if os.path.lexists(os.path.join(root, path))]

    def broken_before(after: Report) -> Occurrences:
        try:
            commit = since or (git.resolve(root, "HEAD") if git.is_repository(root) else None)
            if commit is None:
                return {}
            before = before_commit(root, commit, contracts, limits=limits, clock=clock)
            return before(after)
        except GitError:
            return {}

    return engine.check(
        read_files(root, there),
        contracts,
        selection=selection,
        limits=limits,
        tree=Tree(tuple(there), whole=False),
        clock=clock,
        before=broken_before,
    )
