"""The client merges a colleague's branch and one of its own: of which it hears."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tests.conftest import IDENTITY, PROGRAM, write_files
from tests.e2e.hooked_client import CLAUDE, CONTRACTS, NO_CLIENT, drive, install

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject
    from tests.e2e.model_server import ToolCall

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]


@pytest.fixture(autouse=True)
def program_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}")


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    """A colleague's branch ``side`` has a violation, and changes what main changed, too."""
    root = project({"a.py": "a = 1\n"}, contracts=CONTRACTS, commit=True)
    for branch, files in (
        ("side", {"a.py": "a = 2\n", "their.py": "print('theirs')\n"}),
        ("main", {"a.py": "a = 3\n"}),
    ):
        git(root, "switch", "-q", *(["-c"] if branch == "side" else []), branch)
        write_files(root, files)
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", branch)
    install(root, "local")
    return root


def bash(*commands: str) -> list[ToolCall]:
    """A turn of the model: one command for its shell."""
    git = " ".join(("git", *IDENTITY))
    return [("Bash", {"command": " && ".join(commands).replace("git ", f"{git} ")})]


def test_a_colleagues_branch_is_not_the_agents(root: Path) -> None:
    """Neither after the merge that stops, nor after its conflict is resolved, nor at Stop."""
    session = drive(
        root,
        bash("git merge -q side || true"),
        bash("git checkout -q --ours a.py", "git add a.py"),
        permission_mode="bypassPermissions",
    )
    assert (root / "their.py").read_text() == "print('theirs')\n"
    assert "Contract violation" not in session.model_text


def test_an_own_branch_is(root: Path) -> None:
    """It was committed in the session, so that a merge makes nothing of it old."""
    session = drive(
        root,
        bash("git switch -q -c own"),
        bash("echo 'print(1)' > own.py", "git add own.py", "git commit -q -m own"),
        bash("git switch -q main", "git merge -q --no-commit --no-ff own"),
        permission_mode="bypassPermissions",
    )
    assert "no-print in own.py at line 1" in session.model_text
    assert "their.py" not in session.model_text


def test_a_branch_that_is_left_again(root: Path) -> None:
    """Its commit is told of after the command, and once at Stop, where no file holds it."""
    session = drive(
        root,
        bash(
            "git checkout -q -b w",
            "echo 'print(1)' > own.py",
            "git add own.py",
            "git commit -q -m own",
            "git checkout -q main",
        ),
        permission_mode="bypassPermissions",
    )
    assert not (root / "own.py").exists()
    lead = "Contract violation in commit"
    assert session.model_text.count(f"additional context: {lead}") == 1
    assert session.model_text.count(f"Stop hook feedback:\n{lead}") == 1
    assert (
        session.model_text.count(" of branch w: no-print in own.py at line 1") == 3
    )  # an error of Stop, too


def test_a_colleagues_commit_is_pulled(root: Path, git: Git) -> None:
    """It was made in the session, and came from the remote."""
    hub, clone = root.parent / "hub.git", root.parent / "clone"
    git(root, "clone", "-q", "--bare", str(root), str(hub))
    git(root, "remote", "add", "origin", str(hub))
    git(root, "clone", "-q", str(hub), str(clone))
    work = ("git add -A", "git commit -q -m pulled", "git push -q origin main")
    session = drive(
        root,
        bash("git fetch -q origin"),
        bash(f"cd {clone}", "echo 'print(2)' > pulled.py", *work),
        bash(f"cd {root}", "git pull -q --no-rebase origin main"),
        permission_mode="bypassPermissions",
    )
    assert (root / "pulled.py").read_text() == "print(2)\n"
    assert "Contract violation" not in session.model_text
