"""The workflow that is proposed: as the documentation has it, for the branch that there is."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import yaml

from phaser_lint import REPOSITORY
from phaser_lint.author.proposals.github_workflow import (
    find_default_branch,
    find_github_branch,
    render_workflow_text,
)
from phaser_lint.author.proposals.hook_source import HookSource

if TYPE_CHECKING:
    from tests.conftest import Git

PAGE = Path(__file__).parents[3] / "docs" / "github-action.md"
COMMIT = "0123456789abcdef0123456789abcdef01234567"
RELEASE = HookSource(REPOSITORY, "v0.1.0")


def test_as_the_documentation_has_it() -> None:
    """One recipe, which actionlint and zizmor check there."""
    (block,) = re.findall(
        r"^```yaml\n# \.github/workflows/phaser-lint\.yml\n(.*?)^```",
        PAGE.read_text(encoding="utf-8"),
        re.M | re.S,
    )
    (revision,) = re.findall(r"phaser-lint/phaser-lint@(\S+)", block)
    assert render_workflow_text(RELEASE._replace(revision=revision), "main") == block


@pytest.mark.parametrize(
    ("branch", "expected"),
    [
        ("main", "[main]"),
        ("release/1.x", "[release/1.x]"),
        ("on", "['on']"),
        ("1.0", "['1.0']"),
        ("it's", "['it''s']"),
        ("a, b", "['a, b']"),
    ],
)
def test_a_workflow_runs_for_one_branch_whatever_its_name(branch: str, expected: str) -> None:
    """Whatever git lets a branch be called, it is one branch."""
    text = render_workflow_text(RELEASE, branch) or ""
    assert f"branches: {expected}\n" in text
    assert yaml.load(text, yaml.BaseLoader)["on"]["push"] == {"branches": [branch]}


@pytest.mark.parametrize(
    ("repository", "action"),
    [
        (REPOSITORY, "phaser-lint/phaser-lint"),
        ("https://github.com/team/fork.git", "team/fork"),
        ("ssh://git@github.com/team/fork", "team/fork"),
        ("https://git.example.org/team/fork", None),
        ("https://github.com.example.org/team/fork", None),
    ],
)
def test_a_workflow_names_the_action_at_its_commit(repository: str, action: str | None) -> None:
    """At its very commit; an action is on GitHub, or it is none."""
    text = render_workflow_text(HookSource(repository, COMMIT), "main")
    assert (text is None) == (action is None)
    assert text is None or f"uses: {action}@{COMMIT}\n" in text


@pytest.mark.parametrize(
    ("references", "expected"),
    [
        ({}, ""),
        ({"refs/heads/main": "", "refs/heads/a": ""}, "main"),
        ({"refs/heads/a": "", "refs/heads/master": ""}, "master"),
        ({"refs/heads/only": ""}, "only"),
        ({"refs/heads/a": "", "refs/heads/b": ""}, ""),
        ({"refs/heads/main": "", "refs/remotes/origin/develop": ""}, "develop"),
        (
            {
                "refs/heads/main": "",
                "refs/remotes/origin/HEAD": "refs/remotes/origin/trunk/x",
                "refs/remotes/origin/main": "",
            },
            "trunk/x",
        ),
    ],
)
def test_the_default_branch_is_that_of_the_remote_first(
    references: dict[str, str], expected: str
) -> None:
    """That of the remote, then the usual names, then the only one."""
    assert find_default_branch(references) == expected


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("git@gitlab.com:a/b.git", ""),
        ("https://github.example.org/a/b", ""),
        ("https://example.org/github.com", ""),
        ("git@github.com:a/b.git", "work"),
        ("https://github.com/a/b", "work"),
        ("ssh://git@ssh.github.com:443/a/b.git", "work"),
    ],
)
def test_the_branch_is_the_one_checked_out(
    tmp_path: Path, git: Git, address: str, expected: str
) -> None:
    """The branch that is checked out, where there is no commit yet."""
    git(tmp_path, "init", "-q", "-b", "work")
    git(tmp_path, "remote", "add", "origin", address)
    assert find_github_branch(str(tmp_path)) == expected


def test_a_folder_without_git_has_the_usual_branch(tmp_path: Path) -> None:
    """Of a project that git does not know yet the usual branch is meant."""
    assert find_github_branch(str(tmp_path)) == ""
    (tmp_path / ".github").mkdir()
    assert find_github_branch(str(tmp_path)) == "main"
