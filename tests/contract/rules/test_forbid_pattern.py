"""``forbid_pattern``: each match is a violation, at its line and column."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.contract.model import Violation
from tests.examples import check, contract, places_of

KIND = "forbid_pattern"


@pytest.mark.parametrize(
    ("keys", "text"),
    [
        pytest.param({}, "", id="empty file"),
        pytest.param({}, "good\nBAD\n", id="no match, case counts"),
        pytest.param({"pattern": "^bad"}, "x bad", id="not at the start of a line"),
        pytest.param({"pattern": "bad.line"}, "bad\nline", id="the dot ends at the line"),
        pytest.param({"pattern": "\\s+bad"}, "x\nbad  # phaser:ignore a", id="on its own line"),
        pytest.param({"pattern": "b.d", "literal": True}, "bad", id="literal"),
        pytest.param({"file_glob": "*.ts"}, "bad", id="another file"),
        pytest.param({"exclude_glob": "*.py"}, "bad", id="excluded"),
        pytest.param({}, "bad  # phaser:ignore a", id="ignored"),
        pytest.param({}, "# phaser:ignore-next-line a\nbad", id="ignored above"),
        pytest.param({}, "bad  # phaser:ignore-all", id="all ignored"),
        pytest.param({}, "bad\n# phaser:ignore-file a\nbad", id="ignored in the file"),
    ],
)
def test_silent(keys: dict[str, Any], text: str) -> None:
    """No violation."""
    assert places_of(check([contract(kind=KIND, **keys)], {"a.py": text}, tree=["a.py"])) == []


@pytest.mark.parametrize(
    ("keys", "text", "places"),
    [
        pytest.param({}, "bad", ["a a.py:1:1"], id="a match"),
        pytest.param({}, "bad bad\n bad", ["a a.py:1:1", "a a.py:1:5", "a a.py:2:2"], id="each"),
        pytest.param({"pattern": "^bad$"}, "x\nbad\n", ["a a.py:2:1"], id="per line"),
        pytest.param({"pattern": "(?i)bad"}, "BAD", ["a a.py:1:1"], id="inline flag"),
        pytest.param({"pattern": "a\\(\\s*\\)"}, "x a(\n)", ["a a.py:1:3"], id="over lines"),
        pytest.param({"pattern": "^\\s*bad"}, "x\n\n  bad\nbad", ["a a.py:3:3", "a a.py:4:1"],
                     id="after line ends"),
        pytest.param({"pattern": "\\n{2,}"}, "x\n\n\n\nbad", ["a a.py:1:2"], id="line ends alone"),
        pytest.param({"pattern": "\\s+bad"}, "x  # phaser:ignore a\nbad", ["a a.py:2:1"],
                     id="ignored on the line above"),
        pytest.param({"pattern": "b.d", "literal": True}, "bad b.d", ["a a.py:1:5"], id="literal"),
        pytest.param({"pattern": "\t"}, "x\ty", ["a a.py:1:2"], id="a tab"),
        pytest.param({}, "bad  # phaser:ignore A", ["a a.py:1:1"], id="another id"),
        pytest.param({}, "# phaser:ignore-file b\nbad", ["a a.py:2:1"],
                     id="ignored for another contract"),
    ],
)  # fmt: skip
def test_fires(keys: dict[str, Any], text: str, places: list[str]) -> None:
    """At the first character of each match that is not blank."""
    assert places_of(check([contract(kind=KIND, **keys)], {"a.py": text})) == places


def test_a_violation_has_the_span_and_line_of_its_match() -> None:
    """All of it, with an exclusive end and the line where it starts."""
    report = check([contract(kind=KIND, severity="warning", pattern="b\na")], {"a.py": "x b\nay"})
    assert report.violations == (
        Violation("a", "warning", "Fix a.", "a.py", "line", 1, 3, 2, 2, "x b", "x b ay"),
    )
