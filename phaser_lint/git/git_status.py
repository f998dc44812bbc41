"""The files that differ from the last commit, or are new to git, in one run of git.

The hook asks after every shell command of an agent, so a repository that takes long is left alone.
"""

from __future__ import annotations

import os

from phaser_lint.errors import GitError
from phaser_lint.files.root import git_folder
from phaser_lint.git.git_command import git_command, working_tree
from phaser_lint.git.process_output import ended

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.git.git_command import WorkingTree

_COMMAND = (
    "status",
    "--porcelain",
    "-z",
    "--untracked-files=all",
    "--no-renames",
    "--ignore-submodules=all",
)
_MARK = 3


def changed_since_commit(root: str) -> list[str] | None:
    """Return the files under *root* that git says are changed or new, relative to it.

    Deleted files may be among them. ``None`` where git fails, takes over 3 seconds, or has more to
    say than 1 MB.
    """
    tree = working_tree(root)
    if tree is None:
        return None
    output = answered(tree, *_COMMAND, *tree.pathspec())
    if output is None:
        return None
    # "XY path"; paths start at the top whatever the folder.
    listed = [os.fsdecode(entry[_MARK:]) for entry in output.split(b"\0") if entry]
    # A folder is a repository of its own that is not committed: another project's.
    return [path for path in tree.inside(listed) if not path.endswith("/")]


def log_size(top: str) -> int:
    """Return how long the log of HEAD is, in bytes; 0 where there is none."""
    try:
        return os.stat(log_of(top)).st_size
    except OSError:
        return 0


def log_time(top: str) -> float:
    """Return when the log of HEAD was last written, in seconds of the epoch; 0 without one."""
    try:
        return os.stat(log_of(top)).st_mtime
    except OSError:
        return 0.0


def log_of(top: str) -> str:
    """Return where git logs what HEAD was."""
    return os.path.join(git_folder(top), "logs", "HEAD")


def answered(tree: WorkingTree, *arguments: str) -> bytes | None:
    """Return what git prints; ``None`` where it fails, takes too long or says too much."""
    try:
        git = git_command(tree, *arguments)
    except GitError:
        return None
    end = ended(git.words, git.environment)
    return None if end is None or end.code else end.output
