"""With what a scan of a project is compared, and what of a baseline it looked at."""

from __future__ import annotations

from phaser_lint.check.comparison.baseline import Baseline, note_idle_added_entries
from phaser_lint.check.comparison.baseline_file import BaselineComparison
from phaser_lint.check.comparison.baseline_scope import (
    BaselineScope,
    count_gone_entries,
    note_gone_entries,
    without_gone_entries,
)
from phaser_lint.check.comparison.commits import CommitComparison
from phaser_lint.check.engine.check_files import examine_files
from phaser_lint.check.engine.new_violations import count_existing, without_existing
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Notice, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.engine.new_violations import Comparison


def find_new_in_scan(scan: ProjectScan) -> Report:
    """Return the report of *scan* without what existed in any of its comparisons (revision,
    baseline); raises ``GitError``.
    """
    comparisons = (*make_revision_comparisons(scan), *make_baseline_comparisons(scan))
    if not comparisons:
        return scan.report
    return without_existing(scan.report, count_existing(scan.report, comparisons))


def make_revision_comparisons(scan: ProjectScan) -> tuple[Comparison, ...]:
    """Return the comparison of a *scan* with the revision of ``--since``, if there is one, as a
    tuple.
    """
    if not scan.bases:
        return ()
    return (CommitComparison(scan.checker, scan.root, scan.bases, proposed=scan.unlike_disk),)


def make_baseline_comparisons(scan: ProjectScan) -> tuple[Comparison, ...]:
    """Return the comparison of a *scan* with its baseline, if one counts, as a tuple."""
    return () if scan.baseline is None else (BaselineComparison(scan.baseline.covering_entries()),)


def follow_moved_entries(scan: ProjectScan, report: Report) -> ProjectScan:
    """Return *scan* with a baseline that follows moved code, if *report* has more than its entries
    cover.
    """
    if scan.baseline is None or not scan.baseline.entries or not report.violations:
        return scan
    covered = BaselineComparison(scan.baseline.covering_entries()).count(report)
    if not without_existing(report, covered).violations:
        return scan
    from phaser_lint.check.comparison.moved_entries import with_moved_entries  # git is asked

    return with_moved_entries(scan, report)


def note_unmatched_entries(scan: ProjectScan, baseline: Baseline) -> list[Notice]:
    """Return a notice if the *scan* finds nothing for some entries of its *baseline*: of all, or of
    those that the change adds.
    """
    entries = baseline.entries if baseline.added is None else baseline.added
    report, scope, files = scan.report, make_baseline_scope(scan), scan.all_subjects.files
    if baseline.added and scope.content is not None:
        # An entry may name a file that the change leaves alone.
        named_paths = {path for path, _, _ in entries}.difference(scope.content)
        unchanged = examine_files(scan.checker, files.read(sorted(filter(files.mode, named_paths))))
        report = report._replace(
            violations=(*report.violations, *unchanged.violations),
            skipped=(*report.skipped, *unchanged.skipped),
            undecided=(*report.undecided, *unchanged.undecided),
        )
        scope = scope._replace(content=scope.content | named_paths)
    remaining = without_gone_entries(entries, report, scan.checker.contracts, scope=scope)
    number = count_gone_entries(entries, remaining)
    if baseline.added is not None:
        return note_idle_added_entries(number, baseline)
    return note_gone_entries(
        number, baseline_path=baseline.given, usual=baseline.usual, earlier=baseline.earlier
    )


def make_baseline_scope(scan: ProjectScan) -> BaselineScope:
    """Return of which entries of its baseline a *scan* can say that they are gone, by the files
    that it checked.
    """
    is_whole = scan.subjects.whole and scan.requested_paths.is_everything
    return BaselineScope(
        # What a sparse checkout leaves out is no part of the content either.
        None if is_whole else frozenset(scan.subjects.content),
        scan.subjects.folders,
        lists=scan.tree is not None,
    )
