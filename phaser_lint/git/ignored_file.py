"""Whether git passes a file over, as it does in a listing of what it tracks or does not ignore."""

from __future__ import annotations

import os

from phaser_lint.errors import GitError
from phaser_lint.git.git_command import git_command
from phaser_lint.git.process_output import ended

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.git.git_command import WorkingTree


def is_ignored(tree: WorkingTree, path: str) -> bool | None:
    """Tell whether git ignores the file at *path* in the folder of *tree*, there or not.

    What it tracks it does not ignore. ``None`` where git cannot tell.
    """
    try:
        git = git_command(tree, "check-ignore", "-z", "--stdin")
    except GitError:
        return None
    # From the top, so that no name is taken for an option or a pattern.
    end = ended(git.words, git.environment, stdin=os.fsencode(f"./{tree.prefix}{path}\0"))
    if end is None or end.code not in (0, 1):
        return None
    return end.code == 0
