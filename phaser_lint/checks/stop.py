"""When an agent stops: what is new against the last commit, whoever wrote it.

This closes the hole that ``echo > file`` leaves in a hook on file tools.
"""

from __future__ import annotations

from phaser_lint.baselines.in_force import baseline_of_commit, with_baseline
from phaser_lint.checks.others_work import with_others
from phaser_lint.checks.revisions import before_commit
from phaser_lint.engine import check as engine
from phaser_lint.errors import GitError
from phaser_lint.inputs import git
from phaser_lint.inputs.project import read_files, repository_files
from phaser_lint.model import Tree
from phaser_lint.rules import reads_for_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.checks.others_work import Session
    from phaser_lint.engine.judge import Judge
    from phaser_lint.model import Report


def changed_at_stop(root: str, *, committed: Iterable[str] = ()) -> list[str]:
    """Return the files that differ from HEAD, and those *committed* that are there.

    Raises ``GitError``.
    """
    if not git.is_repository(root):
        raise GitError("it is no git repository")
    there = [path for path in committed if git.is_file_or_link(root, path)]
    return sorted({*git.changed_files(root, _head(root)), *there})


def _head(root: str) -> str:
    # A repository without a commit has nothing old.
    return git.resolve(root, "HEAD") or git.empty_tree(root)


def check_since_commit(
    judge: Judge, root: str, paths: Iterable[str], *, session: Session
) -> Report:
    """Return what is new since HEAD in the files at *paths*; raises ``GitError``.

    What the session committed is compared with what was the last commit before. What others made
    before the *session* is not its own. The first notices are about the baseline, which is that of
    the commit compared with.
    """
    commit = session.since or _head(root)
    changed = [path for path in paths if judge.selection.contracts_for(path)]
    listed = [*repository_files(root), *git.left_out_files(root)]
    rest = sorted(set(listed).difference(changed))
    for_tree = judge.selection.selected_by(rest, reads_for_tree)
    baseline, said = baseline_of_commit(root, commit)
    before = with_others(judge, root, before_commit(judge, root, commit), session=session)
    report = engine.check(
        judge._replace(before=with_baseline(before, baseline)),
        read_files(root, changed),
        tree=Tree(tuple(listed), whole=("",)),
        tree_files=read_files(root, for_tree),
    )
    return report._replace(notices=(*said, *report.notices))
