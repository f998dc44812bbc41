"""Edits that take too long to follow, or fill all memory: not checked, which is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent import Event, claude_code, codex, pi

if TYPE_CHECKING:
    from pathlib import Path

TOO_MANY = "too many edits for a file of that size"
LINES = "".join(f"line {number}\n" for number in range(20_000))


def edits(number: int, **names: str) -> list[dict[str, str]]:
    old, new = names.get("old", "old_string"), names.get("new", "new_string")
    return [{old: f"line {index}\n", new: f"{index}\n"} for index in range(number)]


def reasons(module: Any, folder: Path, tool: str, tool_input: Any, text: str) -> list[str]:
    (folder / "a.py").write_text(text)
    event = Event("PreToolUse", tool, tool_input, working_directory=str(folder))
    return [proposal.skip_reason for proposal in module.proposals(event)]


@pytest.mark.parametrize(("number", "reason"), [(100, ""), (3_000, TOO_MANY)])
def test_many_edits_are_followed_up_to_a_limit(tmp_path: Path, number: int, reason: str) -> None:
    path = str(tmp_path / "a.py")
    arguments = {"file_path": path, "edits": edits(number)}
    assert reasons(claude_code, tmp_path, "MultiEdit", arguments, LINES) == [reason]
    at_once = {"path": path, "edits": edits(number, old="oldText", new="newText")}
    assert reasons(pi, tmp_path, "edit", at_once, LINES) == [reason]


@pytest.mark.parametrize(("number", "reason"), [(100, ""), (3_000, TOO_MANY)])
def test_a_patch_of_many_parts(tmp_path: Path, number: int, reason: str) -> None:
    hunks = "".join(f"@@\n-line {index}\n+x\n" for index in range(number))
    patch = f"*** Begin Patch\n*** Update File: a.py\n{hunks}*** End Patch"
    assert reasons(codex, tmp_path, "apply_patch", {"command": patch}, LINES) == [reason]


@pytest.mark.slow
def test_a_patch_that_names_a_file_over_and_over(tmp_path: Path) -> None:
    sections = "*** Update File: a.py\n@@\n-line 1\n+line 1\n" * 200
    patch = f"*** Begin Patch\n{sections}*** End Patch"
    assert reasons(codex, tmp_path, "apply_patch", {"command": patch}, LINES)[-1] == TOO_MANY


def test_edits_that_double_a_text_are_not_followed(tmp_path: Path) -> None:
    doubling = {"old_string": "a", "new_string": "aa", "replace_all": True}
    arguments = {"file_path": str(tmp_path / "a.py"), "edits": [doubling] * 60}
    (reason,) = reasons(claude_code, tmp_path, "MultiEdit", arguments, "a")
    assert reason.startswith("Content is ")
