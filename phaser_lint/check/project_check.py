"""A project checked as it is on disk or in git's index, or a part of it: the core of every scan.

contracts    of the project, one severity or all
subjects     the files whose content is checked, and all files there are (``scanned_files``)
scan         the verdict on each file, and a report of every single match
report       what is new, compared with a revision, a baseline or both

A shard goes its own way from that scan (``shards.shard_check``).
"""

from __future__ import annotations

import os

from phaser_lint.check.engine import check as engine
from phaser_lint.check.project_inputs import ProjectInputs, contract_folders_of
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.check.project_scan import ProjectScan, scan_project
from phaser_lint.contract.lookalikes import misnamed_configurations, notices_on_lookalikes
from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.selection import summaries
from phaser_lint.core.checked_files import Skip
from phaser_lint.core.text import contract_shown
from phaser_lint.project import working_directory
from phaser_lint.text.globs import Tests, match


def check_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> Report:
    """Return the report on the project; raises ``PhaserError``.

    *inputs* are those of *options*, if there are some already.
    """
    return report_of(examine_project(options, inputs))


def examine_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> ProjectScan:
    """Return all that the project shows, existing or new; raises ``PhaserError``."""
    with inputs or ProjectInputs(options) as own_inputs:
        scan = scan_project(own_inputs)
    notices = notices_of_run(scan)
    if scan.bases or scan.baseline is not None or scan.verdicts.skipped:
        from phaser_lint.check.compared_check import examine_compared  # most scans compare nothing

        scan, notices = examine_compared(scan, notices)
    else:
        report, ignored = without_ignored(assemble(scan), scan)
        scan, notices = scan._replace(report=report), [*notices, *ignored]
    return scan._replace(notices=(*notices, *_notices_on_contracts(scan)))


def _notices_on_contracts(scan: ProjectScan) -> list[Notice]:
    """Return the notices on contracts that the scan says nothing by, or less than they ask for."""
    contracts, selection = scan.checker.contracts, scan.checker.selection
    notices: list[Notice] = []
    if (contracts.contracts or contracts.problems) and scan.tree and scan.is_everything:
        # The tree is all of what is listed that any contract selects.
        idle = selection.idle(scan.tree.paths)
        if idle:
            from phaser_lint.check.project_notices import notices_on_idle_contracts

            notices += notices_on_idle_contracts(idle)
    if any(contract.counted_in for contract in contracts.contracts) and scan.report.violations:
        from phaser_lint.contract.language_doubts import notices_on_readers

        notices += notices_on_readers(contracts.contracts, scan.report.violations)
    if scan.is_everything and selection.about_changes:
        from phaser_lint.check.project_notices import notices_on_missing_partners

        notices += notices_on_missing_partners(selection, scan.all_subjects.listed)
    return notices


def without_ignored(report: Report, scan: ProjectScan) -> tuple[Report, list[Notice]]:
    """Return *report* without forbidden files that are named and that git ignores.

    A scan of their folder does not know them, and the hook lets an agent write them. The notices
    say so.
    """
    if not scan.requested_paths.files or scan.options.checks_commit:
        return report, []
    from phaser_lint.check.edit_check import without_ignored_files  # few files are named

    remaining = without_ignored_files(scan.checker, scan.root, report)
    notices = [
        Notice(
            violation.path,
            None,
            f"git ignores it, so to {contract_shown(violation.contract_key)} it is not there",
        )
        for violation in report.violations
        if violation not in remaining.violations
    ]
    return remaining, notices


def assemble(scan: ProjectScan) -> Report:
    """Return the report of a *scan*, of every single match, without what is excluded."""
    report = engine.assemble_report(
        scan.checker, scan.verdicts, tree=scan.tree, changes=scan.changes
    )
    exclude = scan.options.exclude
    return without_excluded(report, exclude) if exclude else report


def report_of(scan: ProjectScan, new: Report | None = None) -> Report:
    """Return the report on a project's *scan*: of what counts, with all notices.

    *new* is what ``new_in`` returns, if somebody has asked.
    """
    options, baseline, checker = scan.options, scan.baseline, scan.checker
    if new is None:
        new = scan.report
        if scan.bases or baseline is not None:
            from phaser_lint.check.comparison.scan_comparisons import new_in

            new = new_in(scan)
    report = engine.once_per_file(new, checker.contracts, every=scan.report)
    if options.fixes and new.violations:
        from phaser_lint.check.fixes.fixable import fixable

        if fixable(new.violations, checker.contracts.contracts):
            from phaser_lint.check.project_fixes import fixes_shown

            report = fixes_shown(report, scan, new.violations)
    notices, covered_number = [*scan.notices], None
    contracts = summaries(checker.contracts)
    if scan.by_bases:
        from phaser_lint.check.comparison.base_contracts import join_weaker, judge_by_bases

        judgement = judge_by_bases(scan, new, allow_weaker=options.allow_weaker)
        joined = join_weaker(report.violations, judgement.violations)
        violations = sorted(joined, key=engine.in_order)
        undecided = sorted({*report.undecided, *judgement.undecided})
        report = report._replace(violations=tuple(violations), undecided=tuple(undecided))
        notices += judgement.notices
        contracts = judgement.with_summaries(contracts)
    if baseline is not None:
        from phaser_lint.check.comparison.baseline import count_covered
        from phaser_lint.check.comparison.scan_comparisons import (
            notices_on_gone_entries,
            notices_on_lost_history,
        )

        covered_number = count_covered(scan.report, baseline, checker.contracts)
        if not options.exclude:
            notices_on_history = notices_on_lost_history(scan, baseline)
            notices += notices_on_history or notices_on_gone_entries(scan, baseline)
    if options.leaves_out_old_warnings and report.violations:
        from phaser_lint.check.comparison.revisions import without_old_warnings

        report = without_old_warnings(report, scan)
    if options.reports_existing and not scan.bases and report.violations:
        from phaser_lint.check.comparison.baseline import writing_command
        from phaser_lint.check.comparison.revisions import number_at
        from phaser_lint.check.project_notices import notices_on_old_violations
        from phaser_lint.project.git.staged_index import is_commit_begun

        # Git is asked where something is wrong: most commits are not held up by one call more.
        is_begun = is_commit_begun(scan.root)
        number_at_head = number_at(checker, scan.root, "HEAD", report=report) if is_begun else 0
        writing = writing_command(baseline) if options.counts_baseline else ""
        notices += notices_on_old_violations(
            number_at_head, len(report.violations), writing=writing
        )
    return report._replace(
        suppressed=engine.with_reasons(report.suppressed),
        notices=(*notices, *report.notices),
        contracts=contracts,
        in_baseline=covered_number,
    )


def without_excluded(report: Report, exclude: Tests) -> Report:
    """Return *report* without what stands in files that *exclude* selects.

    They are there for what asks which files there are, and may have been read for that.
    """

    def is_included(located: Violation | Skip | Notice) -> bool:
        return not match((exclude,), located.path)

    return report._replace(
        checked=tuple([path for path in report.checked if not match((exclude,), path)]),
        violations=tuple(
            [
                violation
                for violation in report.violations
                if violation.where == "glob" or is_included(violation)
            ]
        ),
        suppressed=tuple(filter(is_included, report.suppressed)),
        skipped=tuple(filter(is_included, report.skipped)),
        notices=tuple(
            [notice for notice in report.notices if not notice.line or is_included(notice)]
        ),
    )


def notices_of_run(scan: ProjectScan) -> list[Notice]:
    """Return the notices on what the run went by: its files, contracts and baseline."""
    options, contracts, subjects = scan.options, scan.checker.contracts, scan.all_subjects
    notices = _notices_on_paths(scan)
    # A commit's files are checked here, and its tree by another hook.
    if not options.tracked and "" not in subjects.folders:
        from phaser_lint.check.project_notices import notices_on_partial_folders

        notices += notices_on_partial_folders(contracts.contracts, subjects.folders)
    selection = scan.checker.selection
    if "lists" in selection.needs and scan.tree is not None and scan.tree.files is not None:
        from phaser_lint.check.project_notices import notices_on_lists

        notices += notices_on_lists(selection, scan.tree.files)
    if options.since is not None:
        from phaser_lint.check.comparison.revisions import notices_on_empty_change

        notices += notices_on_empty_change(
            scan.root, options.since, scan.bases, listing=scan.listing
        )
    if subjects.files.is_base():
        notices.append(Notice("phaser-lint", None, options.state.unchanged))
    if selection.about_changes and scan.changes is None and not options.is_content_alone:
        from phaser_lint.check.project_notices import notices_on_unchecked_changes

        notices += notices_on_unchecked_changes(contracts.contracts)
    if not options.contracts_dir and (notices or scan.is_everything):
        notices += notices_on_lookalikes(
            scan.levels, contracts, subjects.listed, list_names=scan.listing.names_in
        )
    elif not options.contracts_dir:
        notices += misnamed_configurations(scan.root)
    notices += [*scan.level_notices, *contracts.notices]
    if scan.baseline is not None:
        from phaser_lint.check.comparison.baseline import notices_on_additions

        notices += notices_on_additions(scan.baseline)
    if scan.bases or scan.ruling is not None:
        from phaser_lint.check.comparison.by_revision import notices_on_contracts

        notices += notices_on_contracts(scan)
    return notices


def _notices_on_paths(scan: ProjectScan) -> list[Notice]:
    """Return the notices on contracts that are not there, and on paths that nothing lies at."""
    options, contracts, requested_paths = scan.options, scan.checker.contracts, scan.requested_paths
    notices: list[Notice] = []
    # Without a contract required there may be some elsewhere: a file without a level is clean.
    if not contracts.contracts and (contracts.idle or not options.requires_contracts):
        from phaser_lint.check.project_notices import notices_on_no_contracts

        looked_in = contract_folders_of(options)
        notices += notices_on_no_contracts(
            contracts, scan.root, severity=options.severity, looked_in=looked_in
        )
    named_paths = options.paths or ((".",) if options.here else ())
    if named_paths and not options.state.is_in_git and not requested_paths.is_everything:
        current_folder = working_directory()
        folders = [
            path for path in named_paths if os.path.isdir(os.path.join(current_folder, path))
        ]
        if folders:
            from phaser_lint.check.project_notices import notices_on_requested_folders

            notices += notices_on_requested_folders(
                scan.root,
                folders,
                scan.all_subjects.content,
                repositories=scan.listing.repositories,
                working_directory=current_folder,
            )
    return notices + [
        Notice(path, None, f"not checked: {why}") for path, why in requested_paths.unfollowed
    ]
