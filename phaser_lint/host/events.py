"""The JSON that agents send to their hooks, made here: an agent's event for a file to be written.

    write_event("claude-code", "/project", "src/app.py", "x = 1\\n")

Each has the fields that the agent guarantees, and names of its own for the tool that writes a whole
file. The common ones are ``session_id``, ``transcript_path``, ``cwd`` and ``hook_event_name``.
"""

from __future__ import annotations

import json
import os

from phaser_lint.host.own_shapes import (
    SESSION,
    TIME,
    write_of_cline,
    write_of_opencode,
    write_of_windsurf,
)
from phaser_lint.host.wave_events import (
    encoded_by_wave,
    prompt_of_wave,
    response_of_wave,
    stop_of_wave,
    variables_of_wave,
    write_of_wave,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    Event = dict[str, Any]
    Write = Callable[[Mapping[str, Any], str, str], Event]

UNKNOWN_TOOL = "PhaserLintDoctorTool"
"""A tool that no agent has; every hook has to let it pass."""

PROJECT_VARIABLES: dict[str, tuple[str, ...]] = {
    "claude-code": ("CLAUDE_PROJECT_DIR",),
    "gemini-cli": ("GEMINI_PROJECT_DIR", "CLAUDE_PROJECT_DIR"),
    "qwen-code": ("QWEN_PROJECT_DIR", "CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR"),
    "copilot-cli": ("COPILOT_PROJECT_DIR", "CLAUDE_PROJECT_DIR"),
    "cursor": ("CURSOR_PROJECT_DIR", "CLAUDE_PROJECT_DIR"),
    "wave": ("WAVE_PROJECT_DIR",),
}
"""The variables that an agent sets for its hooks, each to the project's folder."""
_MARKS = {
    "claude-code": {"CLAUDECODE": "1"},
    "copilot-cli": {"COPILOT_CLI": "1"},
}


def variables_of(agent: str, root: str, event: object = None) -> dict[str, str]:
    """Return the variables that *agent* adds for a hook of the project at *root*, at an *event*."""
    found = dict.fromkeys(PROJECT_VARIABLES.get(agent, ()), root)
    if agent == "wave":
        found |= variables_of_wave(event)
    return {**found, **_MARKS.get(agent, {})}


def encoded(agent: str, event: Mapping[str, Any]) -> bytes:
    """Return the *event* as *agent* writes it."""
    if agent == "wave":
        return encoded_by_wave(event)
    return json.dumps(event).encode("utf-8", "surrogatepass") + b"\n"


def write_event(agent: str, root: str, path: str, text: str, *, own_event: str = "") -> Event:
    """Return the event before *agent* writes *text* into *path*, which is relative to *root*.

    *own_event* is the event's name in the settings: some agents send another form under Claude
    Code's names.
    """
    return _WRITES.get(agent, _claude)(_common(root, own_event), os.path.join(root, path), text)


def written_event(agent: str, root: str, path: str, text: str, *, own_event: str = "") -> Event:
    """Return the event after *agent* has written *text* into *path*; see ``write_event``."""
    event = write_event(agent, root, path, text, own_event=own_event)
    if "hook_event_name" in event:
        event["hook_event_name"] = _named(agent, own_event or "PostToolUse")
    if "tool_call" in event:
        call, before = event.pop("tool_call"), event.pop("preToolUse")
        done = {"query": "", "result": "", "success": True}
        event["tool_result"] = {**call, "output": done, "durationMs": 1}
        event["postToolUse"] = {**before, "success": True, "result": ""}
        return {**event, "hookName": "tool_result"}
    if "opencode" in event:
        return {**event, "opencode": "after"}
    if "agent_action_name" in event:
        return {**event, "agent_action_name": "post_write_code"}
    key, response = _response(agent, path, text, event)
    return {**event, key: response}


def _named(agent: str, event: str) -> str:
    """Return what *agent* calls an event of its settings when it sends it."""
    # VS Code runs Copilot's hooks too, under Claude Code's names.
    own = {"agentStop": "Stop", "userPromptSubmitted": "UserPromptSubmit"}
    names = own if agent == "vscode" else {}
    upper = event[:1].upper() + event[1:] if agent == "vscode" else event
    return names.get(event, upper)


def _response(agent: str, path: str, text: str, event: Event) -> tuple[str, object]:
    if agent == "copilot-cli":
        if "toolArgs" in event:
            return "toolResult", {"resultType": "success", "textResultForLlm": ""}
        return "tool_result", {"result_type": "success", "text_result_for_llm": ""}
    if agent == "codex":
        return "tool_response", f"Exit code: 0\nOutput:\nSuccess.\nA {path}\n"
    if agent in ("gemini-cli", "qwen-code"):
        shown = {"fileName": path, "filePath": path, "originalContent": "", "newContent": text}
        return "tool_response", {"llmContent": "", "returnDisplay": {**shown, "isNewFile": True}}
    if agent == "cursor":
        return "tool_output", "{}"
    if agent == "wave":
        return "tool_response", response_of_wave(path)
    whole = {"type": "create", "filePath": path, "content": text, "originalFile": None}
    return "tool_response", {**whole, "structuredPatch": []}


def unknown_event(agent: str, root: str, *, own_event: str = "") -> Event:
    """Return the event before *agent* uses a tool that nobody knows."""
    event = write_event(agent, root, "unknown", "", own_event=own_event)
    for key in ("tool_name", "toolName", "tool"):
        if key in event:
            event[key] = UNKNOWN_TOOL
    if "tool_call" in event:
        event["tool_call"] = {**event["tool_call"], "name": UNKNOWN_TOOL}
        event["preToolUse"] = {"toolName": UNKNOWN_TOOL, "parameters": {}}
    if "agent_action_name" in event:
        event["agent_action_name"] = "pre_read_code"
    return event


def prompt_event(agent: str, root: str, *, own_event: str, text: str = "hello") -> Event:
    """Return the event of a prompt, *text*, that is typed to *agent*."""
    if agent == "opencode":
        return {"event": own_event, "text": text, "directory": root}
    if agent == "copilot-cli" and not own_event[:1].isupper():
        return {"sessionId": SESSION, "timestamp": 0, "cwd": root, "prompt": text}
    if agent == "wave":
        return prompt_of_wave(_common(root, own_event), text)
    common = {**_common(root, own_event), "prompt": text}
    if agent == "codex":
        return {**common, "turn_id": "1", "model": "unknown"}
    if agent == "qwen-code":
        typed = {"permission_mode": "default", "submitted_prompt": text}
        return {**common, "timestamp": TIME, **typed}
    if agent == "vscode":
        named = _named(agent, own_event)
        return {**common, "hook_event_name": named, "timestamp": TIME}
    if agent == "gemini-cli":
        return {**common, "timestamp": TIME}
    return common


def stop_event(agent: str, root: str, *, own_event: str = "Stop") -> Event:
    """Return the event at the end of a run of *agent*."""
    if agent == "wave":
        return stop_of_wave(_common(root, own_event))
    common = {**_common(root, _named(agent, own_event)), "stop_hook_active": False}
    if agent == "codex":
        return {**common, "turn_id": "1", "model": "unknown"}
    if agent == "gemini-cli":
        return {**common, "timestamp": TIME, "prompt": "", "prompt_response": ""}
    if agent == "copilot-cli" and not own_event[:1].isupper():
        return {"sessionId": SESSION, "timestamp": 0, "cwd": root, "stopReason": "end_turn"}
    if agent == "cursor":
        return {**common, "cursor_version": "1", "workspace_roots": [root], "status": "completed"}
    return common


def _common(root: str, own_event: str) -> Event:
    return {
        "session_id": SESSION,
        "transcript_path": os.path.join(root, "transcript.jsonl"),
        "cwd": root,
        "hook_event_name": own_event or "PreToolUse",
    }


def _claude(common: Mapping[str, Any], path: str, text: str) -> Event:
    return {
        **common,
        "permission_mode": "default",
        "tool_name": "Write",
        "tool_input": {"file_path": path, "content": text},
        "tool_use_id": "toolu_1",
    }


def _codex(common: Mapping[str, Any], path: str, text: str) -> Event:
    added = "".join(f"+{line}\n" for line in text.removesuffix("\n").split("\n"))
    patch = f"*** Begin Patch\n*** Add File: {path}\n{added}*** End Patch\n"
    return {
        **common,
        "turn_id": "1",
        "model": "unknown",
        "permission_mode": "default",
        "tool_name": "apply_patch",
        "tool_input": {"command": patch},
        "tool_use_id": "call_1",
    }


def _gemini(common: Mapping[str, Any], path: str, text: str) -> Event:
    return {
        **common,
        "hook_event_name": "BeforeTool",
        "timestamp": TIME,
        "tool_name": "write_file",
        "tool_input": {"file_path": path, "content": text},
    }


def _qwen(common: Mapping[str, Any], path: str, text: str) -> Event:
    return {
        **_claude(common, path, text),
        "timestamp": TIME,
        "tool_name": "write_file",
        "tool_call_id": "call_1",
    }


def _copilot(common: Mapping[str, Any], path: str, text: str) -> Event:
    given = {"path": path, "file_text": text}
    if common["hook_event_name"][:1].isupper():
        return {
            "hook_event_name": "PreToolUse",
            "session_id": SESSION,
            "timestamp": TIME,
            "cwd": common["cwd"],
            "tool_name": "Write",
            "tool_input": given,
        }
    return {
        "sessionId": SESSION,
        "timestamp": 1_767_225_600_000,
        "cwd": common["cwd"],
        "toolName": "create",
        "toolArgs": given,
    }


def _vscode(common: Mapping[str, Any], path: str, text: str) -> Event:
    return {
        **common,
        "hook_event_name": _named("vscode", common["hook_event_name"]),
        "timestamp": TIME,
        "tool_name": "create_file",
        "tool_input": {"filePath": path, "content": text},
        "tool_use_id": "call_1",
    }


def _cursor(common: Mapping[str, Any], path: str, text: str) -> Event:
    return {
        **common,
        "conversation_id": SESSION,
        "generation_id": "1",
        "model": "unknown",
        "cursor_version": "1",
        "workspace_roots": [common["cwd"]],
        "user_email": None,
        "tool_name": "Write",
        "tool_input": {"file_path": path, "content": text},
        "tool_use_id": "call_1",
    }


_WRITES: dict[str, Write] = {
    "codex": _codex,
    "gemini-cli": _gemini,
    "qwen-code": _qwen,
    "copilot-cli": _copilot,
    "vscode": _vscode,
    "cursor": _cursor,
    "opencode": write_of_opencode,
    "windsurf": write_of_windsurf,
    "cline": write_of_cline,
    "wave": write_of_wave,
}
