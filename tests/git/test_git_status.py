"""What git says is changed, in one run of it."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint.git.git_status import changed_since_commit
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject


def test_changed(project: MakeProject, git: Git, monkeypatch: pytest.MonkeyPatch) -> None:
    """Changed, staged, new, renamed, in conflict with no one; neither ignored nor untouched."""
    before = {name: f"{name}\n" for name in ("same", "changed", "staged", "gone", "old name")}
    root = project({**before, ".gitignore": "out\n"}, commit=True)
    assert changed_since_commit(str(root)) == []
    write_files(root, {"changed": "1", "staged": "1", "new/ä b": "", "out/x": "", "- x": ""})
    git(root, "add", "staged")
    git(root, "mv", "old name", "new name")
    (root / "gone").unlink()
    listed = changed_since_commit(str(root))
    assert listed is not None
    assert sorted(listed) == [
        "- x", "changed", "gone", "new name", "new/ä b", "old name", "staged",
    ]  # fmt: skip


def test_below_the_top(project: MakeProject) -> None:
    """Relative to the project's root, and only what is under it."""
    root = project({})
    write_files(root, {"api/src/a": "", "apis/a": "", "a": ""})
    assert changed_since_commit(str(root / "api")) == ["src/a"]


def test_a_repository_inside(project: MakeProject, git: Git) -> None:
    """It is another project's."""
    root = project({})
    git(root, "init", "-q", "inner")
    write_files(root, {"inner/a": ""})
    assert changed_since_commit(str(root)) == []


def fake_git(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "git").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


@pytest.mark.parametrize(
    "script",
    ["exit 128", "echo '?? a'; exit 1", "exec sleep 60", "exec yes", "kill -9 $$"],
)
def test_git_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, script: str) -> None:
    """Not known: one that fails, hangs, or never ends; and nothing is left running."""
    fake_git(tmp_path, script, monkeypatch)
    start = time.monotonic()
    assert changed_since_commit(str(tmp_path)) is None
    assert time.monotonic() - start < 10
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not known either."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert changed_since_commit(str(tmp_path)) is None
