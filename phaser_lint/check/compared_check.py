"""What a scan shows besides where it is compared: with bases, with a baseline, by lost texts."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.check.comparison.base_contracts import notice_on_unjudged, with_base_ids
from phaser_lint.check.comparison.baseline_file import BaselineComparison
from phaser_lint.check.comparison.hidden import hidden_by_change, notices_on_hidden
from phaser_lint.check.comparison.lost_texts import texts_lost_since
from phaser_lint.check.comparison.moved_entries import with_moved_entries
from phaser_lint.check.comparison.unselected import notices_on_unselected
from phaser_lint.check.engine.new_violations import without_existing
from phaser_lint.check.kinds_of_change import commits_before
from phaser_lint.check.project_check import assemble, without_ignored
from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.check.project_scan import ProjectScan, scan_project
from phaser_lint.contract.model import Notice, Report
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.project.git.repository import empty_tree


def examine_compared(
    scan: ProjectScan, options: ProjectOptions, notices: Sequence[Notice]
) -> tuple[ProjectScan, list[Notice]]:
    """Return *scan* with its report, and with what the bases show, and all *notices* so far."""
    all_notices = [*notices]
    by_bases: tuple[ProjectScan, ...] = ()
    if scan.bases and any(notice.change for notice in notices):
        by_bases, failures = examine_by_bases(options, scan)
        all_notices += failures
        scan = scan._replace(checker=with_base_ids(scan.checker, by_bases))
    report, ignored = without_ignored(assemble(scan, options), scan, options)
    report, all_notices = with_lost_texts(report, scan, options), [*all_notices, *ignored]
    if scan.baseline and scan.baseline.entries and report.violations:
        covered = BaselineComparison(scan.baseline.covering_entries()).count(report)
        if without_existing(report, covered).violations:
            scan = with_moved_entries(scan, report)
    if scan.bases:
        all_notices += notices_on_unselected(scan, by_bases, exclude=options.exclude)
        all_notices += notices_on_hidden(hidden_by_change(scan, report.undecided))
    return scan._replace(report=report, by_bases=by_bases), all_notices


def with_lost_texts(report: Report, scan: ProjectScan, options: ProjectOptions) -> Report:
    """Return *report* with what the change took out of sight, unless a person lets that pass."""
    if options.allow_weaker or not scan.verdicts.skipped:
        return report
    commits = commits_before(scan.all_subjects.files, options, scan.bases)
    lost_texts = texts_lost_since(scan, commits)
    return report._replace(undecided=tuple(sorted({*report.undecided, *lost_texts})))


def examine_by_bases(
    options: ProjectOptions, scan: ProjectScan
) -> tuple[tuple[ProjectScan, ...], list[Notice]]:
    """Return what the change shows by the contracts of each base, or why that is not known."""
    if not options.has_own_contracts:
        return (), []
    options = options._replace(
        since=None,
        bases=scan.bases,
        judges_change=True,
        user_contracts=False,
        requires_contracts=False,
        shown=None,
        cache=False,
    )
    by_bases = []
    try:
        without_commit = empty_tree(scan.root)  # before the first one there were no contracts
        for base in scan.bases:
            if base == without_commit:
                continue
            base_options = options._replace(contracts_from=base)
            with ProjectInputs(base_options) as inputs:
                base_scan = scan_project(base_options, inputs)
            by_bases.append(base_scan._replace(report=assemble(base_scan, options)))
    except (GitError, UsageError) as error:
        return (), [notice_on_unjudged(error)]
    return tuple(by_bases), []
