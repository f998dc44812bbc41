"""A git revision as the before of a comparison: what changed since, and what was broken then.

``--since REV`` asks what the work at hand adds to REV. If REV went on meanwhile, that is not told
by its newest commit but by the last one that REV and HEAD have in common: the base.
"""

from __future__ import annotations

from phaser_lint.check.comparison.moved_code import moved_since, past_of, under_names_of_today
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.comparison import (
    added,
    can_move,
    contracts_in,
    occurrences,
    without_old,
)
from phaser_lint.check.other_files import tree_among
from phaser_lint.contract.model import Notice
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.project.git import repository
from phaser_lint.project.git.changed_entries import touched_files
from phaser_lint.project.git.git_command import working_tree
from phaser_lint.project.git.head_commit import is_unborn
from phaser_lint.project.git.renames import renamed_since
from phaser_lint.project.git.snapshots import commit_snapshot

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from phaser_lint.check.comparison.moved_code import Past, Proposed
    from phaser_lint.check.engine.comparison import Before, Occurrences
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Report


def base_of(root: str, revision: str, *, given: str = "--since") -> str:
    """Return the last commit that *revision*, as it was *given*, and HEAD have in common.

    Before the first commit that of HEAD is the empty tree. Raises ``UsageError`` for what names no
    commit, or one that shares nothing with HEAD.
    """
    repository.require_repository(root)
    commit = repository.resolve(root, revision)
    if commit is None and revision == "HEAD":
        return repository.empty_tree(root)
    if commit is None:
        raise UsageError(f"{given}: {_expected(root, revision)}")
    base = repository.merge_base(root, commit)
    if base is None:
        raise UsageError(
            f"{given}: {revision} and HEAD have no commit in common{_shallow_hint(root)}"
        )
    return base


def _expected(root: str, revision: str) -> str:
    if ".." in revision:
        first = revision.split("..")[0] or "HEAD"
        return f"expected one revision, not the range {revision}; what is new since {first} counts"
    if not revision:
        return "expected a git revision, found an empty text"
    return f"expected a git revision of {root}, not {revision}{_shallow_hint(root)}"


def _shallow_hint(root: str) -> str:
    if not repository.is_shallow(root):
        return ""
    return "; this clone is shallow: git fetch --unshallow gets the rest of the history"


def before_commit(
    judge: Judge,
    root: str,
    commit: str,
    *,
    proposed: Proposed | None = None,
    last: Collection[str] = (),
) -> Before:
    """Return the before of a comparison with *commit*: today's contracts on its files.

    What was broken in a file that was renamed since counts for its name of today, and what was
    removed since from one file counts for another that it was moved to (``comparison.moved``, which
    *last* is for). *proposed*: files that are not judged as they are on disk.
    """

    def broken_before(report: Report) -> Occurrences:
        return before_change(past_of(judge, root, commit, proposed=proposed), last=last)(report)

    return broken_before


def before_change(past: Past, *, last: Collection[str] = ()) -> Before:
    """Return the before of a comparison with the *past*; see ``before_commit``."""

    def broken_before(report: Report) -> Occurrences:
        counts = in_their_files(past, report)
        left = without_old(report, counts)
        if not any(map(can_move, left.violations)):
            return counts
        try:
            return added(counts, moved_since(past, left, last=last))
        except GitError:  # a partial clone lacks the other files: what cannot be told is new
            return counts

    return broken_before


def in_their_files(past: Past, report: Report) -> Occurrences:
    """Return how often the violations of *report* occurred in the same files.

    What was moved from one file to another is not among them, but for files that were renamed.
    """
    broken = past.judge.by(contracts_in(report, past.judge.contracts))
    paths = dict.fromkeys(violation.path for violation in report.violations)
    renamed = past.names_then(paths.keys())
    # What was renamed may break a contract under its earlier name as well: it is gone from there.
    named = [*dict.fromkeys(renamed.get(path, path) for path in paths)]
    # To list them all takes longer than to judge a few.
    there = tuple(past.paths()) if broken.selection.asks_for_tree else ()
    rest = sorted(set(there).difference(named))
    then = engine.examine(
        broken,
        past.read(named),
        tree_files=past.read(broken.selection.read_for_tree(rest)),
        tree=tree_among(
            there,
            whole=("",),
            listing=lambda: there,
            read=past.read,
            leads_nowhere=past.leads_nowhere,
        ),
    )
    return occurrences(under_names_of_today(then, renamed))


def before_last_commit(
    judge: Judge,
    root: str,
    *,
    since: str,
    failed: Callable[[GitError], None],
    proposed: Proposed | None = None,
    last: Collection[str] = (),
) -> Before:
    """Return the before of the last commit, or of *since*; without one, all is new.

    See ``before_commit``. Where git does not answer, all is new, and *failed* is told why.
    """

    def broken_before(report: Report) -> Occurrences:
        try:
            commit = since or repository.resolve(root, "HEAD")
            if commit is None:
                return {}
            return before_commit(judge, root, commit, proposed=proposed, last=last)(report)
        except GitError as error:
            tree = working_tree(root)
            if tree is None or not is_unborn(tree.top):  # else there is nothing to compare with
                failed(error)
            return {}

    return broken_before


def about_itself(root: str, revision: str, commit: str) -> list[Notice]:
    """Return a notice where a comparison with *commit*, that of a *revision*, can find nothing.

    Whoever asks what they changed since HEAD has their answer; a build that asks it, or what a
    branch adds to itself, asks nothing, and would pass for years.
    """
    if commit != repository.resolve(root, "HEAD") or touched_files(root, commit):
        return []
    name = "it" if revision == "HEAD" else f"HEAD, which {revision} has too"
    text = f"--since {revision}: nothing on the disk differs from {name}, so nothing can be new"
    return [Notice("phaser-lint", None, text)]


def number_at(judge: Judge, root: str, revision: str, report: Report) -> int:
    """Return how many violations of *report* a *revision* has too.

    None where there is no such, nor where a partial clone lacks what it has.
    """
    commit = repository.resolve(root, revision) if repository.is_repository(root) else None
    if commit is None:
        return 0
    try:
        then = before_commit(judge, root, commit)(report)
    except GitError:
        return 0
    return without_old(report, then).old


def earlier_names(root: str, commit: str, report: Report) -> Mapping[str, str]:
    """Return the names in *commit* of the files with violations that were renamed since."""
    paths = dict.fromkeys(violation.path for violation in report.violations)
    return renamed_since(root, commit, commit_snapshot(root, commit).blobs, paths, similar=False)
