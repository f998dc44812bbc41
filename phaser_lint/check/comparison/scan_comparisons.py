"""With what a scan of a project is compared: a revision, and its baseline."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.check.comparison.baseline_file import BaselineComparison, Entries
from phaser_lint.check.comparison.baseline_in_force import find_newly_listed
from phaser_lint.check.comparison.commits import (
    BranchStartComparison,
    CommitComparison,
    DefaultsComparison,
)
from phaser_lint.check.comparison.moved_entries import with_moved_entries
from phaser_lint.check.comparison.standing_entries import StandingEntriesComparison
from phaser_lint.check.engine.new_violations import count_existing, without_existing
from phaser_lint.check.project_notices import note_other_sides
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Report
from phaser_lint.project.git.revisions import resolve_revision

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.engine.new_violations import Comparison


def find_new_in_scan(scan: ProjectScan) -> Report:
    """Return *scan*'s report without what its comparisons have; raises ``GitError``."""
    comparisons = [
        *[revision.count for revision in make_revision_comparisons(scan)],
        *make_baseline_comparisons(scan, scan.report),
    ]
    files = scan.all_subjects.files
    if files.has_only_tracked and not scan.bases:
        bases = (files.base,) if files.base else scan.options.changed_since[:1]
        comparisons += [DefaultsComparison(scan.checker, files, base=base).count for base in bases]
    if not comparisons:
        return scan.report
    new = without_existing(scan.report, count_existing(scan.report, comparisons))
    if not (scan.bases and new.existing):
        return new
    return new._replace(notices=(*new.notices, *note_other_sides(scan.root)))


def make_revision_comparisons(scan: ProjectScan) -> tuple[CommitComparison, ...]:
    """Return as a tuple the comparison of a *scan* with the revision of ``--since``, if any."""
    if not scan.bases:
        return ()
    return (CommitComparison(scan.checker, scan.root, scan.bases, proposed=scan.unlike_disk),)


def make_baseline_comparisons(scan: ProjectScan, report: Report) -> tuple[Comparison, ...]:
    """Return the comparison of *report*, of a *scan*, with its baseline, if one counts, as a tuple.

    Of a change an entry excuses only what stood before it. Raises ``GitError``.
    """
    baseline = scan.baseline
    if baseline is None:
        return ()
    entries = baseline.covering_entries()
    by_entries = BaselineComparison(entries)
    if not any(by_entries.count(report).values()):  # most commits touch none; git is not asked
        return (by_entries.count,)
    if scan.bases:
        # One outside of the repository is no part of any change of it, and counts as it is.
        earlier = make_revision_comparisons(scan) if baseline.added is not None else ()
        added: Entries | None = {}
    else:
        base = scan.all_subjects.files.base
        names = scan.options.changed_since or ((base,) if base else ())
        resolved = [resolve_revision(scan.root, name) for name in names]
        commits = tuple(filter(None, resolved))
        earlier = make_commit_comparisons(scan, commits)
        added = find_newly_listed(scan.root, baseline, commits) if earlier else None
    if not earlier or added is None:
        return (by_entries.count,)
    return (StandingEntriesComparison(entries, earlier=earlier, added=added).count,)


def make_commit_comparisons(
    scan: ProjectScan, commits: Sequence[str]
) -> tuple[CommitComparison, ...]:
    """Return with what the *scan* of a commit that is made, on top of *commits*, or of
    another state that git keeps, can compare; nothing where it is of files on disk, or where
    nothing is changed.
    """
    files, checker, root = scan.all_subjects.files, scan.checker, scan.root
    if not files.has_only_tracked or not any(map(files.changes_since, commits)):
        return ()
    return (
        CommitComparison(checker, root, commits, tracked=files),
        BranchStartComparison(checker, root, tracked=files),
    )


def follow_moved_entries(scan: ProjectScan, report: Report) -> ProjectScan:
    """Return *scan*, compared with a baseline that follows moved code where *report* needs one."""
    if scan.baseline is None or not scan.baseline.entries or not report.violations:
        return scan
    covered = BaselineComparison(scan.baseline.covering_entries()).count(report)
    if not without_existing(report, covered).violations:
        return scan
    return with_moved_entries(scan, report)
