"""A denial says which lines held the violation before the edit: left as they were, they pass."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

HELD = " held this before, too: left as "
ROWS: dict[str, tuple[str, str, str]] = {
    "a new line": ("a = 1\n", "a = 1\nprint(1)\n", ""),
    "a new file": ("", "print(1)\n", ""),
    "a second one in the line": ("print(1)\n", "print(1); print(2)\nprint(3)\n", ""),
    "one removed elsewhere": ("print(1)\na = 1\nb = 1\n", "a = 0\na = 1\nprint(2)\n", ""),
    "one more than there was": ("print(1)\n", "print(2)\nprint(3)\n", ""),
    "a line that stays beside a new one": ("print(1)\n", "print(1)\nprint(2)\n", ""),
    "another contract's": ("eval(1)\n", "print(1)\n", ""),
    "a changed line": ("a = print(1)\n", "b = print(1)\n", "Line 1"),
    "a changed line below new ones": (
        "print(1)\n",
        "a\nb\nprint(2)\n",
        "Line 3 (line 1 until now)",
    ),
    "a changed line above removed ones": ("print(1)\na\nb\n", "print(2)\n", "Line 1"),
    "where another line was": ("a\nb\nprint(1)\n", "print(2)\n", "Line 1 (line 3 until now)"),
    "two of them": ("print(1)\nx\nprint(2)\n", "print(3)\nx\nprint(4)\n", "Lines 1, 3"),
}


@pytest.mark.parametrize("name", ROWS)
def test_a_denial_tells_of_lines_that_were_bad(project: MakeProject, run: Run, name: str) -> None:
    """Only where that is true; what it says passes."""
    before, after, lines = ROWS[name]
    contracts = {"p.yaml": contract(), "e.yaml": contract("no-eval", pattern=r"\beval\(")}
    root = project({"a.py": before} if before else {"b.py": ""}, contracts=contracts, commit=True)

    def write(text: str) -> Any:
        stdin = event("Write", cwd=root, file_path=str(root / "a.py"), content=text)
        outcome = run("hook", stdin=stdin if isinstance(stdin, bytes) else stdin.encode(), cwd=root)
        return json.loads(outcome.out).get("hookSpecificOutput", {})

    reason = write(after)["permissionDecisionReason"]
    assert (lines + HELD in reason) if lines else (HELD not in reason)
    if lines:
        text = after.split("\n")
        old = [line for line in before.split("\n") if "print" in line]
        names = lines.partition(" ")[2].split(", ")
        numbers = [int(name.partition(" ")[0]) for name in names]
        for number, line in zip(numbers, old, strict=True):
            text[number - 1] = line
        assert "permissionDecision" not in write("\n".join(text))
    strict = run("hook", "--block", "all", cwd=root, stdin=json.dumps({
        "session_id": "t", "cwd": str(root), "hook_event_name": "PreToolUse", "tool_name": "Write",
        "tool_input": {"file_path": str(root / "a.py"), "content": after},
    }).encode())  # fmt: skip
    assert HELD not in strict.out
