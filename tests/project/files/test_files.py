"""What follows from a list of files, whatever their state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.core.file_records import TextFile
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.files.texts import TextFiles

if TYPE_CHECKING:
    from pathlib import Path


def files_at(*paths: str) -> TextFiles:
    """Empty files."""
    return TextFiles({path: TextFile(path, "") for path in paths})


def test_a_folder_is_one_that_holds_a_file() -> None:
    """A folder is one that holds a file; neither stands for the other."""
    files = files_at("a", "b/c/d")
    paths = ("a", "b/", "b/c/", "b/c/d", "a/", "b", "c/", "", "/")
    assert [path for path in paths if files.exists(path)] == ["a", "b/", "b/c/", "b/c/d"]


def test_is_listed_once_somebody_asks() -> None:
    """Listing a project takes a process."""
    calls: list[str] = []

    def listing() -> list[str]:
        calls.append("listed")
        return ["a"]

    files = DiskFiles("/", listing=listing)
    assert calls == []
    assert (files.exists("a"), files.exists("b"), calls) == (True, False, ["listed"])


def test_a_folder_besides_one_of_its_files() -> None:
    """It has to hold another one."""
    files = files_at("a/b", "a/c/d", "a/c/e", "a-b")
    folders_with_files = [("a/", "a/b"), ("a/c/", "a/c/d"), ("a/", "x")]
    assert all(files.exists(folder, besides=file) for folder, file in folders_with_files)
    without_others = files_at("a/b", "a-b", "a0")
    assert not without_others.exists("a/", besides="a/b")


def test_a_link_to_no_file_is_none(tmp_path: Path) -> None:
    """A folder, nothing, something outside: neither is a file that others need."""
    (tmp_path / "sound").symlink_to("a")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "a").write_text("")
    names = ["a", "sound", "dangling"]
    files = DiskFiles(str(tmp_path), listing=lambda: names)
    assert [name for name in names if files.exists(name)] == ["a", "sound"]
