"""Claude Code: its hook events, its file tools, its answers.

Events arrive as one JSON object on stdin, with ``hook_event_name``, ``tool_name`` and
``tool_input``. The file tools are ``Write``, ``Edit``, ``MultiEdit`` (of older clients and
compatible hosts) and ``NotebookEdit``; the field names of the first drafts (``old_str``,
``new_str``) are read too, and so are the text editor tools of Anthropic's API. Paths come from
``tool_input``: a response's are raw.

Answers are one JSON object, exit code 0. A clean edit is answered ``{}``: an explicit ``allow``
would skip the user's own permission prompt.
"""

from __future__ import annotations

import os

from phaser_lint.agent import (
    TOO_MANY,
    ChannelFields,
    Event,
    FileProposal,
    are_too_many,
    find_text_field,
    find_tool_arguments,
    grows_too_large,
    keep_possible_path,
    propose_content,
    propose_text,
    propose_unfollowed,
    resolve_path,
)
from phaser_lint.core import JsonObject, JsonValue, no_event_error, render_json_line
from phaser_lint.core.text import TOO_LARGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agent.answers import Answer, Decision

_TEXT_EDITORS = ("str_replace_based_edit_tool", "str_replace_editor")
FILE_TOOLS = ("Edit", "Write", "MultiEdit", "NotebookEdit", *_TEXT_EDITORS)
PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR"
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {
    "prompt_event": "UserPromptSubmit",
    "tool_events": ("PreToolUse",),
    "reads_before": True,
}
_LONGEST_MILLISECONDS = 1e12


def parse_event(payload: JsonValue) -> Event:
    """Return Claude Code's event that the JSON *payload* describes; raises ``InputError``."""
    if not isinstance(payload, dict):
        raise no_event_error()
    response = payload.get("tool_response")
    milliseconds: JsonValue = payload.get("duration_ms")
    originals = [
        find_text_field(response, key)
        for key in ("originalFile", "original_file")
        if isinstance(response, dict) and key in response
    ]
    # A boolean is a number to Python, and so are NaN and what no clock could have counted.
    is_number = isinstance(milliseconds, (int, float)) and not isinstance(milliseconds, bool)
    has_duration = is_number and 0 <= milliseconds <= _LONGEST_MILLISECONDS
    event = Event(
        name=find_text_field(payload, "hook_event_name") or "PreToolUse",
        tool=find_text_field(payload, "tool_name"),
        tool_input=find_tool_arguments(payload.get("tool_input")),
        session=find_text_field(payload, "session_id"),
        working_directory=keep_possible_path(find_text_field(payload, "cwd")),
        stop_hook_active=payload.get("stop_hook_active") is True,
        original=originals[0] if originals else None,
        subagent=find_text_field(payload, "agent_id"),
        seconds=milliseconds / 1000 if has_duration else None,
        call=find_text_field(payload, "tool_use_id") or find_text_field(payload, "tool_call_id"),
        prompt=find_text_field(payload, "prompt_id") or find_text_field(payload, "turn_id"),
        transcript=keep_possible_path(find_text_field(payload, "transcript_path")),
    )
    if event.tool in _TEXT_EDITORS:
        from phaser_lint.agent.claude_code.text_editor import make_file_tool_event  # few have it

        return make_file_tool_event(event)
    return event


def find_named_file(tool_input: JsonObject) -> str:
    """Return the path in the *tool_input* of Claude Code's file tool, as written, or nothing."""
    return find_text_field(tool_input, "file_path") or find_text_field(tool_input, "notebook_path")


def propose_edit(event: Event) -> FileProposal:
    """Return the file as Claude Code's file tool will leave it, or why that is unknown."""
    if event.tool not in FILE_TOOLS:
        return FileProposal(skip_reason=f"Unknown tool: {event.tool}")
    path = resolve_path(event, find_named_file(event.tool_input))
    if not path:
        has_path = event.tool_input.get("file_path") or event.tool_input.get("notebook_path")
        reason = "Invalid file_path" if has_path else "Missing file_path"
        return FileProposal(skip_reason=reason, file_edit=True)
    try:
        proposal = (
            propose_content(path, event.tool_input.get("content"))
            if event.tool == "Write"
            else _edit_existing(path, event)
        )
    except TimeoutError as error:  # of what follows edits, which most events do not load
        return propose_unfollowed(error, path=path)
    return proposal._replace(path=path, file_edit=True)


def _edit_existing(path: str, event: Event) -> FileProposal:
    if event.tool in _TEXT_EDITORS:
        from phaser_lint.agent.claude_code.text_editor import propose_editor_change

        return propose_editor_change(path, event)
    edits = _list_edits(event.tool, event.tool_input)
    if not os.path.lexists(path):
        if not edits or find_old_text(edits[0]) != "":
            return FileProposal(skip_reason=f"File not found: {path}")
        text, reason = find_new_text(edits[0]), "Missing new_string"  # the first makes the file
        if text is not None and len(edits) > 1:
            text, reason = _apply_edits(text, edits[1:], event.until)
        if text is None:
            return FileProposal(skip_reason=reason, is_new=True)
        return propose_text(text, before=None, is_new=True)
    from phaser_lint.project.regular_file import read_text_or_reason  # a Write reads nothing

    before, reason = read_text_or_reason(path)
    if before is None:
        from phaser_lint.agent.proposed_texts import propose_unread  # most files can be read

        return propose_unread(path, reason)
    if event.tool == "NotebookEdit":
        from phaser_lint.agent.claude_code.notebook_tool import edit_notebook

        text, reason = edit_notebook(before, event)
    else:
        text, reason = _apply_edits(before, edits, event.until)
    if text is None:
        return FileProposal(before=before, skip_reason=reason)
    return propose_text(text, before=before, is_new=False)


def _list_edits(tool: str, tool_input: JsonObject) -> list[JsonObject]:
    """Return the replacements of a tool, in their order; none where the event has none."""
    if tool != "MultiEdit":
        return [tool_input] if tool == "Edit" else []
    edits = tool_input.get("edits")
    several = edits if isinstance(edits, list) else []
    return several if all(isinstance(edit, dict) for edit in several) else []


def _apply_edits(
    before: str, edits: list[JsonObject], until: float | None
) -> tuple[str | None, str]:
    if not edits:
        return None, "Missing edits"
    if are_too_many(edits, before):
        return None, TOO_MANY
    from phaser_lint.text.edits.text_edit import apply_text_edit

    text = before
    for edit in edits:
        old, new = find_old_text(edit), find_new_text(edit)
        if old is None or new is None:
            return None, "Missing old_string" if old is None else "Missing new_string"
        replace_all = edit.get("replace_all") is True
        if replace_all and grows_too_large(text, old, new):
            return None, f"Content is {TOO_LARGE}"
        after = apply_text_edit(text, old=old, new=new, replace_all=replace_all, until=until)
        if after is None:
            name = "old_str" if "old_str" in edit and "old_string" not in edit else "old_string"
            return None, f"{name} not found in file"
        text = after
    return text, ""


def find_old_text(edit: JsonObject) -> str | None:
    """Return the text that an edit of Claude Code replaces, or ``None``."""
    return find_first_text(edit, "old_string", "old_str")


def find_new_text(edit: JsonObject) -> str | None:
    """Return the text that an edit of Claude Code puts in its place, or ``None``."""
    return find_first_text(edit, "new_string", "new_str")


def find_first_text(tool_input: JsonObject, *names: str) -> str | None:
    """Return what the first of these *names* that holds a text says to Claude Code's tool."""
    for name in names:
        text = tool_input.get(name)
        if isinstance(text, str):
            return text
    return None


def proposals(event: Event) -> tuple[FileProposal, ...]:
    """Return the files as they will be after Claude Code's tool; none if it edits none."""
    if event.tool not in FILE_TOOLS:
        return ()
    proposal = propose_edit(event)
    if event.tool != "MultiEdit":
        return (proposal,)
    # Edits that name files themselves: some host may read these beside the file of the call.
    edits_by_path: dict[str, list[JsonObject]] = {}
    for edit in _list_edits(event.tool, event.tool_input):
        if edit_path := find_named_file(edit):
            edits_by_path.setdefault(resolve_path(event, edit_path), []).append(edit)
    own_proposals = [
        propose_edit(event._replace(tool_input={"file_path": path, "edits": edits}))
        for path, edits in edits_by_path.items()
        if path not in ("", proposal.path)
    ]
    return (proposal, *(own for own in own_proposals if own.text is not None))


def touched_paths(event: Event) -> tuple[str, ...]:
    """Return the absolute, resolved paths that a tool of the agent Claude Code touched."""
    if event.tool not in FILE_TOOLS:
        return ()
    path = resolve_path(event, find_named_file(event.tool_input))
    return (path,) if path else ()


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer in the form of Claude Code, which other agents took over."""
    from phaser_lint.agent.answers import Answer, make_json_answer  # a clean edit has none to make

    return Answer(render_json_line(make_json_answer(event.name, decision)) + "\n")
