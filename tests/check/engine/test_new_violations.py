"""Existing violations: one is new when its line occurs more often than in the base."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.new_violations import (
    PartlyComparedError,
    add_counts,
    count_existing,
    count_moved_violations,
    count_occurrences,
    keep_new_violations,
    make_violation_key,
    without_existing,
)
from phaser_lint.check.shards.earlier_counts import give_counts
from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Skip
from tests.examples import contract, contract_set

if TYPE_CHECKING:
    from phaser_lint.check.engine.new_violations import Comparison, Occurrences


A = ("", "a")


def at(line: int, text: str = "bad", *, rule_id: str = "a", path: str = "a.py") -> Violation:
    return Violation(rule_id, "error", "Fix it.", path, "line", line, 1, line, 4, text)


def lines_left(after: list[Violation], before: list[Violation]) -> tuple[list[int | None], int]:
    """The lines of the new violations, and the number of old ones."""
    report = without_existing(
        Report(violations=tuple(after)), count_occurrences(Report((), tuple(before)).violations)
    )
    return [violation.line for violation in report.violations], report.existing


@pytest.mark.parametrize(
    ("after", "before"),
    [
        pytest.param([], [], id="nothing"),
        pytest.param([], [at(1)], id="fixed"),
        pytest.param([at(1)], [at(1)], id="unchanged"),
        pytest.param([at(9)], [at(1)], id="moved down"),
        pytest.param([at(1, "\t  bad ( x )")], [at(1, "bad ( x )")], id="indented"),
        pytest.param([at(1, "bad\r")], [at(1, "bad")], id="other line end"),
        pytest.param([at(1), at(2)], [at(5), at(6), at(7)], id="fewer"),
        pytest.param([at(1, "x"), at(2, "y")], [at(1, "y"), at(2, "x")], id="swapped"),
    ],
)
def test_a_line_that_moved_or_was_indented_is_not_new(
    after: list[Violation], before: list[Violation]
) -> None:
    """Moving, indenting and fixing are no new violations."""
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
def test_a_line_that_occurs_more_often_is_new(
    after: list[Violation], before: list[Violation], lines: list[int]
) -> None:
    """The same contract, file and folded line, more often than before."""
    assert lines_left(after, before) == (lines, len(after) - len(lines))


def test_a_violation_of_a_file_has_no_line_to_compare() -> None:
    """It exists if that file broke that contract before."""
    file_violation = Violation("a", "error", "Fix it.", "a.py", "file")
    assert make_violation_key(file_violation) == (A, "a.py", "")
    assert lines_left([file_violation], [file_violation]) == ([], 1)
    assert lines_left([file_violation], [file_violation._replace(path="b.py")]) == ([None], 0)


def test_the_rest_of_the_report_stays() -> None:
    """Only the violations change, and the number of old ones."""
    report = Report(checked=("a.py",), violations=(at(1), at(2)), suppressed=(at(3),))
    compared = without_existing(report, {(A, "a.py", "bad"): 1})
    assert compared == report._replace(violations=(at(2),), existing=1)


def test_only_the_first_match_of_a_file_is_reported_where_a_type_says_so() -> None:
    """The first of a file, in each file, and only for the types that say so."""
    contracts = contract_set(contract("once", "file_not_contains"), contract("each"))
    violations = tuple(
        at(line, rule_id=rule_id, path=path)
        for path in ("a.py", "b.py")
        for line in (1, 2)
        for rule_id in ("once", "each")
    )
    report = keep_one_per_file(Report(violations=violations), contracts)
    assert [
        (violation.path, violation.line, violation.rule_id) for violation in report.violations
    ] == [
        ("a.py", 1, "once"),
        ("a.py", 1, "each"),
        ("a.py", 2, "each"),
        ("b.py", 1, "once"),
        ("b.py", 1, "each"),
        ("b.py", 2, "each"),
    ]


# What exists by any of several comparisons.


def comparison_with(*before: Violation) -> Comparison:
    return give_counts(count_occurrences(Report(violations=before).violations))


class AskedComparison:
    """Holds nothing, or fails; it remembers what it was asked about."""

    def __init__(self, error: GitError | None = None) -> None:
        self.asked: list[tuple[Violation, ...]] = []
        self.error = error

    def __call__(self, report: Report) -> Occurrences:
        self.asked.append(report.violations)
        if self.error:
            raise self.error
        return {}


@pytest.mark.parametrize(
    ("before_first", "before_second", "lines"),
    [
        pytest.param([at(1)], [], [], id="old by the first"),
        pytest.param([], [at(1)], [], id="old by the second"),
        pytest.param([at(1), at(2, "x")], [at(1), at(3, "y")], [], id="by either"),
    ],
)
def test_a_line_that_either_base_has_is_not_new(
    before_first: list[Violation], before_second: list[Violation], lines: list[int]
) -> None:
    """One of them suffices; what only one of them knows besides is no matter."""
    report = Report(violations=(at(7),))
    new_report = without_existing(
        report,
        count_existing(report, (comparison_with(*before_first), comparison_with(*before_second))),
    )
    assert [violation.line for violation in new_report.violations] == lines


def test_of_two_bases_the_larger_count_is_taken() -> None:
    """The larger number counts, not their sum, and each line by itself."""
    report = Report(violations=(at(1), at(2), at(3), at(4, "x"), at(5, "y"), at(6, "z")))
    before = count_existing(
        report, (comparison_with(at(1), at(1, "x")), comparison_with(at(1), at(1), at(1, "y")))
    )
    assert before == {(A, "a.py", "bad"): 2, (A, "a.py", "x"): 1, (A, "a.py", "y"): 1}
    new_report = without_existing(report, before)
    assert [violation.line for violation in new_report.violations] == [3, 6]


def test_the_second_is_asked_only_where_something_is_new() -> None:
    """It may be git's history. It is asked of all: its numbers are those of the whole file, too."""
    second = AskedComparison()
    report = Report(violations=(at(1), at(2, "x")))
    one_known = comparison_with(at(1))
    assert count_existing(report, (one_known, second)) == {(A, "a.py", "bad"): 1}
    both_known = comparison_with(at(1), at(1, "x"))
    assert count_existing(report, (both_known, second)) == count_occurrences(report.violations)
    assert second.asked == [report.violations]


def test_a_git_that_tells_nothing_is_an_error() -> None:
    """Where nothing else is known, nobody may take all for old, nor all for new."""
    failing, report = AskedComparison(GitError("git: no")), Report(violations=(at(1),))
    for compare in (count_existing, keep_new_violations):
        with pytest.raises(GitError, match=r"^git: no$"):
            compare(report, (failing, comparison_with(at(1))))


def test_a_git_that_tells_a_part_is_a_notice() -> None:
    """What the others hold exists; the rest is new, and each reason is given once."""
    report = Report(violations=(at(1), at(2, "x"), at(3, "y")))
    failing_git, late_git = (
        AskedComparison(GitError("git: no")),
        AskedComparison(GitError("git: late", is_late=True)),
    )
    partly_compared = AskedComparison(
        PartlyComparedError([GitError("git: no")], count_occurrences(report.violations))
    )
    comparisons = (
        comparison_with(at(1)),
        failing_git,
        late_git,
        comparison_with(at(2, "x")),
        failing_git,
    )
    compared = keep_new_violations(report, comparisons)
    assert [violation.line for violation in compared.violations] == [3]
    assert [notice.text for notice in compared.notices] == [
        "Not compared with the last commit: git: no.",
        "Not compared with the last commit: git: late.",
    ]
    assert keep_new_violations(report, (partly_compared,)).violations == ()
    assert len(keep_new_violations(report, (partly_compared,)).notices) == 1


# What moves from one file to another.

HERE, TARGET, ELSEWHERE = "here.py", "there.py", "elsewhere.py"


def moves(before: list[Violation], after: Report, **keys: Any) -> dict[tuple[str, str], int]:
    """How many of which lines moved to which path."""
    moves_by_key = count_moved_violations(Report(violations=tuple(before)), after, **keys)
    return {(path, lines): times for (_, path, lines), times in moves_by_key.items()}


def report_of(*violations: Violation, **keys: Any) -> Report:
    return Report(violations=violations, **keys)


_LACKS = Violation("a", "error", "Fix it.", HERE, "file")
_EMPTY = Violation("a", "error", "Fix it.", HERE, "line", 1, 1, 1, 1, "import os", "")
_BLANK = Violation("a", "error", "Fix it.", HERE, "line", 4, 9, 7, 1, "import os", "")
_AT_START = Violation("a", "error", "Fix it.", HERE, "line", 1, 1, 1, 1, "bad")
_MOVED = at(1, path=TARGET)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param([], report_of(_MOVED), id="there was nothing"),
        pytest.param([at(1, path=HERE)], report_of(), id="fixed"),
        pytest.param([at(1, path=HERE)], report_of(at(1, path=HERE), _MOVED), id="a copy"),
        pytest.param(
            [at(1, path=HERE)], report_of(at(9, "\tbad", path=HERE), _MOVED), id="of one moved"
        ),
        pytest.param([at(1, "x", path=HERE)], report_of(_MOVED), id="another line"),
        pytest.param([at(1, path=HERE, rule_id="b")], report_of(_MOVED), id="another contract"),
        pytest.param(
            [at(1, path=HERE)],
            report_of(_MOVED, suppressed=(at(1, path=HERE),)),
            id="ignored from the line above",
        ),
        pytest.param(
            [at(1, path=HERE)],
            report_of(_MOVED, suppressed=(at(1, "bad  # phaser:ignore a", path=HERE),)),
            id="ignored on its line",
        ),
        pytest.param(
            [at(1, path=HERE)],
            report_of(_MOVED, skipped=(Skip(HERE, "binary"),)),
            id="where it cannot be seen any more",
        ),
        pytest.param(
            [at(1, path=HERE)],
            report_of(_MOVED, undecided=(Undecided("a", HERE, "slow"),)),
            id="where that was not decided",
        ),
        pytest.param(
            [_LACKS], report_of(_LACKS._replace(path=TARGET)), id="what another file lacks"
        ),
        pytest.param(
            [_EMPTY], report_of(_EMPTY._replace(path=TARGET)), id="and lacks at its start"
        ),
    ],
)
def test_nothing_moved_that_was_not_removed_elsewhere(
    before: list[Violation], after: Report
) -> None:
    """What was not removed elsewhere, or not as far as is known."""
    assert moves(before, after) == {}


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param([at(1, path=HERE)], report_of(_MOVED), {(TARGET, "bad"): 1}, id="a line"),
        pytest.param(
            [at(1, "  bad", path=HERE)], report_of(_MOVED), {(TARGET, "bad"): 1}, id="dedented"
        ),
        pytest.param(
            [at(1, path=HERE), at(2, path=HERE)],
            report_of(at(1, path=HERE), _MOVED),
            {(TARGET, "bad"): 1},
            id="one of two",
        ),
        pytest.param(
            [at(1, path=HERE)],
            report_of(_MOVED, at(2, path=TARGET)),
            {(TARGET, "bad"): 1},
            id="and a copy of it",
        ),
        pytest.param(
            [at(1, path=HERE)],
            report_of(_MOVED, at(1, path=ELSEWHERE)),
            {(ELSEWHERE, "bad"): 1},
            id="to one of two files",
        ),
        pytest.param(
            [at(1, path=HERE), at(1, path=ELSEWHERE)],
            report_of(_MOVED, at(2, path=TARGET)),
            {(TARGET, "bad"): 2},
            id="from two files",
        ),
        pytest.param(
            [at(1, path=HERE), _MOVED],
            report_of(_MOVED, at(2, path=TARGET)),
            {(TARGET, "bad"): 1},
            id="beside one of its own",
        ),
        pytest.param(
            [at(1, path=HERE)],
            report_of(_MOVED, suppressed=(at(1, "x bad", path=TARGET),)),
            {(TARGET, "bad"): 1},
            id="ignored in another file",
        ),
        pytest.param(
            [_AT_START],
            report_of(_AT_START._replace(path=TARGET)),
            {(TARGET, "bad"): 1},
            id="the start of a line that is the first",
        ),
        pytest.param(
            [_BLANK], report_of(_BLANK._replace(path=TARGET)), {(TARGET, ""): 1}, id="blank lines"
        ),
        pytest.param(
            [at(1, "x", path=HERE), at(2, "y", path=HERE)],
            report_of(at(1, "y", path=TARGET), at(1, "x", path=ELSEWHERE)),
            {(TARGET, "y"): 1, (ELSEWHERE, "x"): 1},
            id="a file that was split",
        ),
    ],
)
def test_a_line_that_was_removed_elsewhere_moved(
    before: list[Violation], after: Report, expected: dict[tuple[str, str], int]
) -> None:
    """What is removed elsewhere, once for each removal, in the order of the paths."""
    assert moves(before, after) == expected


def test_a_file_that_is_checked_last_gets_what_others_left() -> None:
    """What is checked before it is written gets what those before it left."""
    after = report_of(_MOVED, at(1, path=ELSEWHERE))
    assert moves([at(1, path=HERE)], after, last={ELSEWHERE}) == {(TARGET, "bad"): 1}
    one_move_each = {(TARGET, "bad"): 1, (ELSEWHERE, "bad"): 1}
    assert moves([at(1, path=HERE), at(2, path=HERE)], after, last={ELSEWHERE}) == one_move_each


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xy"))),
    st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xy"))),
    st.sets(st.sampled_from("abc")),
)
def test_a_change_as_a_whole_is_counted(
    before: list[tuple[str, str]], after: list[tuple[str, str]], last: set[str]
) -> None:
    """New is, of each line, exactly what there is more of in all files together."""
    report_before, report_after = (
        Report(violations=tuple(at(1, text, path=path) for path, text in sorted(lines_by_path)))
        for lines_by_path in (before, after)
    )
    existing = add_counts(
        count_occurrences(report_before.violations),
        count_moved_violations(report_before, report_after, last=last),
    )
    new = [violation.line_text for violation in without_existing(report_after, existing).violations]
    expected_new = Counter(text for _, text in after) - Counter(text for _, text in before)
    assert Counter(new) == expected_new


def test_what_some_files_lost_moved_from_these() -> None:
    """What another file lost besides is nobody's to take."""
    before = [at(1, path=HERE), at(1, path=ELSEWHERE)]
    after = report_of(at(1, path=TARGET), at(2, path=TARGET))
    assert moves(before, after) == {(TARGET, "bad"): 2}
    assert moves(before, after, origins=[HERE]) == {(TARGET, "bad"): 1}
    assert moves(before, after, origins=[TARGET]) == {}


def test_numbers_of_two_befores() -> None:
    """What the one does not know, or knows to be nothing, is nothing there."""
    key_x, key_y, key_z = (("a", "a.py", line) for line in "xyz")
    first_counts, second_counts = {key_x: 2, key_y: 0}, {key_x: 1, key_z: 0}
    report = Report(violations=(at(1, "new"),))
    larger_counts = count_existing(report, (give_counts(first_counts), give_counts(second_counts)))
    assert larger_counts == {key_x: 2, key_y: 0, key_z: 0}
    assert add_counts(first_counts, second_counts) == {key_x: 3, key_y: 0, key_z: 0}


def test_the_contracts_of_a_comparison() -> None:
    """Only those that something breaks, and no problem is said a second time."""
    problem = ContractProblem("a.yaml", "type", "expected one")
    contracts = contract_set(contract("a"), contract("b"))._replace(problems=(problem,))
    compared_contracts = (
        make_checker(contracts, 1.0)
        .with_broken_contracts(Report(violations=(at(1, rule_id="b"),)))
        .contracts
    )
    assert compared_contracts == contracts._replace(contracts=contracts.contracts[1:], problems=())
