"""``file_contains``: the file is there and has a match."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import Violation
from tests.examples import check, contract, places_of

KIND = "file_contains"
FILE = contract(kind=KIND, pattern="good", file_glob=["*.py", "/setup.cfg"])
TREE = FILE._replace(scope="tree")
AT_GLOB = (Violation("a", "error", "Fix a.", "*.py, /setup.cfg", "glob"),)


@pytest.mark.parametrize(
    "files",
    [
        pytest.param({"a.py": "good"}, id="a match"),
        pytest.param({"setup.cfg": "x\ngood", "a.py": "good good"}, id="in each file"),
        pytest.param({"a.py": "# phaser:ignore-file a"}, id="ignored in the file"),
    ],
)
def test_silent(files: dict[str, str]) -> None:
    """No violation."""
    assert places_of(check([FILE], files, tree=files)) == []


def test_silent_where_the_tree_is_not_whole() -> None:
    """The file may be there."""
    assert places_of(check([FILE], {}, tree=["b.ts"], whole=False)) == []
    assert places_of(check([FILE], {})) == []


@pytest.mark.parametrize("text", ["", "Good", "# phaser:ignore a", "# phaser:ignore-all"])
def test_fires_at_the_file(text: str) -> None:
    """Each file without a match; the other does not make up for it."""
    report = check([FILE], {"a.py": text, "b.py": "good"}, tree=["a.py", "b.py"])
    assert report.violations == (Violation("a", "error", "Fix a.", "a.py", "file"),)


@pytest.mark.parametrize("files", [{}, {"a.ts": "good"}, {"src/setup.cfg": "good"}])
def test_fires_at_the_glob(files: dict[str, str]) -> None:
    """No file matches it."""
    assert check([FILE], files, tree=files).violations == AT_GLOB


def test_on_the_tree_one_match_is_enough() -> None:
    """And none at all is one violation, at the glob."""
    assert check([TREE], {"a.py": "", "b.py": "good"}, tree=["a.py", "b.py"]).violations == ()
    assert check([TREE], {"a.py": "", "b.py": ""}, tree=["a.py", "b.py"]).violations == AT_GLOB
    assert check([TREE], {}, tree=[]).violations == AT_GLOB
    assert check([TREE], {"a.py": ""}, tree=["a.py"], whole=False).violations == ()
