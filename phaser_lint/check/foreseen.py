"""What a proposed edit breaks that other files can fix: a partner, a list, a change.

None of it refuses the edit, for the other file may follow: Stop alone blocks. Here, apart from
``edit_check``, since a denial waits for what is imported.
"""

from __future__ import annotations

from functools import cached_property

from phaser_lint.check.comparison.base_of_edit import base_of_edit
from phaser_lint.check.comparison.since_commit import Foreseen
from phaser_lint.check.edit_check import (
    about_failures,
    as_proposed,
    check_reconstruction,
    unknown_changes,
    with_undecided,
)
from phaser_lint.check.edited_together import check_files
from phaser_lint.check.engine.check import examine
from phaser_lint.check.engine.comparison import contracts_in, either, occurrences
from phaser_lint.check.kinds_of_change import without_edit
from phaser_lint.check.proposed_changes import changes_with
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import depends_on_other_files
from phaser_lint.core.errors import GitError
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.files.edited import EditedFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.check.edited_together import Proposals
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.comparison import Base, Occurrences
    from phaser_lint.contract.model import Contract, Undecided
    from phaser_lint.core.checked_files import Changes, Session


class ForeseenEdit:
    """An edit whose outcome is known: *proposals* of the project at *root*; git is asked once."""

    def __init__(
        self, checker: Checker, root: str, proposals: Proposals, *, session: Session
    ) -> None:
        self._checker, self._root, self._session = checker, root, session
        self._proposals = proposals
        self.proposed = as_proposed(proposals)

    def ahead(self) -> Foreseen:
        """Return what the edit makes of the project."""
        return Foreseen(self.proposed, lambda: self._changes)

    def cross_file_report(self) -> Report:
        """Return what is new by the edit of contracts that depend on other files."""
        asked = self._asked()
        if not asked:
            return Report()
        known = self._checker.contracts._replace(contracts=tuple(asked), problems=())
        checker, proposals = self._checker.by(known), self._proposals
        changes, unknown = self._known_changes(checker)
        failures: list[GitError] = []
        base = base_of_edit(
            checker,
            self._root,
            proposed=self.proposed,
            created={path for path, each in proposals if each.is_new},
            since=self._session.since,
            failed=failures.append,
        )
        texts = {path: each.before or "" for path, each in proposals if not each.deleted}
        base = either(base, without_edit(checker, changes, originals=texts))
        checker = checker._replace(base=either(base, self._base_of_folders(checker)))
        left = [path for path, file in self.proposed.items() if file is not None]
        tree = EditedFiles(DiskFiles(self._root), self.proposed).tree(left)
        if len(proposals) == 1 and left and not proposals[0][1].moved_from:
            report = check_reconstruction(checker, *proposals[0], tree=tree, changes=changes)
        else:
            report = check_files(checker, self._root, proposals, tree=tree, changes=changes)
        report = with_undecided(report, unknown)
        return report._replace(notices=(*report.notices, *about_failures(failures)))

    def _base_of_folders(self, checker: Checker) -> Base:
        """Return the base of folders: a new file in one that lacked its partner adds nothing."""

        def broken_in_base(report: Report) -> Occurrences:
            paths = {each.path for each in report.violations}.difference(self.proposed)
            disk = DiskFiles(self._root)
            there = disk.paths() if paths else []
            inside = [[path for path in there if path.startswith(f"{each}/")] for each in paths]
            tree = disk.tree([files[0] for files in inside if files])
            broken = checker.by(contracts_in(report, checker.contracts))
            return occurrences(examine(broken, (), tree=tree)) if there else {}

        return broken_in_base

    def _asked(self) -> list[Contract]:
        selection = self._checker.selection
        paths = [path for path, _ in self._proposals]
        selecting = {each.key for path in paths for each in selection.contracts_for(path)}
        return [
            each
            for each in self._checker.contracts.contracts
            if each.key in selecting and depends_on_other_files(each)
        ]

    def _known_changes(self, checker: Checker) -> tuple[Changes | None, Sequence[Undecided]]:
        if not checker.selection.about_changes:
            return None, ()
        try:
            return self._changes, ()
        except GitError as error:
            paths = [path for path, _ in self._proposals]
            return None, unknown_changes(checker, paths, [error])

    @cached_property
    def _changes(self) -> Changes:
        return changes_with(self._root, self._proposals, session=self._session)
