"""A listing asked for a file, and for a folder."""

from __future__ import annotations

from phaser_lint.files.listed import Listed


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
