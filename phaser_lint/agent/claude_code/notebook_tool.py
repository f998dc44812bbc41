"""The tool NotebookEdit, which replaces, inserts or deletes a cell."""

from __future__ import annotations

from phaser_lint.agent import Event
from phaser_lint.agent.claude_code import find_first_text
from phaser_lint.core.text import TOO_LARGE
from phaser_lint.text.edits.notebook_edit import apply_notebook_edit


def edit_notebook(before: str, event: Event) -> tuple[str | None, str]:
    """Return the notebook whose text was *before* as the tool will leave it, or ``None`` and why
    that is unknown; raises ``TimeoutError``.
    """
    tool_input = event.tool_input
    source = find_first_text(tool_input, "new_source")
    if source is None and tool_input.get("edit_mode") != "delete":
        return None, "Missing new_source"
    try:
        text = apply_notebook_edit(
            before,
            cell_id=find_first_text(tool_input, "cell_id"),
            new_source=source or "",
            cell_type=find_first_text(tool_input, "cell_type"),
            edit_mode=find_first_text(tool_input, "edit_mode") or "replace",
            until=event.until,
        )
    except OverflowError:
        return None, f"Content is {TOO_LARGE}"
    return text, "" if text is not None else "cell not found in notebook"
