"""A git revision as the before of a comparison: what changed since, and what was broken then.

``--since REV`` asks what the work at hand adds to REV. If REV went on meanwhile, that is not told
by its newest commit but by the last one that REV and HEAD have in common: the base.
"""

from __future__ import annotations

from phaser_lint.engine import check as engine
from phaser_lint.engine.comparison import contracts_in, occurrences
from phaser_lint.errors import UsageError
from phaser_lint.inputs import git
from phaser_lint.inputs.renames import renamed_since
from phaser_lint.inputs.snapshots import commit_snapshot, read_snapshot
from phaser_lint.model import Tree
from phaser_lint.selection import Selection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from phaser_lint.engine.comparison import Before, Occurrences
    from phaser_lint.model import ContractSet, Limits, Report


def base_of(root: str, revision: str) -> str:
    """Return the last commit that *revision* and HEAD have in common.

    Raises ``UsageError`` for what names no commit, or one that shares nothing with HEAD.
    """
    git.require_repository(root)
    commit = git.resolve(root, revision)
    if commit is None:
        raise UsageError(f"--since: {_expected(root, revision)}")
    base = git.merge_base(root, commit)
    if base is None:
        raise UsageError(
            f"--since: {revision} and HEAD have no commit in common{_shallow_hint(root)}"
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
    if not git.is_shallow(root):
        return ""
    return "; this clone is shallow: git fetch --unshallow gets the rest of the history"


def before_commit(
    root: str,
    commit: str,
    contracts: ContractSet,
    *,
    limits: Limits,
    ignores: bool = True,
    clock: Callable[[], float] | None = None,
) -> Before:
    """Return the before of a comparison with *commit*: today's contracts on its files.

    What was broken in a file that was renamed since counts for its name of today.
    """

    def broken_before(report: Report) -> Occurrences:
        broken = contracts_in(report, contracts)
        selection = Selection(broken)
        paths = dict.fromkeys(violation.path for violation in report.violations)
        snapshot = commit_snapshot(root, commit)
        renamed = renamed_since(root, commit, snapshot.blobs, paths)
        named = [renamed.get(path, path) for path in paths]
        rest = set(snapshot.blobs).difference(named)
        then = engine.examine(
            read_snapshot(root, snapshot, named),
            broken,
            selection=selection,
            limits=limits,
            clock=clock,
            tree_files=read_snapshot(root, snapshot, selection.read_for_tree(sorted(rest))),
            tree=Tree(tuple(snapshot.paths()), whole=True),
            ignores=ignores,
        )
        today = {old: new for new, old in renamed.items()}
        counts = occurrences(then)
        return {
            (rule_id, today.get(path, path), line): number
            for (rule_id, path, line), number in counts.items()
        }

    return broken_before


def earlier_names(root: str, commit: str, report: Report) -> Mapping[str, str]:
    """Return the names in *commit* of the files with violations that were renamed since."""
    paths = dict.fromkeys(violation.path for violation in report.violations)
    return renamed_since(root, commit, commit_snapshot(root, commit).blobs, paths)
