"""What an edit that is to come breaks of what other files keep: a partner, a list, a change.

None of it refuses the edit, for the other file may follow: Stop alone blocks. Here, apart from
``edit_check``, since a denial waits for what is imported.
"""

from __future__ import annotations

from functools import cached_property

from phaser_lint.check.comparison.before_edit import before_edit
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
from phaser_lint.check.other_files import files_there, tree_on_disk
from phaser_lint.check.proposed_changes import changes_with
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import is_kept_by_others
from phaser_lint.core.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.check.edited_together import Proposals
    from phaser_lint.check.engine.comparison import Before, Occurrences
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Contract, Undecided
    from phaser_lint.core.judged_files import Changes, Session


class ForeseenEdit:
    """An edit whose outcome is known: *proposals* of the project at *root*; git is asked once."""

    def __init__(self, judge: Judge, root: str, proposals: Proposals, *, session: Session) -> None:
        self._judge, self._root, self._session = judge, root, session
        self._proposals = proposals
        self.proposed = as_proposed(proposals)

    def ahead(self) -> Foreseen:
        """Return what the edit makes of the project."""
        return Foreseen(self.proposed, lambda: self._changes)

    def kept_by_others(self) -> Report:
        """Return what the files of the edit break of what others keep, as far as it is new."""
        asked = self._asked()
        if not asked:
            return Report()
        known = self._judge.contracts._replace(contracts=tuple(asked), problems=())
        judge, proposals = self._judge.by(known), self._proposals
        changes, unknown = self._told(judge)
        failures: list[GitError] = []
        before = before_edit(
            judge,
            self._root,
            proposed=self.proposed,
            created={path for path, each in proposals if each.is_new},
            since=self._session.since,
            failed=failures.append,
        )
        texts = {path: each.before or "" for path, each in proposals if not each.deleted}
        before = either(before, without_edit(judge, changes, originals=texts))
        judge = judge._replace(before=either(before, self._folders_before(judge)))
        left = [path for path, file in self.proposed.items() if file is not None]
        tree = tree_on_disk(self._root, left, proposed=self.proposed)
        if len(proposals) == 1 and left and not proposals[0][1].moved_from:
            report = check_reconstruction(judge, *proposals[0], tree=tree, changes=changes)
        else:
            report = check_files(judge, self._root, proposals, tree=tree, changes=changes)
        report = with_undecided(report, unknown)
        return report._replace(notices=(*report.notices, *about_failures(failures)))

    def _folders_before(self, judge: Judge) -> Before:
        """Return the before of folders: a new file in one that lacked its partner adds nothing."""

        def broken_before(report: Report) -> Occurrences:
            paths = {each.path for each in report.violations}.difference(self.proposed)
            there = files_there(self._root) if paths else []
            inside = [[path for path in there if path.startswith(f"{each}/")] for each in paths]
            tree = tree_on_disk(self._root, [files[0] for files in inside if files])
            broken = judge.by(contracts_in(report, judge.contracts))
            return occurrences(examine(broken, (), tree=tree)) if there else {}

        return broken_before

    def _asked(self) -> list[Contract]:
        selection = self._judge.selection
        paths = [path for path, _ in self._proposals]
        selecting = {each.key for path in paths for each in selection.contracts_for(path)}
        return [
            each
            for each in self._judge.contracts.contracts
            if each.key in selecting and is_kept_by_others(each)
        ]

    def _told(self, judge: Judge) -> tuple[Changes | None, Sequence[Undecided]]:
        if not judge.selection.about_changes:
            return None, ()
        try:
            return self._changes, ()
        except GitError as error:
            paths = [path for path, _ in self._proposals]
            return None, unknown_changes(judge, paths, [error])

    @cached_property
    def _changes(self) -> Changes:
        return changes_with(self._root, self._proposals, session=self._session)
