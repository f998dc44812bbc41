"""Kimi Code: Claude Code's events, with file tools of its own and one kind of answer.

``permissionDecision`` blocks an event, at the end of a run too. Nothing else of a hook's answer
reaches the model, so what a denial has to add goes into its reason. Edits of one message all see
the file as it was before the first of them.
"""

from __future__ import annotations

from phaser_lint.agent import ChannelFields, Event, file_tools
from phaser_lint.agent.answers import Answer, Decision, make_json_answer
from phaser_lint.agent.claude_code import parse_event
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import render_json_line

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {}
_PATH = ("path", "file_path")
TOOLS = {
    "Write": FileTool("write", path=_PATH, appends="mode"),
    "Edit": FileTool("replace", path=_PATH, keeps_mixed_line_ends=True),
}

proposals, touched_paths = file_tools.bind_file_tools(TOOLS)

__all__ = ["parse_event", "proposals", "render", "touched_paths"]


def render(event: Event, decision: Decision) -> Answer:
    """Return Kimi Code's answer: a denial, or nothing."""
    if not decision.verdict:
        return Answer()
    reason = "\n".join(text for text in (decision.reason, decision.context) if text)
    answer = make_json_answer(event.name, Decision("deny", reason))
    return Answer(render_json_line(answer) + "\n")
