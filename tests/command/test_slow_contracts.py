"""Contracts that run away, many at once: every plain error is still in the answer, and first."""

from __future__ import annotations

import json
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_entry
from tests.command.made import contract, denial_sentence, event
from tests.conftest import PROGRAM, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject

pytestmark = pytest.mark.slow
ENDLESS = "\n".join(["a" * 60 + "b P y", "x" * 60, ",".join(map(str, range(40))), ""])
PATTERNS = ("(a|aa)+$", "(?:a|aa)+$", "(aa|a)+$", "(a|aa|aaa)+$")
RUNAWAY = {
    f"s{number:02}.yaml": contract(
        f"s{number:02}", pattern=f"(?:{PATTERNS[number % 4]})(?!{number})", file_glob="**/*.py"
    )
    for number in range(60)
}
PLAIN = contract(file_glob="**/*.py")
MANY = {f"src/{number:03}.py": ENDLESS * 20 for number in range(199)}


def answer(stdin: bytes, *flags: str, env: dict[str, str]) -> Any:
    hook_keys = make_hook_entry(WantedHook("local"), "PreToolUse")
    command = [hook_keys["command"], *hook_keys["args"], *flags]
    process = subprocess.run(command, input=stdin, env=env, capture_output=True, check=True)
    return json.loads(process.stdout)


# The patterns may have taken git's time as well, which is said once.
LATE = "Not compared with the last commit: git "


@pytest.fixture
def root(project: MakeProject) -> Path:
    return project({"old.py": "x\n"}, contracts={**RUNAWAY, "z.yaml": PLAIN}, commit=True)


@pytest.mark.parametrize("flags", [(), ("--block", "all")])
def test_a_write_is_denied_beside_slow_contracts(
    root: Path, environment: dict[str, str], flags: tuple[str, ...]
) -> None:
    """It is denied for the plain error in its last line; the rest is said in few words."""
    stdin = event(cwd=root, file_path=root / "a.py", content=f"{ENDLESS}print(1)\n")
    hook_answer = answer(stdin, *flags, env=environment)
    denied = hook_answer["hookSpecificOutput"]
    assert denied["permissionDecision"] == "deny"
    assert denied["permissionDecisionReason"] == denial_sentence(line=4)
    lines = hook_answer["systemMessage"].splitlines()
    assert len(lines) <= 11
    assert lines[0].startswith("Not checked: ")
    assert all(line.startswith(("Not checked: ", LATE)) for line in lines)


def test_an_old_error_does_not_deny(root: Path, environment: dict[str, str]) -> None:
    """There is time to find it in the file as it was, whatever ran away in the new one."""
    write_files(root, {"old.py": "print(1)\n"})
    stdin = event(cwd=root, file_path=root / "old.py", content=f"{ENDLESS}print(1)\n")
    hook_answer = answer(stdin, env=environment)
    assert "permissionDecision" not in hook_answer["hookSpecificOutput"]
    old = "1 existing violation in old.py is not counted."
    assert hook_answer["hookSpecificOutput"]["additionalContext"].endswith(old)


@pytest.mark.parametrize("name", ["PostToolUse", "Stop"])
def test_the_last_of_many_files_is_named_beside_slow_contracts(
    root: Path, environment: dict[str, str], name: str
) -> None:
    """The last of 200 files is named, after a command and at the end."""
    write_files(root, {**MANY, "z.py": f"{ENDLESS}print(1)\n"})
    keys = {"command": "make"} if name == "PostToolUse" else {}
    hook_answer = answer(
        event("Bash", name=name, cwd=root, session_id=name, **keys), env=environment
    )
    text_for_model = (
        hook_answer.get("reason") or hook_answer["hookSpecificOutput"]["additionalContext"]
    )
    assert text_for_model.startswith(denial_sentence(line=4, path="z.py"))
    # One line for each reason, however many contracts and files it has.
    lines = hook_answer["systemMessage"].splitlines()
    assert len(lines) <= 12
    assert lines[0].startswith("Not checked: ")
    assert all(line.startswith(("Not checked: ", LATE)) for line in lines)


def test_a_scan_reports_errors_before_slow_contracts(
    root: Path, environment: dict[str, str]
) -> None:
    """The error comes first, and one line for contracts that one reason holds up, in many files."""
    write_files(root, {f"{number}.py": ENDLESS for number in range(9)})
    write_files(root, {"z.py": f"{ENDLESS}print(1)\n"})
    command = [PROGRAM, "scan", "--timeout", "20"]
    process = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True)
    assert process.returncode == 2
    assert process.stdout.startswith("z.py:4:1: error: Use the logger. [no-print]\n")
    *undecided, last = process.stderr.splitlines()
    assert last == "11 files checked, 600 undecided"
    assert 1 <= len(undecided) <= 21
    assert all(": undecided: " in line and "took longer than" in line for line in undecided)
