"""A text that a contract keeps moves to another file with what it breaks: first to the new place.

What stays denied comes first.
"""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CONTRACTS = {
    "keep.yaml": contract(
        "keep", type="keep_pattern", pattern=r"def (test_\w+)\(", file_glob="t/", message="Stays."
    ),
    "print.yaml": contract("no-print", file_glob="*"),
}
SLOW = "def test_a():\n    print(1)\n"
START = {
    "t/a.py": f"{SLOW}def test_b():\n    print(2)\n",
    "t/b.py": "b = 1\n",
    "src/s.py": "print(3)\n",
}
DENIED = {
    "no text that is kept": "b = 1\n    print(1)\n",
    "a text that no other file has": "b = 1\ndef test_c():\n    print(1)\n",
    "a line that its old file lacks": "b = 1\ndef test_a():\n    print(7)\n",
    "a line that only another file has": "b = 1\ndef test_a():\n    print(3)\n",
    "more than its old file has": f"b = 1\n{SLOW}    print(1)\n",
}


def ask(run: Run, root: Path, name: str, tool: str = "", **tool_input: Any) -> Any:
    payload = json.loads(event(tool, name=name, cwd=root, **tool_input))
    outcome = run("hook", stdin=json.dumps(payload).encode(), cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out)


def why_denied(run: Run, root: Path, path: str, text: str) -> str:
    answer = ask(run, root, "PreToolUse", "Write", file_path=str(root / path), content=text)
    return str(answer.get("hookSpecificOutput", {}).get("permissionDecisionReason", ""))


@pytest.mark.parametrize("name", DENIED)
def test_what_does_not_move_is_denied(project: MakeProject, run: Run, name: str) -> None:
    """A kept text takes along only what it breaks where it stands."""
    root = project(START, contracts=CONTRACTS, commit=True)
    assert "no-print" in why_denied(run, root, "t/b.py", DENIED[name])


def test_without_git_nothing_moves_along(project: MakeProject, run: Run) -> None:
    """Nobody could tell a copy at Stop."""
    root = project(START, contracts=CONTRACTS)
    shutil.rmtree(root / ".git")
    assert "no-print" in why_denied(run, root, "t/b.py", f"b = 1\n{SLOW}")


def test_a_kept_text_moves_with_what_it_breaks(project: MakeProject, run: Run) -> None:
    """The old place first is denied, with the order that is not; a copy blocks at Stop."""
    root = project(START, contracts=CONTRACTS, commit=True)
    left = START["t/a.py"].removeprefix(SLOW)
    denial = why_denied(run, root, "t/a.py", left)
    assert "(line 1 before: `def test_a(`)" in denial
    assert "write it there first: an existing violation in it may come along." in denial
    assert why_denied(run, root, "t/b.py", f"b = 1\n{SLOW}") == ""
    write_files(root, {"t/b.py": f"b = 1\n{SLOW}"})
    assert "no-print in t/b.py" in ask(run, root, "Stop")["reason"]
    assert why_denied(run, root, "t/a.py", left) == ""
    write_files(root, {"t/a.py": left})
    assert ask(run, root, "Stop") == {}


def test_a_write_that_is_reported_back_moves_along(project: MakeProject, run: Run) -> None:
    """Nothing is said after it, either."""
    root = project(START, contracts=CONTRACTS, commit=True)
    write_files(root, {"t/b.py": f"b = 1\n{SLOW}"})
    keys = {"file_path": str(root / "t/b.py"), "content": f"b = 1\n{SLOW}"}
    payload = json.loads(event("Write", name="PostToolUse", cwd=root, **keys))
    payload["tool_response"] = {"filePath": keys["file_path"], "originalFile": "b = 1\n"}
    outcome = run("hook", stdin=json.dumps(payload).encode(), cwd=root)
    assert json.loads(outcome.out) == {}
