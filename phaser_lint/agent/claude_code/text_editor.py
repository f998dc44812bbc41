"""The text editor tools of Anthropic's API, for those who write an agent of their own.

A ``command`` says what they do: view, create, str_replace, insert; older ones know undo_edit.
"""

from __future__ import annotations

from phaser_lint.agent import Event, FileProposal, find_text_field
from phaser_lint.agent.proposed_texts import propose_insertion


def make_file_tool_event(event: Event) -> Event:
    """Return the *event* of a text editor tool as that of Claude Code's tool which does the same,
    or of the same tool with the path where Claude Code's have it.
    """
    arguments = event.tool_input
    named = {"file_path": find_text_field(arguments, "path")}
    command = arguments.get("command")
    if command == "view":
        return event._replace(tool="Read", tool_input=named)
    if command == "create":
        content = arguments.get("file_text")
        return event._replace(tool="Write", tool_input={**named, "content": content})
    if command == "str_replace":
        texts = {"old_str": arguments.get("old_str"), "new_str": arguments.get("new_str", "")}
        return event._replace(tool="Edit", tool_input={**named, **texts})
    return event._replace(tool_input={**arguments, **named})


def propose_editor_change(path: str, event: Event) -> FileProposal:
    """Return the file at *path* with the lines that a text editor tool inserts after one of its
    lines, or why what it does is unknown.
    """
    arguments = event.tool_input
    line = arguments.get("insert_line")
    texts = [arguments.get("insert_text"), arguments.get("new_str")]
    inserted = next((text for text in texts if isinstance(text, str)), None)
    if arguments.get("command") != "insert":
        return FileProposal(skip_reason=f"what {event.tool} does cannot be foreseen")
    if not isinstance(line, int) or inserted is None:
        missing = "insert_text" if inserted is None else "insert_line"
        return FileProposal(skip_reason=f"Missing {missing}")
    return propose_insertion(path, inserted, after=line)
