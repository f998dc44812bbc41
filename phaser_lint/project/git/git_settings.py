"""What a repository's settings say of it: ``git config`` alone knows all files that they are in."""

from __future__ import annotations

import os

from phaser_lint.core import decode_git_path
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import (
    WorkingTree,
    git_command,
    hooks_folder_command,
    working_tree,
)
from phaser_lint.project.git.process_output import run_to_end
from phaser_lint.project.git.repository import git_output, required_tree

_PROMISED = r"^(extensions\.partialclone|remote\..*\.promisor)$"
_NOT_SET = 1
_SHOWN = 40


def settings(root: str, *asked: str) -> bytes:
    """Return what git says to what is *asked*, nothing where none is set; raises ``GitError``."""
    end = run_to_end(git_command(required_tree(root, "config"), "config", *asked))
    if end.code not in (0, _NOT_SET):
        raise GitError(f"git config: {end.reason()}")
    return end.output


def is_partial_clone(root: str) -> bool:
    """Tell whether a clone holds just a part of the objects (``git clone --filter``)."""
    return bool(settings(root, "--get-regexp", _PROMISED))


def is_sparse(root: str) -> bool:
    """Tell whether git may leave files of the index out of the disk; ``False`` where no git is."""
    if working_tree(root) is None:
        return False
    return settings(root, "--bool", "core.sparseCheckout").strip() == b"true"


def hooks_folder(tree: WorkingTree) -> str:
    """Return the folder that git looks for hooks in, there or not; raises ``GitError``."""
    line = git_output(hooks_folder_command(tree))
    path = decode_git_path(line.removesuffix(b"\n"))
    if not line.endswith(b"\n") or not path.strip("\n") or "\0" in path:
        raise GitError(f"git rev-parse: expected a folder of hooks, found {line[:_SHOWN]!r}")
    return os.path.join(tree.root, path)


def find_hooks_folder(root: str) -> str:
    """Return the folder that git looks for hooks in; nothing where git does not say."""
    try:
        tree = working_tree(root)
        return hooks_folder(tree) if tree else ""
    except GitError:
        return ""


def why_left_out(root: str, path: str) -> str:
    """Return what keeps the file at *path* off the disk, and the command that brings it back."""
    if is_sparse(root):
        folder = path.rpartition("/")[0]
        return f"left out by the sparse checkout: git sparse-checkout add {folder}"
    bring = f"git update-index --no-skip-worktree {path} && git checkout -- {path}"
    return f"left out by skip-worktree: {bring}"
