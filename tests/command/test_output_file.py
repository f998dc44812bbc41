"""Files that a run was asked to write: whole, or as they were."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.command.action import append_to_file, write_whole_file
from phaser_lint.core.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path


def test_a_new_file_and_its_folders(tmp_path: Path) -> None:
    """Readable by the steps that follow."""
    path = tmp_path / "a" / "b" / "report.sarif"
    write_whole_file(str(path), "é\udcff\n", source="sarif-file")
    assert path.read_text(encoding="utf-8") == "é\\udcff\n"
    assert path.stat().st_mode & 0o777 == 0o644
    assert [path_in_folder.name for path_in_folder in path.parent.iterdir()] == ["report.sarif"]


def test_a_link_is_replaced(tmp_path: Path) -> None:
    """A pull request may hold one that points out of the checkout."""
    target = tmp_path / "target"
    target.write_text("kept")
    path = tmp_path / "report.sarif"
    path.symlink_to(target)
    write_whole_file(str(path), "new", source="sarif-file")
    assert (path.read_text(), path.is_symlink(), target.read_text()) == ("new", False, "kept")


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    """A sentence that names the input; nothing is left behind."""
    (tmp_path / "file").write_text("kept")
    reasons_by_path = {"file/report": "File exists", ".": "a folder is there"}
    for path, reason in reasons_by_path.items():
        with pytest.raises(UsageError, match=f"^sarif-file: .*: cannot be written: {reason}$"):
            write_whole_file(str(tmp_path / path), "x", source="sarif-file")
    assert [
        (path_in_folder.name, path_in_folder.read_text()) for path_in_folder in tmp_path.iterdir()
    ] == [("file", "kept")]


def test_a_special_file_is_not_replaced(tmp_path: Path) -> None:
    """``sarif-file: /dev/null`` on a runner of one's own would take it from the machine."""
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(UsageError, match=r"/pipe: cannot be written: a special file is there$"):
        write_whole_file(str(tmp_path / "pipe"), "x", source="sarif-file")
    assert [path_in_folder.is_fifo() for path_in_folder in tmp_path.iterdir()] == [True]


def test_appending_keeps_what_is_there(tmp_path: Path) -> None:
    """What is there stays."""
    path = tmp_path / "summary.md"
    append_to_file(str(path), "a\n", source="summary")
    append_to_file(str(path), "é\n", source="summary")
    assert path.read_text(encoding="utf-8") == "a\né\n"
    with pytest.raises(UsageError, match=r"^summary: .*: cannot be written: Is a directory$"):
        append_to_file(str(tmp_path), "x", source="summary")


def test_append_to_a_full_disk() -> None:
    """``/dev/full`` takes nothing."""
    with pytest.raises(UsageError, match=r"^summary: /dev/full: cannot be written: No space left"):
        append_to_file("/dev/full", "x", source="summary")
