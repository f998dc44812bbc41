"""``file_not_contains``: a file has one violation, at the first match that nothing ignores."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.model import Violation
from tests.examples import check, contract, places_of

KIND = "file_not_contains"


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        pytest.param({}, "", id="empty file"),
        pytest.param({}, "good\n", id="no match"),
        pytest.param({"pattern": "b.d", "literal": True}, "bad", id="literal"),
        pytest.param({"file_glob": "*.ts"}, "bad", id="another file"),
        pytest.param({}, "# phaser:ignore-file a\nbad\nbad", id="ignored in the file"),
        pytest.param({}, "bad  # phaser:ignore a\nbad  # phaser:ignore a", id="ignored each"),
    ],
)
def test_silent(keys: dict[str, Any], text: str) -> None:
    """No violation; nor is there one where no file matches at all."""
    assert places_of(check([contract(kind=KIND, **keys)], {"a.py": text}, tree=["a.py"])) == []
    assert places_of(check([contract(kind=KIND, **keys)], {}, tree=[])) == []


@pytest.mark.parametrize(
    ("files", "places"),
    [
        pytest.param({"a.py": "bad"}, ["a a.py:1:1"], id="a match"),
        pytest.param({"a.py": "x\n bad bad\nbad"}, ["a a.py:2:2"], id="once a file"),
        pytest.param({"a.py": "bad", "b.py": "bad"}, ["a a.py:1:1", "a b.py:1:1"], id="each file"),
        pytest.param({"a.py": "bad  # phaser:ignore a\nbad"}, ["a a.py:2:1"],
                     id="the first that is not ignored"),
    ],
)  # fmt: skip
def test_fires(files: dict[str, str], places: list[str]) -> None:
    """At the first such match of each file."""
    assert places_of(check([contract(kind=KIND)], files)) == places


def test_a_violation_tells_where_the_match_is() -> None:
    """All of it."""
    report = check([contract(kind=KIND)], {"a.py": "x bad bad"})
    assert report.violations == (
        Violation("a", "error", "Fix a.", "a.py", "line", 1, 3, 1, 6, "x bad bad"),
    )
