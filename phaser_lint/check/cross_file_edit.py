"""What a proposed edit breaks that other files can fix: a partner, a list, a change.

None of it refuses the edit, for the other file may follow: Stop alone blocks. Here, apart from
``edit_check``, since a denial waits for what is imported.
"""

from __future__ import annotations

from functools import cached_property

from phaser_lint.agent import Proposals
from phaser_lint.check.comparison.at_stop_check import Foreseen
from phaser_lint.check.edit_check import EditCheck, make_files_after_edit
from phaser_lint.check.engine.check_files import examine_files
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import Occurrences, count_occurrences
from phaser_lint.check.other_changes import OtherChanges
from phaser_lint.check.proposed_changes import find_changes_after_edit
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import asks_for_all_files, depends_on_other_files
from phaser_lint.contract.undecided import Undecided, make_undecided
from phaser_lint.core.changes import Changes, make_unknown_changes
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Session
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.files.edited import EditedFiles, FilesAfterEdit


class CrossFileEdit:
    """An edit whose outcome is known: *proposals* to *checker*'s project; git is asked once."""

    def __init__(self, checker: Checker, proposals: Proposals, *, session: Session) -> None:
        self._checker, self._root, self._session = checker, checker.root, session
        self._proposals = proposals
        self.proposed = make_files_after_edit(proposals)

    def ahead(self) -> Foreseen:
        """Return what the edit makes of the project's other files."""
        return Foreseen(self.proposed, lambda: self._changes)

    def list_undecided(self, reason: str) -> tuple[Undecided, ...]:
        """Return contracts that depend on other files as undecided for *reason*, file by file."""
        contracts_for = self._checker.selection.contracts_for
        return tuple(
            [
                make_undecided(contract, path, reason)
                for path, _ in self._proposals
                for contract in contracts_for(path)
                if depends_on_other_files(contract)
            ]
        )

    def cross_file_report(self) -> Report:
        """Return what the edit newly breaks by other files' contracts; raises ``GitError``."""
        proposals = self._proposals
        paths = [path for path, _ in proposals]
        keys = {check.contract_key for check in self.list_undecided("")}
        selected = [
            contract for contract in self._checker.contracts.contracts if contract.key in keys
        ]
        if not selected:
            return Report()
        contracts = self._checker.contracts._replace(contracts=tuple(selected), problems=())
        checker, changes = self._checker.with_contracts(contracts), None
        if checker.selection.about_changes:
            try:
                changes = self._changes
            except GitError as error:
                changes = make_unknown_changes(paths, error)
        texts = {path: edit.before or "" for path, edit in proposals if not edit.deleted}
        edit = EditCheck(checker, proposals, session=self._session)
        return edit.check(
            comparisons=(
                OtherChanges(checker, changes, texts_before_edit=texts).count,
                _Folders(checker, self._root, self.proposed).count,
            ),
            tree=EditedFiles(DiskFiles(self._root), self.proposed).tree(
                [path for path, file in self.proposed.items() if file is not None]
            ),
            changes=changes,
        )

    @cached_property
    def _changes(self) -> Changes:
        return find_changes_after_edit(self._root, self._proposals, session=self._session)


class _Folders:
    """Folders as they are on disk: a new file in one that lacked its partner adds nothing."""

    def __init__(self, checker: Checker, root: str, proposed: FilesAfterEdit) -> None:
        self._checker, self._root, self._proposed = checker, root, proposed

    def count(self, report: Report) -> Occurrences:
        """Return how often the folders on disk had each violation of *report*."""
        folders = {violation.path for violation in report.violations}.difference(self._proposed)
        disk = DiskFiles(self._root)
        all_paths = disk.paths() if folders else []
        paths_by_folder = [
            [path for path in all_paths if path.startswith(f"{folder}/")] for folder in folders
        ]
        tree = disk.tree([files[0] for files in paths_by_folder if files])
        checker = self._checker.with_broken_contracts(report)
        return (
            count_occurrences(examine_files(checker, (), tree=tree).violations) if all_paths else {}
        )


def select_cross_file_violations(checker: Checker, report: Report) -> Report:
    """Return *report* with only what a change of another file may cause, or fix."""
    keys = {
        contract.key
        for contract in checker.contracts.contracts
        if depends_on_other_files(contract) or asks_for_all_files(contract)
    }
    violations = tuple(
        [violation for violation in report.violations if violation.contract_key in keys]
    )
    return report._replace(violations=violations)
