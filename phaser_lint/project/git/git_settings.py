"""What a repository's settings say of it: ``git config`` alone knows all files that they are in."""

from __future__ import annotations

import os
from collections.abc import Mapping

from phaser_lint.core.errors import GitError
from phaser_lint.project import may_have_setting
from phaser_lint.project.git import (
    WorkingTree,
    find_working_tree,
    make_git_command,
    make_hooks_folder_command,
    require_tree,
)
from phaser_lint.project.git.process_output import decode_git_path, run_git_command, run_git_to_end
from phaser_lint.project.git.tracked_files import SPARSE_PATTERNS

_PROMISED = r"^(extensions\.partialclone|remote\..*\.promisor)$"
_NOT_SET = 1
_SHOWN = 40


def run_git_config(root: str, *asked: str) -> bytes:
    """Return what ``git config`` prints for what is *asked*, if set; raises ``GitError``."""
    end = run_git_to_end(make_git_command(require_tree(root, "config"), "config", *asked))
    if end.code not in (0, _NOT_SET):
        raise GitError(f"git config: {end.reason()}")
    return end.output


def is_partial_clone(root: str) -> bool:
    """Tell whether a clone holds only a part of the objects (``git clone --filter``)."""
    tree = require_tree(root, "config")
    folders = tree.own_folder, tree.shared_folder
    if not may_have_setting(folders, b"partialclone", b"promisor"):
        return False
    return bool(run_git_config(root, "--get-regexp", _PROMISED))


def is_sparse_checkout(root: str) -> bool:
    """Tell whether a sparse checkout may leave files off the disk; ``False`` without git."""
    tree = find_working_tree(root)
    if tree is None or not os.path.exists(os.path.join(tree.own_folder, SPARSE_PATTERNS)):
        return False
    return run_git_config(root, "--bool", "core.sparseCheckout").strip() == b"true"


def require_hooks_folder(tree: WorkingTree, variables: Mapping[str, str] | None = None) -> str:
    """Return the folder where git looks for hooks, there or not; raises ``GitError``.

    *variables* are those of this process.
    """
    answers, question = {} if variables else tree.root.answers, (tree.root, "hooks")
    if question not in answers:
        answers[question] = run_git_command(make_hooks_folder_command(tree, variables))
    line = answers[question]
    path = decode_git_path(line.removesuffix(b"\n"))
    if not line.endswith(b"\n") or not path.strip("\n") or "\0" in path:
        raise GitError(f"git rev-parse: expected a folder of hooks, found {line[:_SHOWN]!r}")
    return os.path.join(tree.root, path)


def find_hooks_folder(root: str, variables: Mapping[str, str] | None = None) -> str:
    """Return the folder where git looks for hooks; empty where git does not say."""
    try:
        tree = find_working_tree(root, variables)
        return require_hooks_folder(tree, variables) if tree else ""
    except GitError:
        return ""


def explain_left_out_file(root: str, path: str) -> str:
    """Return what keeps the file at *path* off the disk, and the command that brings it."""
    if is_sparse_checkout(root):
        folder = path.rpartition("/")[0]
        return f"left out by the sparse checkout: git sparse-checkout add {folder}"
    bring = f"git update-index --no-skip-worktree {path} && git checkout -- {path}"
    return f"left out by skip-worktree: {bring}"
