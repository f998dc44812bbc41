"""One open text checked: what a scan shows of it, and which violations the scans leave out.

    scan --no-baseline        what is shown
    scan                      leaves out what the baseline holds
    scan --since HEAD         leaves out what the last commit has, or what was moved

To ask git takes longer than a key. So while a text is typed it is compared with git's earlier
answers; where these are not enough, ``is_settled`` is false until git was asked (``settled``).
"""

from __future__ import annotations

import time

from phaser_lint.check.comparison.baseline_file import base_of_baseline
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Limits, Runaways
from phaser_lint.check.engine.comparison import counted, key_of, without_existing
from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record
from phaser_lint.core.errors import GitLateError, PhaserError
from phaser_lint.core.text import encode
from phaser_lint.editor.projects import KeptListing
from phaser_lint.project.disk import by_link, file_of
from phaser_lint.project.files.disk import DiskFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaser_lint.check.comparison.baseline_file import Baseline
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.fingerprints import Key
    from phaser_lint.contract.model import Contract, Report, Violation
    from phaser_lint.core.checked_files import ProposedFile, Skip, Tree
    from phaser_lint.editor.projects import Place, Projects

TYPING_SECONDS, SAVED_SECONDS = 0.1, 2.0
"""How long a pattern may take."""
# All patterns together while somebody types, and what the first short turn of each may take longer.
_DEADLINE, _GRACE = 1.0, 2.0


class Subject(Record):
    """A text that is checked: as the file at a place, by what, among which others.

    ``commit`` is HEAD's, empty without one; ``state`` differs once git may answer otherwise.
    """

    place: Place
    checker: Checker
    file: ProposedFile | Skip
    linked: tuple[ProposedFile | Skip, ...]
    """The same under the names that links give it."""
    listing: KeptListing
    baseline: Baseline
    commit: str
    state: Any

    @property
    def tree(self) -> Tree:
        """The file alone, among all others of the project."""
        return DiskFiles(self.place.root, listing=self.listing).tree(self.place.paths)


class AskedOfGit(Record):
    """Git's answer: how often a violation exists, and how often it was asked for."""

    state: Any = None
    existing: Mapping[Key, int] = {}
    asked: Mapping[Key, int] = {}


class Verdict(Record):
    """What is shown of a text: the violations of ``scan --no-baseline``, and the *existing* ones.

    ``every`` has every single match, of which some are ``new``. ``is_settled``: no question is
    left that takes time.
    """

    subject: Subject
    every: Report
    new: frozenset[Violation]
    report: Report
    existing: frozenset[Violation]
    compared: AskedOfGit
    is_settled: bool
    failed: str = ""
    """Why it could not be compared with the last commit: what is broken is new then."""
    is_late: bool = False
    """Git gave no answer in its time."""

    def contract_of(self, violation: Violation) -> Contract:
        """Return the contract that is broken there."""
        known = self.subject.checker.contracts.contracts
        return next(each for each in known if each.key == violation.contract_key)


def subject_of(projects: Projects, place: Place, text: str) -> Subject:
    """Return *text* as the file at *place*, to be checked by what is on disk at this moment."""
    checking = projects.checking(place.levels)
    head, data = projects.head(place.root), encode(text)
    return Subject(
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


def verdict_of(subject: Subject, compared: AskedOfGit) -> Verdict:
    """Return the verdict in the time between two keys; *compared* is an earlier one's, or new."""
    every = _examined(subject, _hurried(subject.checker))
    if compared.state != subject.state:
        compared = AskedOfGit(subject.state)
    new = without_existing(every, compared.existing)
    unknown = bool(subject.commit) and not _is_answered(new, every, compared)
    left = unknown or every.undecided or subject.listing.was_kept
    return _verdict(subject, every, compared, is_settled=not left)


def settled(verdict: Verdict, *, is_saved: bool, seconds: float) -> Verdict:
    """Return *verdict* with nothing left to ask; of a saved text each pattern has more time.

    All calls of git together have so many *seconds*.
    """
    place = verdict.subject.place.for_seconds(seconds)
    subject, every = verdict.subject._replace(place=place), verdict.every
    if subject.listing.files is None:
        subject = subject._replace(listing=KeptListing(place.root))
    if subject.listing.was_kept:
        subject = subject._replace(listing=KeptListing(subject.place.root))
        every = _examined(subject, _hurried(subject.checker))
    if is_saved and every.undecided:
        every = _examined(
            subject, subject.checker._replace(limits=Limits(SAVED_SECONDS), runaways=Runaways())
        )
    failures: list[PhaserError] = []
    existing = _existing_in_git(subject, every, failures)
    compared = AskedOfGit(subject.state, existing, counted(every.violations))
    failed = "; ".join(dict.fromkeys(map(str, failures)))
    is_late = any(isinstance(each, GitLateError) for each in failures)
    made = _verdict(subject, every, compared, is_settled=True)
    return made._replace(failed=failed, is_late=is_late)


def _hurried(checker: Checker) -> Checker:
    limits = Limits(TYPING_SECONDS, time.monotonic() + _DEADLINE, _GRACE)
    return checker._replace(limits=limits)


def _examined(subject: Subject, checker: Checker) -> Report:
    report = engine.examine(checker, [subject.file, *subject.linked], tree=subject.tree)
    # What a folder lacks is reported for the folder, whichever of its files is checked.
    own = tuple(each for each in report.violations if each.path in subject.place.paths)
    return report._replace(violations=own)


def _is_answered(new: Report, every: Report, compared: AskedOfGit) -> bool:
    """Tell whether git was asked about all that is *new*, of so many of each."""
    numbers = counted(every.violations)
    return all(numbers[key] <= compared.asked.get(key, 0) for key in map(key_of, new.violations))


def _existing_in_git(
    subject: Subject, every: Report, failures: list[PhaserError]
) -> Mapping[Key, int]:
    if not subject.commit or not every.violations:
        return {}
    from phaser_lint.check.comparison.since_commit import base_of_head  # most texts break nothing

    place = subject.place
    proposed = {file.path: file for file in (subject.file, *subject.linked)}
    failed = failures.append
    try:
        base = base_of_head(
            subject.checker, place.root, subject.commit, proposed=proposed, failed=failed
        )
        return base(every)
    except PhaserError as error:  # what cannot be known is new
        failed(error)
        return {}


def _verdict(subject: Subject, every: Report, compared: AskedOfGit, *, is_settled: bool) -> Verdict:
    new = set(without_existing(every, compared.existing).violations)
    if subject.baseline:
        new.intersection_update(
            without_existing(every, base_of_baseline(subject.baseline)(every)).violations
        )
    report = engine.concluded(every, subject.checker.contracts, base=None)
    existing = frozenset(_left_out(report, new, subject.checker))
    return Verdict(subject, every, frozenset(new), report, existing, compared, is_settled)


def _left_out(report: Report, new: set[Violation], checker: Checker) -> set[Violation]:
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
