"""What ``phaser enforce`` prints: its specification's hook answers and JSON."""

from __future__ import annotations

import json

import pytest

from phaser_lint.contract.model import Report
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import Skip
from phaser_lint.hook.enforce_answers import render_hook_answer, render_json, render_text
from tests.report.reports import CLEAN, HOSTILE, RICH, at_line

ONE_VIOLATION = CLEAN._replace(checked=("a.py",))
WARNING = at_line("a.py", 1, severity="warning")
SKIPPED = ContractProblem("x.yaml", "type", "expected more")
SLOW = Undecided("no-x", "a.py", "the pattern took longer than 100 ms")


def decision(kind: str, reason: str) -> str:
    answer = {
        "hookSpecificOutput": {
            "hookEventName": "PreToolUse",
            "permissionDecision": kind,
            "permissionDecisionReason": reason,
        }
    }
    return json.dumps(answer) + "\n"


@pytest.mark.parametrize(
    ("report", "reason"),
    [
        pytest.param(CLEAN, "All contracts passed", id="clean"),
        pytest.param(
            CLEAN._replace(suppressed=(WARNING,)),
            "1 violation suppressed by ignore",
            id="one ignored",
        ),
        pytest.param(
            CLEAN._replace(suppressed=(WARNING, WARNING)),
            "2 violations suppressed by ignore",
            id="two ignored",
        ),
        pytest.param(CLEAN._replace(violations=(WARNING,)), "1 warning", id="a warning"),
        pytest.param(
            CLEAN._replace(problems=(SKIPPED, SKIPPED._replace(key="pattern"))),
            "Checked, but for: x.yaml (contract skipped)",
            id="a contract skipped",
        ),
        pytest.param(
            ONE_VIOLATION._replace(undecided=(SLOW,)),
            "Checked, but for: no-x (out of time)",
            id="a contract out of time",
        ),
        pytest.param(
            ONE_VIOLATION._replace(undecided=(SLOW._replace(reason="no time left"),)),
            "Checked, but for: no-x (out of time)",
            id="the event out of time",
        ),
        pytest.param(
            ONE_VIOLATION._replace(undecided=(SLOW, SLOW, SLOW._replace(rule_id="no-y"))),
            "Checked, but for: no-x (out of time), no-y (out of time)",
            id="two",
        ),
        pytest.param(
            ONE_VIOLATION._replace(undecided=(SLOW._replace(reason="git gave\nno answer"),)),
            "Checked, but for: no-x (git gave\\nno answer)",
            id="for another reason",
        ),
        pytest.param(
            Report(skipped=(Skip("a.png", "binary"),), violations=(WARNING,)),
            "Checked, but for: a.png (binary); 1 warning",
            id="only by its path",
        ),
        pytest.param(
            ONE_VIOLATION._replace(undecided=(SLOW,), suppressed=(WARNING,)),
            "Checked, but for: no-x (out of time); 1 violation suppressed by ignore",
            id="beside one ignored",
        ),
        pytest.param(
            ONE_VIOLATION._replace(
                undecided=tuple(SLOW._replace(rule_id=f"r{n}") for n in range(12))
            ),
            "Checked, but for: 12 contracts (r0, r1, r2, 9 more) (out of time)",
            id="many",
        ),
        pytest.param(
            CLEAN._replace(problems=(SKIPPED._replace(skipped=False),)),
            "All contracts passed",
            id="a warning about a contract",
        ),
    ],
)
def test_allowed_before_the_edit(report: Report, reason: str) -> None:
    """An explicit allow, as the specification has it."""
    assert render_hook_answer(report, event_name="PreToolUse") == decision("allow", reason)


def test_denied_before_the_edit() -> None:
    """Each error, and no warning."""
    assert render_hook_answer(RICH, event_name="PreToolUse") == decision(
        "deny",
        "Contract violation: has-readme in /README.md, /README.rst. Write one.\n"
        "Contract violation: no-print at line 3. Use the logger.\n"
        "Contract violation: no-print at line 1. Use the logger.",
    )


def test_errors_and_warnings_after_the_edit_are_context() -> None:
    """Errors and warnings are context; a clean edit needs no word."""
    assert render_hook_answer(CLEAN, event_name="PostToolUse") == "{}\n"
    answer_on_warning = json.loads(
        render_hook_answer(Report(violations=(WARNING,)), event_name="PostToolUse")
    )
    assert answer_on_warning == {
        "decision": "block",
        "reason": "Contract warning detected after file write",
        "hookSpecificOutput": {
            "hookEventName": "PostToolUse",
            "additionalContext": "Warning: no-print at line 1. Use the logger.",
        },
    }
    answer_on_errors = json.loads(render_hook_answer(RICH, event_name="PostToolUse"))
    assert answer_on_errors["reason"] == "Contract violation detected after file write"
    assert answer_on_errors["hookSpecificOutput"]["additionalContext"] == (
        "Error: has-readme in /README.md, /README.rst. Write one.\n"
        "Error: no-print at line 3. Use the logger.\n"
        "Error: no-print at line 1. Use the logger.\n"
        "Warning: license in src/a.py. Start with\nan SPDX line.\n"
        "Warning: no-print at line 12. Use the logger.\n"
        "Checked, but for: slow on src/a.py (out of time), "
        ".claude/contracts/x.yaml (contract skipped)"
    )
    answer_out_of_time = json.loads(
        render_hook_answer(ONE_VIOLATION._replace(undecided=(SLOW,)), event_name="PostToolUse")
    )
    assert answer_out_of_time == {
        "hookSpecificOutput": {
            "hookEventName": "PostToolUse",
            "additionalContext": "Checked, but for: no-x (out of time)",
        }
    }


def test_json_has_the_keys_of_the_specification() -> None:
    """The specification's keys, and what was not checked."""
    assert json.loads(render_json(RICH)) == {
        "files_checked": ["src/a.py", "src/b.py", "src/日本.py"],
        "violations": [
            {"rule_id": "has-readme", "file_path": "/README.md, /README.rst", "line_number": None,
             "message": "Write one."},
            {"rule_id": "license", "file_path": "src/a.py", "line_number": None,
             "message": "Start with\nan SPDX line.\n"},
            {"rule_id": "no-print", "file_path": "src/b.py", "line_number": 3,
             "message": "Use the logger."},
            {"rule_id": "no-print", "file_path": "src/b.py", "line_number": 12,
             "message": "Use the logger."},
            {"rule_id": "no-print", "file_path": "src/日本.py", "line_number": 1,
             "message": "Use the logger."},
        ],
        "summary": {"errors": 3, "warnings": 2, "ignored": 1},
        "undecided": [
            {"rule_id": "slow", "file_path": "src/a.py",
             "reason": "the pattern took longer than 2000 ms"},
        ],
        "problems": [
            {"file_path": ".claude/contracts/x.yaml", "line_number": 3,
             "message": "type: expected one of a, b, not c", "outcome": "contract skipped"},
            {"file_path": ".claude/contracts/y.yaml", "line_number": 7,
             "message": "examples.valid[0]: expected nothing", "outcome": "contract in force"},
        ],
        "skipped": [
            {"file_path": skip.path, "reason": skip.reason} for skip in RICH.skipped
        ],
    }  # fmt: skip


LARGE = Skip("big.py", "larger than 10 MB")


@pytest.mark.parametrize(
    ("report", "text"),
    [
        (CLEAN, "0 errors, 0 warnings\n"),
        (CLEAN._replace(skipped=(Skip("a.png", "binary"),)), "0 errors, 0 warnings\n"),
        (CLEAN._replace(problems=(SKIPPED._replace(skipped=False),)), "0 errors, 0 warnings\n"),
        (
            CLEAN._replace(checked=("a.py",), undecided=(SLOW,)),
            "0 errors, 0 warnings\nChecked, but for: no-x (out of time)\n",
        ),
        (
            CLEAN._replace(undecided=(SLOW, SLOW._replace(path="b.py"))),
            "0 errors, 0 warnings\nChecked, but for: no-x on a.py, b.py (out of time)\n",
        ),
        (
            Report(
                checked=("a.py",), undecided=(SLOW._replace(reason="more than 10,000 matches"),)
            ),
            "0 errors, 0 warnings\nChecked, but for: no-x (more than 10,000 matches)\n",
        ),
        (
            CLEAN._replace(violations=(WARNING,), problems=(SKIPPED,), skipped=(LARGE,)),
            "a.py:1: warning: no-print\n  Use the logger.\n\n0 errors, 1 warning\n"
            "Checked, but for: x.yaml (contract skipped), big.py (larger than 10 MB)\n",
        ),
        (
            Report(skipped=(Skip("a.png", "binary"),)),
            "0 errors, 0 warnings\nNot checked: a.png (binary)\n",
        ),
        (
            Report(
                checked=("a",), undecided=tuple(Undecided(f"c{n}", "a", "x") for n in range(12))
            ),
            "0 errors, 0 warnings\nChecked, but for: 12 contracts (c0, c1, c2, 9 more) (x)\n",
        ),
    ],
)
def test_text_says_what_was_not_checked(report: Report, text: str) -> None:
    """In the answer itself, quiet or not; a picture has nothing to check."""
    assert render_text(report, quiet=False) == text
    without_totals = text.replace("\n0 errors, 1 warning\n", "").replace(
        "0 errors, 0 warnings\n", ""
    )
    assert render_text(report, quiet=True) == without_totals


@pytest.mark.parametrize("event_name", ["PreToolUse", "PostToolUse"])
def test_hostile_names_and_messages(event_name: str) -> None:
    """One line of ASCII, within the client's limit of 10,000 characters for a text."""
    many_violations = HOSTILE._replace(violations=HOSTILE.violations * 40)
    rendered = render_hook_answer(many_violations, event_name=event_name)
    assert rendered.isascii()
    assert rendered.count("\n") == 1
    specific = json.loads(rendered)["hookSpecificOutput"]
    assert all(len(text) < 10_000 for text in specific.values())
    assert "more lines" in "".join(specific.values())
