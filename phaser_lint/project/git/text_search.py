"""Which tracked files hold a text on the disk."""

from __future__ import annotations

from phaser_lint.core.errors import GitError
from phaser_lint.project.git import make_git_command, require_tree
from phaser_lint.project.git.process_output import NO_SUCH, decode_git_path, run_git_to_end


def find_files_with_text(root: str, text: str) -> list[str]:
    """Return the tracked files at and below *root* in which a search by git finds *text* in a line;
    raises ``GitError``.

    What is binary has no lines. The text is no pattern.
    """
    tree = require_tree(root, "grep")
    words = ("-l", "-z", "-I", "--fixed-strings", "--full-name", "--no-recurse-submodules")
    pathspec = ("--", tree.prefix) if tree.prefix else ()
    end = run_git_to_end(make_git_command(tree, "grep", *words, "-e", text, *pathspec))
    if end.code not in (0, NO_SUCH):
        raise GitError(f"git grep: {end.reason()}")
    paths = decode_git_path(end.output).split("\0")[:-1]
    return [path.removeprefix(tree.prefix) for path in paths]
