"""What git says is changed, in one run of it."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.errors import GitError
from phaser_lint.project import GitLimits, Root
from phaser_lint.project.git import run_git
from phaser_lint.project.git.git_status import find_head_objects, list_uncommitted_paths
from phaser_lint.project.git.snapshots import read_blob_contents, read_commit_snapshot
from tests.conftest import write_files
from tests.left_behind import left_behind

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject


def test_changed_files_are_those_that_git_would_commit(
    project: MakeProject, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Changed, staged, new, renamed, in conflict with no one; neither ignored nor untouched."""
    before = {name: f"{name}\n" for name in ("same", "changed", "staged", "gone", "old name")}
    root = project({**before, ".gitignore": "out\n"}, commit=True)
    assert list_uncommitted_paths(str(root)) == []
    write_files(root, {"changed": "1", "staged": "1", "new/ä b": "", "out/x": "", "- x": ""})
    git(root, "add", "staged")
    git(root, "mv", "old name", "new name")
    (root / "gone").unlink()
    changed_paths = list_uncommitted_paths(str(root))
    assert sorted(changed_paths) == [
        "- x", "changed", "gone", "new name", "new/ä b", "old name", "staged",
    ]  # fmt: skip


def test_the_status_is_relative_to_the_root(project: MakeProject) -> None:
    """Relative to the project's root, and only what is under it."""
    root = project({})
    write_files(root, {"api/src/a": "", "apis/a": "", "a": ""})
    assert list_uncommitted_paths(str(root / "api")) == ["src/a"]


def test_without_the_files_that_head_has_nothing_of(project: MakeProject) -> None:
    """Deleted and changed ones have an object there; a new one is only asked for with all."""
    root = project({"gone": "1\n", "changed": "1\n"}, commit=True)
    (root / "gone").unlink()
    write_files(root, {"changed": "2\n", "new/a": ""})
    objects = find_head_objects(str(root), with_untracked=False)
    assert {path: bool(blob) for path, (blob, _) in objects.items()} == {
        "gone": True,
        "changed": True,
    }
    assert {*find_head_objects(str(root))} == {"gone", "changed", "new/a"}


def test_a_repository_inside_is_another_project(project: MakeProject, git: Git) -> None:
    """It is another project's."""
    root = project({})
    git(root, "init", "-q", "inner")
    write_files(root, {"inner/a": ""})
    assert list_uncommitted_paths(str(root)) == []


def fake_git(folder: Path, script: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "git").write_text(f"#!/bin/sh\n{script}\n")
    (folder / "git").chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


LATE_GIT = "gave no answer in the time that there is"


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ("exit 128", ": failed without a word"),
        ("echo 'fatal: no' >&2; exit 128", ": fatal: no"),
        ("echo 'hint: x\nwarning: y\nfatal: no' >&2; exit 1", ": fatal: no"),
        ("echo '?? a'; exit 1", ": failed without a word"),
        ("echo garbage", ": its answer has no end"),
        ("exec sleep 60", f" {LATE_GIT}"),
        ("sleep 60", f" {LATE_GIT}"),
        ("exec sleep 60 >&-", f" {LATE_GIT}"),
        ("sleep 60 & exit 0", f" {LATE_GIT}"),
        ("exec yes", " prints more than 1024 kB"),
        ("while :; do echo y >&2; sleep 0.01; done & exit 0", f" {LATE_GIT}"),
        ("yes >&2 & exit 0", ": it prints more than 256 MB"),
        ("kill -9 $$", ": failed without a word"),
    ],
)
def test_a_git_that_fails_leaves_nothing_running(
    tmp_path: Path,
    project: MakeProject,
    monkeypatch: pytest.MonkeyPatch,
    script: str,
    reason: str,
) -> None:
    """In its own words; and nothing is left running, be it what git started itself."""
    root = project({"a": ""})
    fake_git(tmp_path, f"echo $$ >> {tmp_path}/groups; {script}", monkeypatch)
    # A machine with much to do may take seconds for 256 MB, so that only who waits has little time.
    seconds = 1 if LATE_GIT in reason else 60
    start = time.monotonic()
    with pytest.raises(GitError) as caught:
        list_uncommitted_paths(Root(str(root), GitLimits(until=start + seconds)))
    assert str(caught.value) == f"git status{reason}"
    assert time.monotonic() - start < seconds + 9
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
    (group,) = (tmp_path / "groups").read_text().split()
    assert left_behind([group]) == []


def test_no_time_is_left(
    project: MakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Git is not even started; each of the words that git is asked by hands the limit on."""
    root = project({"a": ""})
    fake_git(tmp_path, f"touch {tmp_path}/started; exit 1", monkeypatch)
    over = Root(str(root), GitLimits(until=time.monotonic() - 1))
    calls: list[Callable[[], object]] = [
        lambda: list_uncommitted_paths(over),
        lambda: run_git(over, "status"),
        lambda: read_commit_snapshot(over, "HEAD"),
        lambda: list(read_blob_contents(over, {"a": "0" * 40}, ["a"])),
    ]
    for call in calls:
        with pytest.raises(GitError, match=LATE_GIT):
            call()
    assert not (tmp_path / "started").exists()


def test_without_git_changed_files_are_not_known(
    tmp_path: Path, project: MakeProject, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not known either."""
    root = project({"a": ""})
    with pytest.raises(GitError, match="git status: fatal: not a git repository"):
        list_uncommitted_paths(str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(GitError, match="git is not installed, or not on the PATH"):
        list_uncommitted_paths(str(root))
