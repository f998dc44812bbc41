"""``require_pattern``: every matching file has a match, or with ``scope: tree`` any one of them."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import Violation
from tests.examples import check, contract, places_of

KIND = "require_pattern"
FILE = contract(kind=KIND, pattern="good", file_glob="*.py")
TREE = contract(kind=KIND, pattern="good", file_glob="*.py", scope="tree")


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({}, id="no file at all"),
        pytest.param({"a.ts": ""}, id="another file"),
        pytest.param({"a.py": "good"}, id="a match"),
        pytest.param({"a.py": "x\ngood\ngood"}, id="several matches"),
        pytest.param({"a.py": "# phaser:ignore-file a"}, id="ignored in the file"),
    ],
)
def test_silent(files: dict[str, str]) -> None:
    """No violation."""
    assert places_of(check([FILE], files, tree=files)) == []


@pytest.mark.parametrize(
    "text", ["", "x", "Good", "# phaser:ignore a", "# phaser:ignore-all", "# phaser:ignore-file b"]
)
def test_fires(text: str) -> None:
    """At the file, and only at the one without a match."""
    report = check([FILE], {"a.py": text, "b.py": "good"}, tree=["a.py", "b.py"])
    assert report.violations == (Violation("a", "error", "Fix a.", "a.py", "file"),)


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"a.py": "good"}, id="the only file"),
        pytest.param({"a.py": "", "b.py": "good", "c.py": ""}, id="one of them"),
    ],
)
def test_silent_on_the_tree(files: dict[str, str]) -> None:
    """One match in any of the files is enough."""
    assert places_of(check([TREE], files, tree=files)) == []


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({}, id="no file"),
        pytest.param({"a.ts": "good"}, id="a match in another file"),
        pytest.param({"a.py": "", "b.py": "x"}, id="no match"),
        pytest.param({"a.py": "# phaser:ignore-file a"}, id="it belongs to no file"),
    ],
)
def test_fires_on_the_tree(files: dict[str, str]) -> None:
    """Once, at the glob."""
    report = check([TREE], files, tree=files)
    assert report.violations == (Violation("a", "error", "Fix a.", "*.py", "glob"),)


def test_silent_where_the_tree_is_not_whole() -> None:
    """Another file may have the match."""
    assert places_of(check([TREE], {"a.py": ""}, tree=["a.py"], whole=False)) == []
    assert places_of(check([TREE], {"a.py": ""})) == []
