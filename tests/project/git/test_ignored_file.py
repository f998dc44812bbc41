"""Whether git ignores a file, and which files its answer follows from."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.tracked_files import (
    find_ignored_paths,
    is_ignored_path,
    list_ignore_sources,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

MOVED = ("moved/git/ignore",)
WITHIN = (".git/info/exclude", "home/.config/git/ignore", *MOVED)


@pytest.mark.parametrize("name", WITHIN)
def test_a_gitignore_that_ignores_is_looked_at(
    project: MakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A file that makes git ignore another is one of those that are looked at."""
    root = project({"kept.py": ""}, commit=True)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "moved") if name in MOVED else "")
    tree = find_working_tree(str(root))
    assert tree is not None
    assert is_ignored_path(tree, "out.py") is False
    told_by = (root if name.startswith(".git/") else tmp_path) / name
    told_by.parent.mkdir(parents=True, exist_ok=True)
    told_by.write_text("*.py\n")
    assert is_ignored_path(tree, "out.py") is True
    assert is_ignored_path(tree, "kept.py") is False
    assert str(told_by) in map(os.path.realpath, list_ignore_sources(tree))


def test_more_names_than_a_pipe_holds_are_asked_for_at_once(project: MakeProject) -> None:
    """Git answers before it has read all of them."""
    root = project({".gitignore": "*7.log\n"}, commit=True)
    tree = find_working_tree(str(root))
    assert tree is not None
    paths = [f"{'folder' * 8}/{number}.log" for number in range(20_000)]
    assert find_ignored_paths(tree, paths) == [path for path in paths if path.endswith("7.log")]
