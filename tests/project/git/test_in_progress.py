"""What git is in the middle of, read from its own files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.git.in_progress import list_commits_in_progress
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

ONE_COMMIT, OTHER_COMMIT = "1" * 40, "a" * 64
SQUASH = (
    f"Squashed commit of the following:\n\ncommit {ONE_COMMIT}\n"
    f"Author: A\n\n    commit {OTHER_COMMIT}\n"
)


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
        ({"SQUASH_MSG": f"{SQUASH}\ncommit {OTHER_COMMIT}\n"}, [("SQUASH_MSG", ONE_COMMIT)]),
        ({"CHERRY_PICK_HEAD": f"{ONE_COMMIT}\n"}, [("CHERRY_PICK_HEAD", ONE_COMMIT)]),
        (
            {"REVERT_HEAD": f"{ONE_COMMIT}\n", "REBASE_HEAD": f"{OTHER_COMMIT}\n"},
            [("REBASE_HEAD", OTHER_COMMIT), ("REVERT_HEAD", ONE_COMMIT)],
        ),
    ],
)
def test_commits_of_a_merge_in_progress_are_known(
    tmp_path: Path, files: dict[str, str | bytes], expected: list[tuple[str, str]]
) -> None:
    """Only whole ids; of a squash the newest commit, whose history holds the others."""
    write_files(tmp_path, files)
    assert [tuple(head) for head in list_commits_in_progress(str(tmp_path))] == expected


def test_what_is_no_regular_file_is_not_waited_for(tmp_path: Path) -> None:
    """Nothing is waited for."""
    os.mkfifo(tmp_path / "MERGE_HEAD")
    (tmp_path / "SQUASH_MSG").mkdir()
    assert list_commits_in_progress(str(tmp_path)) == ()


def test_what_a_hook_of_git_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """git runs pre-merge-commit before it writes MERGE_HEAD; what it wrote stands there once."""
    write_files(tmp_path, {"MERGE_HEAD": f"{ONE_COMMIT}\n"})
    for name in (f"GITHEAD_{OTHER_COMMIT}", f"GITHEAD_{ONE_COMMIT}", "GITHEAD_main", "GITHEAD_"):
        monkeypatch.setenv(name, "side")
    heads = sorted(list_commits_in_progress(str(tmp_path)))
    assert [tuple(head) for head in heads] == [
        ("MERGE_HEAD", ONE_COMMIT),
        ("MERGE_HEAD", OTHER_COMMIT),
    ]
