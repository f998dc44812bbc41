"""Whether the last commit may hold what an edit's violations stand in: mostly it does not.

An edit that brings back what was removed elsewhere is compared with the commit, which takes longer
than all the rest of a denial. Two runs of git tell whether that could find anything: nothing where
no file that the contracts select is another one than in the commit, nor where none of these files
held the words of the violations' lines.
"""

from __future__ import annotations

from phaser_lint.check.engine.comparison import key_of
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import file_text, is_notebook
from phaser_lint.project.git.git_status import contents_of, objects_since_commit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Violation

# What follows the start of a very long line is no word of it.
_SHORTENED = "… ["


def may_be_old(judge: Judge, root: str, violations: Sequence[Violation]) -> bool:
    """Tell whether the last commit may have *violations*, though the disk has not; true in doubt.

    Raises ``GitError`` where git does not say what changed since.
    """
    then = objects_since_commit(root)
    if not then:
        return False
    if any(violation.where != "line" for violation in violations):
        return True
    broken = {violation.contract_key for violation in violations}
    chosen = [path for path, blob in then.items() if blob and _selects(judge, path, broken)]
    if not chosen or any(map(is_notebook, chosen)):
        return bool(chosen)
    try:
        held = contents_of(root, [then[path] for path in chosen])
    except GitError:
        return True
    texts = list(map(file_text, held))
    return any(_may_hold(text, violation) for text in texts for violation in violations)


def _selects(judge: Judge, path: str, broken: set[tuple[str, str]]) -> bool:
    return any(contract.key in broken for contract in judge.selection.contracts_for(path))


def _may_hold(text: str, violation: Violation) -> bool:
    _, _, lines = key_of(violation)
    return _SHORTENED in lines or all(word in text for word in lines.split())
