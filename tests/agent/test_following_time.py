"""An edit that takes too long to follow is said to be unchecked, and what came before it counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from phaser_lint.agent import Event, load_adapter
from phaser_lint.agent.names_of_one_file import FileNames
from phaser_lint.agent.patched_files import find_patches_in_command
from tests.counted_work import calls_of

LATE_REASON = "following the edit took longer than 2000 ms"
OVER = 0.0
SIZES = (100, 1_000)
NOTEBOOK = json.dumps({"cells": [{"cell_type": "code", "source": "a"}]})
BLOCKS = "------- SEARCH\na\n=======\nb\n+++++++ REPLACE\n"
UPDATE = "*** Begin Patch\n*** Update File: a\n@@\n-a\n+b\n*** End Patch"
ROWS: list[tuple[str, str, dict[str, Any]]] = [
    ("claude-code", "Edit", {"file_path": "a", "old_string": "a", "new_string": "b"}),
    (
        "claude-code",
        "MultiEdit",
        {"file_path": "a", "edits": [{"old_string": "a", "new_string": "b"}]},
    ),
    (
        "claude-code",
        "NotebookEdit",
        {"notebook_path": "a.ipynb", "cell_id": "cell-0", "new_source": "b"},
    ),
    ("codex", "apply_patch", {"command": UPDATE}),
    ("gemini-cli", "replace", {"file_path": "a", "old_string": "a", "new_string": "b"}),
    ("cline", "replace_in_file", {"path": "a", "diff": BLOCKS}),
    ("pi", "edit", {"path": "a", "edits": [{"oldText": "a", "newText": "b"}]}),
]


def proposals(
    agent: str, tool: str, tool_input: dict[str, Any], root: Path, until: float | None
) -> Any:
    (root / "a").write_text("a\n")
    (root / "a.ipynb").write_text(NOTEBOOK)
    event = Event("PreToolUse", tool, tool_input, working_directory=str(root), until=until)
    return load_adapter(agent).proposals(event)


@pytest.mark.parametrize(("agent", "tool", "tool_input"), ROWS)
def test_each_tool_stops_when_its_time_is_over(
    tmp_path: Path, agent: str, tool: str, tool_input: dict[str, Any]
) -> None:
    [proposal] = proposals(agent, tool, tool_input, tmp_path, None)
    assert (proposal.text is not None, proposal.skip_reason) == (True, "")
    [late_proposal] = proposals(agent, tool, tool_input, tmp_path, OVER)
    assert (late_proposal.text, late_proposal.skip_reason, late_proposal.file_edit) == (
        None,
        LATE_REASON,
        True,
    )


@pytest.mark.parametrize("number", [1, 30])
def test_the_folder_of_each_patch_in_a_command(number: int) -> None:
    patch = "*** Begin Patch\n*** Delete File: x\n*** End Patch"
    command = f"cd /a && cd b; apply_patch <<'EOF'\n{patch}\nEOF\ncd c\n" * number
    [*patches] = find_patches_in_command(command, "/start")
    assert [folder for folder, _ in patches] == ["/a/b"] * number
    assert {text for _, text in patches} == {patch}
    assert [*find_patches_in_command(patch, "/start")] == []
    [(folder, _)] = find_patches_in_command(f"applypatch <<EOF\n{patch}", "/start")
    assert folder == "/start/"


def test_a_command_is_read_once_however_many_patches_it_holds() -> None:
    piece = "cd a; apply_patch\n*** Begin Patch\n*** End Patch\n"
    few, many = (
        calls_of(lambda number=number: [*find_patches_in_command(piece * number, "/")])
        for number in (100, 1_000)
    )
    assert many <= few * 15


def test_names_are_found_among_thousands_in_one_step(tmp_path: Path) -> None:
    def name_all(number: int) -> None:
        names = FileNames()
        for place in range(number):
            names.add(names.name_of(f"{tmp_path}/{place}"))

    few, many = (calls_of(lambda number=number: name_all(number)) for number in SIZES)
    assert many <= few * 15
