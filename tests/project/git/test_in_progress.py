"""What git is in the middle of, read from its own files."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.git.in_progress import in_progress
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

ONE, OTHER = "1" * 40, "a" * 64
SQUASH = f"Squashed commit of the following:\n\ncommit {ONE}\nAuthor: A\n\n    commit {OTHER}\n"


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, []),
        ({"MERGE_HEAD": "", "SQUASH_MSG": "", "MERGE_MSG": f"commit {ONE}"}, []),
        ({"MERGE_HEAD": "main\n", "REVERT_HEAD": f"{ONE}0\n", "REBASE_HEAD": OTHER.upper()}, []),
        ({"MERGE_HEAD": b"\xff\0"}, []),
        ({"MERGE_HEAD": f"{ONE}\n{OTHER}\n"}, [("MERGE_HEAD", ONE), ("MERGE_HEAD", OTHER)]),
        ({"SQUASH_MSG": f"{SQUASH}\ncommit {OTHER}\n"}, [("SQUASH_MSG", ONE)]),
        ({"CHERRY_PICK_HEAD": f"{ONE}\n"}, [("CHERRY_PICK_HEAD", ONE)]),
        (
            {"REVERT_HEAD": f"{ONE}\n", "REBASE_HEAD": f"{OTHER}\n"},
            [("REBASE_HEAD", OTHER), ("REVERT_HEAD", ONE)],
        ),
    ],
)
def test_in_progress(
    tmp_path: Path, files: dict[str, str | bytes], expected: list[tuple[str, str]]
) -> None:
    """Whole ids alone; of a squash the newest commit, whose history holds the others."""
    write_files(tmp_path, files)
    assert [tuple(each) for each in in_progress(str(tmp_path))] == expected


def test_no_regular_file(tmp_path: Path) -> None:
    """Nothing is waited for."""
    os.mkfifo(tmp_path / "MERGE_HEAD")
    (tmp_path / "SQUASH_MSG").mkdir()
    assert in_progress(str(tmp_path)) == ()


def test_what_a_hook_of_git_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """git runs pre-merge-commit before it writes MERGE_HEAD; what it wrote stands there once."""
    write_files(tmp_path, {"MERGE_HEAD": f"{ONE}\n"})
    for name in (f"GITHEAD_{OTHER}", f"GITHEAD_{ONE}", "GITHEAD_main", "GITHEAD_"):
        monkeypatch.setenv(name, "side")
    found = sorted(in_progress(str(tmp_path)))
    assert [tuple(each) for each in found] == [("MERGE_HEAD", ONE), ("MERGE_HEAD", OTHER)]
