"""A project checked as it is on disk or in git's index, or a part of it: the core of every scan.

contracts    of the project, one severity or all
subjects     the files whose content is checked, and all files there are (``subjects``)
seen         the verdict on each file
examined     a report of every single match
concluded    what is new, compared with a revision, a baseline or both

A shard goes its own way from what was seen (``shards.shard_check``).
"""

from __future__ import annotations

from phaser_lint.check.comparison.baseline_in_force import (
    about_added,
    covered,
    with_baseline,
    writing_command,
)
from phaser_lint.check.comparison.baseline_scope import (
    Scope,
    gone_notices,
    number_gone,
    still_there,
)
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.comparison import without_existing
from phaser_lint.check.fixes.fixable import fixable
from phaser_lint.check.project_inputs import ProjectInputs, contract_folders_of
from phaser_lint.check.project_notices import (
    about_everything,
    about_known,
    about_lists,
    about_lookalikes,
    about_named,
    about_nothing,
    about_nothing_staged,
    about_unchecked,
    about_unchecked_changes,
)
from phaser_lint.check.seen import see_project
from phaser_lint.contract.lookalikes import misnamed_configurations
from phaser_lint.contract.model import Notice
from phaser_lint.contract.selection import summaries
from phaser_lint.core import Record
from phaser_lint.project.root import working_directory
from phaser_lint.text.globs import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from phaser_lint.check.comparison.baseline_in_force import InForce
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.project_options import ProjectOptions
    from phaser_lint.check.seen import Seen
    from phaser_lint.contract.model import ContractSet, Report, Violation
    from phaser_lint.core.checked_files import ProposedFile, Skip
    from phaser_lint.text.globs import Tests


class Examined(Record):
    """What a project showed: a report of every single match, and what it is to be compared with."""

    root: str
    checker: Checker
    in_force: ContractSet
    report: Report
    scope: Scope
    baseline: InForce | None
    notices: tuple[Notice, ...]
    read: Callable[[Iterable[str]], Iterator[ProposedFile | Skip]]
    """Reads files anew, as what was checked."""

    def new(self) -> Report:
        """Return the report without what is in the base: a revision, a baseline or both."""
        base = with_baseline(self.checker.base, self.baseline)
        report = self.report
        return without_existing(report, base(report)) if base and report.violations else report


def check_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> Report:
    """Return the report on the project; raises ``PhaserError``.

    *inputs* are those of *options*, if there are some already.
    """
    return report_of(options, examine_project(options, inputs))


def report_of(options: ProjectOptions, examined: Examined, new: Report | None = None) -> Report:
    """Return the report on what was *examined*: of what counts, with all notices.

    *new* is what ``examined.new`` returns, if somebody has asked.
    """
    baseline, checker = examined.baseline, examined.checker
    new = examined.new() if new is None else new
    report = engine.concluded(new, checker.contracts, base=None)
    if options.fixes and fixable(new.violations, checker.contracts.contracts):
        from phaser_lint.check.project_fixes import fixes_shown  # few contracts have any

        report = fixes_shown(report, examined, new.violations)
    notices = (
        *_of_baseline(baseline, examined, options),
        *_of_revision(options, examined, report),
    )
    return report._replace(
        notices=(*examined.notices, *notices, *report.notices),
        contracts=summaries(checker.contracts),
        in_baseline=covered(examined.report, baseline),
    )


def _of_revision(options: ProjectOptions, examined: Examined, report: Report) -> list[Notice]:
    """Return a notice if HEAD has some of the violations, too, where *options* ask for it."""
    number = len(report.violations)
    if not options.reports_existing or examined.checker.base is not None or not number:
        return []
    from phaser_lint.check.comparison.revisions import (
        number_at,  # a scan of all there is needs none
    )

    known = number_at(examined.checker, examined.root, "HEAD", report)
    writing = writing_command(examined.baseline) if options.counts_baseline else ""
    return about_known(known, number, writing=writing)


def _of_baseline(
    baseline: InForce | None, examined: Examined, options: ProjectOptions
) -> list[Notice]:
    """Return a notice if entries of the *baseline*, where it is today's, are gone."""
    if baseline is None or baseline.added is not None or options.exclude:
        return []
    left = still_there(
        baseline.entries, examined.report, examined.checker.contracts, examined.scope
    )
    gone = number_gone(baseline.entries, left)
    return gone_notices(gone, given=baseline.given, usual=baseline.usual, earlier=baseline.earlier)


def examine_project(options: ProjectOptions, inputs: ProjectInputs | None = None) -> Examined:
    """Return all that the project shows, existing or new; raises ``PhaserError``."""
    seen = see_project(options, inputs)
    report = engine.assembled(seen.checker, seen.checked, tree=seen.tree, changes=seen.changes)
    if options.exclude:
        report = without_excluded(report, options.exclude)
    return examined_of(seen, report, notices=tuple(_notices(seen, options)))


def without_excluded(report: Report, exclude: Tests) -> Report:
    """Return *report* without what stands in files that *exclude* selects.

    They are there for what asks which files there are, and may have been read for that.
    """

    def is_left(entry: Violation | Skip | Notice) -> bool:
        return not match((exclude,), entry.path)

    return report._replace(
        checked=tuple([path for path in report.checked if not match((exclude,), path)]),
        violations=tuple(
            [each for each in report.violations if each.where == "glob" or is_left(each)]
        ),
        suppressed=tuple(filter(is_left, report.suppressed)),
        skipped=tuple(filter(is_left, report.skipped)),
        notices=tuple([each for each in report.notices if not each.line or is_left(each)]),
    )


def examined_of(seen: Seen, report: Report, *, notices: tuple[Notice, ...] = ()) -> Examined:
    """Return what was *seen*, of which *report* has every single match."""
    return Examined(
        seen.root,
        seen.checker,
        seen.in_force,
        report,
        seen.scope,
        seen.baseline,
        notices,
        seen.all_subjects.files.read,
    )


def notices_of_run(seen: Seen, options: ProjectOptions) -> list[Notice]:
    """Return the notices on what the run went by: its files, contracts and baseline."""
    contracts, subjects = seen.checker.contracts, seen.all_subjects
    nothing = about_nothing(
        contracts,
        seen.root,
        severity=options.severity,
        looked_in=contract_folders_of(options),
    )
    if options.requires_contracts and not contracts.idle:
        nothing = []  # there are some elsewhere: a file without a level is clean
    named = options.paths or ((".",) if options.here else ())
    if named and not options.staged and not seen.asked.is_everything:
        here = working_directory()
        nothing += about_named(
            seen.root,
            named,
            subjects.content,
            repositories=seen.repositories,
            working_directory=here,
        )
    nothing += [Notice(path, None, f"not checked: {why}") for path, why in seen.asked.unfollowed]
    if not options.tracked:  # a commit's files are checked here, and its tree by another hook
        nothing += about_unchecked(contracts.contracts, subjects.folders)
    if seen.tree is not None and seen.tree.files is not None:
        nothing += about_lists(seen.checker.selection, seen.tree.files)
    if options.since is not None and seen.commit is not None:
        from phaser_lint.check.comparison.revisions import (
            about_itself,  # a plain scan needs no git for it
        )

        nothing += about_itself(seen.root, options.since, seen.commit)
    if options.staged:
        from phaser_lint.project.git.staged_index import (
            is_anything_staged,  # a scan of the disk needs none
        )

        nothing += [] if is_anything_staged(seen.root) else about_nothing_staged()
    if seen.changes is None and not options.is_content_alone:
        nothing += about_unchecked_changes(contracts.contracts)
    others = [
        *seen.notices,
        *contracts.notices,
        *about_added(seen.baseline),
        *_of_change(seen, options),
    ]
    if options.contracts_dir:
        return [*nothing, *others]
    if not (nothing or seen.everything):
        return [*misnamed_configurations(seen.root), *others]
    return [*nothing, *about_lookalikes(seen.levels, contracts, subjects.listed), *others]


def _of_change(seen: Seen, options: ProjectOptions) -> list[Notice]:
    if seen.commit is None and seen.ruling is None:
        return []
    from phaser_lint.check.comparison.by_revision import (
        about_contracts,  # a plain scan reads no YAML
    )

    return about_contracts(seen, options)


def _of_hidden(seen: Seen) -> list[Notice]:
    if seen.commit is None:
        return []
    from phaser_lint.check.comparison.hidden import about_hidden, hidden_by_change

    return about_hidden(hidden_by_change(seen))


def _notices(seen: Seen, options: ProjectOptions) -> list[Notice]:
    notices, contracts = notices_of_run(seen, options), seen.checker.contracts
    notices += _of_hidden(seen)
    checked = contracts.contracts or contracts.problems
    if not checked or seen.tree is None or not seen.everything:
        return notices
    # The tree is all of what is listed that any contract selects.
    return [*notices, *about_everything(seen.checker.selection.idle(seen.tree.paths))]
