"""Contracts on changes, on a branch of one's own: what the branch as a whole keeps is kept.

``Add a migration``, and then ``Mend it`` before anybody has it, was refused by git's hook and
denied to an agent, where the pull request passes.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

FROZEN = contract(
    "frozen",
    type="file_frozen",
    pattern=None,
    file_glob="migrations/",
    changes=["modify", "delete"],
    message="Add a migration instead.",
)
TOGETHER = contract(
    "together",
    type="changed_together",
    pattern=None,
    file_glob="api.py",
    with_glob="/CHANGES.md",
    message="Say in CHANGES.md what changed.",
)
KEEP = contract(
    "keep",
    type="keep_pattern",
    pattern=r"def (test_\w+)",
    file_glob="test_*.py",
    message="Tests stay.",
)
CONTRACTS = {"frozen.yaml": FROZEN, "together.yaml": TOGETHER, "keep.yaml": KEEP}
SHARED = {
    "migrations/1.sql": "a\n",
    "api.py": "x = 1\n",
    "CHANGES.md": "1\n",
    "test_a.py": "def test_a(): 1\n",
}


def on_branch(
    project: MakeProject, git: Git, committed: Mapping[str, str], *, remote: str = "origin/main"
) -> Path:
    """A project on a branch that has *committed* what the *remote* one has not."""
    root = project(SHARED, contracts=CONTRACTS, commit=True)
    git(root, "update-ref", f"refs/remotes/{remote}", "HEAD")
    git(root, "switch", "-q", "-c", "topic")
    write_files(root, dict(committed))
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "Work", "--allow-empty")
    return root


def broken_ids(run: Run, root: Path, *arguments: str) -> list[str]:
    outcome = run("scan", *arguments, "--format", "json", cwd=root)
    return [violation["rule_id"] for violation in json.loads(outcome.out)["violations"]]


NEW_TEST = "def test_a(): 1\ndef test_b(): 2\n"
# What the branch committed, and what is changed now.
KEPT = {
    "a migration of the branch": ({"migrations/2.sql": "b\n"}, {"migrations/2.sql": "c\n"}),
    "a migration put back": ({"migrations/1.sql": "b\n"}, {"migrations/1.sql": "a\n"}),
    "more of what was said": ({"api.py": "y\n", "CHANGES.md": "2\n"}, {"api.py": "z\n"}),
    "a test of the branch": ({"test_a.py": NEW_TEST}, {"test_a.py": "def test_a(): 1\n"}),
}
BROKEN = {
    "a migration of all": ({}, {"migrations/1.sql": "b\n"}, ["frozen"]),
    "one of all, changed twice": ({"migrations/1.sql": "b"}, {"migrations/1.sql": "c"}, ["frozen"]),
    "one that is silent": ({"api.py": "y\n"}, {"api.py": "z\n"}, ["together"]),
    "a test of all": ({"test_a.py": NEW_TEST}, {"test_a.py": "def test_b(): 2\n"}, ["keep"]),
}


@pytest.mark.parametrize("remote", ["origin/main", "upstream/master"])
@pytest.mark.parametrize(("committed", "changed"), KEPT.values(), ids=KEPT)
def test_what_the_branch_keeps_no_commit_of_it_breaks(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
    remote: str,
) -> None:
    root = on_branch(project, git, committed, remote=remote)
    write_files(root, changed)
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == []
    assert broken_ids(run, root, "--since", remote) == []


@pytest.mark.parametrize(("committed", "changed", "expected"), BROKEN.values(), ids=BROKEN)
def test_what_the_branch_breaks_a_commit_breaks(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
    expected: list[str],
) -> None:
    root = on_branch(project, git, committed)
    write_files(root, changed)
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == expected
    assert broken_ids(run, root, "--since", "origin/main") == expected


def test_a_fork_whose_default_branch_is_old(project: MakeProject, run: Run, git: Git) -> None:
    """The contributor's own remote lacks the migration, and that of the project has it."""
    root = on_branch(project, git, {"migrations/2.sql": "b\n"})
    git(root, "update-ref", "refs/remotes/upstream/main", "HEAD")
    git(root, "commit", "-q", "-m", "More", "--allow-empty")
    write_files(root, {"migrations/2.sql": "c\n"})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == ["frozen"]
    assert decision(run, root, "migrations/2.sql", "d\n") == "deny"


@pytest.mark.parametrize("remote", ["upstream/topic", "origin/topic"])
def test_without_a_default_branch_a_commit_follows_the_last(
    project: MakeProject, run: Run, git: Git, remote: str
) -> None:
    """Nobody knows what others have: what is committed counts as theirs."""
    root = on_branch(project, git, {"migrations/2.sql": "b\n"}, remote=remote)
    write_files(root, {"migrations/2.sql": "c\n"})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == ["frozen"]


def test_what_an_earlier_commit_broke_the_next_one_does_not(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = on_branch(project, git, {"migrations/1.sql": "b\n"})
    write_files(root, {"other.py": "x = 1\n"})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == []
    assert broken_ids(run, root, "--since", "origin/main") == ["frozen"]


def decision(run: Run, root: Path, path: str, text: str) -> str:
    """What the hook answers to a Write: ``deny``, or nothing."""
    outcome = run("hook", stdin=event(file_path=root / path, content=text, cwd=root), cwd=root)
    answer = json.loads(outcome.out).get("hookSpecificOutput", {})
    return str(answer.get("permissionDecision", ""))


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [("migrations/2.sql", "c\n", ""), ("migrations/1.sql", "c\n", "deny")],
)
def test_an_agent_mends_what_only_the_branch_has(
    project: MakeProject, run: Run, git: Git, path: str, text: str, expected: str
) -> None:
    root = on_branch(project, git, {"migrations/2.sql": "b\n"})
    assert decision(run, root, path, text) == expected


@pytest.mark.parametrize(("committed", "changed"), KEPT.values(), ids=KEPT)
def test_a_stop_asks_nothing_of_what_the_branch_keeps(
    project: MakeProject,
    run: Run,
    git: Git,
    committed: dict[str, str],
    changed: dict[str, str],
) -> None:
    root = on_branch(project, git, committed)
    write_files(root, changed)
    stdin = json.dumps({"hook_event_name": "Stop", "session_id": "s", "cwd": str(root)}).encode()
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")
