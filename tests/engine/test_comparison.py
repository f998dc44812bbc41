"""Old debt: a violation is new when its line occurs more often after than before."""

from __future__ import annotations

import pytest

from phaser_lint.engine.comparison import key_of, occurrences, once_per_file, without_old
from phaser_lint.model import Report, Violation
from tests.examples import contract, contract_set


def at(line: int, text: str = "bad", *, rule_id: str = "a", path: str = "a.py") -> Violation:
    return Violation(rule_id, "error", "Mend it.", path, "line", line, 1, line, 4, text)


def lines_left(after: list[Violation], before: list[Violation]) -> tuple[list[int | None], int]:
    """The lines of the new violations, and the number of old ones."""
    report = without_old(Report(violations=tuple(after)), occurrences(Report((), tuple(before))))
    return [violation.line for violation in report.violations], report.old


@pytest.mark.parametrize(
    ("after", "before"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([], [at(1)], id="mended"),
        pytest.param([at(1)], [at(1)], id="unchanged"),
        pytest.param([at(9)], [at(1)], id="moved down"),
        pytest.param([at(1, "\t  bad ( x )")], [at(1, "bad ( x )")], id="indented"),
        pytest.param([at(1, "bad\r")], [at(1, "bad")], id="other line end"),
        pytest.param([at(1), at(2)], [at(5), at(6), at(7)], id="fewer"),
        pytest.param([at(1, "x"), at(2, "y")], [at(1, "y"), at(2, "x")], id="swapped"),
    ],
)
def test_what_is_old(after: list[Violation], before: list[Violation]) -> None:
    """Moving, indenting and mending are no new violations."""
    assert lines_left(after, before) == ([], len(after))


@pytest.mark.parametrize(
    ("after", "before", "lines"),
    [
        pytest.param([at(1)], [], [1], id="first ever"),
        pytest.param([at(1), at(2)], [at(1)], [2], id="one more of the same line"),
        pytest.param([at(1, "bad(x)")], [at(1, "bad(y)")], [1], id="another line"),
        pytest.param([at(1)], [at(1, rule_id="b")], [1], id="another contract"),
        pytest.param([at(1)], [at(1, path="b.py")], [1], id="another file"),
        pytest.param([at(1, "badx")], [at(1, "bad x")], [1], id="white space that was there"),
        pytest.param([at(1, "n"), at(2)], [at(1)], [1], id="added above the old one"),
    ],
)
def test_what_is_new(after: list[Violation], before: list[Violation], lines: list[int]) -> None:
    """The same contract, file and folded line, more often than before."""
    assert lines_left(after, before) == (lines, len(after) - len(lines))


def test_a_violation_of_a_file_has_no_line_to_compare() -> None:
    """It is old if that file broke that contract before."""
    whole = Violation("a", "error", "Mend it.", "a.py", "file")
    assert key_of(whole) == ("a", "a.py", "")
    assert lines_left([whole], [whole]) == ([], 1)
    assert lines_left([whole], [whole._replace(path="b.py")]) == ([None], 0)


def test_the_rest_of_the_report_stays() -> None:
    """Only the violations change, and the number of old ones."""
    report = Report(checked=("a.py",), violations=(at(1), at(2)), suppressed=(at(3),))
    compared = without_old(report, {("a", "a.py", "bad"): 1})
    assert compared == report._replace(violations=(at(2),), old=1)


def test_once_per_file() -> None:
    """The first of a file, in each file, and only for the types that say so."""
    contracts = contract_set(contract("once", "file_not_contains"), contract("each"))
    violations = tuple(
        at(line, rule_id=rule_id, path=path)
        for path in ("a.py", "b.py")
        for line in (1, 2)
        for rule_id in ("once", "each")
    )
    report = once_per_file(Report(violations=violations), contracts)
    assert [(entry.path, entry.line, entry.rule_id) for entry in report.violations] == [
        ("a.py", 1, "once"),
        ("a.py", 1, "each"),
        ("a.py", 2, "each"),
        ("b.py", 1, "once"),
        ("b.py", 1, "each"),
        ("b.py", 2, "each"),
    ]
