"""Reasons why an edit is not checked, in the words of the tool."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.agent.events import SHAPES
from tests.command.made import contract, event

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run


@pytest.mark.parametrize(
    ("agent", "tool", "names"),
    [
        ("claude-code", "Edit", ("file_path", "old_string", "new_string")),
        ("claude-code", "Edit", ("file_path", "old_str", "new_str")),
        ("vscode", "replace_string_in_file", ("filePath", "oldString", "newString")),
        ("droid", "Edit", ("file_path", "old_str", "new_str")),
        ("droid", "Edit", ("file_path", "old_string", "new_string")),
        ("kiro", "str_replace", ("path", "oldStr", "newStr")),
    ],
)
def test_a_reason_names_the_argument_as_the_tool_does(
    project: MakeProject, run: Run, agent: str, tool: str, names: tuple[str, str, str]
) -> None:
    """An agent knows no other name for it, and nor does its user."""
    root = project({"a.py": "a = 1\n"}, contracts={"no-print.yaml": contract()}, commit=True)
    path, old, new = names
    arguments = {path: str(root / "a.py"), old: "nowhere", new: "x"}
    stdin = event(tool, name="PreToolUse", cwd=root, **arguments)
    outcome = run("hook", "--agent", agent, stdin=stdin, cwd=root)
    assert f"{old} not found in file" in outcome.out + outcome.err


@pytest.mark.parametrize(("agent", "tool"), [("cursor", "Delete"), ("kiro", "delete_file")])
def test_a_deletion_of_no_file_says_so(
    project: MakeProject, run: Run, agent: str, tool: str
) -> None:
    root = project({"a.py": "a = 1\n"}, contracts={"no-print.yaml": contract()}, commit=True)
    path = str(root / "no.py")
    event_fields = SHAPES[agent]("before", (tool, {"path": path}), str(root))
    outcome = run("hook", "--agent", agent, stdin=json.dumps(event_fields).encode(), cwd=root)
    assert f"Not checked: no.py: File not found: {path}." in outcome.out + outcome.err
