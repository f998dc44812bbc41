"""One open text checked: what a scan shows of it, and which violations the scans leave out.

    scan --no-baseline        what is shown
    scan                      leaves out what the baseline holds, and the file that git ignores
    scan --since HEAD         leaves out what the last commit has, or what was moved

To ask git takes longer than a key. So while a text is typed it is compared with git's earlier
answers; where these are not enough, ``is_settled`` is false until git was asked (``with_git``).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from functools import partial

from phaser_lint.check.comparison.baseline_file import BaselineComparison
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import (
    Occurrences,
    PartlyComparedError,
    ViolationKey,
    count_existing,
    count_occurrences,
    make_violation_key,
    without_existing,
)
from phaser_lint.contract.model import Contract, ContractSet, Report, Violation
from phaser_lint.contract.rules import is_reported_once
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError, PhaserError
from phaser_lint.core.file_records import Skip, TextFile, Tree
from phaser_lint.core.text import encode_text
from phaser_lint.editor.project_states import (
    BaselineOnDisk,
    CachedListing,
    Head,
    ProjectPlace,
    Projects,
)
from phaser_lint.project.file_or_skip import make_file_or_skip, with_link_target
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.files.edited import EditedFiles
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.tracked_files import is_ignored_path
from phaser_lint.project.walk import is_skipped_by_walk

TYPING_SECONDS, SAVED_SECONDS = 0.1, 2.0
"""How long a pattern may take."""
# All patterns together while somebody types, and what the first short turn of each may take longer.
_DEADLINE, _GRACE = 1.0, 2.0


class OpenFileCheck(Record):
    """The check of an open text: as the file at a place, by what, among which others.

    ``commit`` is HEAD's, empty without one; ``state`` differs once git may answer otherwise.
    """

    place: ProjectPlace
    checker: Checker
    file: TextFile | Skip
    linked: tuple[TextFile | Skip, ...]
    """The same under the names that links give it."""
    unsaved_texts: Mapping[str, str]
    """Other texts on the screen that differ from the disk, by their paths in the project: a list,
    or a partner that is new.
    """
    listing: CachedListing
    baseline: BaselineOnDisk
    commit: str
    state: tuple[ContractSet, Head, object, object]

    @property
    def tree(self) -> Tree:
        """The file alone, among all others of the project as they are on the screen."""
        disk = DiskFiles(self.place.root, listing=self.listing)
        on_screen = {
            path: make_file_or_skip(path, encode_text(text))
            for path, text in self.unsaved_texts.items()
        }
        on_screen.update({file.path: file for file in (self.file, *self.linked)})
        return EditedFiles(disk, on_screen).tree(self.place.paths)

    def quick(self, answer: GitAnswer) -> Verdict:
        """Return the verdict in the time between two keys; *answer* is an earlier one, or none."""
        if answer.state != self.state:
            answer = GitAnswer(self.state)
        every = self._examine_quickly(answer.ignored)
        # Git has to be asked about more of the same than it was asked about.
        numbers = count_occurrences(every.violations)
        new_to_git = without_existing(every, answer.existing).violations
        is_open_question = bool(self.commit) and any(
            numbers[key] > answer.asked.get(key, 0) for key in map(make_violation_key, new_to_git)
        )
        is_open_question |= answer.ignored is None and has_remarks(every)
        is_settled = not (is_open_question or every.undecided or self.listing.was_cached)
        return self._verdict(every, answer, is_settled=is_settled)

    def with_git(self, verdict: Verdict, *, is_saved: bool, seconds: float) -> Verdict:
        """Return *verdict* with nothing left to ask; of a saved text each pattern has more time.

        All calls of git together have so many *seconds*.
        """
        place, every = self.place.for_seconds(seconds), verdict.every
        check, ignored = self._replace(place=place), verdict.answer.ignored
        if ignored is None:
            ignored = find_ignored_names(place)
        if self.listing.files is None or self.listing.was_cached:
            check = check._replace(listing=CachedListing(place.root))
        if self.listing.was_cached or ignored != verdict.answer.ignored:
            every = check._examine_quickly(ignored)
        if is_saved and every.undecided:
            patient_checker = self.checker._replace(pattern_seconds=SAVED_SECONDS, runaways={})
            every = check._examine(patient_checker, ignored)
        existing: Occurrences = {}
        failures: Sequence[PhaserError] = ()
        try:
            existing = check._count_in_git(every)
        except PartlyComparedError as error:
            existing, failures = error.counts, error.failures
        except PhaserError as error:  # what cannot be known is new
            failures = (error,)
        answer = GitAnswer(
            self.state,
            existing=existing,
            asked=count_occurrences(every.violations),
            ignored=ignored,
            failure="; ".join(dict.fromkeys(map(str, failures))),
            is_late=any(isinstance(error, GitError) and error.is_late for error in failures),
        )
        return check._verdict(every, answer, is_settled=True)

    def _examine_quickly(self, ignored: frozenset[str] | None) -> Report:
        hurried_checker = self.checker._replace(
            pattern_seconds=TYPING_SECONDS, deadline=time.monotonic() + _DEADLINE, grace=_GRACE
        )
        return self._examine(hurried_checker, ignored or frozenset())

    def _examine(self, checker: Checker, ignored: frozenset[str]) -> Report:
        files = [file for file in (self.file, *self.linked) if file.path not in ignored]
        if not files:
            return Report()
        if self.place.path in ignored:  # by the name of a link it is none that git ignores
            files = [with_link_target(file, "") for file in files]
        # Which files there are decides nothing where no contract asks.
        tree = self.tree if checker.selection.asks_for_tree else None
        report = engine.examine_files(checker, files, tree=tree)
        paths = {file.path for file in files}
        # What a folder lacks is reported for the folder, whichever of its files is checked.
        own_violations = tuple(
            violation for violation in report.violations if violation.path in paths
        )
        return report._replace(violations=own_violations)

    def _count_in_git(self, every: Report) -> Occurrences:
        """Return how often each violation existed; raises ``PhaserError``."""
        if not self.commit or not every.violations:
            return {}
        # Most texts break nothing.
        from phaser_lint.check.comparison.at_stop_check import make_head_comparisons

        proposed = {file.path: file for file in (self.file, *self.linked)}
        return count_existing(
            every,
            make_head_comparisons(self.checker, self.place.root, self.commit, proposed=proposed),
        )

    def _verdict(self, every: Report, answer: GitAnswer, *, is_settled: bool) -> Verdict:
        new = set(without_existing(every, answer.existing).violations)
        # Git's answer has what entries excuse: what they stand for may be gone from HEAD.
        knows_head = is_settled and self.commit and not answer.failure
        if self.baseline.entries and not knows_head:
            listed = BaselineComparison(self.baseline.entries).count(every)
            new.intersection_update(without_existing(every, listed).violations)
        contracts = self.checker.contracts
        report = keep_one_per_file(every, contracts)
        # One that is shown once a file stands for all matches of its contract in it.
        shown_once = {
            contract.key for contract in contracts.contracts if is_reported_once(contract)
        }
        broken_anew = {
            (violation.contract_key, violation.path)
            for violation in new
            if violation.contract_key in shown_once
        }
        existing = frozenset(
            violation
            for violation in report.violations
            if violation not in new and (violation.contract_key, violation.path) not in broken_anew
        )
        return Verdict(
            check=self,
            every=every,
            new=frozenset(new),
            report=report,
            existing=existing,
            answer=answer,
            is_settled=is_settled,
        )


class GitAnswer(Record):
    """Git's answer: how often a violation exists, and how often it was asked for.

    ``ignored``: the names of the file that a scan leaves out; ``None`` where nobody asked.
    ``failure``: why it could not compare with the last commit; what is broken is new then.
    ``is_late``: it gave no answer in its time.
    """

    state: tuple[ContractSet, Head, object, object] | None = None
    existing: Mapping[ViolationKey, int] = {}
    asked: Mapping[ViolationKey, int] = {}
    ignored: frozenset[str] | None = None
    failure: str = ""
    is_late: bool = False


class Verdict(Record):
    """What is shown of a text: the violations of ``scan --no-baseline``, and the *existing* ones.

    ``every`` has every single match, of which some are ``new``. ``is_settled``: no question is
    left that takes time.
    """

    check: OpenFileCheck
    every: Report
    new: frozenset[Violation]
    report: Report
    existing: frozenset[Violation]
    answer: GitAnswer
    is_settled: bool

    def contract_of(self, violation: Violation) -> Contract:
        """Return the contract that is broken there."""
        contracts = self.check.checker.contracts.contracts
        return next(contract for contract in contracts if contract.key == violation.contract_key)


def has_remarks(report: Report) -> bool:
    """Tell whether the *report* of one open file's check has anything to show."""
    return bool(report.violations or report.undecided or report.skipped or report.notices)


def make_open_file_check(
    projects: Projects, place: ProjectPlace, text: str, *, unsaved_texts: Mapping[str, str]
) -> OpenFileCheck:
    """Return the check that gives the verdict on *text*, open in the editor as the file at *place*,
    by what is on disk now, but for other *unsaved_texts* by their paths in the project.
    """
    checker, head = projects.checker(place.levels), projects.head(place.root)
    baseline, content = projects.baseline(place.root), encode_text(text)
    # A pattern that ran away while somebody typed may not do so any more.
    fresh_checker = checker._replace(runaways={})
    return OpenFileCheck(
        place=place,
        checker=fresh_checker.reading_aliases(partial(DiskFiles, place.root)),
        file=make_file_or_skip(place.path, content),
        linked=tuple(
            with_link_target(make_file_or_skip(name, content), place.path) for name in place.names
        ),
        unsaved_texts=unsaved_texts,
        listing=projects.listing(place.root),
        baseline=baseline,
        commit=head.commit,
        state=(
            projects.contracts(place.levels),
            head,
            projects.ignoring_state(place),
            baseline.identity,
        ),
    )


def find_ignored_names(place: ProjectPlace) -> frozenset[str]:
    """Return the names of an open file, at *place*, that git ignores: no check has them."""
    tree = find_working_tree(place.root)
    ignored = []
    for path in place.paths:
        by_git = None if tree is None else is_ignored_path(tree, path)
        if is_skipped_by_walk(place.root, path) if by_git is None else by_git:
            ignored.append(path)
    return frozenset(ignored)
