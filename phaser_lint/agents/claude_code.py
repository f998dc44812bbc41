"""Claude Code: its hook events, its file tools, its answers.

Events arrive as one JSON object on stdin, with ``hook_event_name``, ``tool_name`` and
``tool_input``. The file tools are ``Write``, ``Edit``, ``MultiEdit`` (of older clients and
compatible hosts) and ``NotebookEdit``; the field names of the first drafts (``old_str``,
``new_str``) are read too. Paths come from ``tool_input``: a response's are raw.

Answers are one JSON object, exit code 0. A clean edit is answered ``{}``: an explicit ``allow``
would skip the user's own permission prompt.
"""

from __future__ import annotations

import os

from phaser_lint.agents.event import Answer, Event, Reconstruction
from phaser_lint.inputs.regular_file import MAXIMUM_BYTES, TOO_LARGE, is_garbled_at, read_bytes
from phaser_lint.json_text import dumps
from phaser_lint.text import file_text, is_binary, is_garbled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaser_lint.agents.event import Decision

FILE_TOOLS = ("Edit", "Write", "MultiEdit", "NotebookEdit")
PROJECT_VARIABLE = "CLAUDE_PROJECT_DIR"
DENIAL_ABORTS = False
_LONGEST_MILLISECONDS = 1e12
LONGEST_TEXT = 9_000
"""Characters of one answer's text; the client moves what is over 10,000 into a file."""


def parse_event(value: Any) -> Event:
    """Return the event that the JSON *value* describes; raises ``InputError`` if it is none."""
    if not isinstance(value, dict):
        from phaser_lint.errors import InputError

        raise InputError("standard input: expected a JSON object with a hook event")
    tool_input = value.get("tool_input")
    response = value.get("tool_response")
    return Event(
        name=text_of(value, "hook_event_name") or "PreToolUse",
        tool=text_of(value, "tool_name"),
        tool_input=tool_input if isinstance(tool_input, dict) else {},
        session=text_of(value, "session_id"),
        working_directory=possible_path(text_of(value, "cwd")),
        stop_hook_active=value.get("stop_hook_active") is True,
        original=_original(response) if isinstance(response, dict) else None,
        subagent=text_of(value, "agent_id"),
        seconds=_seconds(value.get("duration_ms")),
    )


def text_of(value: Mapping[str, Any], key: str) -> str:
    """Return the text at *key*, or nothing."""
    found = value.get(key)
    return found if isinstance(found, str) else ""


def possible_path(written: str) -> str:
    """Return *written*, or nothing where no file can be called that (NUL, half a character)."""
    try:
        os.fsencode(written)
    except ValueError:
        return ""
    return "" if "\0" in written else written


def _seconds(milliseconds: object) -> float | None:
    # A boolean is a number to Python, and so are NaN and what no clock could have counted.
    if isinstance(milliseconds, bool) or not isinstance(milliseconds, (int, float)):
        return None
    return milliseconds / 1000 if 0 <= milliseconds <= _LONGEST_MILLISECONDS else None


def _original(response: Mapping[str, Any]) -> str | None:
    for key in ("originalFile", "original_file"):
        if key in response:
            return text_of(response, key)
    return None


def touched_path(event: Event) -> str:
    """Return the absolute, resolved path that the event's tool touches, or nothing."""
    written = text_of(event.tool_input, "file_path") or text_of(event.tool_input, "notebook_path")
    return resolved(event, written)


def resolved(event: Event, written: str) -> str:
    """Return the path that an event names, absolute and resolved; nothing if there is none."""
    written = possible_path(written)
    if not written:
        return ""
    if written.startswith("~/"):  # older clients expand it after their hooks have run
        written = os.path.expanduser(written)
    return os.path.realpath(os.path.join(event.working_directory, written))


def unfollowed(path: str) -> str:
    """Return *path* resolved, but for a link that it is itself: a deletion takes only that."""
    if not os.path.islink(path):
        return os.path.realpath(path)
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)


def reconstruct(event: Event) -> Reconstruction:
    """Return the file as it will be after the event's tool has run, or why that is unknown."""
    if event.tool not in FILE_TOOLS:
        return Reconstruction(skip_reason=f"Unknown tool: {event.tool}")
    path = touched_path(event)
    if not path:
        named = event.tool_input.get("file_path") or event.tool_input.get("notebook_path")
        reason = "Invalid file_path" if named else "Missing file_path"
        return Reconstruction(skip_reason=reason, file_edit=True)
    reconstructed = (
        write(path, event.tool_input.get("content"))
        if event.tool == "Write"
        else _edit_existing(path, event.tool, event.tool_input)
    )
    return reconstructed._replace(path=path, file_edit=True)


def write(path: str, content: object) -> Reconstruction:
    """Return the file at *path* with all its text replaced by *content*."""
    if not isinstance(content, str):
        return Reconstruction(skip_reason="Missing content")
    before, _ = read(path)
    made = proposed(content, before=before, is_new=not exists(path))
    if made.text is not None and len(content) > MAXIMUM_BYTES:
        return Reconstruction(skip_reason=f"Content is {TOO_LARGE}")
    return made


def proposed(text: str, *, before: str | None, is_new: bool) -> Reconstruction:
    """Return the file with this *text*, or why there is nothing to judge."""
    if not is_binary(text):
        return Reconstruction(text=text, before=before, is_new=is_new)
    garbled = bool(before) or is_garbled(text)
    return Reconstruction(skip_reason="Binary content detected", is_new=is_new, garbled=garbled)


def unread(path: str, reason: str) -> Reconstruction:
    """Return that the file at *path* is not judged since its text could not be read."""
    return Reconstruction(skip_reason=reason, garbled=silent(reason) and is_garbled_at(path))


def _edit_existing(path: str, tool: str, tool_input: Mapping[str, Any]) -> Reconstruction:
    creates = tool == "Edit" and _field(tool_input, "old_string", "old_str") == ""
    if not exists(path):
        if not creates:
            return Reconstruction(skip_reason=f"File not found: {path}")
        created = _field(tool_input, "new_string", "new_str")
        if created is None:
            return Reconstruction(skip_reason="Missing new_string", is_new=True)
        return proposed(created, before=None, is_new=True)
    before, reason = read(path)
    if before is None:
        return unread(path, reason)
    text, reason = _edited(before, tool, tool_input)
    if text is None:
        return Reconstruction(before=before, skip_reason=reason)
    return proposed(text, before=before, is_new=False)


def _edited(before: str, tool: str, tool_input: Mapping[str, Any]) -> tuple[str | None, str]:
    if tool == "NotebookEdit":
        return _edited_notebook(before, tool_input)
    from phaser_lint.edits.edit import apply_edit

    edits = tool_input.get("edits") if tool == "MultiEdit" else [tool_input]
    if not isinstance(edits, list) or not edits:
        return None, "Missing edits"
    text = before
    for edit in edits:
        if not isinstance(edit, dict):
            return None, "Missing edits"
        old, new = _field(edit, "old_string", "old_str"), _field(edit, "new_string", "new_str")
        if old is None or new is None:
            return None, "Missing old_string" if old is None else "Missing new_string"
        after = apply_edit(text, old=old, new=new, replace_all=edit.get("replace_all") is True)
        if after is None:
            return None, "old_str not found in file"
        text = after
    return text, ""


def _edited_notebook(before: str, tool_input: Mapping[str, Any]) -> tuple[str | None, str]:
    from phaser_lint.edits.notebook_edit import apply_notebook_edit

    source = _field(tool_input, "new_source")
    if source is None and tool_input.get("edit_mode") != "delete":
        return None, "Missing new_source"
    text = apply_notebook_edit(
        before,
        cell_id=_field(tool_input, "cell_id"),
        new_source=source or "",
        cell_type=_field(tool_input, "cell_type"),
        edit_mode=_field(tool_input, "edit_mode") or "replace",
    )
    return text, "" if text is not None else "cell not found in notebook"


def _field(tool_input: Mapping[str, Any], *names: str) -> str | None:
    for name in names:
        found = tool_input.get(name)
        if isinstance(found, str):
            return found
    return None


def exists(path: str) -> bool:
    """Tell whether there is anything at *path*."""
    return os.path.lexists(path)


def read(path: str) -> tuple[str | None, str]:
    """Return the text on disk, or nothing and the reason."""
    try:
        data = read_bytes(path, limit=MAXIMUM_BYTES + 1)
    except (OSError, ValueError) as error:
        return None, f"Cannot read file: {getattr(error, 'strerror', None) or error}"
    if len(data) > MAXIMUM_BYTES:
        return None, f"Cannot read file: {TOO_LARGE}"
    text = file_text(data)
    return (None, "Binary file detected") if is_binary(text) else (text, "")


def proposals(event: Event) -> tuple[Reconstruction, ...]:
    """Return the files as they will be after the event's tool has run; none if it edits none."""
    return (reconstruct(event),) if event.tool in FILE_TOOLS else ()


def touched_paths(event: Event) -> tuple[str, ...]:
    """Return the absolute, resolved paths that the event's tool touched."""
    path = touched_path(event) if event.tool in FILE_TOOLS else ""
    return (path,) if path else ()


def silent(reason: str) -> bool:
    """Tell whether a skip needs no word: binary files are none of a contract's business."""
    return reason.startswith("Binary ")


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer in the form of Claude Code, which other agents took over."""
    return Answer(dumps(answered(event.name, decision)) + "\n")


def answered(event_name: str, decision: Decision) -> dict[str, Any]:
    """Return the answer to the event of that name; ``{}`` where there is nothing to say."""
    from phaser_lint.hooks import answer  # here: the clean path says nothing

    reason, context = shortened(decision.reason), shortened(decision.context)
    specific = (
        answer.permission("deny", event_name=event_name, reason=reason, context=context)
        if decision.verdict == "deny"
        else answer.specific(event_name, additionalContext=context)
    )
    blocked = answer.block(reason) if decision.verdict == "block" else {}
    return {**blocked, **specific, **answer.common(system_message=shortened(decision.to_user))}


def shortened(text: str) -> str:
    """Return *text* within the client's limit, at a line's end, saying how much is missing."""
    if len(text) <= LONGEST_TEXT:
        return text
    kept = text[:LONGEST_TEXT].rpartition("\n")[0] or text[:LONGEST_TEXT]
    missing = text[len(kept) :].strip("\n").count("\n") + 1
    return f"{kept}\n… and {missing} more lines"
