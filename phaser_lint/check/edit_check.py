"""One edit checked: from proposed files to a Report. Shared by ``hook`` and ``enforce``.

Existence contracts are checked on the touched paths alone: writing a forbidden file is a violation,
and so is deleting the last one that a contract requires; what may be missing elsewhere belongs to
Stop and to scan.
"""

from __future__ import annotations

from phaser_lint.agent import FileProposal
from phaser_lint.check.comparison.edits import BeforeEdit, files_after_edit, proposed_file
from phaser_lint.check.engine import check as engine
from phaser_lint.contract.rules import RULES
from phaser_lint.core.checked_files import Skip, Tree
from phaser_lint.core.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.check.comparison.edits import Proposals
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.new_violations import Comparison
    from phaser_lint.contract.model import Report
    from phaser_lint.core.changes import Changes
    from phaser_lint.core.checked_files import Session, TextFile
    from phaser_lint.core.files import Files


def check_edit(
    checker: Checker,
    root: str,
    proposals: Proposals,
    *,
    since: str | None = None,
    before: BeforeEdit | None = None,
    comparisons: Sequence[Comparison] = (),
    only_new: bool = True,
    tree: Tree | None = None,
    changes: Changes | None = None,
) -> Report:
    """Return the report on the files that an event proposes, of the project at *root*.

    What they broke until now existed (*before*, where the caller asks it for more), and so did what
    *comparisons* hold, and the commit *since*,
    an empty one for HEAD, of what the disk no longer has, or what moves along with a kept text
    (``moving_along``); without *only_new* all that is open
    counts, and what only people may suppress is compared. Of a file without a text its path alone
    is checked. *changes*: what the event changes. *tree*: that of the files that are left, where
    what else is there counts, too.
    """
    remaining = [(path, edit) for path, edit in proposals if not edit.deleted]

    def files_after() -> Files:
        from phaser_lint.project.files.disk import DiskFiles  # few contracts read aliases
        from phaser_lint.project.files.edited import EditedFiles

        return EditedFiles(DiskFiles(root), files_after_edit(proposals))

    checker_now = checker.reading_aliases(files_after)
    is_compared = only_new or checker.compares_suppressed()
    if is_compared:
        if before is None:
            is_single = len(proposals) == len(remaining) == 1 and not proposals[0][1].moved_from
            own_tree = tree if is_single else None
            before = BeforeEdit(checker, root, proposals, since=since, tree=own_tree)
        comparisons = (before, *comparisons)
    if only_new and "lost match" in checker.selection.evidence:
        from phaser_lint.check.comparison.moving_along import MovingAlong  # few keep texts

        comparisons = (*comparisons, MovingAlong(checker, root=root, proposals=proposals))
    if tree is None and checker.selection.on_tree:
        tree = Tree(tuple(path for path, _ in remaining), whole=())
    report = engine.check(
        checker_now,
        [proposed_file(path, edit, edit.text) for path, edit in remaining],
        tree=tree,
        changes=changes,
        comparisons=comparisons if is_compared else (),
        compares_open=only_new,
    )
    report = without_ignored_files(checker, root, report)
    if len(remaining) == len(proposals):
        return report
    from phaser_lint.check.deleted_files import missing_without  # few edits delete

    missing = missing_without(checker, root, proposals)
    return report._replace(
        violations=(*report.violations, *missing.violations),
        undecided=tuple(sorted({*report.undecided, *missing.undecided})),
    )


def without_ignored_files(checker: Checker, root: str, report: Report) -> Report:
    """Return *report* without the forbidden files that git ignores: to a scan they are not there.

    "Do not commit .env" forbids no file that an agent writes for this machine.
    """
    if not (checker.selection.on_tree and report.violations):
        return report
    types_by_key = {contract.key: contract.type for contract in checker.contracts.contracts}
    forbidden = [
        violation
        for violation in report.violations
        if RULES[types_by_key[violation.contract_key]].evidence == "file"
    ]
    if not forbidden:
        return report
    from phaser_lint.project.git.git_command import working_tree
    from phaser_lint.project.git.repository import ignored_paths, is_ignored

    tree = working_tree(root)
    if tree is None:
        return report
    paths = sorted({violation.path for violation in forbidden})
    ignored = ignored_paths(tree, paths)
    if ignored is None:  # git tells nothing of any where one is behind a link, or in a submodule
        ignored = [path for path in paths if is_ignored(tree, path)]
    violations = [
        violation
        for violation in report.violations
        if not (violation in forbidden and violation.path in ignored)
    ]
    return report._replace(violations=tuple(violations))


def proposal_of(file: TextFile | Skip) -> FileProposal:
    """Return the state of a file that was read, as an event would propose its edit."""
    if isinstance(file, Skip):
        return FileProposal(skip_reason=file.reason)
    return FileProposal(text=file.text)


def check_proposals(
    checker: Checker,
    root: str,
    proposals: Proposals,
    *,
    only_new: bool,
    session: Session,
    before: BeforeEdit | None = None,
) -> Report:
    """Return the report on all files that an event proposes, taken together.

    With *only_new* what existed does not count: on the disk, and what the disk no longer has of
    HEAD, or of the last commit before those of the *session*: that may come back in any file.
    *before*: see ``check_edit``.
    """
    changes = None
    if checker.selection.about_changes:
        from phaser_lint.check.proposed_changes import proposed_changes  # few contracts ask

        changes = proposed_changes(checker, root, proposals, session=session)
    return check_edit(
        checker,
        root,
        proposals,
        since=session.since,
        before=before,
        only_new=only_new,
        changes=changes,
    )


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
    return any(len(breaking_kinds & {"create", "modify"}) == 1 for breaking_kinds in kinds)


def changes_written(
    checker: Checker, root: str, paths: Sequence[str], *, session: Session
) -> Changes | None:
    """Return what an edit that is written made of *paths*, if a contract asks."""
    asking = checker.selection.about_changes
    if not asking or not checker.selection.paths_at(asking, paths):
        return None
    from phaser_lint.check.kinds_of_change import written_changes  # few contracts ask
    from phaser_lint.core.changes import unknown_changes

    try:
        return written_changes(root, paths, session=session)
    except GitError as error:
        return unknown_changes(paths, error)
