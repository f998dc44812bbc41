"""``branches`` of the configuration: what a release branch has is no other branch's own.

A hotfix's test stands on ``origin/release/1`` alone. A branch that began there deleted it, and
everything passed: ``main`` never had it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.test_own_branch import (
    CONTRACTS,
    NEW_TEST,
    SHARED,
    broken_ids,
    commit_all,
    on_branch,
    refused_tree,
    stopped_by,
)
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONFIGURATION = ".phaser/config.yaml"
SETTINGS = {
    "a glob": "branches: release/*\n",
    "a list": "branches: [stable, '/release/']\n",
    "braces": "branches: '/{release,lts}/**'\n",
    "all but some": "branches: ['*', '!topic']\n",
}


def on_hotfix(
    project: MakeProject, git: Git, configuration: str, *, branch: str = "release/1"
) -> Path:
    """A project on a branch that began at a release, which has a test that main lacks."""
    files = {**SHARED, CONFIGURATION: configuration}
    root = project(files, contracts=CONTRACTS, commit=True)
    git(root, "update-ref", "refs/remotes/origin/main", "HEAD")
    git(root, "switch", "-q", "-c", "fix")
    write_files(root, {"test_a.py": NEW_TEST})
    commit_all(root, git, "Hotfix")
    git(root, "update-ref", f"refs/remotes/origin/{branch}", "HEAD")
    write_files(root, {"other.py": "x = 1\n"})
    commit_all(root, git, "Begin")
    return root


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("configuration", SETTINGS.values(), ids=SETTINGS)
def test_what_a_long_lived_branch_has_is_not_the_branchs_own(
    project: MakeProject, run: Run, git: Git, configuration: str
) -> None:
    root = on_hotfix(project, git, configuration)
    write_files(root, {"test_a.py": SHARED["test_a.py"]})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == ["keep"]
    assert broken_ids(run, root, "--since", "HEAD") == ["keep"]
    assert refused_tree(run, root).code == 1
    assert "Contract violation: keep in " in stopped_by(run, root)
    git(root, "commit", "-q", "-m", "Drop it")
    assert broken_ids(run, root, "--since", "origin/release/1") == ["keep"]
    assert broken_ids(run, root, "--since", "HEAD~1") == ["keep"]
    assert "error" in run("history", "-n", "1", cwd=root).out


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("branch", ["topic/1", "my/release/1", "releases/1"])
def test_what_another_branch_has_is_still_its_own(
    project: MakeProject, run: Run, git: Git, branch: str
) -> None:
    root = on_hotfix(project, git, "branches: release/*\n", branch=branch)
    write_files(root, {"test_a.py": SHARED["test_a.py"]})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == []


def test_what_the_branch_adds_to_a_release_is_its_own(
    project: MakeProject, run: Run, git: Git
) -> None:
    root = on_hotfix(project, git, "branches: release/*\n")
    write_files(root, {"migrations/2.sql": "b\n"})
    commit_all(root, git, "Add it")
    write_files(root, {"migrations/2.sql": "c\n"})
    git(root, "add", "-A")
    assert broken_ids(run, root, "--staged") == []
    why = run("why", "frozen", "migrations/2.sql", "--staged", cwd=root).out
    assert "not on origin/main or origin/release/1: your branch's own file" in why


def test_the_configuration_of_the_base_counts_where_its_contracts_do(
    project: MakeProject, run: Run, git: Git
) -> None:
    """A change that takes the release branches out does not judge itself by that."""
    root = on_hotfix(project, git, "branches: release/*\n")
    write_files(root, {"test_a.py": SHARED["test_a.py"], CONFIGURATION: "ignorable: true\n"})
    commit_all(root, git, "Drop both")
    since = ("--since", "origin/release/1")
    assert broken_ids(run, root, *since, "--contracts-from", "origin/release/1") == ["keep"]
    outcome = run("scan", *since, cwd=root)
    assert outcome.code == 1
    assert "the change makes this contract weaker" in outcome.out
    assert f"{CONFIGURATION}: note: changed: branches: removed release/*" in outcome.err
    assert broken_ids(run, root, *since, "--allow-weaker") == []


@pytest.mark.parametrize("setting", ["{a: b}", "3", "['[']", "''"])
def test_branches_that_are_no_globs_are_a_problem(
    project: MakeProject, run: Run, git: Git, setting: str
) -> None:
    root = on_hotfix(project, git, f"branches: {setting}\n")
    outcome = run("scan", cwd=root)
    assert outcome.code == 2
    assert f"{CONFIGURATION}:1: branches: " in outcome.err
    assert "(configuration skipped)" in outcome.err


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("default", "code"), [("trunk", 0), ("other", 2), ("[", 2)])
def test_the_default_branch_of_the_actions_event_is_known_by_its_name(
    project: MakeProject, run: Run, git: Git, default: str, code: int
) -> None:
    """A stacked pull request takes away what the one below adds; no origin/HEAD is there.

    Where the branch cannot be fetched, nobody is blamed, and nothing passes.
    """
    root = on_branch(project, git, {"test_a.py": NEW_TEST}, remote="origin/trunk")
    git(root, "switch", "-q", "-c", "stacked")
    write_files(root, {"test_a.py": SHARED["test_a.py"]})
    commit_all(root, git)
    git(root, "switch", "-q", "--detach", "topic")
    git(root, "merge", "-q", "--no-ff", "-m", "Merge", "stacked")
    payload = {
        "pull_request": {"base": {"ref": "topic"}},
        "repository": {"default_branch": default},
    }
    path = root.parent / "pull_request.json"
    path.write_text(json.dumps(payload))
    env = {
        "GITHUB_EVENT_NAME": "pull_request",
        "GITHUB_EVENT_PATH": str(path),
        "GITHUB_WORKSPACE": str(root),
        "GITHUB_SHA": git(root, "rev-parse", "HEAD").strip(),
    }
    outcome = run("action", cwd=root, env=env)
    assert "(the pull request's base)" in outcome.out
    assert outcome.code == code
    assert ("fetch-depth: 0 of actions/checkout brings it" in outcome.out) == (code == 2)
    assert "title=keep" not in outcome.out
