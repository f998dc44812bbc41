"""A listing asked for a file, and for a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.project.listed import Listed, broken_links_among, broken_links_on_disk

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


FILES = ["a/there", "left-out"]
LINKS = {
    "sound": "a/there", "a/beside": "there", "a/up": "../a/there", "chain": "sound",
    "to-folder": "a", "to-top": ".", "outside": "../outside",
    "dangling": "nowhere", "a/dangling": "nowhere", "to-dangling": "a/dangling", "loop": "loop",
    "one": "two", "two": "one", "lost-outside": "../nowhere", "rooted": "/nowhere/at/all",
}  # fmt: skip
BROKEN = {
    "dangling", "a/dangling", "to-dangling", "loop", "one", "two", "lost-outside", "rooted",
}  # fmt: skip


def test_links_that_lead_nowhere(tmp_path: Path) -> None:
    """The disk and what git keeps say the same; what a sparse checkout leaves out is a file."""
    root = tmp_path / "project"
    (root / "a").mkdir(parents=True)
    (root / "a/there").write_text("")
    (tmp_path / "outside").write_text("")
    for path, target in LINKS.items():
        (root / path).symlink_to(target)
    names = [*FILES, *LINKS]
    kept = broken_links_among(str(root), lambda: names, LINKS.get)
    for leads_nowhere in (broken_links_on_disk(str(root)), kept):
        listed = Listed(lambda: names, leads_nowhere=leads_nowhere)
        assert {name for name in names if not listed.holds(name)} == BROKEN
    assert all(map(Listed(lambda: names).holds, names))
