"""Several files changed at once, or moved, or deleted: what a patch does, checked as a whole."""

from __future__ import annotations

import os

from phaser_lint.check.comparison.base import base_of
from phaser_lint.check.comparison.baseline_in_force import base_of_usual_baseline
from phaser_lint.check.comparison.past import under_names_of_today
from phaser_lint.check.edit_check import about_failures, proposed_file
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.comparison import added, contracts_in, either, moved, occurrences
from phaser_lint.check.kinds_of_change import without_edit
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import RULES, requires_file
from phaser_lint.core.checked_files import ProposedFile, Skip, Tree
from phaser_lint.core.files import Files
from phaser_lint.project.disk import read_file
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.root import path_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
    from typing import TypeAlias

    from phaser_lint.agent import Reconstruction
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.comparison import Occurrences
    from phaser_lint.core.checked_files import Changes, Session
    from phaser_lint.core.errors import GitError

    Proposals: TypeAlias = Sequence[tuple[str, Reconstruction]]
    """Each proposed file with its path in the project; no path twice."""


def check_files(
    checker: Checker,
    root: str,
    proposals: Proposals,
    *,
    tree: Tree | None = None,
    changes: Changes | None = None,
) -> Report:
    """Return the report on *proposals*, of the project at *root*.

    If the *checker* has a base, what the files broke until now belongs to it, too: of a file that
    moves at its new place, and wherever it moves from one file to another. *changes*: what is
    changed. *tree*: that of the files that are left, where what else is there counts, too.
    """
    left = [(path, each) for path, each in proposals if not each.deleted]
    files = [
        Skip(path, each.skip_reason) if each.text is None else proposed_file(path, each, each.text)
        for path, each in left
    ]

    def broken_in_base(after: Report) -> Occurrences:
        broken = checker.by(contracts_in(after, checker.contracts))
        then = _broken_in_base(broken, root, proposals)
        return added(occurrences(then), moved(then, after))

    base = either(broken_in_base, checker.base) if checker.base else None
    tree = tree or Tree(tuple(path for path, _ in left), whole=())
    report = engine.check(checker._replace(base=base), files, tree=tree, changes=changes)
    missing = _missing(checker, root, proposals)
    return report._replace(
        violations=(*report.violations, *missing.violations),
        undecided=tuple(sorted({*report.undecided, *missing.undecided})),
    )


def _broken_in_base(checker: Checker, root: str, proposals: Proposals) -> Report:
    """Return what the files broke until now, a file that moves under its new name."""
    was = {
        path: earlier
        for path, each in proposals
        if each.moved_from and (earlier := path_inside(root, each.moved_from))
    }
    report = engine.examine(
        checker,
        _base_texts(root, proposals, was),
        tree=Tree(tuple(path for path, each in proposals if _is_left(each)), whole=()),
    )
    return under_names_of_today(report, was)


def _is_left(proposed: Reconstruction) -> bool:
    return not proposed.deleted and not proposed.is_new


def _base_texts(
    root: str, proposals: Proposals, was: Mapping[str, str]
) -> Iterator[ProposedFile | Skip]:
    for path, each in proposals:
        if each.deleted and path in was.values():
            continue  # it comes with the file that it moves to
        if each.before is not None:
            yield proposed_file(was.get(path, path), each, each.before)
        elif each.deleted:
            yield read_file(root, path)


def _missing(checker: Checker, root: str, proposals: Proposals) -> Report:
    """Return what is missing without the deleted files: the last required one, the last partner."""
    gone = {path for path, each in proposals if each.deleted}
    asking = {each.key for path in gone for each in checker.selection.contracts_for(path)}
    requiring = tuple(
        contract
        for contract in checker.contracts.contracts
        if (contract.key in asking and requires_file(contract))
        or any(RULES[contract.type].may_go_with(contract, path) for path in gone)
    )
    if not requiring:
        return Report()
    subset = checker.by(checker.contracts._replace(contracts=requiring, problems=()))
    disk = DiskFiles(root)
    there = set(disk.paths())
    texts = {path: each.text for path, each in proposals if not each.deleted}
    after = (there - gone) | texts.keys()
    # What is new may still get its partner, and what was alone before has lost nothing.
    alone = {
        (each.contract_key, each.path) for each in _on_tree(subset, there, (), disk).violations
    }
    lonely = {each.path for each in _on_tree(subset, after, (), disk).violations} & after
    files = [
        *(ProposedFile(path, text) for path in lonely if (text := texts.get(path)) is not None),
        *disk.read(sorted(lonely - texts.keys())),
    ]
    lacking = _on_tree(subset, after, files, disk)
    return lacking._replace(
        violations=tuple(
            each
            for each in lacking.violations
            if each.where == "glob"
            or (_is_there(disk, each.path) and (each.contract_key, each.path) not in alone)
        )
    )


def _on_tree(
    checker: Checker,
    paths: Set[str],
    files: Iterable[ProposedFile | Skip],
    disk: DiskFiles,
) -> Report:
    """Return what breaks contracts on the tree of *paths*; *files* are read for directives."""
    listed = tuple(sorted(paths))
    there = DiskFiles(disk.root, listing=lambda: listed, links=disk.links)
    tree = there.tree(listed, whole=("",))
    return engine.check(checker._replace(base=None), [], tree=tree, tree_files=files)


def _is_there(files: Files, path: str) -> bool:
    return files.exists(path) or files.exists(f"{path}/")


def check_written(
    checker: Checker,
    root: str,
    paths: Sequence[str],
    *,
    session: Session,
    changes: Changes | None = None,
) -> Report:
    """Return what is new since the last commit before the *session* in files just written.

    For agents that do not report what a file was before; without a commit everything is new. What
    others made before the session is not its own. *changes*: what was changed, see
    ``written_changes``. What git did not answer is a notice.
    """
    there, disk = (
        [path for path in paths if os.path.lexists(os.path.join(root, path))],
        DiskFiles(root),
    )
    failures: list[GitError] = []
    last = frozenset(there)
    base_of_session = base_of(
        checker, root, commit=None, session=session, failed=failures.append, last=last
    )
    base = either(base_of_session, base_of_usual_baseline(root, session.since or "HEAD"))
    report = engine.check(
        checker._replace(base=either(base, without_edit(checker, changes))),
        disk.read(there),
        tree=disk.tree(there),
        changes=changes,
    )
    return report._replace(notices=(*report.notices, *about_failures(failures)))
