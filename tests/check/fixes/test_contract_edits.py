"""What a contract's fix makes of a text: no more than a file may hold."""

from __future__ import annotations

import pytest

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.fixes.contract_edits import TOO_LONG
from phaser_lint.check.fixes.fixed_file import fix_file
from phaser_lint.core.file_records import TextFile
from tests.examples import contract, contract_set


def reasons_left_unfixed(fix: str, *, matches: int) -> list[str]:
    """Why a file of so many matches is not fixed."""
    fixing = contract("a", pattern="bad()", fix=fix)
    checker = make_checker(contract_set(fixing), 60.0)
    file = TextFile("a.py", "bad\n" * matches)
    violations = engine.examine_files(checker, [file]).violations
    return [unfixed.reason for unfixed in fix_file(checker, file, violations).left]


def test_a_fix_that_grows_without_measure() -> None:
    """As text, or by groups that hold nothing: nine thousand at ten thousand places took 26 s."""
    assert reasons_left_unfixed("good", matches=9_000) == []
    assert reasons_left_unfixed("good" * 500, matches=9_000) == [TOO_LONG]
    assert reasons_left_unfixed(r"\1" * 9_000, matches=2) == []
    assert reasons_left_unfixed(r"\1" * 9_000, matches=1_000) == [TOO_LONG]


@pytest.mark.parametrize(
    ("pattern", "fix", "text", "fixed_text"),
    [
        ("bad", "good", "bad\r\nx\r\nbad\r\n", "good\r\nx\r\ngood\r\n"),
        ("bad", "good", "\ufeffx\rbad\ry\r\nbad\n\r", "\ufeffx\rgood\ry\r\ngood\n\r"),
        ("^bad$", "good\ngood", "x\rbad\ry\nbad\n", "x\rgood\rgood\ry\ngood\ngood\n"),
        # A group stays as it is, whatever the lines around it end with.
        (r"bad((?s:.*))end", r"good\1", "bad a\rb\r\nc\n d\rend\n", "good a\rb\r\nc\n d\r\n"),
        (r"bad\r?", "good", "x\rbad\r\ny\r", "x\rgood\ny\r"),
    ],
)
def test_a_fix_leaves_line_ends_as_they_are(
    pattern: str, fix: str, text: str, fixed_text: str
) -> None:
    """Those of the file, each; what the fix writes ends as the line in its place did."""
    checker = make_checker(contract_set(contract("a", pattern=pattern, fix=fix)), 60.0)
    file = TextFile("a.txt", text)
    violations = engine.examine_files(checker, [file]).violations
    assert fix_file(checker, file, violations).result() == fixed_text
