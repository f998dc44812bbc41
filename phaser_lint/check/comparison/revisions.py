"""A git revision as the base of a comparison: what changed since, and what was broken then.

``--since REV`` asks what the work at hand adds to REV. REV may have gone on meanwhile: so it is
compared not with its newest commit, but with the merge base, the last commit that REV and HEAD have
in common. Where each was merged into the other there are several: what any of them has, exists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from phaser_lint.check.comparison.past import past_of
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.comparison import without_existing
from phaser_lint.check.project_inputs import Listing
from phaser_lint.contract.model import Notice, Report
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import repository
from phaser_lint.project.git.renames import RenamedSince
from phaser_lint.project.git.snapshots import commit_snapshot


def notices_on_empty_change(
    root: str, revision: str, bases: Sequence[str], *, listing: Listing
) -> list[Notice]:
    """Return a notice where a comparison with *bases*, those of a *revision*, can find nothing.

    Whoever asks what they changed since HEAD has their answer; a build that asks it, or what a
    branch adds to itself, asks nothing, and would pass for years.
    """
    head = repository.resolve_revision(root, "HEAD")
    if head is None or head not in bases or listing.touched_files(head):
        return []
    name = "it" if revision == "HEAD" else f"HEAD, which {revision} has too"
    text = f"--since {revision}: nothing on the disk differs from {name}, so nothing can be new"
    return [Notice("phaser-lint", None, text)]


def number_at(checker: Checker, root: str, revision: str, report: Report) -> int:
    """Return how many violations of *report* a *revision* has too; none where it is not known."""
    try:
        new = new_since(checker, root, revision=revision, report=report)
    except GitError:  # a hint goes without it
        return 0
    return 0 if new is None else new.existing


def new_since(checker: Checker, root: str, revision: str, report: Report) -> Report | None:
    """Return *report* without what a *revision* has too; ``None`` where there is no such.

    Raises ``GitError``, as where a partial clone lacks what it has.
    """
    commit = repository.resolve_revision(root, revision) if repository.is_repository(root) else None
    if commit is None:
        return None
    counts = past_of(checker, root, commit).count_violations(report)
    return without_existing(report, counts)


def earlier_names(root: str, commit: str, report: Report) -> Mapping[str, str]:
    """Return the names in *commit* of the files with violations that were renamed since."""
    paths = dict.fromkeys(violation.path for violation in report.violations)
    return RenamedSince(root, commit, commit_snapshot(root, commit).blobs).find_renames(
        paths, similar=False
    )
