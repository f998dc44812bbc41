"""A listing asked for a file, and for a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.project.links import links_on_disk
from phaser_lint.project.listed import Listed

if TYPE_CHECKING:
    from pathlib import Path


def test_files_and_folders() -> None:
    """A folder is one that holds a file; neither stands for the other."""
    listed = Listed(lambda: ["a", "b/c/d"])
    asked = ("a", "b/", "b/c/", "b/c/d", "a/", "b", "c/", "", "/")
    assert [path for path in asked if listed.holds(path)] == ["a", "b/", "b/c/", "b/c/d"]


def test_is_listed_once_somebody_asks() -> None:
    """Listing a project takes a process."""
    calls: list[str] = []

    def listing() -> list[str]:
        calls.append("listed")
        return ["a"]

    listed = Listed(listing)
    assert calls == []
    assert (listed.holds("a"), listed.holds("b"), calls) == (True, False, ["listed"])


def test_a_folder_besides_one_of_its_files() -> None:
    """It has to hold another one."""
    listed = Listed(lambda: ["a/b", "a/c/d", "a/c/e", "a-b"])
    asked = [("a/", "a/b"), ("a/c/", "a/c/d"), ("a/", "x")]
    assert all(listed.holds(folder, besides=file) for folder, file in asked)
    alone = Listed(lambda: ["a/b", "a-b", "a0"])
    assert not alone.holds("a/", besides="a/b")


def test_a_link_to_no_file_is_none(tmp_path: Path) -> None:
    """A folder, nothing, something outside: neither is a file that others need."""
    (tmp_path / "sound").symlink_to("a")
    (tmp_path / "dangling").symlink_to("nowhere")
    (tmp_path / "a").write_text("")
    names = ["a", "sound", "dangling"]
    listed = Listed(lambda: names, links=links_on_disk(str(tmp_path)))
    assert [name for name in names if listed.holds(name)] == ["a", "sound"]
    assert all(map(Listed(lambda: names).holds, names))
