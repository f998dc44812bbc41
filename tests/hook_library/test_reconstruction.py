"""The public reconstruction: what the hook checks, for hooks that a team writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.hooks import InputError, ProposedFile, reconstruct

if TYPE_CHECKING:
    from pathlib import Path


def proposed(tool: str, **tool_input: Any) -> Any:
    return reconstruct({"tool_name": tool, "tool_input": tool_input})


def test_a_proposed_file_has_the_names_of_client_and_specification(tmp_path: Path) -> None:
    """By the names of the client, and by those of the specification."""
    path = tmp_path.resolve() / "a.py"
    reconstruction = proposed("Write", file_path=str(path), content="x = 1\n")
    assert reconstruction.files == (ProposedFile(str(path), "x = 1\n", is_new=True),)
    assert (reconstruction.skipped, reconstruction.skip_reason) == (False, None)
    path.write_text("x = 1\nx = 1\n")
    expected = (ProposedFile(str(path), "y = 2\nx = 1\n", is_new=False),)
    for old, new in (("old_string", "new_string"), ("old_str", "new_str")):
        edit = {"file_path": str(path), old: "x = 1", new: "y = 2"}
        assert proposed("Edit", **edit).files == expected


SKIPPED = {
    "Write": ({"content": "x"}, "Missing file_path"),
    "Edit": ({"file_path": "/none.py", "old_str": "a", "new_str": "b"},
             "File not found: /none.py"),
    "Bash": ({"command": "ls"}, "Unknown tool: Bash"),
}  # fmt: skip


@pytest.mark.parametrize("tool", SKIPPED)
def test_a_skipped_edit_has_its_reason(tool: str) -> None:
    tool_input, reason = SKIPPED[tool]
    reconstruction = proposed(tool, **tool_input)
    assert (reconstruction.files, reconstruction.skipped, reconstruction.skip_reason) == (
        (),
        True,
        reason,
    )


def test_a_payload_that_is_no_event_is_refused() -> None:
    with pytest.raises(InputError):
        reconstruct([])  # type: ignore[arg-type]
