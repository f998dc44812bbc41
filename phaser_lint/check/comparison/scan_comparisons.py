"""With what a scan of a project is compared, and what of a baseline it looked at."""

from __future__ import annotations

from phaser_lint.check.comparison.baseline import Baseline, notices_on_idle_additions
from phaser_lint.check.comparison.baseline_file import (
    BaselineComparison,
    entries_of,
    entry_of,
)
from phaser_lint.check.comparison.baseline_scope import (
    BaselineScope,
    gone_notices,
    number_gone,
    still_there,
)
from phaser_lint.check.comparison.commits import CommitComparison
from phaser_lint.check.engine.check import examine
from phaser_lint.check.engine.new_violations import (
    count_existing,
    count_occurrences,
    without_existing,
)
from phaser_lint.check.project_scan import ProjectScan
from phaser_lint.contract.model import Notice, Report
from phaser_lint.project.git.repository import is_repository, is_shallow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.engine.new_violations import Comparison


def new_in(scan: ProjectScan) -> Report:
    """Return the report of *scan* without what existed; raises ``GitError``."""
    comparisons = (*revision_comparisons(scan), *baseline_comparisons(scan))
    if not comparisons:
        return scan.report
    return without_existing(scan.report, count_existing(scan.report, comparisons))


def revision_comparisons(scan: ProjectScan) -> tuple[Comparison, ...]:
    """Return the comparison with a revision, if there is one."""
    if not scan.bases:
        return ()
    return (CommitComparison(scan.checker, scan.root, scan.bases, proposed=scan.unlike_disk),)


def baseline_comparisons(scan: ProjectScan) -> tuple[Comparison, ...]:
    """Return the comparison with a baseline, if one counts."""
    return () if scan.baseline is None else (BaselineComparison(scan.baseline.covering_entries()),)


def notices_on_gone_entries(scan: ProjectScan, baseline: Baseline) -> list[Notice]:
    """Return a notice if nothing is there of entries: all, or those that the change adds."""
    entries = baseline.entries if baseline.added is None else baseline.added
    report, scope, files = scan.report, scope_of(scan), scan.all_subjects.files
    if baseline.added and scope.content is not None:
        # An entry may name a file that the change leaves alone.
        named_paths = {path for path, _, _ in entries}.difference(scope.content)
        unchanged = examine(scan.checker, files.read(sorted(filter(files.mode, named_paths))))
        report = report._replace(
            violations=(*report.violations, *unchanged.violations),
            skipped=(*report.skipped, *unchanged.skipped),
            undecided=(*report.undecided, *unchanged.undecided),
        )
        scope = scope._replace(content=scope.content | named_paths)
    remaining = still_there(entries, report, scan.checker.contracts, scope=scope)
    number = number_gone(entries, remaining)
    if baseline.added is not None:
        return notices_on_idle_additions(number, baseline)
    return gone_notices(
        number, baseline_path=baseline.given, usual=baseline.usual, earlier=baseline.earlier
    )


def notices_on_lost_history(scan: ProjectScan, baseline: Baseline) -> list[Notice]:
    """Return a notice if a shallow clone does not tell whether code of entries went elsewhere.

    It looks as if a violation like theirs were new; whoever removes them there loses them.
    """
    if scan.bases or baseline.added is not None:
        return []
    covered = BaselineComparison(baseline.covering_entries()).count(scan.report)
    new = count_occurrences(without_existing(scan.report, covered).violations)
    new_lines, now = {entry_of(key)[1:] for key in new}, entries_of(scan.report)
    files, content = scan.all_subjects.files, scan.subjects.content
    number = sum(
        key[1:] in new_lines
        and now.get(key, 0) < times
        and (key[0] in content or not files.mode(key[0]))
        for key, times in baseline.entries.items()
    )
    if not number or not is_repository(scan.root) or not is_shallow(scan.root):
        return []
    entries = "1 baseline entry" if number == 1 else f"{number} baseline entries"
    text = (
        f"this clone is shallow and does not tell where the code of {entries} went: "
        "git fetch --unshallow gets the rest of the history, or commit what "
        "phaser-lint baseline --prune writes in a clone that has it"
    )
    return [Notice(baseline.given, None, text)]


def scope_of(scan: ProjectScan) -> BaselineScope:
    """Return of which entries of a baseline *scan* can say that they are gone."""
    is_whole = scan.subjects.whole and scan.requested_paths.is_everything
    return BaselineScope(
        # What a sparse checkout leaves out is no part of the content either.
        None if is_whole else frozenset(scan.subjects.content),
        scan.subjects.folders,
        lists=scan.tree is not None,
    )
