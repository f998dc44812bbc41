"""Whether git passes a file over, as it does in a listing of what it tracks or does not ignore."""

from __future__ import annotations

import os

from phaser_lint.core.errors import GitError
from phaser_lint.project.git.git_command import git_command, git_variables
from phaser_lint.project.git.process_output import ended
from phaser_lint.project.root import common_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.project.git.git_command import WorkingTree

# Of a user: git's configuration and, without another name in there, what it ignores everywhere.
_OF_A_USER = (".gitconfig", ".config/git/config", ".config/git/ignore")


def is_ignored(tree: WorkingTree, path: str) -> bool | None:
    """Tell whether git ignores the file at *path* in the folder of *tree*, there or not.

    What it tracks it does not ignore. ``None`` where git cannot tell.
    """
    try:
        git = git_command(tree, "check-ignore", "-z", "--stdin")
        # From the top, so that no name is taken for an option or a pattern.
        end = ended(git, stdin=os.fsencode(f"./{tree.prefix}{path}\0"))
    except GitError:
        return None
    return end.code == 0 if end.code in (0, 1) else None


def telling_files(tree: WorkingTree) -> list[str]:
    """Return the files, there or not, that the answer follows from besides each ``.gitignore``.

    What ``core.excludesFile`` names is not among them.
    """
    own = tree.own_folder()
    shared = common_folder(own)
    variables = git_variables(tree)
    home, moved = variables.get("HOME", ""), variables.get("XDG_CONFIG_HOME", "")
    return [
        os.path.join(own, "index"),
        os.path.join(shared, "info/exclude"),
        os.path.join(shared, "config"),
        *[os.path.join(home, name) for name in _OF_A_USER if home],
        *[os.path.join(moved, name) for name in ("git/config", "git/ignore") if moved],
    ]
