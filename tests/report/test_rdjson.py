"""``--format rdjson``: columns in bytes, and ranges."""

from __future__ import annotations

import json

import pytest

from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.contract.rules.violations import find_match_places
from phaser_lint.report.rdjson import render
from tests.report.reports import at_line


def range_of(text: str, start: int, end: int) -> object:
    """The range that is written for the match of *text* from *start* to *end*."""
    (place,) = find_match_places(text, [(start, end)])
    violation = Violation("a", "error", "No.", "a.py", "line", *place)
    (diagnostic,) = json.loads(render(Report(violations=(violation,))))["diagnostics"]
    return diagnostic["location"]["range"]


def columns(start: int, end: int, *, line: int = 1) -> object:
    return {"start": {"line": line, "column": start}, "end": {"line": line, "column": end}}


def lines(start: int, end: int) -> object:
    return {"start": {"line": start}, "end": {"line": end}}


@pytest.mark.parametrize(
    ("text", "start", "end", "expected"),
    [
        ("abc", 0, 1, columns(1, 2)),
        ("abc", 2, 3, columns(3, 4)),
        ("abc", 3, 3, columns(4, 4)),
        ("", 0, 0, columns(1, 1)),
        ("x\nabc", 3, 4, columns(2, 3, line=2)),
        # Bytes, not characters: two, three and four of them.
        ("éb", 1, 2, columns(3, 4)),
        ("日本", 1, 2, columns(4, 7)),
        ("a\U00010400b", 2, 3, columns(6, 7)),
        ("\U00010400", 0, 1, columns(1, 5)),
        # A byte that is not UTF-8 is one byte.
        ("\udcffb", 1, 2, columns(2, 3)),
        # More than one line: without columns, and then the last line is included.
        ("ab\ncd\n", 1, 4, lines(1, 2)),
        ("ab\ncd\n", 1, 3, lines(1, 1)),
        ("ab\ncd\nef", 1, 6, lines(1, 2)),
        # Far out in a line of which only the start is kept.
        ("é" * 5_000, 300, 399, columns(601, 799)),
        ("é" * 5_000, 300, 400, lines(1, 1)),
        ("é" * 5_000, 4_000, 4_001, lines(1, 1)),
    ],
)
def test_a_range_counts_from_1_and_excludes_its_end(
    text: str, start: int, end: int, expected: object
) -> None:
    """From 1, the end is exclusive."""
    assert range_of(text, start, end) == expected


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("https://example.org/a", {"value": "no-print", "url": "https://example.org/a"}),
        ("", {"value": "no-print"}),
        ("docs/rule.md", {"value": "no-print"}),
        ("::error::owned", {"value": "no-print"}),
    ],
)
def test_the_link_of_a_contract(url: str, code: object) -> None:
    """Only an address of the web: a validator of the form refuses the whole report for another."""
    contract = ContractSummary("no-print", "forbid_pattern", "error", "No.", url=url)
    report = Report(violations=(at_line("a.py", 1),), contracts=(contract,))
    (diagnostic,) = json.loads(render(report))["diagnostics"]
    assert diagnostic["code"] == code
