"""What a scan of a change shows besides: by the contracts of its bases, and by lost texts."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.check.comparison.lost_texts import with_lost_texts
from phaser_lint.check.comparison.newly_hidden import (
    find_hidden_by_change,
    note_skips_and_directives,
)
from phaser_lint.check.comparison.scan_comparisons import follow_moved_entries
from phaser_lint.check.comparison.unselected_files import note_unselected_files
from phaser_lint.check.ignored_violations import set_ignored_files_aside
from phaser_lint.check.project_notices import NOTHING_CHECKED
from phaser_lint.check.scan_report import ProjectScan, assemble_scan_report
from phaser_lint.contract.model import Notice

_ONLY_BASES = "; only the base's contracts checked"


def examine_compared(
    scan: ProjectScan, notices: Sequence[Notice]
) -> tuple[ProjectScan, list[Notice]]:
    """Return a *scan* of a change, its report, what the bases show, and all *notices*."""
    all_notices = [*notices]
    by_bases: tuple[ProjectScan, ...] = ()
    has_bases = bool(scan.bases or scan.options.contract_bases)
    if has_bases and any(notice.change for notice in notices):
        # Few changes are of contracts.
        from phaser_lint.check.comparison.base_contracts import with_base_ids
        from phaser_lint.check.comparison.scan_by_bases import examine_by_bases

        by_bases, failures = examine_by_bases(scan)
        all_notices += failures
        if any(base_scan.checker.contracts.contracts for base_scan in by_bases):
            all_notices = [
                notice._replace(text=notice.text.replace(NOTHING_CHECKED, _ONLY_BASES))
                for notice in all_notices
            ]
        scan = scan._replace(checker=with_base_ids(scan.checker, by_bases), by_bases=by_bases)
    report = assemble_scan_report(scan)
    if scan.names_unlisted_files():
        report, ignored = set_ignored_files_aside(scan.checker, report)
        all_notices += ignored
    report = with_lost_texts(report, scan)
    scan = follow_moved_entries(scan, report)
    if scan.bases:
        all_notices += note_unselected_files(scan, by_bases, exclude=scan.options.exclude)
        all_notices += note_skips_and_directives(find_hidden_by_change(scan, report.undecided))
    return scan._replace(report=report), all_notices
