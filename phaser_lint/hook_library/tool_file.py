"""The file that a tool call is about: its path, what is edited there, and where it lies."""

from __future__ import annotations

from phaser_lint.agent import claude_code, resolve_path
from phaser_lint.core import JsonObject, Record
from phaser_lint.hook_library.event_place import EventPlace, find_event_place


class ToolFile(Record):
    """The file of a tool call: by the tool's input of an event, whose whole JSON is there, too."""

    tool_input: JsonObject
    event: JsonObject
    folder: str

    def path(self) -> str | None:
        """Return the path that the tool's input names, if it names one."""
        return claude_code.find_named_file(self.tool_input) or None

    def old_text(self) -> str | None:
        """Return the text that is replaced, if one is."""
        return claude_code.find_old_text(self.tool_input)

    def new_text(self) -> str | None:
        """Return the text that is put in its place, if one is."""
        return claude_code.find_new_text(self.tool_input)

    def place(self) -> EventPlace:
        """Return where the file lies, by the path that the agent resolves."""
        event = claude_code.parse_event(self.event)
        path = resolve_path(event, claude_code.find_named_file(event.tool_input))
        return find_event_place(path, self.folder) if path else EventPlace()
