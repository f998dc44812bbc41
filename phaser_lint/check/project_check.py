"""A project checked as it is on disk or in git's index, or a part of it: the core of every scan.

contracts    of the project, one severity or all
subjects     the files whose content is checked, and all files there are (``subjects``)
scan         the verdict on each file, and a report of every single match
report       what is new, compared with a revision, a baseline or both

A shard goes its own way from that scan (``shards.shard_check``).
"""

from __future__ import annotations

from phaser_lint.check.comparison.baseline import (
    about_added,
    covered,
    writing_command,
)
from phaser_lint.check.comparison.baseline_scope import (
    gone_notices,
    number_gone,
    still_there,
)
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.comparison import (
    once_per_file,
)
from phaser_lint.check.fixes.fixable import fixable
from phaser_lint.check.project_inputs import ProjectInputs, contract_folders_of
from phaser_lint.check.project_notices import (
    about_everything,
    about_known,
    about_lists,
    about_lookalikes,
    about_named,
    about_nothing,
    about_unchecked,
    about_unchecked_changes,
)
from phaser_lint.check.project_scan import scan_project
from phaser_lint.contract.lookalikes import misnamed_configurations
from phaser_lint.contract.model import Notice
from phaser_lint.contract.selection import summaries
from phaser_lint.project.root import working_directory
from phaser_lint.text.globs import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.comparison.baseline import Baseline
    from phaser_lint.check.project_options import ProjectOptions
    from phaser_lint.check.project_scan import ProjectScan
    from phaser_lint.contract.model import Report, Violation
    from phaser_lint.core.checked_files import Skip
    from phaser_lint.text.globs import Tests


def check_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> Report:
    """Return the report on the project; raises ``PhaserError``.

    *inputs* are those of *options*, if there are some already.
    """
    return report_of(options, examine_project(options, inputs))


def report_of(options: ProjectOptions, scan: ProjectScan, new: Report | None = None) -> Report:
    """Return the report on a *scan*: of what counts, with all notices.

    *new* is what ``scan.new`` returns, if somebody has asked.
    """
    baseline, checker = scan.baseline, scan.checker
    new = scan.new() if new is None else new
    report = once_per_file(new, checker.contracts)
    if options.fixes and fixable(new.violations, checker.contracts.contracts):
        from phaser_lint.check.project_fixes import fixes_shown  # few contracts have any

        report = fixes_shown(report, scan, new.violations)
    notices = (
        *_notices_on_baseline(baseline, scan, options),
        *_notices_on_revision(options, scan, report),
    )
    return report._replace(
        notices=(*scan.notices, *notices, *report.notices),
        contracts=summaries(checker.contracts),
        in_baseline=covered(scan.report, baseline),
    )


def _notices_on_revision(
    options: ProjectOptions, scan: ProjectScan, report: Report
) -> list[Notice]:
    """Return a notice if HEAD has some of the violations, too, where *options* ask for it."""
    number = len(report.violations)
    if not options.reports_existing or scan.bases or not number:
        return []
    from phaser_lint.check.comparison.revisions import (
        number_at,  # a scan of all there is needs none
    )

    number_at_head = number_at(scan.checker, scan.root, "HEAD", report=report)
    writing = writing_command(scan.baseline) if options.counts_baseline else ""
    return about_known(number_at_head, number, writing=writing)


def _notices_on_baseline(
    baseline: Baseline | None, scan: ProjectScan, options: ProjectOptions
) -> list[Notice]:
    """Return a notice if entries of the *baseline*, where it is today's, are gone."""
    if baseline is None or baseline.added is not None or options.exclude:
        return []
    remaining = still_there(baseline.entries, scan.report, scan.checker.contracts, scope=scan.scope)
    number = number_gone(baseline.entries, remaining)
    return gone_notices(
        number, baseline_path=baseline.given, usual=baseline.usual, earlier=baseline.earlier
    )


def examine_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> ProjectScan:
    """Return all that the project shows, existing or new; raises ``PhaserError``."""
    scan = scan_project(options, inputs)
    report = engine.assembled(scan.checker, scan.verdicts, tree=scan.tree, changes=scan.changes)
    if options.exclude:
        report = without_excluded(report, options.exclude)
    return scan._replace(report=report, notices=tuple(_list_notices(scan, options)))


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


def notices_of_run(scan: ProjectScan, options: ProjectOptions) -> list[Notice]:
    """Return the notices on what the run went by: its files, contracts and baseline."""
    contracts, subjects = scan.checker.contracts, scan.all_subjects
    notices = about_nothing(
        contracts,
        scan.root,
        severity=options.severity,
        looked_in=contract_folders_of(options),
    )
    if options.requires_contracts and not contracts.idle:
        notices = []  # there are some elsewhere: a file without a level is clean
    named_paths = options.paths or ((".",) if options.here else ())
    if named_paths and not options.state.is_in_git and not scan.requested_paths.is_everything:
        here = working_directory()
        notices += about_named(
            scan.root,
            named_paths,
            subjects.content,
            repositories=scan.repositories,
            working_directory=here,
        )
    notices += [
        Notice(path, None, f"not checked: {why}") for path, why in scan.requested_paths.unfollowed
    ]
    if not options.tracked:  # a commit's files are checked here, and its tree by another hook
        notices += about_unchecked(contracts.contracts, subjects.folders)
    if scan.tree is not None and scan.tree.files is not None:
        notices += about_lists(scan.checker.selection, scan.tree.files)
    if options.since is not None:
        from phaser_lint.check.comparison.revisions import (
            about_itself,  # a plain scan needs no git for it
        )

        notices += about_itself(scan.root, options.since, scan.bases)
    if subjects.files.is_base():
        notices.append(Notice("phaser-lint", None, options.state.unchanged))
    if scan.changes is None and not options.is_content_alone:
        notices += about_unchecked_changes(contracts.contracts)
    further_notices = [
        *scan.level_notices,
        *contracts.notices,
        *about_added(scan.baseline),
        *_notices_on_change(scan, options),
    ]
    if options.contracts_dir:
        return [*notices, *further_notices]
    if not (notices or scan.is_everything):
        return [*misnamed_configurations(scan.root), *further_notices]
    return [*notices, *about_lookalikes(scan.levels, contracts, subjects.listed), *further_notices]


def _notices_on_change(scan: ProjectScan, options: ProjectOptions) -> list[Notice]:
    if not scan.bases and scan.ruling is None:
        return []
    from phaser_lint.check.comparison.by_revision import (
        about_contracts,  # a plain scan reads no YAML
    )

    return about_contracts(scan, options)


def _notices_on_hidden(scan: ProjectScan) -> list[Notice]:
    if not scan.bases:
        return []
    from phaser_lint.check.comparison.hidden import about_hidden, hidden_by_change

    return about_hidden(hidden_by_change(scan))


def _list_notices(scan: ProjectScan, options: ProjectOptions) -> list[Notice]:
    notices, contracts = notices_of_run(scan, options), scan.checker.contracts
    notices += _notices_on_hidden(scan)
    contracts_or_problems = contracts.contracts or contracts.problems
    if not contracts_or_problems or scan.tree is None or not scan.is_everything:
        return notices
    # The tree is all of what is listed that any contract selects.
    return [*notices, *about_everything(scan.checker.selection.idle(scan.tree.paths))]
