"""Where the file of an event lies, and what globs see of one that lies elsewhere."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from phaser_lint.hooks import PreToolUseInput

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

DATA_GLOB = "**/app/Data/**/*.php"
PHP = "app/Data/UserData.php"


def write(path: Path | str, cwd: Path | str = "") -> PreToolUseInput:
    tool_input = {"file_path": str(path), "content": "<?php\n"}
    return PreToolUseInput({"cwd": str(cwd), "tool_name": "Write", "tool_input": tool_input})


def worktree(root: Path, place: Path) -> Path:
    command = ("git", "-C", str(root), "worktree", "add", "-q", "--detach", str(place))
    subprocess.run(command, check=True, capture_output=True)
    return place


@pytest.fixture
def root(project: MakeProject, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a commit, which the agent works on."""
    made_root = project({PHP: "<?php\n", "packages/a/b.py": ""}, commit=True)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(made_root))
    return made_root


def test_a_file_outside_has_no_path_in_the_project(root: Path) -> None:
    """It has no path in the project, and what is written from the root does not select it."""
    outside = write("/elsewhere/app/Data/User.php", root)
    assert outside.project_path is None
    assert not outside.file_path_matches("app/Data/*.php", "/User.php", "src/**")
    assert outside.file_path_matches("*.php")
    assert outside.file_path_matches(DATA_GLOB)
    assert not outside.file_path_excludes(DATA_GLOB)


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("folder", ["app", "app/Data", "app/Data/deep"])
@pytest.mark.parametrize("filled", [True, False])
@pytest.mark.parametrize("place", [".claude/contracts", ".phaser/contracts"])
def test_contracts_below_the_root(root: Path, folder: str, filled: bool, place: str) -> None:
    """A folder that somebody added, empty or not, moves no file."""
    contracts = root / folder / place
    contracts.mkdir(parents=True)
    if filled:
        (contracts / "a.yaml").write_text("rule_id: a\n")
    hook_event = write(root / "app/Data/deep/User.php", root)
    assert hook_event.project_path == "app/Data/deep/User.php"
    assert hook_event.file_path_matches(DATA_GLOB)
    assert hook_event.file_path_matches("app/Data/**/*.php")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("place", ["../beside", ".claude/worktrees/w1", "../deep/er/w"])
@pytest.mark.parametrize("globs", [(DATA_GLOB,), ("app/Data/*.php",), ("/app/**",)])
def test_a_file_of_a_worktree_is_in_the_project(
    root: Path, place: str, globs: tuple[str, ...]
) -> None:
    """A file in a worktree of the project is in the project, wherever the worktree lies."""
    hook_event = write(worktree(root, root / place) / PHP, root)
    assert (hook_event.project_path, hook_event.file_path_matches(*globs)) == (PHP, True)


def test_a_worktree_of_a_project_inside_a_repository(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder that stands for it there; what else the worktree holds is outside."""
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(root / "packages/a"))
    other_root = worktree(root, root.parent / "beside")
    assert write(other_root / "packages/a/b.py").project_path == "b.py"
    assert write(other_root / PHP).project_path is None
    # And the other way round, from the worktree that the agent works in.
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(other_root / "packages/a"))
    assert write(root / "packages/a/b.py").project_path == "b.py"


def test_a_file_of_another_repository_is_outside(project: MakeProject, root: Path) -> None:
    """It is no worktree: what lies in it is outside, but for one that the project holds."""
    other_root = project({PHP: ""}, commit=True)
    assert write(other_root / PHP).project_path is None
    assert write(other_root / PHP).file_path_matches(DATA_GLOB)
    subprocess.run(("git", "init", "-q", str(root / "vendor/x")), check=True)
    assert write(root / "vendor/x/a.php").project_path == "vendor/x/a.php"


def test_without_the_variable_the_repository_is_the_project(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The root of the repository that the file lies in, a worktree's own; whatever ``cwd`` is."""
    monkeypatch.delenv("CLAUDE_PROJECT_DIR")
    other_root = worktree(root, root.parent / "beside")
    project_paths = [
        write(folder / PHP, root / "app").project_path for folder in (root, other_root)
    ]
    assert project_paths == [PHP, PHP]


WITHOUT_GIT = [
    # cwd, what holds contracts, the path in the project
    ("p", "", PHP),
    ("p", "p/app", PHP),
    ("p/app", "p", PHP),
    ("p/app", "", "Data/UserData.php"),
    ("q", "p", PHP),
    ("", "p", PHP),
    ("q", "", None),
    ("", "", None),
]


@pytest.mark.parametrize(("cwd", "contracts", "expected"), WITHOUT_GIT)
def test_without_git_the_farthest_contracts_are_the_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, cwd: str, contracts: str, expected: str | None
) -> None:
    """``cwd`` or the farthest contracts, whichever holds more; matched wherever it lies."""
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)
    if contracts:
        folder = tmp_path / contracts / ".claude/contracts"
        folder.mkdir(parents=True)
        (folder / "a.yaml").write_text("rule_id: a\n")
    hook_event = write(tmp_path / "p" / PHP, tmp_path / cwd if cwd else "")
    assert hook_event.project_path == expected
    assert hook_event.file_path_matches(DATA_GLOB)
    assert hook_event.file_path_matches("app/Data/*.php")
    assert not hook_event.file_path_matches("app/*.php", "lib/**")


def test_nothing_tells_of_a_project(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any folder above it may be the root; a name that is in none of them still does not match."""
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)
    hook_event = write("/nowhere/project/migrations/1.py")
    assert hook_event.project_path is None
    assert not hook_event.file_path_matches("src/**", "migrations/*.sql", "**/pro/**")
    assert hook_event.file_path_matches("migrations/**")


def test_the_specification_by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its own event, where there is neither such a folder nor a variable."""
    monkeypatch.delenv("CLAUDE_PROJECT_DIR", raising=False)
    hook_event = write("/home/user/project/app/Data/UserData.php", "/home/user/project")
    assert (hook_event.project_path, hook_event.file_path_matches(DATA_GLOB)) == (PHP, True)
