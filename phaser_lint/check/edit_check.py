"""One edit checked: from reconstructed files to a Report. Shared by ``hook`` and ``enforce``.

Existence contracts are checked on the touched paths alone: writing a forbidden file is a violation,
and so is deleting the last one that a contract requires; what may be missing elsewhere belongs to
Stop and to scan.
"""

from __future__ import annotations

from phaser_lint.agent import Reconstruction
from phaser_lint.check.comparison.base_of_edit import base_of_edit
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.comparison import (
    contracts_in,
    either,
    occurrences,
)
from phaser_lint.contract.model import Notice, Undecided
from phaser_lint.contract.rules import RULES
from phaser_lint.core.checked_files import ProposedFile, Skip, Tree
from phaser_lint.core.errors import GitError

GIT = "phaser-lint: git"
"""The path of a notice on what git did not answer."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.check.edited_together import Proposals
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.comparison import Occurrences
    from phaser_lint.contract.model import Report
    from phaser_lint.core.checked_files import Changes, Session
    from phaser_lint.core.errors import GitError
    from phaser_lint.project.files.edited import Proposed


def check_reconstruction(
    checker: Checker,
    path: str,
    proposed: Reconstruction,
    *,
    tree: Tree | None = None,
    changes: Changes | None = None,
) -> Report:
    """Return the report on the file that an event proposes, at *path* in the project.

    If the *checker* has a base, what the file broke until now belongs to it, too. Without a
    text only its path is checked. *changes*: what the event changes. *tree*: that of the path,
    where what else is there counts, too; before an edit it may be still to come.
    """
    file, tree = _file(path, proposed), tree or Tree((path,), whole=())

    def broken_in_base(after: Report) -> Occurrences:
        if proposed.is_new:
            return {}
        before = [] if proposed.before is None else [proposed_file(path, proposed, proposed.before)]
        broken = checker.by(contracts_in(after, checker.contracts))
        return occurrences(engine.examine(broken, before, tree=tree))

    base = either(broken_in_base, checker.base) if checker.base else None
    return engine.check(checker._replace(base=base), [file], tree=tree, changes=changes)


def reconstruction_of(file: ProposedFile | Skip) -> Reconstruction:
    """Return the state of a file that was read, as an event would propose it."""
    if isinstance(file, Skip):
        return Reconstruction(skip_reason=file.reason)
    return Reconstruction(text=file.text)


def _file(path: str, proposed: Reconstruction) -> ProposedFile | Skip:
    if proposed.text is None:
        return Skip(path, proposed.skip_reason, proposed.size)
    return proposed_file(path, proposed, proposed.text)


def proposed_file(path: str, proposed: Reconstruction, text: str) -> ProposedFile:
    """Return the file at *path* with the *text* that it had, or will have once it is written."""
    return ProposedFile(path, text, leads_to=proposed.leads_to)


def check_proposals(
    checker: Checker, root: str, proposals: Proposals, *, only_new: bool, session: Session
) -> Report:
    """Return the report on all files that an event proposes, taken together.

    With *only_new* the violations in the base count as existing. The base is the disk, and what the
    disk no longer has of HEAD, or of the last commit before those of the *session*: that may come
    back in any file.
    """
    proposed = as_proposed(proposals)
    failures: list[GitError] = []
    created = {path for path, each in proposals if each.is_new}
    elsewhere = base_of_edit(
        checker,
        root,
        proposed=proposed,
        created=created,
        since=session.since,
        failed=failures.append,
    )
    changes, unknown = changes_of_edit(checker, root, proposals, session=session)
    checker = checker._replace(base=elsewhere if only_new else None)
    if len(proposals) == 1 and not proposals[0][1].deleted and not proposals[0][1].moved_from:
        report = check_reconstruction(checker, *proposals[0], changes=changes)
    else:
        from phaser_lint.check.edited_together import check_files

        report = check_files(checker, root, proposals, changes=changes)
    report = with_undecided(report, unknown)
    return report._replace(notices=(*report.notices, *about_failures(failures)))


def about_failures(failures: Sequence[GitError]) -> list[Notice]:
    """Return why something could not be compared with the last commit; all of it is new then."""
    reasons = dict.fromkeys(str(error) for error in failures)
    return [Notice(GIT, None, f"Not compared with the last commit: {each}.") for each in reasons]


def with_undecided(report: Report, undecided: Sequence[Undecided]) -> Report:
    """Return *report* with what else is *undecided*, but for what is broken as far as is known."""
    broken = {(each.contract_key, each.path) for each in report.violations}
    left = [each for each in undecided if (each.contract_key, each.path) not in broken]
    return report._replace(undecided=tuple(sorted((*report.undecided, *left)))) if left else report


def changes_of_edit(
    checker: Checker, root: str, proposals: Proposals, *, session: Session
) -> tuple[Changes | None, Sequence[Undecided]]:
    """Return what *proposals* would change, if a contract asks, and what git's failure leaves open.

    Without git the disk decides.
    """
    if not checker.selection.about_changes:
        return None, ()
    from phaser_lint.check.proposed_changes import proposed_changes  # few contracts ask

    failures: list[GitError] = []
    changes = proposed_changes(checker, root, proposals, session=session, failed=failures.append)
    return changes, unknown_changes(checker, [path for path, _ in proposals], failures)


def distinguishes_kinds(checker: Checker, paths: Sequence[str]) -> bool:
    """Tell whether some contract forbids one kind of change of *paths*, and allows another."""
    selected = checker.selection.paths_at(checker.selection.about_changes, paths)
    kinds = [
        {
            *RULES[checker.contracts.contracts[place].type].breaking_kinds(
                checker.contracts.contracts[place]
            )
        }
        for place in selected
    ]
    return any(len(each & {"create", "modify"}) == 1 for each in kinds)


def changes_written(
    checker: Checker, root: str, paths: Sequence[str], *, session: Session
) -> tuple[Changes | None, Sequence[Undecided]]:
    """Return what became of *paths*, if a contract asks, and what git's failure leaves open."""
    asking = checker.selection.about_changes
    if not asking or not checker.selection.paths_at(asking, paths):
        return None, ()
    from phaser_lint.check.kinds_of_change import written_changes  # few contracts ask

    try:
        return written_changes(root, paths, session=session), ()
    except GitError as error:
        return None, unknown_changes(checker, paths, [error])


def unknown_changes(
    checker: Checker, paths: Sequence[str], failures: Sequence[GitError]
) -> Sequence[Undecided]:
    """Return that no contract on changes is decided of *paths*, for the first of *failures*."""
    if not failures:
        return ()
    selected = checker.selection.paths_at(checker.selection.about_changes, paths)
    return [
        Undecided(contract.rule_id, path, str(failures[0]), contract.level)
        for place, chosen in selected.items()
        for contract in [checker.contracts.contracts[place]]
        for path in chosen
    ]


def as_proposed(proposals: Proposals) -> Proposed:
    """Return the files of *proposals* as they will be, by their paths."""
    return {path: None if each.deleted else _file(path, each) for path, each in proposals}
