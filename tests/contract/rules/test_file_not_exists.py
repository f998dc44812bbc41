"""``file_not_exists``: no file matches the glob."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import Violation
from tests.examples import check, contract

KIND = "file_not_exists"
ENTRY = contract(kind=KIND, file_glob=".env", exclude_glob="/examples/")


@pytest.mark.parametrize(
    "tree",
    [
        pytest.param([], id="no files"),
        pytest.param([".env.example", "env", "a.env"], id="other names"),
        pytest.param(["examples/.env"], id="excluded"),
    ],
)
@pytest.mark.parametrize("is_whole_tree", [True, False])
def test_silent(tree: list[str], is_whole_tree: bool) -> None:
    """No violation."""
    assert check([ENTRY], {}, tree=tree, whole=is_whole_tree).violations == ()


def test_silent_where_the_file_says_so() -> None:
    """A directive inside the file allows it to exist."""
    report = check([ENTRY], {".env": "# phaser:ignore-file a -- sample\n"}, tree=[".env"])
    assert report.violations == ()
    words = "ignore-file a -- sample"
    assert report.suppressed == (
        Violation("a", "error", "Fix a.", ".env", "file", suppressed_by=words),
    )


@pytest.mark.parametrize("is_whole_tree", [True, False])
@pytest.mark.parametrize("text", ["", "# phaser:ignore a", "# phaser:ignore-all"])
def test_fires(is_whole_tree: bool, text: str) -> None:
    """At each such file; what is there is there, however much else was looked at."""
    tree = ["b/.env", "a.py", ".env"]
    report = check([ENTRY], {".env": text}, tree=tree, whole=is_whole_tree)
    assert report.violations == (
        Violation("a", "error", "Fix a.", ".env", "file"),
        Violation("a", "error", "Fix a.", "b/.env", "file"),
    )
