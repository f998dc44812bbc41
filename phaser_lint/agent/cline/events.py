"""Cline: executables named after the event, and answers of its own.

A denial (``cancel``) ends the whole run and nobody reads its reason, so by default nothing is
denied: violations are reported after the write, where ``contextModification`` reaches the model.
``--abort`` denies all the same. Edits of one message all see the file as it was before the first.
"""

from __future__ import annotations

from phaser_lint.agent import (
    Answer,
    Event,
    file_tools,
    inputs_of,
    possible_path,
    shortened,
    text_of,
)
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core.errors import InputError
from phaser_lint.core.text import dumps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaser_lint.agent import Decision

PROJECT_VARIABLE = ""
DENIAL_ABORTS = True
CHANNEL: Mapping[str, Any] = {}
_PATH = ("path",)
TOOLS = {
    "editor": FileTool("editor", path=_PATH, old=("old_text",), new=("new_text",)),
    "write_to_file": FileTool("write", path=_PATH),
    "replace_in_file": FileTool("blocks", path=_PATH, text=("diff",)),
    "apply_patch": FileTool("patch", text=("input", "patch")),
}


def parse_event(value: Any) -> Event:
    """Return the event that the JSON *value* describes."""
    if not isinstance(value, dict):
        raise InputError("standard input: expected a JSON object with a hook event")
    name, outer, call = _call(value)
    roots = value.get("workspaceRoots")
    listed = roots[0] if isinstance(roots, list) and roots else value.get("workspacePath")
    root = possible_path(listed) if isinstance(listed, str) else ""
    failed = _failed(call.get("output")) or outer.get("success") is False
    return Event(
        name="PostToolUseFailure" if failed else name,
        tool=text_of(call, "name") or text_of(outer, "toolName") or text_of(outer, "tool"),
        tool_input=inputs_of(call.get("input") or outer.get("parameters")),
        session=text_of(value, "taskId"),
        call=text_of(call, "id"),
        working_directory=root,
        project=root,
    )


def _call(value: Mapping[str, Any]) -> tuple[str, Mapping[str, Any], Mapping[str, Any]]:
    """Return the event's name, its older part, and the newer one with values that are not text."""
    for name, key, newer in (
        ("PreToolUse", "preToolUse", "tool_call"),
        ("PostToolUse", "postToolUse", "tool_result"),
    ):
        outer = value.get(key)
        if isinstance(outer, dict):
            call = value.get(newer)
            return name, outer, call if isinstance(call, dict) else {}
    return "Other", {}, {}


def _failed(output: object) -> bool:
    return isinstance(output, dict) and output.get("success") is False


proposals, touched_paths = file_tools.for_tools(TOOLS)


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer in Cline's form."""
    if decision.verdict == "deny":
        return Answer(dumps({"cancel": True, "errorMessage": shortened(decision.reason)}) + "\n")
    message = decision.context or decision.to_user
    answer = {"cancel": False, "contextModification": shortened(message)} if message else {}
    return Answer(dumps(answer) + "\n")
