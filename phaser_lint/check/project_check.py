"""A project checked as it is on disk or in git's index, or a part of it: the core of every scan.

contracts    of the project, one severity or all
subjects     the files whose content is checked, and all files there are (``scanned_files``)
scan         the verdict on each file, and a report of every single match
report       what is new, compared with a revision, a baseline or both

A shard goes its own way from that scan (``shards.shard_check``).
"""

from __future__ import annotations

import os

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.directive_places import with_reasons
from phaser_lint.check.project_inputs import ProjectInputs, list_contract_folders
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.check.project_scan import scan_project
from phaser_lint.check.scan_report import (
    ProjectScan,
    assemble_scan_report,
    lacks_base,
)
from phaser_lint.contract.lookalikes import note_misnamed_configurations, note_project_lookalikes
from phaser_lint.contract.model import Notice, Report
from phaser_lint.contract.report_parts import make_contract_summaries
from phaser_lint.project.project_of_command import require_working_directory


def check_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> Report:
    """Return the report of a check of the whole project, as ``scan`` gives it; raises
    ``PhaserError``.

    *inputs* are those of *options*, if there are some already.
    """
    return make_scan_report(examine_project(options, inputs))


def examine_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> ProjectScan:
    """Return the scan with every match, existing or new, and notices; raises ``PhaserError``."""
    with inputs or ProjectInputs(options) as own_inputs:
        scan = scan_project(own_inputs)
    notices = note_run_inputs(scan)
    # Of a change alone a skipped file may have lost its text: an image of a project has none.
    is_of_change = scan.all_subjects.files.base or options.changed_since
    has_bases = bool(scan.bases or options.contract_bases)
    if has_bases or (is_of_change and scan.checked_files.skipped):
        from phaser_lint.check.comparison.scan_of_change import (
            examine_compared,  # most scans compare nothing
        )

        scan, notices = examine_compared(scan, notices)
    else:
        report, ignored = assemble_scan_report(scan), list[Notice]()
        if scan.names_unlisted_files():
            from phaser_lint.check.ignored_violations import set_ignored_files_aside

            report, ignored = set_ignored_files_aside(scan.checker, report)
        if scan.baseline is not None:
            from phaser_lint.check.comparison.scan_comparisons import follow_moved_entries

            scan = follow_moved_entries(scan, report)
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
            from phaser_lint.check.project_notices import note_idle_contracts

            notices += note_idle_contracts(idle, scan.all_subjects.listed)
        if "lists" in selection.needs:
            from phaser_lint.check.project_notices import note_contracts_without_items

            silent_keys = {*scan.checked_files.with_items, *(contract.key for contract in idle)}
            silent_keys |= {check.contract_key for check in scan.report.undecided}
            notices += note_contracts_without_items(selection, but=silent_keys)
    if any(contract.counted_in for contract in contracts.contracts) and scan.report.violations:
        from phaser_lint.contract.language_doubts import note_missing_readers

        notices += note_missing_readers(contracts.contracts, scan.report.violations, scan.read)
    if scan.is_everything and selection.about_changes:
        from phaser_lint.check.project_notices import note_missing_partners

        notices += note_missing_partners(selection, scan.all_subjects.listed)
    return notices


def make_scan_report(scan: ProjectScan, new: Report | None = None) -> Report:
    """Return the report of a project check, by its *scan*: what counts, with all notices.

    *new* is what ``find_new_in_scan`` returns, if somebody has asked.
    """
    options, baseline, checker = scan.options, scan.baseline, scan.checker
    if new is None:
        new = scan.report
        # A commit, which is checked by whole files, may bring what a default branch holds.
        is_commit = scan.all_subjects.files.has_only_tracked
        if scan.bases or baseline is not None or (is_commit and new.violations):
            from phaser_lint.check.comparison.scan_comparisons import find_new_in_scan

            new = find_new_in_scan(scan)
    report = engine.keep_one_per_file(new, checker.contracts, every=scan.report)
    if options.fixes and new.violations:
        from phaser_lint.check.fixes.fixable import select_fixable_violations

        if select_fixable_violations(new.violations, checker.contracts.contracts):
            from phaser_lint.check.project_fixes import with_project_fixes

            report = with_project_fixes(report, scan, new.violations)
    notices, covered_number = [*scan.notices], None
    contracts = make_contract_summaries(checker.contracts)
    if scan.by_bases:
        from phaser_lint.check.comparison.base_contracts import (
            join_weaker_violations,
            judge_by_bases,
        )

        judgement = judge_by_bases(scan, new, allow_weaker=options.allow_weaker)
        joined = join_weaker_violations(report.violations, judgement.violations)
        violations = sorted(joined, key=engine.rank_violation)
        undecided = sorted({*report.undecided, *judgement.undecided})
        report = report._replace(violations=tuple(violations), undecided=tuple(undecided))
        notices += judgement.notices
        contracts = judgement.with_summaries(contracts)
    if baseline is not None:
        from phaser_lint.check.comparison.baseline_in_force import note_entries_of_what_was_gone
        from phaser_lint.check.comparison.gone_entries import note_unmatched_entries
        from phaser_lint.check.comparison.moved_entries import (
            count_in_moved_baseline,
            note_lost_history,
        )

        use = count_in_moved_baseline(scan, scan.report, new=new)
        covered_number = use.covered
        notices += note_entries_of_what_was_gone(use.reported, baseline)
        if not options.exclude:
            notices_on_history = note_lost_history(scan, baseline)
            notices += notices_on_history or note_unmatched_entries(scan, baseline)
    if options.leaves_out_old_warnings and report.violations:
        from phaser_lint.check.comparison.since_revision import without_old_warnings

        report = without_old_warnings(report, scan)
    if options.reports_existing and not scan.bases and report.violations:
        from phaser_lint.check.comparison.baseline_in_force import name_baseline_command
        from phaser_lint.check.comparison.since_revision import find_at_head
        from phaser_lint.check.project_notices import note_old_violations
        from phaser_lint.project.git.staged_index import is_commit_begun

        # Git is asked where something is wrong: most commits are not held up by one call more.
        is_begun = is_commit_begun(scan.root)
        at_head = find_at_head(scan, report) if is_begun else None
        report = report._replace(at_head=at_head)
        writing = name_baseline_command(baseline) if options.counts_baseline else ""
        notices += note_old_violations(
            len(at_head or ()),
            len(report.violations),
            writing=writing,
            takes_arguments=options.tracked,
        )
    return report._replace(
        suppressed=with_reasons(report.suppressed),
        notices=(*notices, *report.notices),
        contracts=contracts,
        in_baseline=covered_number,
        deaf=tuple([each.key for each in checker.contracts.contracts if each.ignorable is False]),
    )


def note_run_inputs(scan: ProjectScan) -> list[Notice]:
    """Return notices on what a project's check, its *scan*, goes by: paths, contracts, baseline."""
    options, contracts, subjects = scan.options, scan.checker.contracts, scan.all_subjects
    notices = _note_paths(scan)
    # A commit's files are checked here, and its tree by another hook.
    if not options.tracked and "" not in subjects.folders:
        from phaser_lint.check.project_notices import note_partial_folders

        notices += note_partial_folders(contracts.contracts, subjects.folders)
    selection = scan.checker.selection
    if "lists" in selection.needs and scan.tree is not None and scan.tree.files is not None:
        from phaser_lint.check.project_notices import note_missing_lists

        notices += note_missing_lists(selection, scan.tree.files)
    if options.since is not None:
        from phaser_lint.check.comparison.since_revision import note_empty_change

        notices += note_empty_change(scan.root, options.since, scan.bases, listing=scan.listing)
    if subjects.files.is_base():
        notices.append(Notice("phaser-lint", None, options.state.unchanged))
    if lacks_base(scan) and not options.no_base:
        from phaser_lint.check.project_notices import note_unchecked_changes

        unchecked = note_unchecked_changes(contracts.contracts, options.ways_to_base)
        # Of a build of all files that passes pre-commit would show nothing.
        notices += [notice._replace(weakens=options.tracked) for notice in unchecked]
    # Of a commit, too: a contract that it renames to what is not read would be gone unseen.
    if not options.contracts_dir and (notices or scan.requested_paths.is_everything):
        notices += note_project_lookalikes(
            scan.levels, contracts, subjects.listed, list_names=scan.listing.names_in
        )
    elif not options.contracts_dir:
        notices += note_misnamed_configurations(scan.root)
    notices += [*scan.level_notices, *contracts.notices]
    if scan.baseline is not None:
        from phaser_lint.check.comparison.baseline_in_force import note_added_entries

        notices += note_added_entries(scan.baseline)
    if scan.bases or options.contract_bases or scan.ruling is not None:
        from phaser_lint.check.comparison.contracts_of_revision import note_contract_changes

        notices += note_contract_changes(scan)
    return [*notices, *_note_next_commit(scan)]


def _note_next_commit(scan: ProjectScan) -> list[Notice]:
    """Return notices on what a commit that is to be made does to contracts, if the scan is of one.

    A shard of it has them, too: merged shards say what a scan of the whole says.
    """
    options, notices = scan.options, list[Notice]()
    is_commit = scan.all_subjects.files.has_only_tracked and not options.is_content_alone
    if not is_commit or scan.bases or scan.ruling is not None:
        return notices
    from phaser_lint.check import commit_contracts

    staged_changes = commit_contracts.find_staged_changes(scan)
    commit, kinds = staged_changes or ("", {})
    # The bases of commits that are made judge them, and are named beside the run's inputs.
    if not options.contract_bases and commit_contracts.may_be_of_contracts(scan, kinds):
        from phaser_lint.check.comparison.contracts_of_revision import note_staged_changes

        notices += note_staged_changes(scan, commit, kinds)
    if {"create", "delete"}.issubset(kinds.values()):
        from phaser_lint.check.comparison.unselected_files import note_staged_moves

        notices += note_staged_moves(scan, commit, kinds)
    return notices


def _note_paths(scan: ProjectScan) -> list[Notice]:
    """Return the notices on contracts that are not there, and on paths that nothing lies at."""
    options, contracts, requested_paths = scan.options, scan.checker.contracts, scan.requested_paths
    notices: list[Notice] = []
    # Without a contract required there may be some elsewhere: a file without a level is clean.
    if not contracts.contracts and (contracts.idle or not options.requires_contracts):
        from phaser_lint.check.project_notices import note_no_contracts

        looked_in = list_contract_folders(options)
        notices += note_no_contracts(
            contracts, scan.root, severity=options.severity, looked_in=looked_in
        )
    if scan.is_everything and any(contract.exclude_glob for contract in contracts.contracts):
        from phaser_lint.contract.glob_advice import note_near_exclusions

        notices += note_near_exclusions(contracts.contracts, scan.all_subjects.listed)
    named_paths = options.paths or ((".",) if options.here else ())
    if named_paths and not options.state.is_in_git and not requested_paths.is_everything:
        if contracts.excluded and not options.tracked:
            from phaser_lint.check.project_notices import note_excluded_paths

            notices += note_excluded_paths(
                requested_paths, scan.all_subjects.content, excluded=contracts.excluded
            )
        current_folder = require_working_directory()
        folders = [
            path for path in named_paths if os.path.isdir(os.path.join(current_folder, path))
        ]
        if folders:
            from phaser_lint.check.project_notices import note_requested_folders

            notices += note_requested_folders(
                scan.root,
                folders,
                [*scan.all_subjects.content, *scan.all_subjects.listed],
                repositories=scan.listing.repositories,
                working_directory=current_folder,
            )
    return notices + [
        Notice(path, None, f"not checked: {why}") for path, why in requested_paths.unfollowed
    ]
