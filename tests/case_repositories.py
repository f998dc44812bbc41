"""A whole case's change as git has it: staged for a commit, and merged for a pull request."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.case_files import Case
    from tests.conftest import Git, MakeProject


def change(case: Case, root: Path, git: Git) -> None:
    """Make the case's change in the project at *root* and stage it."""
    for path in case.before.keys() - case.files.keys():
        (root / path).unlink()
    write_files(root, case.files)
    git(root, "add", "-A", "-f")


def staged(root: Path, git: Git) -> list[str]:
    """Return the names that pre-commit hands over: what is staged and still there."""
    names = git(root, "diff", "--cached", "--name-only", "--diff-filter=ACMRT", "-z")
    return names.split("\0")[:-1]


def before_edit(case: Case, project: MakeProject) -> Path:
    """Return the project before the change: in a commit, where that is what counts."""
    return project(case.before, commit="against_head" in case.expected)


def after_edit(case: Case, project: MakeProject, git: Git) -> Path:
    """Return the project after the change, as ``before_edit``."""
    if "against_head" not in case.expected:
        return project(case.files)
    root = before_edit(case, project)
    change(case, root, git)
    return root


def pull_request(case: Case, project: MakeProject, git: Git) -> Path:
    """Return a repository as a runner has it, at the merge of base and branch.

    A clone two commits deep holds no less: the base is the first commit.
    """
    root = project(case.before, commit=True)
    change(case, root, git)
    tree, base = git(root, "write-tree").strip(), git(root, "rev-parse", "HEAD").strip()
    branch = git(root, "commit-tree", tree, "-p", base, "-m", "Branch").strip()
    merge = git(root, "commit-tree", tree, "-p", base, "-p", branch, "-m", "Merge").strip()
    git(root, "update-ref", "HEAD", merge)
    return root
