"""What entries of a baseline excuse where a change is checked: only what stood before the change.

An entry that nobody pruned would let the same violation come back, months after it was fixed:

    main      x = 1                {"path": "a.py", "rule_id": "no-print", … "count": 1}
    change    print(1)             new, whatever that entry says

What stood before is what the change is compared with: the base of ``--since``; for a commit HEAD,
and where its branch began, so that a branch may take back what it fixed itself. Code that was
moved, renamed or merged stood there, too. Where a file could not be checked as it was (a filter
encrypts it), nothing but the entry tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from phaser_lint.check.comparison.baseline_file import BaselineComparison, Entries
from phaser_lint.check.comparison.baseline_in_force import find_committed_baseline
from phaser_lint.check.comparison.commits import CommitComparison
from phaser_lint.check.engine.new_violations import (
    Occurrences,
    PartlyComparedError,
    ViolationKey,
    count_existing,
    make_violation_key,
    without_existing,
)
from phaser_lint.contract.model import Report
from phaser_lint.project.regular_file import WITHOUT_LINES


class StandingEntriesComparison:
    """What *entries* of a baseline list and one of *earlier* comparisons had.

    Those *added* by the commit that is checked excuse what they list: somebody has just looked.
    """

    def __init__(
        self, entries: Entries, *, earlier: Sequence[CommitComparison], added: Entries | None = None
    ) -> None:
        self._listed, self._added = BaselineComparison(entries), BaselineComparison(added or {})
        self._earlier = earlier

    def count(self, report: Report) -> Occurrences:
        """Return how many of each violation of *report* are excused; raises ``GitError``."""
        listed, counts = self._listed.count(report), dict(self._added.count(report))
        asked = _select_listed(report, listed, counts)
        if not asked.violations:
            return counts
        try:
            stood = count_existing(asked, [comparison.count for comparison in self._earlier])
        except PartlyComparedError as error:  # what cannot be compared is new
            stood = error.counts
        for key in set(map(make_violation_key, asked.violations)):
            counts[key] = min(listed[key], max(stood.get(key, 0), counts[key]))
        gone = without_existing(_select_listed(asked, listed, counts), counts)
        counts.update({key: listed[key] for key in list_unread_before(gone, self._earlier)})
        return counts


class UsualBaselineComparison:
    """What the usual baseline of a *commit* excuses, of what it and *earlier* comparisons had.

    It is read when it is asked.
    """

    def __init__(self, root: str, commit: str, *, earlier: Sequence[CommitComparison]) -> None:
        self._root, self._commit, self._earlier = root, commit, earlier

    def count(self, report: Report) -> Occurrences:
        """Return how many of each violation of *report* are excused; raises ``GitError``."""
        baseline, _ = find_committed_baseline(self._root, self._commit)
        entries = baseline.entries if baseline else {}
        return StandingEntriesComparison(entries, earlier=self._earlier).count(report)


def _select_listed(report: Report, listed: Occurrences, counts: Occurrences) -> Report:
    """Return *report* with the violations of which more are *listed* than *counts* excuse."""
    violations = [
        violation
        for violation in report.violations
        for key in (make_violation_key(violation),)
        if listed[key] > counts[key]
    ]
    return report._replace(violations=tuple(violations))


def list_unread_before(
    report: Report, comparisons: Sequence[CommitComparison]
) -> Iterator[ViolationKey]:
    """Yield the keys of *report* whose baseline entries may have stood before: a commit of the
    *comparisons* tells nothing of them; raises ``GitError``.
    """
    reports = [
        report_then
        for comparison in (comparisons if report.violations else ())
        for report_then in comparison.examine_before(report)
    ]
    paths = {
        skip.path
        for report_then in reports
        for skip in report_then.skipped
        if skip.reason not in WITHOUT_LINES
    }
    undecided = {
        (open_case.contract_key, open_case.path)
        for report_then in reports
        for open_case in report_then.undecided
    }
    for key in map(make_violation_key, report.violations):
        if key[1] in paths or key[:2] in undecided:
            yield key
