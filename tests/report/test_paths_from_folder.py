"""A report as it is called from the root of the repository."""

from __future__ import annotations

import pytest

from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import Skip
from phaser_lint.report.paths_from_folder import move_report_below, move_report_to_folder
from tests.report.reports import RICH, at_line

AT_GLOB = Violation("has-readme", "error", "Write one.", "/README.md", "glob")
INSIDE_PROJECT = ("repo/a.py", "repo/web/b.py", "repo/web/app/c.py")


def test_project_at_the_top() -> None:
    """Nothing changes."""
    assert move_report_below(RICH, "") is RICH


def test_project_in_a_folder() -> None:
    """Every path but a glob and what was given by its name."""
    report = Report(
        checked=("a.py",),
        violations=(AT_GLOB, at_line("a.py", 1)),
        suppressed=(at_line("b.py", 2),),
        skipped=(Skip("c.png", "binary"),),
        undecided=(Undecided("slow", "d.py", "late"),),
        problems=(
            ContractProblem(".claude/contracts/a.yaml", "type", "wrong"),
            ContractProblem("pay/.phaser/contracts/a.yaml", "type", "wrong"),
            ContractProblem("rules/a.yaml", "type", "wrong"),
            ContractProblem("~/.phaser/contracts/a.yaml", "type", "wrong"),
            ContractProblem("../.claude/contracts/a.yaml", "type", "wrong"),
        ),
        notices=(
            Notice(".phaser/baseline.jsonl", None, "gone"),
            Notice("a.py", None, "no notebook"),
            Notice("old.jsonl", None, "gone"),
            Notice("/repo/web/app", None, "none"),
        ),
        existing=3,
    )
    assert move_report_below(report, "web/app") == Report(
        checked=("web/app/a.py",),
        violations=(AT_GLOB, at_line("web/app/a.py", 1)),
        suppressed=(at_line("web/app/b.py", 2),),
        skipped=(Skip("web/app/c.png", "binary"),),
        undecided=(Undecided("slow", "web/app/d.py", "late"),),
        problems=(
            ContractProblem("web/app/.claude/contracts/a.yaml", "type", "wrong"),
            ContractProblem("web/app/pay/.phaser/contracts/a.yaml", "type", "wrong"),
            ContractProblem("rules/a.yaml", "type", "wrong"),
            ContractProblem("~/.phaser/contracts/a.yaml", "type", "wrong"),
            ContractProblem("../.claude/contracts/a.yaml", "type", "wrong"),
        ),
        notices=(
            Notice("web/app/.phaser/baseline.jsonl", None, "gone"),
            Notice("web/app/a.py", None, "no notebook"),
            Notice("old.jsonl", None, "gone"),
            Notice("/repo/web/app", None, "none"),
        ),
        existing=3,
    )


@pytest.mark.parametrize(
    ("folder", "expected"),
    [
        ("/repo", ("a.py", "web/b.py", "web/app/c.py", "/etc/x.yaml", "../given/y.yaml")),
        ("/repo/web", ("../a.py", "b.py", "app/c.py", "../../etc/x.yaml", "../../given/y.yaml")),
        ("/a", tuple(f"../{path}" for path in (*INSIDE_PROJECT, "etc/x.yaml", "given/y.yaml"))),
        ("/", (*INSIDE_PROJECT, "etc/x.yaml", "given/y.yaml")),
        (
            "/repository",
            tuple(f"../{path}" for path in (*INSIDE_PROJECT, "etc/x.yaml", "given/y.yaml")),
        ),
    ],
)
def test_seen_from_a_folder(folder: str, expected: tuple[str, ...]) -> None:
    """In the root, above and beside it; what lies outside of it, too."""
    paths = ("a.py", "web/b.py", "web/app/c.py", "/etc/x.yaml", "../given/y.yaml")
    report = Report(notices=tuple(Notice(path, 1, "said") for path in paths))
    moved = move_report_to_folder(report, folder, root="/repo")
    assert tuple(notice.path for notice in moved.notices) == expected
