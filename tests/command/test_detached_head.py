"""Contracts on changes where HEAD is no branch: in a rebase, a pick, a bisect, at a commit.

Where the branch began is the same for all of them: where HEAD left the default branch. And what a
rebase or a pick repeats is in the next commit: who amended a commit that had changed the changelog
was asked for it once more.
"""

from __future__ import annotations

import subprocess
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.command.test_own_branch import (
    FROZEN,
    KEEP,
    TOGETHER,
    broken_ids,
    decision,
    refused_tree,
    stopped_by,
)
from tests.conftest import write_files
from tests.tables import one_row_in

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

SILENT = contract(
    "silent",
    type="changed_together",
    pattern=None,
    file_glob="lib.py",
    with_glob="/NOTES.md",
    message="Say it in NOTES.md.",
)
CONTRACTS = {"a.yaml": FROZEN, "b.yaml": TOGETHER, "c.yaml": KEEP, "d.yaml": SILENT}
SHARED = {
    "migrations/1.sql": "a\n",
    "api.py": "x = 1\n",
    "lib.py": "x = 1\n",
    "CHANGES.md": "1\n",
    "NOTES.md": "1\n",
    "test_a.py": "def test_a(): 1\n",
}
OWN = {
    "migrations/2.sql": "b\n",
    "api.py": "x = 2\n",
    "CHANGES.md": "1\n2\n",
    "test_b.py": "def test_b(): 2\n",
}


def committed(root: Path, git: Git, files: dict[str, str], message: str) -> None:
    write_files(root, files)
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message)


def on_topic(project: MakeProject, git: Git, *, is_behind: bool = False) -> Path:
    """A branch of two commits; *is_behind*: the default branch changed a line that it changed."""
    root = project(SHARED, contracts=CONTRACTS, commit=True)
    main = git(root, "branch", "--show-current").strip()
    git(root, "switch", "-q", "-c", "topic")
    committed(root, git, OWN, "One")
    committed(root, git, {"other.py": "x = 1\n"}, "Two")
    git(root, "switch", "-q", main)
    if is_behind:
        committed(root, git, {"api.py": "x = 3\n"}, "Theirs")
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "-c", "release")
    committed(root, git, {"release.txt": "1\n"}, "Release")
    git(root, "switch", "-q", "topic")
    return root


def stop(root: Path, git: Git, *arguments: str) -> None:
    """Run what ends before its end: in a conflict, or where the list of a rebase says so."""
    editor = f"sequence.editor=sed -i.bak 's/^pick/{'edit' if '-i' in arguments else 'pick'}/'"
    with suppress(subprocess.CalledProcessError):
        git(root, "-c", editor, *arguments)
    assert git(root, "branch", "--show-current").strip() in ("", "picks")
    if git(root, "ls-files", "--unmerged"):
        write_files(root, {"api.py": "x = 5\n"})
        git(root, "add", "-A")


def in_conflict(project: MakeProject, git: Git) -> Path:
    root = on_topic(project, git, is_behind=True)
    stop(root, git, "rebase", "-q", "origin/main")
    return root


def in_conflict_onto_a_branch(project: MakeProject, git: Git) -> Path:
    root = on_topic(project, git, is_behind=True)
    stop(root, git, "rebase", "-q", "--onto", "release", "origin/main~1")
    return root


def in_pick(project: MakeProject, git: Git) -> Path:
    root = on_topic(project, git, is_behind=True)
    git(root, "switch", "-q", "-c", "picks", "release")
    stop(root, git, "cherry-pick", "topic~1")
    return root


def in_edit(project: MakeProject, git: Git) -> Path:
    root = on_topic(project, git)
    stop(root, git, "rebase", "-q", "-i", "HEAD~2")
    return root


def in_edit_of_the_last(project: MakeProject, git: Git) -> Path:
    root = on_topic(project, git)
    stop(root, git, "rebase", "-q", "-i", "HEAD~1")
    return root


def in_edit_onto_a_branch(project: MakeProject, git: Git) -> Path:
    root = on_topic(project, git)
    stop(root, git, "rebase", "-q", "-i", "--onto", "release", "origin/main")
    return root


def in_exec(project: MakeProject, git: Git) -> Path:
    root = on_topic(project, git)
    stop(root, git, "rebase", "-q", "--exec", "false", "HEAD~2")
    return root


def in_bisect(project: MakeProject, git: Git) -> Path:
    root = on_topic(project, git)
    committed(root, git, {"more.py": "x = 1\n"}, "Three")
    git(root, "bisect", "start", "HEAD", "origin/main")
    return root


def at_commit(project: MakeProject, git: Git) -> Path:
    root = on_topic(project, git)
    git(root, "switch", "-q", "--detach", "HEAD~1")
    return root


STATES = [
    on_topic, in_edit, in_edit_of_the_last, in_edit_onto_a_branch, in_exec, in_conflict,
    in_conflict_onto_a_branch, in_pick, in_bisect, at_commit,
]  # fmt: skip
KEPT = [{"api.py": "x = 9\n"}, {"migrations/2.sql": "c\n"}, {"test_b.py": "x = 1\n"}]
BROKEN = [
    ({"migrations/1.sql": "b\n"}, "frozen"),
    ({"lib.py": "x = 2\n"}, "silent"),
    ({"test_a.py": "x = 1\n"}, "keep"),
]


@pytest.mark.one_row_in(16)
@pytest.mark.parametrize(
    ("begin", "texts"),
    one_row_in(2, [(begin, texts) for texts in KEPT for begin in STATES]),
)
def test_what_the_branch_keeps_is_kept_wherever_head_is(
    project: MakeProject, run: Run, git: Git, begin: Callable[..., Path], texts: dict[str, str]
) -> None:
    root, ((path, text),) = begin(project, git), texts.items()
    assert decision(run, root, path, text) == ""
    write_files(root, texts)
    after = event(name="PostToolUse", content=text, file_path=root / path, cwd=root)
    assert "Contract" not in run("hook", stdin=after, cwd=root).out
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == []
    assert broken_ids(run, root, "--since", "HEAD") == []
    assert broken_ids(run, root, "--since", "origin/main") == []
    assert refused_tree(run, root) == (0, "", "")
    assert stopped_by(run, root) == ""


@pytest.mark.one_row_in(10)
@pytest.mark.parametrize(
    ("begin", "texts", "rule_id"),
    one_row_in(3, [(begin, *broken) for broken in BROKEN for begin in STATES]),
)
def test_what_the_branch_breaks_is_broken_wherever_head_is(
    project: MakeProject,
    run: Run,
    git: Git,
    begin: Callable[..., Path],
    texts: dict[str, str],
    rule_id: str,
) -> None:
    root, ((path, text),) = begin(project, git), texts.items()
    assert decision(run, root, path, text) == ("" if rule_id == "silent" else "deny")
    write_files(root, texts)
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == [rule_id]
    assert broken_ids(run, root, "--since", "HEAD") == [rule_id]
    assert broken_ids(run, root, "--since", "origin/main") == [rule_id]
    assert refused_tree(run, root).code == 1
    assert f"{rule_id} in {path}" in stopped_by(run, root)
