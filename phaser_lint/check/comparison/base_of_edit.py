"""The base of an edit, as far as it is not the disk: mostly it holds nothing.

An edit that brings back what was removed elsewhere is compared with the commit, which takes longer
than all the rest of a denial. Two runs of git tell whether that could find anything: nothing where
no file that the contracts select is another one than in the commit, nor where none of these files
held the words of the violations' lines.
"""

from __future__ import annotations

import os

from phaser_lint.check.engine.comparison import can_move, key_of, without_changes
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import file_text, is_notebook
from phaser_lint.project.root import repository_root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence, Set

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.check.engine.comparison import Base, Occurrences
    from phaser_lint.contract.model import Report, Violation
    from phaser_lint.project.files.edited import Proposed

# What follows the start of a very long line is no word of it.
_SHORTENED = "… ["


def base_of_edit(
    checker: Checker,
    root: str,
    *,
    proposed: Proposed,
    created: Set[str],
    failed: Callable[[GitError], None],
    since: str = "",
) -> Base:
    """Return the base of an edit as far as it is not the disk: HEAD, or *since*.

    *proposed*: the files as the edit leaves them, by path. *created*: those that are not on the
    disk; of them HEAD shows only which lines the edit did not write. *failed* gets the reason why
    git did not answer.
    """

    def broken_in_base(report: Report) -> Occurrences:
        comparable = without_changes(report, checker.contracts)
        anew = [
            each for each in comparable.violations if each.path in created and not can_move(each)
        ]
        violations = tuple(each for each in comparable.violations if each not in anew)
        if not violations:
            return {}
        if not since and repository_root(root) is None and not os.environ.get("GIT_DIR"):
            return {}
        try:
            if not since and not _may_be_in_base(checker, root, violations):
                return {}
        except GitError as error:
            failed(error)
            return {}
        # Mostly the last commit has none of it.
        from phaser_lint.check.comparison.base import in_last_commit
        from phaser_lint.check.comparison.past import past_of

        left = report._replace(violations=violations)
        counts = in_last_commit(
            root,
            left,
            lambda commit: past_of(checker, root, commit, proposed=proposed),
            since=since,
            failed=failed,
            last=frozenset(proposed),
        )
        return {key: counts[key] for key in counts.keys() - set(map(key_of, anew))}

    return broken_in_base


def _may_be_in_base(checker: Checker, root: str, violations: Sequence[Violation]) -> bool:
    """Tell whether the last commit may have *violations* that the disk has not; true in doubt.

    Raises ``GitError`` where git does not say what changed since.
    """
    # A denial without git needs none of it.
    from phaser_lint.project.git.git_status import contents_of, objects_since_commit

    then = objects_since_commit(root)
    if not then:
        return False
    if any(violation.where != "line" for violation in violations):
        return True
    broken = {violation.contract_key for violation in violations}
    chosen = [path for path, blob in then.items() if blob and _selects(checker, path, broken)]
    if not chosen or any(map(is_notebook, chosen)):
        return bool(chosen)
    try:
        held = contents_of(root, [then[path] for path in chosen])
    except GitError:
        return True
    texts = list(map(file_text, held))
    return any(_may_hold(text, violation) for text in texts for violation in violations)


def _selects(checker: Checker, path: str, broken: set[tuple[str, str]]) -> bool:
    return any(contract.key in broken for contract in checker.selection.contracts_for(path))


def _may_hold(text: str, violation: Violation) -> bool:
    _, _, lines = key_of(violation)
    return _SHORTENED in lines or all(word in text for word in lines.split())
