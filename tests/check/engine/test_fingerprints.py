"""Fingerprints: what they do not depend on, and what they tell apart."""

from __future__ import annotations

import json

import pytest
import regex

from phaser_lint.check.engine.fingerprints import fingerprint_report, fingerprint_violations
from phaser_lint.check.shards.json_report import parse_json_report
from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.rules.violations import make_match_violations
from phaser_lint.report.json import render
from tests.examples import contract
from tests.report.reports import HOSTILE, RICH, at_line

VIOLATION = at_line("a.py", 3)


def fingerprint_of(violation: Violation) -> str:
    (fingerprint,) = fingerprint_violations((violation,))
    return fingerprint


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
def test_a_fingerprint_outlives_moves_and_messages(changed: dict[str, object]) -> None:
    """Lines inserted above, another indentation, what the contract says."""
    assert fingerprint_of(VIOLATION._replace(**changed)) == fingerprint_of(VIOLATION)  # type: ignore[arg-type]


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
def test_a_fingerprint_depends_on_contract_file_and_line(changed: dict[str, object]) -> None:
    assert fingerprint_of(VIOLATION._replace(**changed)) != fingerprint_of(VIOLATION)  # type: ignore[arg-type]


def test_the_level_of_the_contract() -> None:
    """The root's and the user's add nothing: an alert that was dismissed does not come back."""
    assert (
        fingerprint_of(VIOLATION)
        == "8796eeac221bd3013f37d9e9deb070c1f026fd56dd4017bd7389d99b9e62fb50"
    )
    assert fingerprint_of(VIOLATION._replace(level="~")) == fingerprint_of(VIOLATION)
    violations_of_levels = tuple(
        VIOLATION._replace(level=level) for level in ("services", "services/pay")
    )
    assert len({*fingerprint_violations(violations_of_levels), fingerprint_of(VIOLATION)}) == 3
    # Nor may it pass for a part of the id.
    assert fingerprint_of(VIOLATION._replace(level="a", rule_id="b")) != fingerprint_of(
        VIOLATION._replace(rule_id="1:a1:b")
    )


def test_bytes_that_are_not_utf_8_are_told_from_their_letter() -> None:
    """Latin-1 and UTF-8 may stand side by side."""
    assert fingerprint_of(VIOLATION._replace(path="\udcc3\udca9")) != fingerprint_of(
        VIOLATION._replace(path="é")
    )


def test_equal_lines_are_numbered_in_the_order_of_the_file() -> None:
    """Whatever the order of the report, and however far apart they are."""
    first_line, middle, last = (
        VIOLATION._replace(line=line, end_line=line) for line in (3, 10, 200)
    )
    numbered = fingerprint_violations((first_line, middle, last))
    assert len(set(numbered)) == 3
    assert numbered[0] == fingerprint_of(VIOLATION)
    assert fingerprint_violations((last, first_line, middle)) == (
        numbered[2],
        numbered[0],
        numbered[1],
    )
    moved = tuple(
        violation._replace(line=(violation.line or 0) + 7)
        for violation in (first_line, middle, last)
    )
    assert fingerprint_violations(moved) == numbered


def test_two_on_one_line() -> None:
    """They differ by their column."""
    in_column_3, in_column_30 = VIOLATION._replace(column=3), VIOLATION._replace(column=30)
    assert fingerprint_violations((in_column_30, in_column_3)) == tuple(
        reversed(fingerprint_violations((in_column_3, in_column_30)))
    )
    assert len(set(fingerprint_violations((in_column_3, in_column_30)))) == 2


def test_a_directive_changes_no_other_fingerprint() -> None:
    """Suppressed violations are numbered with the others."""
    earlier, later = VIOLATION, VIOLATION._replace(line=9, end_line=9)
    before, _ = fingerprint_report(Report(violations=(earlier, later)))
    after, suppressed = fingerprint_report(Report(violations=(later,), suppressed=(earlier,)))
    assert (*suppressed, *after) == before


@pytest.mark.parametrize("report", [RICH, HOSTILE])
def test_unique_in_a_report(report: Report) -> None:
    """Suppressed ones included; 64 hexadecimal digits."""
    reported, suppressed = fingerprint_report(report)
    all_fingerprints = (*reported, *suppressed)
    assert (
        len(set(all_fingerprints))
        == len(all_fingerprints)
        == len(report.violations + report.suppressed)
    )
    assert all(
        len(fingerprint) == 64 and set(fingerprint) <= set("0123456789abcdef")
        for fingerprint in all_fingerprints
    )


@pytest.mark.parametrize("report", [RICH, HOSTILE])
def test_the_same_after_a_round_trip(report: Report) -> None:
    """A report that is merged keeps what its dashboard knows."""
    assert fingerprint_report(parse_json_report(render(report), "a.json")) == fingerprint_report(
        report
    )
    rendered_violations = json.loads(render(report))["violations"]
    assert (
        tuple(violation["fingerprint"] for violation in rendered_violations)
        == fingerprint_report(report)[0]
    )


def test_never_another_from_one_version_to_the_next() -> None:
    """Every dashboard would see all violations closed and opened again."""
    assert (
        fingerprint_of(VIOLATION)
        == "8796eeac221bd3013f37d9e9deb070c1f026fd56dd4017bd7389d99b9e62fb50"
    )


_SOURCE = (
    "import os\nprint(a)\n    print( b )  \n\tx = 1  \nprint(a)\n\xa0\nif print(c): print(d)\n"
    + "y" * 1500
    + "print(e)\n"
)
_AT = {
    "import os": "e2835930ece8cd64",
    "print(a)": "8dbc1716d37b7b38",
    "print( b )": "6fb403d74dc28c88",
    "x = 1": "7e52f671189f0ef6",
    "print(a), again": "759f703535bdab11",
    "if": "db369c07f0acba87",
    "if, again": "8c8b57567404d891",
    "yyy": "44d297f4515ddd21",
}
"""How the first release knew what stands on these lines."""


@pytest.mark.parametrize(
    ("pattern", "violating_lines"),
    [
        (r"\bprint\(", ["print(a)", "print( b )", "print(a), again", "if", "if, again"]),
        (r"[ \t]+$", ["print( b )", "x = 1"]),
        (r"print\(\w\)\s*", ["print(a)", "print(a), again", "if", "if, again", "yyy"]),
        (r"^[ \t]*print\(", ["print(a)", "print( b )", "print(a), again"]),
        (r"^(?=if)", ["if"]),
        (r"(?<=\w) = ", ["x = 1"]),
        (r"\A(?!\#)", ["import os"]),
        (r"os\n", ["import os"]),
        (r"\n", ["import os", "print(a)", "print( b )", "x = 1", "print(a), again", "", "if",
                 "yyy"]),
    ],
)  # fmt: skip
def test_an_alert_that_was_dismissed_does_not_come_back(
    pattern: str, violating_lines: list[str]
) -> None:
    """The place of a match has moved since to where it can be seen; on one line it is the same."""
    spans = [match.span() for match in regex.finditer(pattern, _SOURCE, flags=regex.MULTILINE)]
    violations = make_match_violations(
        contract("r", pattern=pattern), path="a.py", text=_SOURCE, spans=spans
    )
    actual = fingerprint_violations(violations)
    assert [fingerprint[:16] for fingerprint in actual] == [
        _AT.get(line, "f4e3425f82281052") for line in violating_lines
    ]


def test_a_match_over_lines_is_known_by_all_of_them() -> None:
    """What follows its first line is not another's; blanks around it are nobody's."""
    one_line = VIOLATION._replace(line_text="try:")
    over_lines = one_line._replace(matched_lines="try: a() except: pass")
    assert (
        len(
            {
                fingerprint_of(one_line),
                fingerprint_of(over_lines),
                fingerprint_of(over_lines._replace(matched_lines="try: b()")),
            }
        )
        == 3
    )
