"""Contracts of one id at several levels: each is checked, compared and ignored by itself."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.check.comparison.baseline_file import BaselineComparison, make_baseline_entries
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.new_violations import count_moved_violations, count_occurrences
from phaser_lint.check.shards.earlier_counts import give_counts
from phaser_lint.contract.model import Contract, Report
from phaser_lint.contract.undecided import Undecided
from tests.examples import at_level, check, contract_set

PAY = "services/pay"
TOP_A, PAY_A = at_level("", without=[PAY]), at_level(PAY, pattern="worse")
FILES = {"a.py": "bad\n", f"{PAY}/a.py": "worse\n"}


def check_contracts(*contracts: Contract, files: dict[str, str], **keys: Any) -> Report:
    return check(contracts, files, **keys)


def violation_keys(report: Report) -> list[tuple[str, str, str]]:
    return [(violation.level, violation.rule_id, violation.path) for violation in report.violations]


def test_each_level_is_checked_by_its_own_contract() -> None:
    """Also where a nearer one of the id takes the files below it."""
    clean = {"a.py": "worse\n", f"{PAY}/a.py": "bad\n"}
    assert violation_keys(check_contracts(TOP_A, PAY_A, files=clean)) == []
    assert violation_keys(check_contracts(TOP_A, PAY_A, files=FILES)) == [
        ("", "a", "a.py"),
        (PAY, "a", f"{PAY}/a.py"),
    ]


# The place of a violation that no file has, and the key of what could not be checked.


@pytest.mark.parametrize(
    ("level", "globs", "expected_path"),
    [
        ("", ["README.md", "/a/*.md"], "README.md, /a/*.md"),
        ("~", "/README.md", "/README.md"),
        (PAY, "README.md", "services/pay/README.md"),
        (PAY, ["/README.md", "docs/**"], "services/pay/README.md, services/pay/docs/**"),
    ],
)
def test_a_glob_as_seen_from_the_top(level: str, globs: Any, expected_path: str) -> None:
    """What is missing is missing at the level's folder; the user's globs begin at the root."""
    missing = at_level(level, kind="file_exists", file_glob=globs)
    (violation,) = check_contracts(missing, files={}, tree=["x.py"]).violations
    assert (violation.where, violation.path, violation.level) == ("glob", expected_path, level)


@pytest.mark.slow
def test_what_is_undecided_is_so_at_its_level() -> None:
    """The text that one level looks for is there, that of the other was not looked for to the end.

    A contract that is met somewhere needs no other file.
    """
    contracts = (
        at_level("", kind="require_pattern", scope="tree"),
        at_level(PAY, kind="require_pattern", scope="tree", pattern="(a|aa)+$"),
    )
    text = {"a.py": "bad\n", f"{PAY}/a.py": "a" * 60 + "b"}
    report = check_contracts(*contracts, files=text, tree=[*text])
    assert report.violations == ()
    assert [undecided.contract_key for undecided in report.undecided] == [(PAY, "a")]


def test_the_tree_of_each_level() -> None:
    """What one level requires is not met by a file of another, whatever the ids are."""
    contracts = [at_level(level, kind="file_exists", file_glob="/LICENSE") for level in ("", PAY)]
    assert (
        violation_keys(check_contracts(*contracts, files={}, tree=["LICENSE", f"{PAY}/LICENSE"]))
        == []
    )
    assert violation_keys(check_contracts(*contracts, files={}, tree=["LICENSE"])) == [
        (PAY, "a", f"{PAY}/LICENSE")
    ]
    assert violation_keys(check_contracts(*contracts, files={}, tree=[f"{PAY}/LICENSE"])) == [
        ("", "a", "/LICENSE")
    ]


def test_a_copy_with_another_severity() -> None:
    """What a level overrides keeps its key; each file is checked by one of the two."""
    absent = at_level("", kind="file_not_exists", file_glob="*.env", without=[PAY])
    nearer = at_level(PAY, kind="file_not_exists", file_glob="*.env")
    copy = absent._replace(severity="warning", globs=nearer.globs)
    report = check_contracts(absent, copy, files={}, tree=["x.env", f"{PAY}/x.env"])
    assert [
        (violation.path, violation.severity, violation.contract_key)
        for violation in report.violations
    ] == [
        (f"{PAY}/x.env", "warning", ("", "a")),
        ("x.env", "error", ("", "a")),
    ]


# The base.


def test_another_level_is_another_contract() -> None:
    """A violation of one level covers none of another, by a comparison or by a baseline."""
    files = {"a.py": "bad\n", f"{PAY}/a.py": "bad\n"}
    top, nearer = at_level(""), at_level(PAY)
    existing = check_contracts(top, files=files)
    report_after = check_contracts(top._replace(globs=TOP_A.globs), nearer, files=files)
    before = count_occurrences(existing.violations)
    assert before == {(("", "a"), path, "bad"): 1 for path in files}
    new_report = check_contracts(TOP_A, nearer, files=files, comparisons=(give_counts(before),))
    assert violation_keys(new_report) == [(PAY, "a", f"{PAY}/a.py")]
    assert new_report.existing == 1
    baseline_counts = BaselineComparison(make_baseline_entries(existing)).count(report_after)
    assert baseline_counts == {(("", "a"), "a.py", "bad"): 1, ((PAY, "a"), f"{PAY}/a.py", "bad"): 0}


def test_what_moves_to_another_level_is_new() -> None:
    """There another contract checks it, though it has the same id."""
    contracts = at_level("", without=[PAY]), at_level(PAY)
    report_before = check_contracts(*contracts, files={"a.py": "bad\n", f"{PAY}/b.py": "bad\n"})
    targets = {"c.py": "bad\n", f"{PAY}/c.py": "bad\n"}
    moved_files = {"a.py": "", f"{PAY}/b.py": "", **targets}
    assert count_moved_violations(
        report_before, check_contracts(*contracts, files=moved_files)
    ) == {
        (("", "a"), "c.py", "bad"): 1,
        ((PAY, "a"), f"{PAY}/c.py", "bad"): 1,
    }
    with_one_left = {**moved_files, "a.py": "bad\n"}
    assert count_moved_violations(
        report_before, check_contracts(*contracts, files=with_one_left)
    ) == {((PAY, "a"), f"{PAY}/c.py", "bad"): 1}
    late_report = check_contracts(*contracts, files=moved_files)
    late_report = late_report._replace(undecided=(Undecided("a", f"{PAY}/b.py", "slow", PAY),))
    assert count_moved_violations(report_before, late_report) == {(("", "a"), "c.py", "bad"): 1}


def test_only_broken_contracts_are_compared_with_what_was_before() -> None:
    """Of one id they are distinguished by their levels; what is reported once is so for each."""
    contracts = contract_set(TOP_A, PAY_A)
    report_of_pay = check_contracts(TOP_A, PAY_A, files={f"{PAY}/a.py": "worse\n"})
    assert make_checker(contracts, 1.0).with_broken_contracts(
        report_of_pay
    ).contracts.contracts == (PAY_A,)
    once = contract_set(
        at_level("", kind="file_not_contains", without=[PAY]), at_level(PAY, pattern="worse")
    )
    files = {"a.py": "bad\nbad\n", f"{PAY}/a.py": "worse\nworse\n"}
    every_match = check_contracts(TOP_A, PAY_A, files=files)
    assert [
        (violation.path, violation.line)
        for violation in keep_one_per_file(every_match, once).violations
    ] == [
        ("a.py", 1),
        (f"{PAY}/a.py", 1),
        (f"{PAY}/a.py", 2),
    ]


# Directives name ids.


@pytest.mark.parametrize(
    ("path", "text", "expected_notices"),
    [
        pytest.param("a.py", "bad  # phaser:ignore a\n", [], id="needed at the root"),
        pytest.param(f"{PAY}/a.py", "worse  # phaser:ignore a\n", [], id="needed below"),
        pytest.param(f"{PAY}/a.py", "ok  # phaser:ignore b\n", [], id="of another level alone"),
        pytest.param("a.py", "ok  # phaser:ignore off\n", [], id="switched off at a level"),
        pytest.param("a.py", "worse  # phaser:ignore a\n", ["suppresses nothing: a"],
                     id="needed below, and not here"),
        pytest.param(f"{PAY}/a.py", "bad  # phaser:ignore a\n", ["suppresses nothing: a"],
                     id="needed at the root, and not here"),
        pytest.param("a.py", "ok  # phaser:ignore c\n", ["names c, which no contract is called"],
                     id="of no level"),
    ],
)  # fmt: skip
def test_a_directive_is_asked_for_where_it_stands(
    path: str, text: str, expected_notices: list[str]
) -> None:
    """One file is checked by one contract of an id."""
    only_top = at_level("", "b", without=[PAY], file_glob="*.ts")
    report = check_contracts(TOP_A, PAY_A, only_top, idle=((PAY, "off"),), files={path: text})
    assert [notice.text.removeprefix("directive ") for notice in report.notices] == expected_notices
