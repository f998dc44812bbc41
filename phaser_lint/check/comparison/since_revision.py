"""A git revision as the base of a comparison: what changed since, and what was broken then.

``--since REV`` asks what the work at hand adds to REV. REV may have gone on meanwhile: so it is
compared not with its newest commit, but with the merge base, the last commit that REV and HEAD have
in common. Where each was merged into the other there are several: what any of them has, exists.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.check.comparison.base_commit import open_past, open_past_of_tracked
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import count_occurrences, without_existing
from phaser_lint.check.project_inputs import Listing
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.core.errors import GitError
from phaser_lint.project import NULL_COMMITS
from phaser_lint.project.git import is_in_repository
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.project.levels import BASELINE, CONFIGURATION


def note_empty_change(
    root: str, revision: str, bases: Sequence[str], *, listing: Listing
) -> list[Notice]:
    """Return a notice where ``--since`` *revision* can find nothing, as nothing differs from its
    *bases*, or is no commit, so that all counts.

    Whoever asks what they changed since HEAD has their answer; a build that asks it, or what a
    branch adds to itself, asks nothing, and would pass for years.
    """
    if revision in NULL_COMMITS:
        text = (
            f"--since {revision[:7]}…: git's name for no commit: all files are checked, all counts"
        )
        return [Notice("phaser-lint", None, text)]
    head = resolve_revision(root, "HEAD")
    if head is None or head not in bases or listing.touched_files(head):
        return []
    name = "it" if revision == "HEAD" else f"HEAD, which {revision} has too"
    text = f"--since {revision}: nothing on the disk differs from {name}, so nothing can be new"
    return [Notice("phaser-lint", None, text)]


def find_at_head(scan: ProjectScan, report: Report) -> tuple[Violation, ...] | None:
    """Return the violations of *report*, which a *scan* leaves, that ``--since HEAD`` would take
    out of it; ``None`` where that is not known.
    """
    try:
        new = find_new_since_head(scan.checker, scan.root, scan.report)
    except GitError:  # a hint goes without it
        return None
    if new is None:
        return None
    # By the whole scan: of two equal lines, one of them in HEAD, a baseline has that one already.
    left, new_counts = count_occurrences(report.violations), count_occurrences(new.violations)
    old_counts = {key: number - new_counts.get(key, 0) for key, number in left.items()}
    new_violations = frozenset(without_existing(report, old_counts).violations)
    return tuple(violation for violation in report.violations if violation not in new_violations)


def find_new_since_head(checker: Checker, root: str, report: Report) -> Report | None:
    """Return *report* without what HEAD has too; ``None`` where there is no commit.

    Raises ``GitError``, as where a partial clone lacks what it has.
    """
    commit = resolve_revision(root, "HEAD") if is_in_repository(root) else None
    if commit is None:
        return None
    counts = open_past(checker, root, commit).count_violations(report)
    return without_existing(report, counts)


def without_old_warnings(report: Report, scan: ProjectScan) -> Report:
    """Return *report* of what is staged without warnings that stand since the revision HEAD, or the
    one that another state follows, on files that the commit does not touch.

    On files that it does not touch, or on none, and in HEAD too: a missing partner was told of at
    each commit, even at an empty one. They count as existing. What git does not answer is new.
    """
    files, root = scan.all_subjects.files, scan.root
    if not files.has_only_tracked:
        return report
    try:
        head = resolve_revision(root, files.base or "HEAD")
        touched_paths: set[str] = set()
        if head is not None:
            touched_paths.update(entry.path for entry in files.changes_since(head))
        others = [
            violation
            for violation in report.violations
            if violation.severity == "warning" and violation.path not in touched_paths
        ]
        # A commit that brings a contract, or changes what it checks, brings what it finds.
        deciding = (
            CONFIGURATION,
            BASELINE,
            *[f"{name}/" for name in scan.checker.contracts.folders],
        )
        if head is None or not others or any(path.startswith(deciding) for path in touched_paths):
            return report
        of_others = report._replace(violations=tuple(others))
        counts = open_past_of_tracked(scan.checker, files, head).count_in_files(of_others)
    except GitError:
        return report
    old = {*others}.difference(without_existing(of_others, counts).violations)
    violations = [violation for violation in report.violations if violation not in old]
    return report._replace(violations=tuple(violations), existing=report.existing + len(old))
