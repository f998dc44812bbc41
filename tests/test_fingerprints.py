"""Fingerprints: what they do not depend on, and what they tell apart."""

from __future__ import annotations

import json

import pytest

from phaser_lint.engine import comparison
from phaser_lint.fingerprints import fingerprints, key_of, of_report
from phaser_lint.inputs.json_report import parse
from phaser_lint.model import Report, Violation
from phaser_lint.outputs.json import render
from tests.outputs.reports import HOSTILE, RICH, at_line

ONE = at_line("a.py", 3)


def one(violation: Violation) -> str:
    (found,) = fingerprints((violation,))
    return found


@pytest.mark.parametrize(
    "changed",
    [
        {"line": 30, "end_line": 31},
        {"column": 9, "end_column": 13},
        {"line_text": "\tprint(x)  "},
        {"message": "Explained better."},
        {"severity": "warning"},
    ],
)
def test_what_it_does_not_depend_on(changed: dict[str, object]) -> None:
    """Lines inserted above, another indentation, what the contract says."""
    assert one(ONE._replace(**changed)) == one(ONE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "changed",
    [
        {"rule_id": "no-exec"},
        {"path": "b.py"},
        {"line_text": "print(y)"},
        # What would be the same if the parts were only put one after the other.
        {"rule_id": "no-printa", "path": ".py"},
        {"path": "a.pyprint(x)", "line_text": ""},
        {"path": "a\udce9.py"},
        {"path": "aé.py"},
    ],
)
def test_what_it_depends_on(changed: dict[str, object]) -> None:
    """The contract, the file, the line."""
    assert one(ONE._replace(**changed)) != one(ONE)  # type: ignore[arg-type]


def test_bytes_that_are_not_utf_8_are_told_from_their_letter() -> None:
    """Latin-1 and UTF-8 may stand side by side."""
    assert one(ONE._replace(path="\udcc3\udca9")) != one(ONE._replace(path="é"))


def test_equal_lines_are_numbered_in_the_order_of_the_file() -> None:
    """Whatever the order of the report, and however far apart they are."""
    first, second, third = (ONE._replace(line=line, end_line=line) for line in (3, 10, 200))
    numbered = fingerprints((first, second, third))
    assert len(set(numbered)) == 3
    assert numbered[0] == one(ONE)
    assert fingerprints((third, first, second)) == (numbered[2], numbered[0], numbered[1])
    moved = tuple(entry._replace(line=(entry.line or 0) + 7) for entry in (first, second, third))
    assert fingerprints(moved) == numbered


def test_two_on_one_line() -> None:
    """They differ by their column."""
    left, right = ONE._replace(column=3), ONE._replace(column=30)
    assert fingerprints((right, left)) == tuple(reversed(fingerprints((left, right))))
    assert len(set(fingerprints((left, right)))) == 2


def test_a_directive_changes_no_other_fingerprint() -> None:
    """Suppressed violations are numbered with the others."""
    first, second = ONE, ONE._replace(line=9, end_line=9)
    before, _ = of_report(Report(violations=(first, second)))
    after, suppressed = of_report(Report(violations=(second,), suppressed=(first,)))
    assert (*suppressed, *after) == before


@pytest.mark.parametrize("report", [RICH, HOSTILE])
def test_unique_in_a_report(report: Report) -> None:
    """Suppressed ones included; 64 hexadecimal digits."""
    found, suppressed = of_report(report)
    everything = (*found, *suppressed)
    assert len(set(everything)) == len(everything) == len(report.violations + report.suppressed)
    assert all(len(entry) == 64 and set(entry) <= set("0123456789abcdef") for entry in everything)


@pytest.mark.parametrize("report", [RICH, HOSTILE])
def test_the_same_after_a_round_trip(report: Report) -> None:
    """A report that is merged keeps what its dashboard knows."""
    assert of_report(parse(render(report), "a.json")) == of_report(report)
    written = json.loads(render(report))["violations"]
    assert tuple(entry["fingerprint"] for entry in written) == of_report(report)[0]


def test_never_another_from_one_version_to_the_next() -> None:
    """Every dashboard would see all violations closed and opened again."""
    assert one(ONE) == "8796eeac221bd3013f37d9e9deb070c1f026fd56dd4017bd7389d99b9e62fb50"


def test_one_key_for_baselines_and_fingerprints() -> None:
    """What is old debt to the one is the same violation to the other."""
    assert comparison.key_of is key_of
