"""Factory droid: Claude Code's events and answers, with file tools of its own.

Context before a tool does not reach the model: what a denial has to add goes into its reason. A
file that ``Create`` writes ends with a line end and keeps those that it had; ``Edit`` keeps the end
of the file as it was. Where line ends are mixed, those that are more frequent are written to all.
"""

from __future__ import annotations

from phaser_lint.agent import (
    ChannelFields,
    Event,
    FileProposal,
    claude_code,
    file_tools,
    with_text_before,
)
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.agent.proposed_texts import with_carriage_returns, with_line_feeds
from phaser_lint.agent.qwen_code import render
from phaser_lint.core import JsonValue, parse_json_value

PROJECT_VARIABLE = "FACTORY_PROJECT_DIR"
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {}
_EDIT = FileTool(
    "replace",
    old=("old_str", "old_string"),
    new=("new_str", "new_string"),
    every="change_all",
    several="first",
)
TOOLS = {
    "Create": FileTool("write"),
    "Edit": _EDIT,
    "MultiEdit": _EDIT._replace(kind="edits"),
    "ApplyPatch": FileTool("patch", text=("input", "patch")),
}

__all__ = ["parse_event", "proposals", "render", "touched_paths"]


def parse_event(payload: JsonValue) -> Event:
    """Return droid's event that the JSON *payload* describes."""
    event = claude_code.parse_event(payload)
    patch = event.tool_input.get("input")
    if event.tool != "ApplyPatch" or not (isinstance(patch, str) and patch.startswith("{")):
        return event
    # A model that knows no free text for a tool sends an object, which arrives as its text.
    try:
        tool_input = parse_json_value(patch.encode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return event
    return event._replace(tool_input=tool_input) if isinstance(tool_input, dict) else event


def proposals(event: Event) -> tuple[FileProposal, ...]:
    """Return the files as they will be after droid's tool has run; none if it edits none."""
    proposals = file_tools.propose_tool_changes(event, TOOLS)
    if event.tool == "ApplyPatch":
        return proposals
    written_proposals = []
    for proposal in map(with_text_before, proposals):
        if proposal.text is not None:
            text, before = with_line_feeds(proposal.text), proposal.before
            ends = text.endswith("\n")
            had_end = before is None or before.endswith("\n")
            if not ends and (event.tool == "Create" or had_end):
                text = f"{text}\n"
            elif ends and event.tool != "Create" and not had_end:
                text = text[:-1]
            if (before or "").count("\r\n") > (before or "").count("\n") / 2:
                text = with_carriage_returns(text)
            proposal = proposal._replace(text=text)
        written_proposals.append(proposal)
    return tuple(written_proposals)


def touched_paths(event: Event) -> tuple[str, ...]:
    """Return the absolute, resolved paths that droid's tool touched."""
    return file_tools.list_touched_paths(event, TOOLS)
