"""The sentences that several outputs share."""

from __future__ import annotations

from itertools import chain

import pytest

from phaser_lint.contract.model import Report
from phaser_lint.core.text import make_harmless, without_commands
from phaser_lint.report.summary import (
    explain_incomplete_run,
    group_unread_files,
    render_asides,
    render_counts,
    render_totals,
)
from tests.report.reports import CLEAN, ESCAPE, HOSTILE, RICH
from tests.report.runner_commands import commands_of


def test_a_clean_run_tells_what_was_looked_at() -> None:
    """Only what was looked at."""
    assert (render_totals(CLEAN), render_counts(CLEAN)) == (
        "0 errors, 0 warnings",
        "2 files checked",
    )
    assert render_counts(Report()) == "0 files checked"
    assert render_counts(Report(checked=("a",))) == "1 file checked"
    assert render_asides(CLEAN) == explain_incomplete_run(CLEAN) == []


def test_all_that_is_no_violation_is_listed() -> None:
    """All that is no violation is counted, and listed line by line."""
    assert render_totals(RICH) == "incomplete: 3 errors, 2 warnings in what was checked"
    assert render_counts(RICH) == (
        "3 files checked, 1 violation ignored, 2 existing violations (1 in the baseline),"
        " 3 skipped (binary: 2, symbolic link: 1), 1 undecided, 2 contract problems"
    )
    assert render_asides(RICH) == [
        "src/a.py: undecided: slow: the pattern took longer than 2000 ms",
        ".claude/contracts/x.yaml:3: type: expected one of a, b, not c (contract skipped)",
        ".claude/contracts/y.yaml:7: examples.valid[0]: expected nothing (contract in force)",
        "src/b.py:20: note: directive suppresses nothing: no-print",
        "c.yaml: note: the glob of lonely matches no file",
    ]


def test_what_makes_a_run_incomplete() -> None:
    """What was not checked, or by a contract that its examples contradict; no note."""
    assert explain_incomplete_run(RICH) == render_asides(RICH)[:3]


def test_hostile_names_and_messages() -> None:
    """One line each, that nobody obeys."""
    lines_of_undecided = [
        render_asides(CLEAN._replace(undecided=(check,))) for check in HOSTILE.undecided
    ]
    lines = [*chain(*lines_of_undecided), *render_asides(HOSTILE._replace(undecided=()))]
    remarks = (
        HOSTILE.undecided,
        HOSTILE.problems,
        group_unread_files(HOSTILE.skipped),
        HOSTILE.notices,
    )
    assert len(lines) == sum(map(len, remarks))
    rendered = "\n".join([*lines, make_harmless(render_counts(HOSTILE))])
    assert rendered.count("\n") == len(lines)
    assert ESCAPE[0] not in rendered
    assert "\r" not in rendered
    rendered.encode("utf-8")
    assert commands_of(rendered) == []


@pytest.mark.parametrize(
    "line",
    ["::error::x", "  ::error::x", "\t::error::x", "\u3000::error::x", "::error file=a::x",
     "##[error]x", "a ##[error]x", "a::b ##[group]x", "::::", "##[[error]"],
)  # fmt: skip
def test_no_line_is_a_command_of_a_runner(line: str) -> None:
    """No command is left, and a reader sees the same."""
    for harmless_line in (make_harmless(line), without_commands(line)):
        assert commands_of(harmless_line) == []
    assert without_commands(line).replace("\u200b", "") == line


def test_harmless_leaves_ordinary_lines_as_they_are() -> None:
    """Two colons and brackets are nothing special elsewhere."""
    for line in ("std::vector", "a [b]", "# [x]", "a: b", ""):
        assert make_harmless(line) == line
