"""Files of which nothing tells where in them a match stands: a scan says so, and `why` does."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

CONTRACT = """\
rule_id: no-bad
type: forbid_pattern
pattern: BAD
in: code
file_glob: {glob}
message: m
severity: error
"""
COMMENT_LINES = "a line that begins as a comment does is one, all else counts as code"
NOTE = "in: no reader for .zzz: all of it counts as code"


@pytest.mark.parametrize(
    ("files", "glob", "notes"),
    [
        (
            {"a.zzz": "# BAD\n", "b.zzz": "BAD\n", "b.py": "BAD\n"},
            "'*'",
            [f"phaser-lint: note: {NOTE}"],
        ),
        (
            {"a.m": "% BAD\nBAD\n", "b.m": "// BAD\nBAD\n"},
            "'*'",
            [f"phaser-lint: note: in: no reader for .m: {COMMENT_LINES}"],
        ),
        ({"b.m": "// BAD\nBAD\n"}, "'*'", []),
        ({"a.zzz": "good\n", "b.py": "BAD\n"}, "'*'", []),
        ({"a.cmake": "BAD()\n", "CMakeLists.txt": "BAD() # BAD\n", "BUILD": "BAD\n"}, "'*'", []),
        (
            {"run": "BAD\n", "sub/run": "BAD\n", "a.tool": "#!/bin/sh\nBAD\n"},
            "'*'",
            ["phaser-lint: note: in: no reader for run: all of it counts as code"],
        ),
        (
            {"run": "#!/usr/bin/env nobody-knows\n# BAD\nBAD\n"},
            "'*'",
            [f"phaser-lint: note: in: no reader for run: {COMMENT_LINES}"],
        ),
        (
            {"a.zzz": "BAD\n", "b.py": "BAD\n"},
            "['a.*', '*.py']",
            [f"phaser-lint: note: {NOTE}"],
        ),
        (
            {"a.zzz": "BAD\n"},
            "'*.zzz'",
            [f".claude/contracts/a.yaml:1: note: no-bad: {NOTE}"],
        ),
    ],
)
def test_a_scan_says_once_which_files_with_violations_have_no_reader(
    project: MakeProject, run: Run, files: dict[str, str], glob: str, notes: list[str]
) -> None:
    root = project(files, contracts={"a.yaml": CONTRACT.format(glob=glob)})
    outcome = run("scan", cwd=root)
    assert [line for line in outcome.err.splitlines() if "no reader" in line] == notes


def test_why_says_that_a_file_has_no_reader(project: MakeProject, run: Run) -> None:
    contracts = {"a.yaml": CONTRACT.format(glob="'*'")}
    root = project({"a.zzz": "# BAD\n", "a.cmake": "BAD\n"}, contracts=contracts)
    note = "no reader for a.zzz: all of it counts as code"
    assert note in run("why", "no-bad", "a.zzz", cwd=root).out
    assert "no reader" not in run("why", "no-bad", "a.cmake", cwd=root).out
