"""One edit checked: from proposed files to a Report. Shared by ``hook`` and ``enforce``.

Existence contracts are checked on the touched paths alone: writing a forbidden file is a violation,
and so is deleting the last one that a contract requires; what may be missing elsewhere belongs to
Stop and to scan.

What existed before is looked for in the files that the edit changes, then in the last commit, for
what comes back that was removed elsewhere: this takes longer than all the rest of a denial. Two
runs of git tell whether it could find anything: nothing where no file that the contracts select is
another one than in the commit, nor where none of these files held the words of the violations'
lines.
"""

from __future__ import annotations

import os

from phaser_lint.agent import FileProposal, Proposals
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.new_violations import (
    add_counts,
    can_move,
    count_moved_violations,
    count_occurrences,
    make_violation_key,
    with_names_of_today,
    without_change_violations,
)
from phaser_lint.contract.rules import RULES
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Session, Skip, TextFile, Tree
from phaser_lint.core.text import decode_file, is_notebook
from phaser_lint.project import find_path_inside, find_repository_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.new_violations import Comparison, Occurrences
    from phaser_lint.contract.model import ContractKey, LinePlace, Report, Violation
    from phaser_lint.core.changes import Changes
    from phaser_lint.core.file_state import Files
    from phaser_lint.project.files.edited import FilesAfterEdit

# What follows the start of a very long line is no word of it.
_SHORTENED = "… ["


def make_files_after_edit(proposals: Proposals) -> FilesAfterEdit:
    """Return by path the files an edit's check reads after its *proposals*; ``None``: deleted."""
    return {
        path: None if edit.deleted else make_proposed_file(path, edit, edit.text)
        for path, edit in proposals
    }


def make_proposed_file(path: str, edit: FileProposal, text: str | None) -> TextFile | Skip:
    """Return the file that an *edit*'s check reads, with its *text* before or after, or a skip."""
    if text is None:
        return Skip(path, edit.skip_reason, edit.size, leads_to=edit.leads_to)
    return TextFile(path, text, leads_to=edit.leads_to)


def files_with(root: str, proposed: FilesAfterEdit) -> Files:
    """Return the files that an edit's check has: those on disk, *proposed* ones as they will be."""
    # Few contracts ask for another file than the one that is checked.
    from phaser_lint.project.files.disk import DiskFiles
    from phaser_lint.project.files.edited import EditedFiles

    return EditedFiles(DiskFiles(root), proposed)


def make_proposal(file: TextFile | Skip) -> FileProposal:
    """Return the proposal that an edit's check takes for a *file* that was read: what it holds."""
    if isinstance(file, Skip):
        return FileProposal(skip_reason=file.reason)
    return FileProposal(text=file.text)


def distinguishes_kinds(checker: Checker, paths: Sequence[str]) -> bool:
    """Tell whether the check of an edit of *paths* has to know if it creates them: some contract
    forbids one kind of change, and allows another.
    """
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


class EditCheck:
    """The check of one edit: the files that an event proposes, of the project of *checker*.

    What existed before it does not count as new: in their files, and in the last commit before
    those of the *session*, mostly HEAD; without one no commit counts.
    """

    def __init__(
        self, checker: Checker, proposals: Proposals, *, session: Session | None = None
    ) -> None:
        self.checker, self.proposals, self.session = checker, proposals, session
        self.root = checker.root
        self._violations_before: Sequence[Violation] = ()
        self._violations_after: Sequence[Violation] = ()

    def check(
        self,
        *,
        only_new: bool = True,
        comparisons: Sequence[Comparison] = (),
        tree: Tree | None = None,
        changes: Changes | None = None,
        finds_changes: bool = False,
    ) -> Report:
        """Return the report on all files of the edit, taken together.

        What they broke until now existed, and so did what *comparisons* hold, and the commit, of
        what the disk no longer has, or what moves along with a kept text (``moved_kept_texts``);
        without *only_new* all that is open counts, and what only people may suppress is compared.
        Of a file without a text its path alone is checked. *changes*: what the event changes; with
        *finds_changes* what it proposes to, where a contract asks. *tree*: that of the files that
        are left, where what else is there counts, too.
        """
        checker, proposals = self.checker, self.proposals
        remaining = [(path, edit) for path, edit in proposals if not edit.deleted]
        if finds_changes and checker.selection.about_changes:
            from phaser_lint.check.proposed_changes import find_proposed_changes  # few ask

            session = self.session or Session()
            changes = find_proposed_changes(checker, proposals, session=session)
        checker_now = checker
        if "import" in checker.selection.evidence:

            def files_after() -> Files:
                return files_with(checker.root, make_files_after_edit(proposals))

            checker_now = checker.reading_aliases(files_after)
        is_compared = only_new or checker.compares_suppressed()
        own_comparisons: list[Comparison] = [self.count_in_files]
        if self.session is not None:
            own_comparisons.append(self.count_in_commit)
        comparisons = (*own_comparisons, *comparisons) if is_compared else ()
        if only_new and "lost match" in checker.selection.evidence:
            from phaser_lint.check.comparison.moved_kept_texts import MovingAlong  # few keep texts

            comparisons = (*comparisons, MovingAlong(checker, proposals).count)
        if tree is None and checker.selection.on_tree:
            tree = Tree(tuple(path for path, _ in remaining), whole=())
        report = engine.check_files(
            checker_now,
            [make_proposed_file(path, edit, edit.text) for path, edit in remaining],
            tree=tree,
            changes=changes,
            comparisons=comparisons,
            compares_open=only_new,
        )
        if report.violations and checker.selection.on_tree:
            from phaser_lint.check.ignored_violations import without_ignored_files  # few are

            report = without_ignored_files(checker, report)
        if len(remaining) == len(proposals):
            return report
        from phaser_lint.check.deleted_files import find_missing_after_delete  # few edits delete

        missing = find_missing_after_delete(checker, proposals)
        return report._replace(
            violations=(*report.violations, *missing.violations),
            undecided=tuple(sorted({*report.undecided, *missing.undecided})),
        )

    def lines_held(self, new: Report) -> dict[LinePlace, int]:
        """Return the places of *new* errors in lines that the edit changes, and that held them:
        with the number that each line had.

        That they are the same lines shows where as many of a contract went as came, and none of
        them is farther away than lines were added or removed. Asked after ``count_in_files``, which
        finds what was there before.
        """
        held: dict[LinePlace, int] = {}
        for path, edit in self.proposals:
            # Of a match over several lines the first one may be as it was, and another one not.
            errors = [
                error
                for error in new.errors()
                if error.path == path
                and error.where == "line"
                and error.matched_lines is None
                and not error.suppressed_by
            ]
            if not errors or not edit.before or edit.text is None or edit.moved_from:
                continue
            violations_before, violations_after = (
                [violation for violation in violations if violation.path == path]
                for violations in (self._violations_before, self._violations_after)
            )
            remaining = count_occurrences(violations_after)
            gone: dict[ContractKey, list[Violation]] = {}
            for violation in violations_before:
                key = make_violation_key(violation)
                remaining[key] = remaining.get(key, 0) - 1
                if remaining[key] < 0:
                    gone.setdefault(violation.contract_key, []).append(violation)
            added = edit.text.count("\n") - edit.before.count("\n")
            for contract_key, gone_violations in gone.items():
                came = [error for error in errors if error.contract_key == contract_key]
                shifts = [
                    (error.line or 0) - (violation.line or 0)
                    for error, violation in zip(came, gone_violations, strict=False)
                ]
                if len(came) == len(gone_violations) and all(
                    min(added, 0) <= shift <= max(added, 0) for shift in shifts
                ):
                    for error, violation in zip(came, gone_violations, strict=True):
                        held[error.line_place] = violation.line or 0
        return held

    def count_in_files(self, report: Report) -> Occurrences:
        """Return how often each violation of *report* occurred in the files; one that moves counts
        at its new place.
        """
        self._violations_after = report.violations
        if all(edit.is_new and not edit.moved_from for _, edit in self.proposals):
            return {}
        earlier_names = {
            path: name
            for path, edit in self.proposals
            if edit.moved_from and (name := find_path_inside(self.root, edit.moved_from))
        }
        checker, tree = self.checker.with_broken_contracts(report), None
        if checker.selection.asks_for_tree:
            edits = [(path, edit) for path, edit in self.proposals if not edit.deleted]
            paths = tuple([path for path, edit in edits if not edit.is_new])
            files = None
            if checker.selection.needs & {"lists", "partner"}:
                texts_before: FilesAfterEdit = {
                    path: None if edit.is_new else make_proposed_file(path, edit, edit.before)
                    for path, edit in edits
                    if edit.is_new or not (edit.before is None or edit.moved_from)
                }
                files = files_with(self.root, texts_before)
            tree = Tree(paths, whole=(), files=files)
        report_before = engine.examine_files(checker, self._read_files(earlier_names), tree=tree)
        self._violations_before = report_before.violations
        if len(self.proposals) == 1 and not earlier_names:  # nothing moves within a file
            return count_occurrences(report_before.violations)
        report_before = with_names_of_today(report_before, earlier_names)
        return add_counts(
            count_occurrences(report_before.violations),
            count_moved_violations(report_before, report),
        )

    def _read_files(self, earlier_names: dict[str, str]) -> Iterator[TextFile | Skip]:
        for path, edit in self.proposals:
            if edit.deleted and path in earlier_names.values():
                continue  # it comes with the file that it moves to
            if edit.before is not None:
                yield make_proposed_file(earlier_names.get(path, path), edit, edit.before)
            elif edit.deleted:
                from phaser_lint.project.file_or_skip import read_file  # few edits delete

                yield read_file(self.root, path)

    def count_in_commit(self, report: Report) -> Occurrences:
        """Return how often each violation of *report* occurred in the last commit before those of
        the session, asked of what the disk has no more; raises ``GitError``.

        Of a file that is not on the disk the commit shows only which lines the edit did not write.
        """
        since = self.session.since if self.session else ""
        if self.checker.selection.about_changes:
            report = without_change_violations(report, self.checker.contracts)
        created_paths = {path for path, edit in self.proposals if edit.is_new}
        lacks = [
            violation
            for violation in report.violations
            if violation.path in created_paths and not can_move(violation)
        ]
        violations = tuple(violation for violation in report.violations if violation not in lacks)
        if not violations:
            return {}
        if not since:
            if find_repository_root(self.root) is None and not os.environ.get("GIT_DIR"):
                return {}
            # A directive for the file may cover what the file on disk has none of yet.
            are_of_files = self.checker.compares_suppressed() and any(
                violation.suppressing_form == "ignore-file" for violation in violations
            )
            if not are_of_files and not may_be_in_commit(self.checker, violations):
                return {}
        # Mostly the last commit has none of it.
        from phaser_lint.check.comparison.base_commit import open_past
        from phaser_lint.check.comparison.commits import find_last_commit

        commit = since or find_last_commit(self.root)
        if not commit:
            return {}
        proposed = make_files_after_edit(self.proposals)
        past = open_past(self.checker, self.root, commit, proposed=proposed)
        comparable_report = report._replace(violations=violations)
        counts = past.count_violations(comparable_report, last=frozenset(proposed))
        return {key: counts[key] for key in counts.keys() - set(map(make_violation_key, lacks))}


def may_be_in_commit(checker: Checker, violations: Sequence[Violation]) -> bool:
    """Tell whether what an edit breaks existed: the last commit may have *violations* that the disk
    has not; true in doubt.

    Raises ``GitError`` where git does not say what changed since.
    """
    # A denial without git needs none of it.
    from phaser_lint.project.git import find_working_tree
    from phaser_lint.project.git.git_status import find_head_objects, read_object_contents

    root = checker.root
    tree = find_working_tree(root)
    # It may have lacked what a new file has; no line of it stands in one.
    are_lines = all(violation.where == "line" for violation in violations)
    objects = find_head_objects(root, tree=tree, with_untracked=not are_lines)
    if not objects or not are_lines:
        return bool(objects)
    contract_keys = {violation.contract_key for violation in violations}
    contracts_for = checker.selection.contracts_for
    blobs = {
        path: blob
        for path, (blob, _) in objects.items()
        if blob and any(contract.key in contract_keys for contract in contracts_for(path))
    }
    if not blobs or any(map(is_notebook, blobs)):
        return bool(blobs)
    try:
        contents = read_object_contents(root, list(blobs.values()), tree=tree)
    except GitError:
        return True
    texts = list(map(decode_file, contents))
    # A directive is no part of its key's lines: they hold it, or the line above does.
    bare = [violation._replace(suppressed_by="") for violation in violations]
    _, _, violating_lines = zip(*map(make_violation_key, bare), strict=True)
    return any(
        _SHORTENED in lines or all(word in text for word in lines.split())
        for text in texts
        for lines in violating_lines
    )
