"""The text editor tools of Anthropic's API, in an agent that somebody wrote."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import MakeProject, Run

TOOLS = ("str_replace_based_edit_tool", "str_replace_editor")
FILES: dict[str, str | bytes] = {"a.py": "a = 1\nb = 1\n", "old.py": "print(0)\n"}


@pytest.fixture
def root(project: MakeProject) -> Path:
    return project(FILES, contracts={"no-print.yaml": contract()}, commit=True)


def answer_of(run: Run, root: Path, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    outcome = run("hook", stdin=event(tool, cwd=root, **arguments), cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    answer: dict[str, Any] = json.loads(outcome.out)
    specific: dict[str, Any] = answer.get("hookSpecificOutput", {})
    return specific


CLEAN: list[dict[str, Any]] = [
    {"command": "view", "path": "{root}/old.py", "view_range": [1, 2]},
    {"command": "create", "path": "{root}/new.py", "file_text": "x = 1\n"},
    {"command": "create", "path": "{root}/a.py", "file_text": "x = 1\n"},
    {"command": "str_replace", "path": "{root}/a.py", "old_str": "a = 1", "new_str": "a = 2"},
    {"command": "str_replace", "path": "{root}/old.py", "old_str": "print(0)\n"},
    {"command": "insert", "path": "{root}/a.py", "insert_line": 1, "insert_text": "x = 1"},
    {"command": "create", "path": "/elsewhere/a.py", "file_text": "print(1)\n"},
]
DENIED: list[tuple[dict[str, Any], int]] = [
    ({"command": "create", "path": "{root}/new.py", "file_text": "x\nprint(1)\n"}, 2),
    ({"command": "create", "path": "a.py", "file_text": "print(1)\n"}, 1),
    ({"command": "str_replace", "path": "{root}/a.py", "old_str": "b", "new_str": "print(1)"}, 2),
    ({"command": "insert", "path": "{root}/a.py", "insert_line": 0, "insert_text": "print(1)"}, 1),
    ({"command": "insert", "path": "{root}/a.py", "insert_line": 1, "new_str": "print(1)"}, 2),
    ({"command": "insert", "path": "{root}/a.py", "insert_line": 9, "insert_text": "print(1)"}, 4),
]
UNCHECKED: list[tuple[dict[str, Any], str]] = [
    ({"command": "undo_edit", "path": "{root}/a.py"}, "cannot be foreseen."),
    ({"command": "insert", "path": "{root}/a.py", "insert_line": 1}, "Missing insert_text."),
    ({"command": "insert", "path": "{root}/a.py", "insert_text": "x"}, "Missing insert_line."),
    ({"command": "insert", "path": "{root}/no.py", "insert_line": 1, "insert_text": "x"},
     "File not found: {root}/no.py."),
    ({"command": "str_replace", "path": "{root}/a.py", "old_str": "z", "new_str": "y"},
     "old_str not found in file."),
    ({"command": "create", "path": "{root}/a.py"}, "Missing content."),
    ({"path": "{root}/a.py", "file_text": "print(1)\n"}, "cannot be foreseen."),
]  # fmt: skip


def in_root(arguments: Mapping[str, Any], root: Path) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(json.dumps(arguments).replace("{root}", str(root)))
    return written


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize("arguments", CLEAN, ids=str)
def test_a_clean_change_is_silent(
    root: Path, run: Run, tool: str, arguments: dict[str, Any]
) -> None:
    assert answer_of(run, root, tool, in_root(arguments, root)) == {}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(("arguments", "line"), DENIED, ids=str)
def test_a_change_that_adds_an_error_is_denied(
    root: Path, run: Run, tool: str, arguments: dict[str, Any], line: int
) -> None:
    specific = answer_of(run, root, tool, in_root(arguments, root))
    assert specific["permissionDecision"] == "deny"
    assert f"no-print at line {line}." in specific["permissionDecisionReason"]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("tool", TOOLS)
@pytest.mark.parametrize(("arguments", "reason"), UNCHECKED, ids=str)
def test_what_cannot_be_foreseen_is_named(
    root: Path, run: Run, tool: str, arguments: dict[str, Any], reason: str
) -> None:
    context = answer_of(run, root, tool, in_root(arguments, root))["additionalContext"]
    assert context.startswith("Not checked: ")
    assert context.endswith(reason.replace("{root}", str(root)))


def test_what_it_wrote_is_reported_afterwards(root: Path, run: Run) -> None:
    """An event of the tool after it ran names the file as the one before does."""
    write_files(root, {"a.py": "print(1)\n"})
    arguments = {"command": "undo_edit", "path": str(root / "a.py")}
    stdin = event(TOOLS[0], name="PostToolUse", cwd=root, tool_response={}, **arguments)
    answer = json.loads(run("hook", stdin=stdin, cwd=root).out)
    assert "no-print at line 1." in answer["hookSpecificOutput"]["additionalContext"]
