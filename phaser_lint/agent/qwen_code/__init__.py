"""Qwen Code: Claude Code's events and answers with Gemini's tools.

Context before a tool does not reach the model: what a denial has to add goes into its reason.
"""

from __future__ import annotations

from phaser_lint.agent import ChannelFields, Event, claude_code, file_tools
from phaser_lint.agent.answers import Answer, Decision
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.agent.gemini_cli import find_original_text
from phaser_lint.core import JsonValue

PROJECT_VARIABLE = "QWEN_PROJECT_DIR"
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {"prompt_event": "UserPromptSubmit", "tool_events": ("PostToolUse",)}
TOOLS = {
    "write_file": FileTool("write", keeps_line_ends=True),
    "edit": FileTool("replace"),
    "notebook_edit": FileTool("notebook", path=("notebook_path",)),
}


def parse_event(payload: JsonValue) -> Event:
    """Return Qwen Code's event that the JSON *payload* describes."""
    event = claude_code.parse_event(payload)
    response = payload.get("tool_response")
    return (
        event._replace(original=find_original_text(response))
        if isinstance(response, dict)
        else event
    )


proposals, touched_paths = file_tools.bind_file_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer to Qwen Code, in Claude Code's form."""
    if decision.verdict == "deny" and decision.context:
        reason = f"{decision.reason}\n{decision.context}"
        decision = decision._replace(reason=reason, context="")
    return claude_code.render(event, decision)
