"""The report on a terminal: colour, the offending line, and carets under the matches."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import Report
from phaser_lint.contract.rules.violations import make_match_violations
from phaser_lint.report.concise import render_violations
from phaser_lint.report.full import style_totals_line, style_violation_blocks, style_violation_lines
from tests.examples import contract
from tests.report.reports import CLEAN, ESCAPE, HOSTILE, RICH, at_line
from tests.report.runner_commands import commands_of

RENDERED = """\
files matching /README.md, /README.rst: error: has-readme
  Write one.

src/a.py: warning: license
  Start with
  an SPDX line.

src/b.py:3:3: error: no-print
  Use the logger.
  3 │   print(x)
    │   ^^^^

src/b.py:12:3: warning: no-print
  Use the logger.
  12 │   print(x)
     │   ^^^^^^^^

src/日本.py:1:5: error: no-print
  Use the logger.
  1 │     日本é x
    │          ^
"""


def plain(report: Report, *, width: int = 80) -> str:
    return "\n".join(line.plain for line in style_violation_blocks(report, width=width))


def test_a_clean_report_is_green_totals() -> None:
    """Only the totals, in green."""
    assert (style_violation_blocks(CLEAN, width=80), style_violation_lines(CLEAN)) == ([], [])
    assert (style_totals_line(CLEAN).plain, style_totals_line(CLEAN).style) == (
        "0 errors, 0 warnings",
        "bold green",
    )


def test_the_caret_keeps_its_place_beside_wide_characters() -> None:
    """Wide characters and tabs keep the caret in its place."""
    assert plain(RICH) == RENDERED


def test_lines_are_those_of_a_pipe() -> None:
    """Colours forced into a log change no letter of it."""
    assert [line.plain for line in style_violation_lines(RICH)] == render_violations(
        RICH
    ).splitlines()
    styles = {span.style for line in style_violation_lines(RICH) for span in line.spans}
    assert styles == {"bold", "bold red", "bold yellow", "cyan"}


@pytest.mark.parametrize(("severity", "style"), [("error", "bold red"), ("warning", "bold yellow")])
def test_the_totals_have_the_colour_of_the_worst(severity: str, style: str) -> None:
    """Red beats yellow."""
    violations = (at_line("a.py", 1, severity="warning"), at_line("a.py", 2, severity=severity))
    assert style_totals_line(Report(violations=violations)).style == style


def test_nothing_found_in_a_part_is_not_green() -> None:
    """What was not checked may be anything."""
    undecided = CLEAN._replace(undecided=RICH.undecided)
    assert style_totals_line(undecided).style == "bold yellow"


def test_matches_in_one_line_stand_together() -> None:
    """The message is read once; another contract in between has a block of its own."""
    line = "print(a); exec(b); print(c)"
    violations = (
        at_line("a.py", 1, column=1, end_column=7, line_text=line),
        at_line("a.py", 1, column=11, end_column=16, line_text=line, rule_id="no-exec"),
        at_line("a.py", 1, column=20, end_column=26, line_text=line),
        at_line("a.py", 2, column=1, end_column=7, line_text=line),
    )
    assert (
        plain(Report(violations=violations))
        == """\
a.py:1:1: error: no-print (2 in this line)
  Use the logger.
  1 │ print(a); exec(b); print(c)
    │ ^^^^^^             ^^^^^^

a.py:1:11: error: no-exec
  Use the logger.
  1 │ print(a); exec(b); print(c)
    │           ^^^^^

a.py:2:1: error: no-print
  Use the logger.
  2 │ print(a); exec(b); print(c)
    │ ^^^^^^
"""
    )


def test_a_line_is_as_wide_as_the_terminal() -> None:
    """Sixty columns of sixty, and no more."""
    violation = at_line("a.py", 10, column=101, end_column=104, line_text="x" * 100 + "bad" * 50)
    rendered = plain(Report(violations=(violation,)), width=60).split("\n")[2:4]
    assert rendered == [
        "  10 │ …" + "x" * 24 + "bad" * 9 + "…",
        "     │ " + " " * 25 + "^^^",
    ]
    assert len(rendered[0]) == 60


def test_a_match_far_into_a_long_line() -> None:
    """Column 5,009 of a minified file shows its text and carets, as far as they are near."""
    text = "x" * 5008 + "bad" + "y" * 40 + "bad" + "z" * 2000
    spans = [(5008, 5011), (5051, 5054), (6000, 6003)]
    violations = make_match_violations(contract(), path="a.js", text=text, spans=spans)
    assert plain(Report(violations=tuple(violations)), width=100).split("\n")[0::2] == [
        "a.js:1:5009: error: a (3 in this line)",
        "  1 │ …" + "x" * 40 + "bad" + "y" * 40 + "badzzzzzz…",
        "",
    ]
    assert plain(Report(violations=tuple(violations)), width=100).split("\n")[3] == (
        "    │ " + " " * 41 + "^^^" + " " * 40 + "^^^"
    )


def test_hostile_names_and_messages() -> None:
    """Nothing but printable characters reaches the terminal, and no runner obeys any of it."""
    rendered = plain(HOSTILE)
    assert all(line.isprintable() for line in rendered.replace("\u200b", "").split("\n"))
    assert ESCAPE[0] not in rendered
    assert commands_of(rendered) == []
    assert not any(line.startswith(("-", ":", "#")) for line in rendered.split("\n"))
