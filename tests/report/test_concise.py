"""``--format text`` on a pipe."""

from __future__ import annotations

import re

import pytest

from phaser_lint.contract.model import Report, Violation
from phaser_lint.report.concise import render, render_violations
from tests.report.reports import CLEAN, ESCAPE, HOSTILE, RICH, at_line
from tests.report.runner_commands import commands_of

VIOLATIONS = """\
.claude/contracts/a.yaml:1:1: error: files matching /README.md, /README.rst: Write one. [has-readme]
src/a.py:1:1: warning: Start with an SPDX line. [license]
src/b.py:3:3: error: Use the logger. [no-print]
src/b.py:12:3: warning: Use the logger. [no-print]
src/日本.py:1:5: error: Use the logger. [no-print]
"""


def test_a_clean_report_is_totals_or_nothing() -> None:
    """Only the totals, or nothing at all."""
    assert render(CLEAN) == "0 errors, 0 warnings\n"
    assert render_violations(CLEAN) == ""


def test_each_violation_is_a_line() -> None:
    """Each violation on a line, with its place and its whole message, then the totals."""
    totals = (
        "incomplete: 3 errors, 2 warnings in what was checked; 1 undecided; 2 contract problems"
    )
    assert render(RICH) == f"{VIOLATIONS}\n{totals}\n"
    assert render_violations(RICH) == VIOLATIONS


def test_hostile_names_and_messages() -> None:
    """No terminal and no runner obeys any of it, and every violation is one head line."""
    rendered = render(HOSTILE)
    assert ESCAPE[0] not in rendered
    assert "\r" not in rendered
    rendered.encode("utf-8")
    assert commands_of(rendered) == []
    heads = rendered.split("\n")[:-3]
    assert len(heads) == len(HOSTILE.violations)
    assert all(head.endswith((" [no-print]", " [a]")) for head in heads)


def test_what_no_file_has_without_a_contract_file() -> None:
    """A line without a place: a matcher would open a file that is called like the glob."""
    violation = Violation("has-license", "error", "Add one.", "/LICENSE", "glob")
    rendered = render_violations(Report(violations=(violation,)))
    assert rendered == "files matching /LICENSE: error: Add one. [has-license]\n"


# Of problem matchers that are in use: GCC's and ESLint's in VS Code, Vim's "%f:%l:%c: %m", and the
# one for GitHub's log that ruff's users register.
MATCHERS = (
    r"(?P<file>.*):(?P<line>\d+):(?P<column>\d+):\s+(?:fatal\s+)?(?P<severity>warning|error):\s+(.*)",
    r"(?P<file>.+?):(?P<line>\d+):(?P<column>\d+):\s*(?P<severity>error|warning)\s*:?\s*(.+)\s\[\S+\]",
    r"(?P<file>[^:]+):(?P<line>\d+):(?P<column>\d+): (?P<severity>\S+): (.*)",
)


@pytest.mark.parametrize("matcher", MATCHERS)
def test_matchers_of_editors_and_builds_read_each_line(matcher: str) -> None:
    """All of them, also of a path with a space; none takes a glob for a file."""
    spaced = at_line("my src/b c.py", 9)
    report = RICH._replace(violations=(*RICH.violations, spaced))
    matches = [re.fullmatch(matcher, line) for line in render_violations(report).splitlines()]
    assert [match and match.group("file", "line", "column", "severity") for match in matches] == [
        (".claude/contracts/a.yaml", "1", "1", "error"),
        ("src/a.py", "1", "1", "warning"),
        ("src/b.py", "3", "3", "error"),
        ("src/b.py", "12", "3", "warning"),
        ("src/日本.py", "1", "5", "error"),
        ("my src/b c.py", "9", "3", "error"),
    ]
