"""``--format junit``: which tests there are, and what a server counts."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from phaser_lint.contract.model import Notice, Report
from phaser_lint.contract.report_parts import ContractProblem, ContractSummary
from phaser_lint.contract.undecided import Undecided
from phaser_lint.report.junit import render
from tests.report.reports import HOSTILE, RICH, at_line

CONTRACT = ContractSummary("no-print", "forbid_pattern", "error", "Use the logger.")
ON_CHANGES = ContractSummary("applied", "file_frozen", "error", "Add a migration.")
NO_BASE = Notice(
    "c.yaml", None, "1 contract not checked: applied; needs --staged", unchecked=(ON_CHANGES.key,)
)
SKIPPED = ContractProblem("c.yaml", "type", "expected one of a, b")
UNDECIDED_TEXT = ContractProblem("c.yaml", "examples", "expected nothing", skipped=False)
ERROR = at_line("a.py", 1)
WARNING = at_line("a.py", 2, severity="warning")


def outcomes(report: Report) -> dict[str, str]:
    """What became of each test, by class and name."""
    root = ElementTree.fromstring(render(report))
    return {
        f"{case.get('classname')} / {case.get('name')}": " ".join(child.tag for child in case)
        for case in root.iter("testcase")
    }


@pytest.mark.parametrize(
    ("report", "expected"),
    [
        (
            Report(contracts=(CONTRACT,)),
            {"no-print / no violation": "", "phaser-lint / everything was checked": ""},
        ),
        (
            Report(contracts=(CONTRACT, ON_CHANGES), notices=(NO_BASE,)),
            {
                "no-print / no violation": "",
                "applied / no violation": "skipped",
                "phaser-lint / everything was checked": "skipped",
            },
        ),
        (Report(), {"phaser-lint / everything was checked": "skipped"}),
        (
            Report(notices=(Notice("/srv", None, "no contracts"),)),
            {"phaser-lint / everything was checked": "skipped"},
        ),
        (
            Report(contracts=(CONTRACT,), violations=(ERROR, at_line("b.py", 1))),
            {
                "no-print / a.py": "failure",
                "no-print / b.py": "failure",
                "phaser-lint / everything was checked": "",
            },
        ),
        (
            Report(violations=(WARNING,)),
            {"no-print / a.py": "skipped", "phaser-lint / everything was checked": ""},
        ),
        (
            Report(violations=(WARNING, ERROR)),
            {"no-print / a.py": "failure", "phaser-lint / everything was checked": ""},
        ),
        (
            Report(violations=(ERROR,), undecided=(Undecided("no-print", "a.py", "it took long"),)),
            {"no-print / a.py": "error failure", "phaser-lint / everything was checked": "error"},
        ),
        (
            Report(contracts=(CONTRACT,), problems=(UNDECIDED_TEXT,)),
            {
                "no-print / no violation": "",
                "phaser-lint / c.yaml: examples": "error",
                "phaser-lint / everything was checked": "error",
            },
        ),
        (
            Report(problems=(UNDECIDED_TEXT._replace(key="type"), SKIPPED)),
            {
                "phaser-lint / c.yaml: type": "error error",
                "phaser-lint / everything was checked": "error",
            },
        ),
    ],
)
def test_a_warning_is_not_red_and_an_unchecked_file_is(
    report: Report, expected: dict[str, str]
) -> None:
    """A warning is not red, what was not checked is, and nothing checked is no success."""
    assert outcomes(report) == expected


@pytest.mark.parametrize("report", [RICH, HOSTILE, Report()])
def test_the_heads_count_what_is_in_them(report: Report) -> None:
    """What the heads say is what is in them; servers show the heads."""
    root = ElementTree.fromstring(render(report))
    for element in (root, *root.iter("testsuite")):
        cases = list(element.iter("testcase"))
        first_tags = [case[0].tag for case in cases if len(case)]
        assert int(element.get("tests", "")) == len(cases)
        assert int(element.get("failures", "")) == first_tags.count("failure")
        assert int(element.get("errors", "")) == first_tags.count("error")


def test_names_do_not_change_with_lines() -> None:
    """A server follows a test by its name."""
    moved = tuple(violation._replace(line=9, end_line=9) for violation in (ERROR, WARNING))
    assert outcomes(Report(violations=moved)) == outcomes(Report(violations=(ERROR, WARNING)))


def test_names_are_all_different() -> None:
    """A server takes equal ones for one test."""
    assert len(outcomes(HOSTILE)) == render(HOSTILE).count("<testcase")


def test_markup_in_messages_and_names() -> None:
    """It is text, and comes back as it was written."""
    message = "</failure><![CDATA[ & \"a\" 'b' ]]>\nnext"
    root = ElementTree.fromstring(
        render(Report(violations=(at_line("<a>&\"'.py", 1, message=message),)))
    )
    (case, _) = root.iter("testcase")
    assert case.get("name") == "<a>&\"'.py"
    assert case[0].get("message") == message
    assert case[0].text == f"<a>&\"'.py:1: error\n{message}"
