"""The report on a terminal: colour, the offending line, and a caret under the match."""

from __future__ import annotations

import pytest

from phaser_lint.model import Report
from phaser_lint.outputs.terminal import cells, lines
from tests.outputs.reports import CLEAN, ESCAPE, HOSTILE, RICH, at_line

RENDERED = """\
/README.md, /README.rst: error: has-readme
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

3 errors, 2 warnings"""


def plain(report: Report, *, width: int = 80) -> str:
    return "\n".join(line.plain for line in lines(report, width=width))


def excerpt(line_text: str, column: int, end_column: int, *, width: int = 80) -> list[str]:
    """The line of a match on line 1 and its caret line."""
    violation = at_line("a.py", 1, line_text=line_text, column=column, end_column=end_column)
    return plain(Report(violations=(violation,)), width=width).split("\n")[2:-2]


def test_clean() -> None:
    """The totals, in green."""
    (line,) = lines(CLEAN, width=80)
    assert (line.plain, line.style) == ("0 errors, 0 warnings", "bold green")


def test_rich() -> None:
    """Wide characters and tabs keep the caret in its place."""
    assert plain(RICH) == RENDERED


@pytest.mark.parametrize(("severity", "style"), [("error", "bold red"), ("warning", "bold yellow")])
def test_the_totals_have_the_colour_of_the_worst(severity: str, style: str) -> None:
    """Red beats yellow."""
    violations = (at_line("a.py", 1, severity="warning"), at_line("a.py", 2, severity=severity))
    assert lines(Report(violations=violations), width=80)[-1].style == style


@pytest.mark.parametrize(
    ("line_text", "column", "end_column", "shown"),
    [
        pytest.param("bad", 1, 4, ["  1 │ bad", "    │ ^^^"], id="all of the line"),
        pytest.param("a bad", 3, 6, ["  1 │ a bad", "    │   ^^^"], id="its end"),
        pytest.param("", 1, 1, ["  1 │ "], id="empty line"),
        pytest.param("bad", 2, 2, ["  1 │ bad", "    │  ^"], id="empty match"),
        pytest.param("\tbad", 2, 5, ["  1 │     bad", "    │     ^^^"], id="after a tab"),
        pytest.param("日x", 2, 3, ["  1 │ 日x", "    │   ^"], id="after a wide character"),
        pytest.param("e\u0301x", 3, 4, ["  1 │ e\u0301x", "    │  ^"], id="after an accent"),
        pytest.param("\x1bx", 2, 3, ["  1 │ \\x1bx", "    │     ^"], id="after an escape"),
        pytest.param("\udcffx", 1, 2, ["  1 │ \\xffx", "    │ ^^^^"], id="an undecodable byte"),
    ],
)
def test_the_caret(line_text: str, column: int, end_column: int, shown: list[str]) -> None:
    """Under what matched, however it is shown."""
    assert excerpt(line_text, column, end_column) == shown


@pytest.mark.parametrize("column", [4, 9])
def test_a_match_at_or_behind_the_end_of_the_line_has_no_caret(column: int) -> None:
    """The line feed, or what was shortened away; the line is as safe as elsewhere."""
    assert excerpt("a\x1bb", column, column + 1) == ["  1 │ a\\x1bb"]


def test_a_long_line_is_cut_around_the_match() -> None:
    """To what the terminal has room for."""
    first, second = excerpt("x" * 200 + "bad" + "y" * 200, 201, 204, width=50)
    assert first == "  1 │ " + "x" * 30 + "bad" + "y" * 12
    assert second == "    │ " + " " * 30 + "^^^"
    assert cells(first) <= 51


def test_hostile_names_and_messages() -> None:
    """Nothing but printable characters reaches the terminal."""
    shown = plain(HOSTILE)
    assert all(line.isprintable() for line in shown.split("\n"))
    assert ESCAPE[0] not in shown
