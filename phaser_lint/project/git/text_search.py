"""Which tracked files hold a text on the disk."""

from __future__ import annotations

from phaser_lint.core import decode_git_path
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import git_command
from phaser_lint.project.git.process_output import NO_SUCH, run_to_end
from phaser_lint.project.git.repository import required_tree


def files_that_hold(root: str, text: str) -> list[str]:
    """Return the tracked files at and below *root* that have *text* in a line; raises ``GitError``.

    What is binary has no lines. The text is no pattern.
    """
    tree = required_tree(root, "grep")
    words = ("-l", "-z", "-I", "--fixed-strings", "--full-name", "--no-recurse-submodules")
    pathspec = ("--", tree.prefix) if tree.prefix else ()
    end = run_to_end(git_command(tree, "grep", *words, "-e", text, *pathspec))
    if end.code not in (0, NO_SUCH):
        raise GitError(f"git grep: {end.reason()}")
    paths = decode_git_path(end.output).split("\0")[:-1]
    return [path.removeprefix(tree.prefix) for path in paths]
