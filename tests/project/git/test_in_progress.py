"""What git is in the middle of, read from its own files."""

from __future__ import annotations

import contextlib
import os
import subprocess
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.git.in_progress import list_commits_in_progress
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git

ONE_COMMIT, OTHER_COMMIT = "1" * 40, "a" * 64
REBASED: dict[str, str | bytes] = {"REBASE_HEAD": f"{OTHER_COMMIT}\n"}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, []),
        ({"MERGE_HEAD": "", "SQUASH_MSG": "", "MERGE_MSG": f"commit {ONE_COMMIT}"}, []),
        (
            {
                "MERGE_HEAD": "main\n",
                "REVERT_HEAD": f"{ONE_COMMIT}0\n",
                "REBASE_HEAD": OTHER_COMMIT.upper(),
            },
            [],
        ),
        ({"MERGE_HEAD": b"\xff\0"}, []),
        (
            {"MERGE_HEAD": f"{ONE_COMMIT}\n{OTHER_COMMIT}\n"},
            [("MERGE_HEAD", ONE_COMMIT), ("MERGE_HEAD", OTHER_COMMIT)],
        ),
        ({"CHERRY_PICK_HEAD": f"{ONE_COMMIT}\n"}, [("CHERRY_PICK_HEAD", ONE_COMMIT)]),
        ({"REVERT_HEAD": f"{ONE_COMMIT}\n", **REBASED}, [("REVERT_HEAD", ONE_COMMIT)]),
        ({**REBASED, "rebase-merge/done": ""}, [("REBASE_HEAD", OTHER_COMMIT)]),
        ({**REBASED, "rebase-apply/rebasing": ""}, [("REBASE_HEAD", OTHER_COMMIT)]),
        ({**REBASED, "rebase-apply/applying": ""}, []),
    ],
)
def test_commits_of_a_merge_in_progress_are_known(
    tmp_path: Path, git: Git, files: dict[str, str | bytes], expected: list[tuple[str, str]]
) -> None:
    """Only whole ids; a rebase that is over leaves REBASE_HEAD behind."""
    git(tmp_path, "init", "-q")
    write_files(tmp_path / ".git", files)
    assert [tuple(head) for head in list_commits_in_progress(str(tmp_path))] == expected


def test_what_is_no_regular_file_is_not_waited_for(tmp_path: Path, git: Git) -> None:
    """Nothing is waited for."""
    git(tmp_path, "init", "-q")
    os.mkfifo(tmp_path / ".git" / "MERGE_HEAD")
    (tmp_path / ".git" / "SQUASH_MSG").mkdir()
    assert list_commits_in_progress(str(tmp_path)) == ()


def test_a_squash_is_in_progress_while_its_files_are_there(tmp_path: Path, git: Git) -> None:
    """Of its message the newest commit, whose history holds the others."""
    git(tmp_path, "init", "-q", "-b", "main")
    names = ("theirs.py", "both.py", "mine.py")

    def commit(number: int, *paths: str) -> str:
        write_files(tmp_path, {path: f"{path} {number}\n" for path in paths})
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-q", "-m", "Change")
        return git(tmp_path, "rev-parse", "HEAD").strip()

    def is_in_progress() -> bool:
        operations = list_commits_in_progress(str(tmp_path))
        assert operations in ((), (("SQUASH_MSG", squashed),))
        return bool(operations)

    commit(1, *names)
    git(tmp_path, "switch", "-q", "-c", "side")
    commit(2, "both.py")
    squashed = commit(2, "theirs.py")
    git(tmp_path, "switch", "-q", "main")
    commit(3, "both.py", "mine.py")
    with contextlib.suppress(subprocess.CalledProcessError):  # a conflict
        git(tmp_path, "merge", "-q", "--squash", "side")
    assert is_in_progress()
    git(tmp_path, "restore", "-SW", "both.py")
    assert is_in_progress()
    git(tmp_path, "restore", "-S", ".")
    assert is_in_progress()
    git(tmp_path, "restore", ".")
    write_files(tmp_path, {path: f"{path}, changed by hand\n" for path in names})
    assert not is_in_progress()
    git(tmp_path, "add", "-A")
    assert not is_in_progress()


def test_a_squash_of_nothing_but_conflicts_is_in_progress_once_they_are_solved(
    tmp_path: Path, git: Git
) -> None:
    """What is staged is of both; without a change nothing is left of it."""
    git(tmp_path, "init", "-q", "-b", "main")
    for branch, text in (("main", "1\n"), ("side", "2\n"), ("main", "3\n")):
        with contextlib.suppress(subprocess.CalledProcessError):  # it is the branch already
            git(tmp_path, "switch", "-q", *(["-c"] if text == "2\n" else []), branch)
        write_files(tmp_path, {"both.py": text})
        git(tmp_path, "add", "-A")
        git(tmp_path, "commit", "-q", "-m", "Change")
    with contextlib.suppress(subprocess.CalledProcessError):
        git(tmp_path, "merge", "-q", "--squash", "side")
    write_files(tmp_path, {"both.py": "2 and 3\n"})
    git(tmp_path, "add", "-A")
    assert list_commits_in_progress(str(tmp_path))
    git(tmp_path, "restore", "-SW", ".")
    assert list_commits_in_progress(str(tmp_path)) == ()


def test_what_a_hook_of_git_is_told(
    tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch
) -> None:
    """git runs pre-merge-commit before it writes MERGE_HEAD; what it wrote stands there once."""
    git(tmp_path, "init", "-q")
    write_files(tmp_path / ".git", {"MERGE_HEAD": f"{ONE_COMMIT}\n"})
    for name in (f"GITHEAD_{OTHER_COMMIT}", f"GITHEAD_{ONE_COMMIT}", "GITHEAD_main", "GITHEAD_"):
        monkeypatch.setenv(name, "side")
    heads = sorted(list_commits_in_progress(str(tmp_path)))
    assert [tuple(head) for head in heads] == [
        ("MERGE_HEAD", ONE_COMMIT),
        ("MERGE_HEAD", OTHER_COMMIT),
    ]
