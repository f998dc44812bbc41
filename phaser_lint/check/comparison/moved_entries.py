"""Entries of a baseline whose files have another name since the baseline was committed.

A file that is only renamed was refused in the commit that renamed it: its entries stand at the
earlier name. They count at the new one, for the same lines, until ``baseline --prune`` moves them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping

from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    BaselineComparison,
    resolved_folder,
)
from phaser_lint.check.comparison.baseline_scope import entries_of_moved_files
from phaser_lint.check.comparison.revisions import earlier_names
from phaser_lint.check.engine.comparison import without_existing
from phaser_lint.check.project_scan import ProjectScan
from phaser_lint.contract.model import Report
from phaser_lint.core.errors import GitError
from phaser_lint.project import path_inside
from phaser_lint.project.git.repository import (
    is_repository,
    listed_commits,
    required_tree,
    resolve_revision,
)


def with_moved_entries(scan: ProjectScan, report: Report) -> ProjectScan:
    """Return *scan*, whose baseline covers what *report* has in renamed files, too.

    Where a revision is compared with, that knows of renamed files by itself.
    """
    baseline = scan.baseline
    if baseline is None or scan.bases:
        return scan
    files = scan.all_subjects.files
    new = without_existing(report, BaselineComparison(baseline.entries).count(report))
    if not new.violations or all(files.mode(path) for path, _, _ in baseline.entries):
        return scan
    try:
        path = os.path.join(scan.root, DEFAULT_PATH) if baseline.usual else baseline.given
        renamed = names_in_baseline(scan.root, new, baseline_path=path)
    except GitError:  # a partial clone lacks the commit: what is not known to be the same is new
        return scan
    gone = {path for path, _, _ in baseline.entries if not files.mode(path)}
    remaining = {key: number for key, number in baseline.entries.items() if key[0] not in gone}
    moved = entries_of_moved_files(baseline.entries, remaining, report, earlier_names=renamed)
    return scan._replace(baseline=baseline._replace(moved=moved))


def names_in_baseline(root: str, report: Report, *, baseline_path: str) -> Mapping[str, str]:
    """Return the names that renamed files of *report* had when the baseline was committed last.

    One that was never committed is of today, and HEAD has the files that it names. Raises
    ``GitError``.
    """
    if not is_repository(root) or resolve_revision(root, "HEAD") is None:
        return {}
    tree = required_tree(root)
    path = path_inside(tree.root, resolved_folder(baseline_path))
    options = ("--max-count=1", "HEAD", "--", f":(literal){path}")
    commit = listed_commits(root, *options).strip() if path else ""
    return earlier_names(root, commit or "HEAD", report)
