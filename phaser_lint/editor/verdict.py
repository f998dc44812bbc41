"""One open text checked: what a scan shows of it, and which violations the scans leave out.

    scan --no-baseline        what is shown
    scan                      leaves out what the baseline holds
    scan --since HEAD         leaves out what the last commit has, or what was moved

To ask git takes longer than a key. So while a text is typed it is compared with git's earlier
answers; where these are not enough, ``is_settled`` is false until git was asked (``with_git``).
"""

from __future__ import annotations

import time

from phaser_lint.check.comparison.baseline_file import BaselineComparison
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Limits, Runaways
from phaser_lint.check.engine.comparison import (
    PartlyComparedError,
    count_existing,
    count_occurrences,
    key_of,
    once_per_file,
    without_existing,
)
from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record
from phaser_lint.core.errors import GitLateError, PhaserError
from phaser_lint.core.text import encode
from phaser_lint.editor.projects import KeptListing
from phaser_lint.project.disk import by_link, file_of
from phaser_lint.project.files.disk import DiskFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaser_lint.check.comparison.baseline_file import Entries
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.comparison import Occurrences
    from phaser_lint.check.engine.fingerprints import Key
    from phaser_lint.contract.model import Contract, Report, Violation
    from phaser_lint.core.checked_files import ProposedFile, Skip, Tree
    from phaser_lint.editor.projects import Place, Projects

TYPING_SECONDS, SAVED_SECONDS = 0.1, 2.0
"""How long a pattern may take."""
# All patterns together while somebody types, and what the first short turn of each may take longer.
_DEADLINE, _GRACE = 1.0, 2.0


class OpenFileCheck(Record):
    """The check of an open text: as the file at a place, by what, among which others.

    ``commit`` is HEAD's, empty without one; ``state`` differs once git may answer otherwise.
    """

    place: Place
    checker: Checker
    file: ProposedFile | Skip
    linked: tuple[ProposedFile | Skip, ...]
    """The same under the names that links give it."""
    listing: KeptListing
    baseline: Entries
    commit: str
    state: Any

    @property
    def tree(self) -> Tree:
        """The file alone, among all others of the project."""
        return DiskFiles(self.place.root, listing=self.listing).tree(self.place.paths)

    def quick(self, answer: GitAnswer) -> Verdict:
        """Return the verdict in the time between two keys; *answer* is an earlier one, or none."""
        every = self._examine(_hurried(self.checker))
        if answer.state != self.state:
            answer = GitAnswer(self.state)
        new = without_existing(every, answer.existing)
        is_unknown = bool(self.commit) and not _is_answered(new, every, answer)
        is_open = is_unknown or every.undecided or self.listing.was_kept
        return _verdict(self, every, answer, is_settled=not is_open)

    def with_git(self, verdict: Verdict, *, is_saved: bool, seconds: float) -> Verdict:
        """Return *verdict* with nothing left to ask; of a saved text each pattern has more time.

        All calls of git together have so many *seconds*.
        """
        place, every = self.place.for_seconds(seconds), verdict.every
        check = self._replace(place=place)
        if self.listing.files is None or self.listing.was_kept:
            check = check._replace(listing=KeptListing(place.root))
        if self.listing.was_kept:
            every = check._examine(_hurried(self.checker))
        if is_saved and every.undecided:
            limits = Limits(SAVED_SECONDS)
            every = check._examine(self.checker._replace(limits=limits, runaways=Runaways()))
        existing: Occurrences = {}
        failures: Sequence[PhaserError] = ()
        try:
            existing = check._existing_in_git(every)
        except PartlyComparedError as error:
            existing, failures = error.counts, error.failures
        except PhaserError as error:  # what cannot be known is new
            failures = (error,)
        answer = GitAnswer(self.state, existing, count_occurrences(every.violations))
        return _verdict(check, every, answer, is_settled=True)._replace(
            failed="; ".join(dict.fromkeys(map(str, failures))),
            is_late=any(isinstance(error, GitLateError) for error in failures),
        )

    def _examine(self, checker: Checker) -> Report:
        report = engine.examine(checker, [self.file, *self.linked], tree=self.tree)
        # What a folder lacks is reported for the folder, whichever of its files is checked.
        own = tuple(each for each in report.violations if each.path in self.place.paths)
        return report._replace(violations=own)

    def _existing_in_git(self, every: Report) -> Occurrences:
        """Return how often each violation existed; raises ``PhaserError``."""
        if not self.commit or not every.violations:
            return {}
        from phaser_lint.check.comparison.since_commit import (
            head_comparisons,  # most texts break nothing
        )

        proposed = {file.path: file for file in (self.file, *self.linked)}
        return count_existing(
            every,
            head_comparisons(self.checker, self.place.root, self.commit, proposed=proposed),
        )


class GitAnswer(Record):
    """Git's answer: how often a violation exists, and how often it was asked for."""

    state: Any = None
    existing: Mapping[Key, int] = {}
    asked: Mapping[Key, int] = {}


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
    failed: str = ""
    """Why it could not be compared with the last commit: what is broken is new then."""
    is_late: bool = False
    """Git gave no answer in its time."""

    def contract_of(self, violation: Violation) -> Contract:
        """Return the contract that is broken there."""
        known = self.check.checker.contracts.contracts
        return next(each for each in known if each.key == violation.contract_key)


def open_file_check(projects: Projects, place: Place, text: str) -> OpenFileCheck:
    """Return *text* as the file at *place*, to be checked by what is on disk at this moment."""
    checking = projects.checking(place.levels)
    head, data = projects.head(place.root), encode(text)
    return OpenFileCheck(
        place,
        # A pattern that ran away while somebody typed may not do so any more.
        checking.checker._replace(runaways=Runaways()),
        file_of(place.path, data),
        tuple(by_link(file_of(name, data), place.path) for name in place.names),
        projects.listing(place.root),
        projects.baseline(place.root).entries,
        head.commit,
        (checking.contracts.contracts, head),
    )


def _hurried(checker: Checker) -> Checker:
    limits = Limits(TYPING_SECONDS, time.monotonic() + _DEADLINE, _GRACE)
    return checker._replace(limits=limits)


def _is_answered(new: Report, every: Report, answer: GitAnswer) -> bool:
    """Tell whether git was asked about all that is *new*, of so many of each."""
    numbers = count_occurrences(every.violations)
    return all(numbers[key] <= answer.asked.get(key, 0) for key in map(key_of, new.violations))


def _verdict(
    check: OpenFileCheck, every: Report, answer: GitAnswer, *, is_settled: bool
) -> Verdict:
    new = set(without_existing(every, answer.existing).violations)
    if check.baseline:
        listed = BaselineComparison(check.baseline).count(every)
        new.intersection_update(without_existing(every, listed).violations)
    report = once_per_file(every, check.checker.contracts)
    existing = frozenset(_existing_of(report, new, check.checker))
    return Verdict(check, every, frozenset(new), report, existing, answer, is_settled)


def _existing_of(report: Report, new: set[Violation], checker: Checker) -> set[Violation]:
    """Return the violations shown of which nothing is *new*.

    One that is shown once a file stands for all matches of its contract in it.
    """
    types = {contract.key: contract.type for contract in checker.contracts.contracts}
    broken_anew = {(each.contract_key, each.path) for each in new}
    return {
        each
        for each in report.violations
        if each not in new
        and not (
            RULES[types[each.contract_key]].once and (each.contract_key, each.path) in broken_anew
        )
    }
