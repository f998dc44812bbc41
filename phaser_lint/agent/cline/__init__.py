"""Cline: executables named after the event, and answers of its own.

A denial (``cancel``) ends the whole run and nobody reads its reason, so by default nothing is
denied: violations are reported after the write, where ``contextModification`` reaches the model.
``--abort`` denies all the same. Edits of one message all see the file as it was before the first.
"""

from __future__ import annotations

import os

from phaser_lint.agent import (
    ChannelFields,
    Event,
    FileProposal,
    file_tools,
    find_text_field,
    find_tool_arguments,
    keep_possible_path,
)
from phaser_lint.agent.answers import Answer, Decision, shorten_answer
from phaser_lint.agent.file_tools import FileTool
from phaser_lint.core import JsonObject, JsonValue, no_event_error, render_json_line

PROJECT_VARIABLE = ""
DENIAL_ABORTS = True
CHANNEL: ChannelFields = {}
_PATH = ("path",)
_PATCHES = ("input", "patch")
TOOLS = {
    "editor": FileTool("editor", path=_PATH, old=("old_text",), new=("new_text",)),
    "write_to_file": FileTool("write", path=_PATH),
    "replace_in_file": FileTool("blocks", path=_PATH, text=("diff",)),
    "apply_patch": FileTool("patch", text=_PATCHES),
}


def parse_event(payload: JsonValue) -> Event:
    """Return Cline's event that the JSON *payload* describes."""
    if not isinstance(payload, dict):
        raise no_event_error()
    # Its older part, and the newer one with values that are not text.
    name, outer_part, call_part = "Other", None, None
    for stage, older, newer in (
        ("PostToolUse", "postToolUse", "tool_result"),
        ("PreToolUse", "preToolUse", "tool_call"),
    ):
        if older in payload or newer in payload:
            name, outer_part, call_part = stage, payload.get(older), payload.get(newer)
    outer = outer_part if isinstance(outer_part, dict) else {}
    call = call_part if isinstance(call_part, dict) else {}
    roots = payload.get("workspaceRoots")
    folders = (
        [folder for folder in roots if isinstance(folder, str)] if isinstance(roots, list) else []
    )
    folders = list(
        filter(
            None, map(keep_possible_path, folders or [find_text_field(payload, "workspacePath")])
        )
    )
    root = folders[0] if folders else ""
    output = call.get("output")
    failed = outer.get("success") is False or (
        isinstance(output, dict) and output.get("success") is False
    )
    return Event(
        name="PostToolUseFailure" if failed else name,
        tool=find_text_field(call, "name")
        or find_text_field(outer, "toolName")
        or find_text_field(outer, "tool"),
        tool_input=_with_absolute_paths(
            find_tool_arguments(call.get("input") or outer.get("parameters")), folders
        ),
        session=find_text_field(payload, "taskId"),
        call=find_text_field(call, "id"),
        working_directory=root,
        project=root,
    )


def _with_absolute_paths(tool_input: JsonObject, folders: list[str]) -> JsonObject:
    """Return a tool's input with the paths in a named folder of the workspace made absolute."""
    if not any(isinstance(text, str) and "@" in text for text in tool_input.values()):
        return tool_input
    changed = {}
    for key, text in tool_input.items():
        if isinstance(text, str) and key in _PATCHES:
            lines = text.split("\n")
            for number, line in enumerate(lines):
                head, colon, path = line.partition(": ")
                if head.startswith("*** ") and head.endswith((" File", "*** Move to")):
                    lines[number] = f"{head}{colon}{_make_absolute(path, folders)}"
            changed[key] = "\n".join(lines)
    own_path = tool_input.get("path")
    if isinstance(own_path, str):
        changed["path"] = _make_absolute(own_path, folders)
    return {**tool_input, **changed}


def _make_absolute(path: str, folders: list[str]) -> str:
    """Return *path*, absolute where it begins with the name of one of several *folders*.

    A name that none of them has, or several, stays: then it is not known which file that is.
    """
    name, colon, rest_of_path = path.removeprefix("@").partition(":")
    if not (path.startswith("@") and colon) or "/" in name:
        return path
    matching = [folder for folder in folders if os.path.basename(folder.rstrip("/\\")) == name]
    if len(matching) == 1:
        return os.path.join(matching[0], rest_of_path.lstrip("/"))
    return path if len(folders) > 1 else f"./{path}"


def proposals(event: Event) -> tuple[FileProposal, ...]:
    """Return the files as they will be after Cline's tool has run; none if it edits none."""
    folder = _find_unknown_folder(event)
    if folder and event.tool in TOOLS:
        reason = f"no folder of the workspace is known as {folder}, or several are"
        return (FileProposal(skip_reason=reason, file_edit=True),)
    return file_tools.propose_tool_changes(event, TOOLS)


def touched_paths(event: Event) -> tuple[str, ...]:
    """Return the absolute, resolved paths that Cline's tool touched."""
    return () if _find_unknown_folder(event) else file_tools.list_touched_paths(event, TOOLS)


def _find_unknown_folder(event: Event) -> str:
    """Return the name in a path that is of no known folder of the workspace, or nothing."""
    paths = [find_text_field(event.tool_input, "path")]
    for key in _PATCHES:
        lines = find_text_field(event.tool_input, key).split("\n")
        paths += [line.partition(": ")[2] for line in lines if line.startswith("*** ")]
    for path in paths:
        name, colon, _ = path.partition(":")
        if path.startswith("@") and colon and "/" not in name:
            return name
    return ""


def render(event: Event, decision: Decision) -> Answer:
    """Return the answer in Cline's form."""
    if decision.verdict == "deny":
        return Answer(
            render_json_line({"cancel": True, "errorMessage": shorten_answer(decision.reason)})
            + "\n"
        )
    message = decision.context or decision.to_user
    answer = {"cancel": False, "contextModification": shorten_answer(message)} if message else {}
    return Answer(render_json_line(answer) + "\n")
