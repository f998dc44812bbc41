"""What a scan of a project read and checked, and the report of all that it shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.file_verdict import FileVerdict, make_undecided_checks
from phaser_lint.check.project_inputs import Listing
from phaser_lint.check.project_options import ProjectOptions, RequestedPaths, Subjects
from phaser_lint.contract.model import ContractKey, ContractSet, Notice, Report, Violation
from phaser_lint.core import Record
from phaser_lint.core.file_records import Skip, TextFile, Tree
from phaser_lint.project.levels import Levels
from phaser_lint.text.globs import Tests, selects_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.comparison.baseline_in_force import Baseline
    from phaser_lint.core.changes import Changes


class CheckedFiles(Record):
    """The verdicts on the files of a scan, what was skipped, and the paths of files that are clean.

    ``with_items``: the contracts that some file has an item of, be it in a list or not.
    """

    verdicts: Sequence[FileVerdict]
    skipped: Sequence[Skip]
    clean: Sequence[str] = ()
    with_items: frozenset[ContractKey] = frozenset()


class ProjectScan(Record):
    """What was read of a project and checked: the ground of every report.

    ``subjects`` are a shard's own, ``all_subjects`` those of all shards. ``bases`` are the commits
    compared with, if a revision is.
    """

    root: str
    options: ProjectOptions
    """What was asked for."""
    levels: Levels
    level_notices: tuple[Notice, ...]
    """On levels, and on what is inside the project and no part of it."""
    listing: Listing
    checker: Checker
    all_contracts: ContractSet
    """All contracts that count, those left out of the checker's for this run among them."""
    requested_paths: RequestedPaths
    all_subjects: Subjects
    subjects: Subjects
    tree: Tree | None
    checked_files: CheckedFiles
    bases: tuple[str, ...]
    ruling: str | None
    """The commit whose contracts and baseline count, where those on disk do not."""
    baseline: Baseline | None
    is_everything: bool
    """Nothing was left out that is checked in a plain scan; a shard's share is that of one."""
    changes: Changes | None = None
    """What is changed, where there is a base; a shard's share of it."""
    earlier_names: Mapping[str, str] = {}
    """What renamed files were called, where they are checked so."""
    unlike_disk: Mapping[str, TextFile | Skip | None] = {}
    """What is checked as other than on disk: under an earlier name, as the commit encodes it."""
    by_bases: tuple[ProjectScan, ...] = ()
    """The same by the contracts of each base, where they differ from those of the change."""
    report: Report = Report()
    """Of every single match, once the verdicts are put together."""
    notices: tuple[Notice, ...] = ()

    def read(self, paths: Iterable[str]) -> Iterator[TextFile | Skip]:
        """Read files anew, as what was checked."""
        return self.all_subjects.files.read(paths)

    def names_unlisted_files(self) -> bool:
        """Tell whether files were named that a scan of their folder may not know."""
        return bool(self.requested_paths.files) and not self.options.checks_commit


def assemble_matches(scan: ProjectScan) -> Report:
    """Return the report of the engine on what a *scan* checked, of every single match."""
    files = scan.checked_files
    return engine.assemble_report(
        scan.checker,
        files.verdicts,
        skipped=files.skipped,
        clean=files.clean,
        tree=scan.tree,
        changes=scan.changes,
    )


def assemble_scan_report(scan: ProjectScan) -> Report:
    """Return the report of a *scan*, of every single match, without what is excluded."""
    report = assemble_matches(scan)
    options = scan.options
    if options.no_base and lacks_base(scan):
        unchecked = [
            check
            for place in scan.checker.selection.about_changes
            for contract in [scan.checker.contracts.contracts[place]]
            for check in make_undecided_checks(contract.path, ((contract, options.no_base),))
        ]
        report = report._replace(undecided=tuple(sorted({*report.undecided, *unchecked})))
    return without_excluded_files(report, options.exclude) if options.exclude else report


def lacks_base(scan: ProjectScan) -> bool:
    """Tell whether a *scan* has contracts about changes, and knows of no change to check by them.

    Where a commit's files are checked, another hook checks what it changes.
    """
    has_any = bool(scan.checker.selection.about_changes)
    return has_any and scan.changes is None and not scan.options.is_content_alone


def without_excluded_files(report: Report, exclude: Tests) -> Report:
    """Return the *report* of a scan without what stands in files that *exclude* (``--exclude``)
    selects.

    They are there for what asks which files there are, and may have been read for that.
    """

    def is_included(located: Violation | Skip | Notice) -> bool:
        return not selects_path((exclude,), located.path)

    return report._replace(
        checked=tuple([path for path in report.checked if not selects_path((exclude,), path)]),
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
