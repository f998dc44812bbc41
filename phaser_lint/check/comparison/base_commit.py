"""What there was in a commit, and what became of it: on the disk, or in a commit that followed.

Today's contracts check its files. What was broken in a file that was renamed since counts for its
name of today. Splitting a file, ``mv`` before git knows the new name, a function that goes to
another module: the existing violations in it are looked up in all files that differ from the
commit, for the contracts alone whose violations would be new.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import (
    Occurrences,
    add_counts,
    can_move,
    count_moved_violations,
    count_occurrences,
    with_names_of_today,
    without_existing,
)
from phaser_lint.contract.model import IN_LIST, Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import FilesReader, Skip, TextFile
from phaser_lint.core.file_state import Files
from phaser_lint.project.file_or_skip import is_file_or_link
from phaser_lint.project.files.commit import CommitFiles
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.files.edited import EditedFiles, FilesAfterEdit
from phaser_lint.project.git.changed_entries import list_touched_files
from phaser_lint.project.git.renames import RenamedSince, find_renames_between
from phaser_lint.project.git.tracked_files import list_left_out_files
from phaser_lint.project.levels import decides_what_counts


class Past(Record):
    """The project as it was, what checks it, and what became of it.

    ``files`` are those that there were in the *commit* of the project at *root*. ``changed`` lists
    those that are not what they were, gone ones included, and ``read_now`` reads them as they are.
    ``names_then`` returns the earlier names of those of some files that were renamed, by their
    names of today.
    """

    checker: Checker
    files: Files
    root: str
    commit: str
    changed: Callable[[], Iterable[str]]
    read_now: FilesReader
    names_then: Callable[[Collection[str]], Mapping[str, str]]

    def count_violations(self, report: Report, *, last: Collection[str] = ()) -> Occurrences:
        """Return how often the base commit had the violations of *report*, moved ones included.

        The files in *last* get of what was moved what the others leave. Raises ``GitError``.
        """
        counts = self.count_in_files(report)
        new = without_existing(report, counts)
        if not any(map(can_move, new.violations)):
            return counts
        try:
            return add_counts(counts, self.count_moved(new, last=last))
        except GitError:  # a partial clone lacks the other files: what cannot be compared is new
            return counts

    def count_moved(
        self, new: Report, *, last: Collection[str] = (), origins: Collection[str] | None = None
    ) -> Occurrences:
        """Return how many violations of contracts broken in *new* moved since the base commit.

        See ``comparison.count_moved``; *origins* by their earlier names. Raises ``GitError``.
        """
        changed = sorted(self.changed())
        if origins is not None and not set(origins).intersection(changed):
            return {}
        # A level of a file that was not checked may have its own contract of that id, or none.
        checker = self.checker.with_levels_of(changed).with_broken_contracts(new)
        paths = [path for path in changed if checker.selection.contracts_for(path)]
        # By the lists of then on both sides: what these had, and lists have no more, did not move,
        # and what is listed meanwhile was not removed.
        lists = self.files.tree(())
        report_now = engine.examine_files(checker, self.read_now(paths), tree=lists)
        renamed = self.names_then(paths)
        earlier = sorted({*paths, *renamed.values()})
        checker_then = checker.reading_aliases(lambda: self.files)._replace(is_committed=True)
        report_then = engine.examine_files(checker_then, self.files.read(earlier), tree=lists)
        report_then = self._with_moved_contracts(
            self._with_names_of_today(report_then, renamed), new, renamed
        )
        if origins is not None:
            names_of_origins = [path for path, name in renamed.items() if name in origins]
            origins = {*origins, *names_of_origins}
        return count_moved_violations(report_then, report_now, last=last, origins=origins)

    def count_in_files(self, report: Report) -> Occurrences:
        """Return how often the base commit had the violations of *report* in the same files.

        What was moved from one file to another is not among them, but for files that were renamed.
        """
        return count_occurrences(self.examine_in_files(report).violations)

    def examine_in_files(self, report: Report) -> Report:
        """Return the report on the files of *report* as the base commit had them, by their names of
        today; raises ``GitError``.
        """
        paths = dict.fromkeys(violation.path for violation in report.violations)
        renamed = self.find_names_of_places(report)
        # What was renamed may break a contract under its earlier name as well: it is gone from
        # there.
        names_then = [*dict.fromkeys(renamed.get(path, path) for path in paths)]
        checker = self.checker.with_levels_of(renamed.values()).with_broken_contracts(report)
        report_then = self._with_names_of_today(self._examine(checker, names_then), renamed)
        return self._with_moved_contracts(report_then, report, renamed)

    def find_names_of_places(self, report: Report) -> Mapping[str, str]:
        """Return the earlier names of the files of *report*, of its lists, and of its folders."""
        contracts = {contract.key: contract for contract in self.checker.contracts.contracts}
        paths, folders = set[str](), set[str]()
        for violation in report.violations:
            contract = contracts.get(violation.contract_key)
            of_folders = contract and RULES[contract.type].of_folders(contract)
            (folders if of_folders else paths).add(violation.path)
            if contract and RULES[contract.type].evidence == "item":
                paths.add((violation.matched_lines or "").rpartition(IN_LIST)[2])
        if not folders:
            return self.names_then(paths)
        # git knows no folder: it is called what the files in it are.
        files_by_folder = {
            folder: [path for path in self.changed() if path.startswith(f"{folder}/")]
            for folder in folders
        }
        renamed = dict(self.names_then(paths.union(*files_by_folder.values())))
        for folder, files in files_by_folder.items():
            for path in files:
                rest, name_then = path[len(folder) :], renamed.get(path, "")
                # One that still lacks the same has only lost some files.
                if name_then.endswith(rest) and name_then.removesuffix(rest) not in folders:
                    renamed[folder] = name_then.removesuffix(rest)
        return renamed

    def _with_names_of_today(self, report_then: Report, renamed: Mapping[str, str]) -> Report:
        items = [
            contract.key
            for contract in self.checker.contracts.contracts
            if RULES[contract.type].evidence == "item"
        ]
        return with_names_of_today(report_then, renamed, item_contracts=items)

    def _examine(self, checker: Checker, names_then: Sequence[str]) -> Report:
        """Return what *checker* finds in the files *names_then* of the base commit."""
        checker = checker.reading_aliases(lambda: self.files)
        # To list them all takes longer than to check a few.
        all_paths = self.files.paths() if checker.selection.asks_for_tree else ()
        other_paths = sorted(set(all_paths).difference(names_then))
        return engine.examine_files(
            checker._replace(is_committed=True),
            self.files.read(names_then),
            tree_files=self.files.read(checker.selection.read_for_tree(other_paths)),
            tree=self.files.tree(all_paths, whole=("",)),
        )

    def _with_moved_contracts(
        self, report_then: Report, report: Report, renamed: Mapping[str, str]
    ) -> Report:
        """Return *report_then* with what contracts that moved along with *renamed* files found
        under their earlier names, as violations of the contracts of *report* that they are today.
        """
        if not renamed or not self.commit:
            return report_then
        new = without_existing(report, count_occurrences(report_then.violations))
        folders = tuple([f"{folder}/" for folder in self.checker.contracts.folders])
        if not new.violations or not any(
            decides_what_counts(path) or path.startswith(folders) for path in self.changed()
        ):
            return report_then
        # Few changes move contracts.
        from phaser_lint.check.comparison.moved_contracts import find_moved_contracts

        checker = self.checker.with_levels_of((*renamed, *renamed.values()))
        checker = checker.with_broken_contracts(new)
        try:
            moved = find_moved_contracts(
                self.root,
                self.commit,
                checker.contracts.contracts,
                find_names_then=self.names_then,
            )
        except GitError:  # a partial clone lacks them: what cannot be compared is new
            return report_then
        if not moved.contracts.contracts:
            return report_then
        by_moved = self._examine(checker.with_contracts(moved.contracts), sorted(renamed.values()))
        by_moved = self._with_names_of_today(moved.as_contracts_of_today(by_moved), renamed)
        # A file that stays out of reach of the contract of today has lost nothing to it.
        selected = [
            violation
            for violation in by_moved.violations
            if violation.where != "line"
            or violation.contract_key in checker.selection.keys_for(violation.path)
        ]
        by_moved = without_existing(
            by_moved._replace(violations=tuple(selected)),
            count_occurrences(report_then.violations),
        )
        return report_then._replace(
            violations=(*report_then.violations, *by_moved.violations),
            undecided=(*report_then.undecided, *by_moved.undecided),
        )


def open_past(
    checker: Checker, root: str, commit: str, *, proposed: FilesAfterEdit | None = None
) -> Past:
    """Return the base commit of a comparison: the project at *root* as it was in *commit*, and what
    became of it on disk; raises ``GitError``.

    What became of it is on the disk, but for the files that are *proposed*.
    """
    since = _OnDisk(checker, root, commit, proposed=proposed or {})
    return Past(
        checker,
        since.files,
        root=root,
        commit=commit,
        changed=since.changed_paths,
        read_now=since.read,
        names_then=since.names_then,
    )


def open_past_between(checker: Checker, root: str, commit: str, tip: str) -> Past:
    """Return the base commit of a comparison with another commit: the project as it was in
    *commit*, where what became of it is in *tip*.
    """
    files_then, files_now = CommitFiles(root, commit), CommitFiles(root, tip)
    before, after = (
        {**commit_files.snapshot.blobs, **commit_files.snapshot.links}
        for commit_files in (files_then, files_now)
    )

    def list_changed() -> list[str]:
        return [path for path in {*before, *after} if before.get(path) != after.get(path)]

    return Past(
        checker,
        files_then,
        root=root,
        commit=commit,
        changed=list_changed,
        read_now=files_now.read,
        names_then=partial(find_renames_between, root, commit, tip=tip),
    )


def open_past_of_tracked(checker: Checker, files: Files, commit: str) -> Past:
    """Return the base commit of a comparison with what git tracks: the project as it was in
    *commit*, where *files*, which have only that, are what became of it; raises ``GitError``.
    """

    def list_changed() -> list[str]:
        return [change.path for change in files.changes_since(commit)]

    def read_now(paths: Iterable[str]) -> Iterator[TextFile | Skip]:
        return files.read([path for path in paths if files.mode(path)])

    return Past(
        checker,
        CommitFiles(files.root, commit),
        root=files.root,
        commit=commit,
        changed=list_changed,
        read_now=read_now,
        names_then=partial(files.find_earlier_names, commit),
    )


class _OnDisk:
    """What became on the disk of a commit; git is asked once."""

    def __init__(self, checker: Checker, root: str, commit: str, proposed: FilesAfterEdit) -> None:
        self._checker, self._root, self._commit, self._proposed = checker, root, commit, proposed
        self.files = CommitFiles(root, commit)
        self._renames = RenamedSince(root, commit, self.files.snapshot.blobs)

    def changed_paths(self) -> set[str]:
        """Return the files that differ from the commit, those that are gone included."""
        # A sparse checkout has some, though not on the disk.
        return {*self._list_touched, *self._proposed}.difference(list_left_out_files(self._root))

    def read(self, paths: Iterable[str]) -> Iterator[TextFile | Skip]:
        """Yield those of *paths* that are there now, after the base commit."""
        # git calls deleted what it does not track any more, be it there or not.
        present = [
            path for path in paths if path in self._proposed or is_file_or_link(self._root, path)
        ]
        yield from EditedFiles(DiskFiles(self._root), self._proposed).read(present)

    def names_then(self, paths: Iterable[str]) -> Mapping[str, str]:
        """Return the names in the commit of those files that were renamed since.

        *paths*, and all others that the contracts select: which one of several took the place of a
        file must not depend on which of them are looked at.
        """
        blobs, left_out = self.files.snapshot.blobs, frozenset(list_left_out_files(self._root))
        gone_paths = {path for path, file in self._proposed.items() if file is None}
        if not any(
            path not in blobs and (path in left_out or is_file_or_link(self._root, path))
            for path in {*paths}.difference(gone_paths)
        ):
            return {}
        rivals = filter(self._checker.selection.contracts_for, self._list_touched)
        return self._renames.find_renames({*paths, *rivals}.difference(gone_paths))

    @cached_property
    def _list_touched(self) -> Sequence[str]:
        return list_touched_files(self._root, self._commit)
