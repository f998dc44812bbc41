"""Events of every agent, as its client or its documents have them; ``event_bytes`` makes one.

The kinds: ``before`` and ``after`` a write of a whole file, ``patch`` before several files are
written, ``stop``, ``other`` before a tool that edits nothing, ``else`` for an event of no interest.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Tool = tuple[str, Any]
TIME = "2026-11-21T10:00:00.000Z"
CLAUDE_NAMES = {"before": "PreToolUse", "after": "PostToolUse", "stop": "Stop"}


def claude_shaped(kind: str, tool: Tool, root: str, **keys: Any) -> dict[str, Any]:
    name, tool_input = tool
    event = {"session_id": "s", "cwd": root, "hook_event_name": CLAUDE_NAMES[kind], **keys}
    if kind == "stop":
        return {**event, "stop_hook_active": False}
    answered = {"tool_response": "done"} if kind == "after" else {}
    return {**event, "tool_name": name, "tool_input": tool_input, **answered}


def claude_code(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    return claude_shaped(kind, tool, root, transcript_path="/t", permission_mode="default")


def codex(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    return claude_shaped(kind, tool, root, turn_id="1", model="m", permission_mode="default")


def qwen_code(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    return claude_shaped(
        kind, tool, root, timestamp=TIME, permission_mode="yolo", transcript_path="/t"
    )


def vscode(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    return claude_shaped(kind, tool, root, timestamp=TIME, transcript_path="/t", tool_use_id="1")


def wave(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    transcript = "/home/dev/.wave/projects/project/1.jsonl"
    event = claude_shaped(kind, tool, root, transcript_path=transcript)
    if kind == "stop":
        del event["stop_hook_active"]
        return {**event, "background_tasks": [], "session_crons": []}
    return {**event, "tool_response": {"success": True}} if kind == "after" else event


def copilot_as_claude(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    reason = {"stop_reason": "end_turn"} if kind == "stop" else {}
    return claude_shaped(kind, tool, root, timestamp=TIME) | reason


def copilot_cli(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    event = {"sessionId": "s", "timestamp": 1795255513798, "cwd": root}
    if kind == "stop":
        return {**event, "stopReason": "end_turn", "stop_hook_active": False}
    tool_result = {"toolResult": {"resultType": "success"}} if kind == "after" else {}
    return {**event, "toolName": tool[0], "toolArgs": tool[1], **tool_result}


def gemini_cli(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    name = {"before": "BeforeTool", "after": "AfterTool", "stop": "AfterAgent"}[kind]
    event = claude_shaped(kind, tool, root, timestamp=TIME, transcript_path="/t")
    answered = {"tool_response": {"llmContent": "done"}} if kind == "after" else {}
    return {**event, "hook_event_name": name, **answered}


def cursor(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    name = {"before": "preToolUse", "after": "postToolUse", "stop": "stop"}[kind]
    event = {
        "conversation_id": "s",
        "hook_event_name": name,
        "cursor_version": "3.0",
        "workspace_roots": [root],
    }
    if kind == "stop":
        return {**event, "status": "completed", "loop_count": 0}
    return {**event, "tool_name": tool[0], "tool_input": tool[1], "cwd": root}


def opencode(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    event = {"opencode": kind, "tool": tool[0], "args": tool[1]}
    return {**event, "session": "s", "directory": root, "worktree": root}


def windsurf(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    action = {"before": "pre_", "after": "post_"}[kind] + tool[0]
    return {"agent_action_name": action, "trajectory_id": "s", "tool_info": tool[1]}


def cline(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    name, arguments = tool
    outer, newer = {
        "before": ("preToolUse", "tool_call"),
        "after": ("postToolUse", "tool_result"),
    }[kind]
    call = {"id": "1", "name": name, "input": arguments}
    texts = {key: field if isinstance(field, str) else "1" for key, field in arguments.items()}
    return {
        "clineVersion": "",
        "taskId": "s",
        "workspaceRoots": [root],
        "hookName": newer,
        newer: call,
        outer: {"toolName": name, "parameters": texts},
    }


def droid(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    transcript = "/home/dev/.factory/sessions/project/1.jsonl"
    event = claude_shaped(kind, tool, root, transcript_path=transcript, permission_mode="auto-low")
    return {**event, "tool_execution_count": 1} if kind == "stop" else event


def kimi_code(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    event = claude_shaped(kind, tool, root, client_type="kimi_code_cli")
    return event if kind == "stop" else {**event, "tool_call_id": "call_1"}


def pi(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    event = {"pi": kind, "session": "s", "directory": root}
    if kind == "stop":
        return {**event, "continued": False}
    failed = {"failed": False} if kind == "after" else {}
    return {**event, "tool": tool[0], "input": tool[1], **failed}


def vibe(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    name = {"before": "pre_tool", "after": "post_tool", "stop": "post_agent"}[kind]
    event = {"session_id": "s", "transcript_path": "/t", "cwd": root, "parent_session_id": None}
    if kind == "stop":
        return {**event, "hook_event_name": name}
    call = {"tool_name": f"file_system.{tool[0]}", "tool_call_id": "1", "tool_input": tool[1]}
    done = {"tool_status": "success", "tool_output": {}} if kind == "after" else {}
    return {**event, "hook_event_name": name, **call, **done}


def antigravity(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    event = {"conversationId": "s", "workspacePaths": [root], "artifactDirectoryPath": "/d"}
    if kind == "stop":
        return {**event, "executionNum": 1, "terminationReason": "model_stop", "fullyIdle": True}
    if kind == "after":
        return {**event, "stepIdx": 1, "error": ""}
    return {**event, "stepIdx": 1, "toolCall": {"name": tool[0], "args": tool[1]}}


def kiro(kind: str, tool: Tool, root: str) -> dict[str, Any]:
    event = claude_shaped(kind, tool, root) | {"session_id": "sess_1"}
    return {**event, "tool_input": {}} if kind == "after" else event


SHAPES: dict[str, Callable[[str, Tool, str], dict[str, Any]]] = {
    "claude-code": claude_code,
    "codex": codex,
    "gemini-cli": gemini_cli,
    "qwen-code": qwen_code,
    "copilot-cli": copilot_cli,
    "copilot-cli, as Claude Code": copilot_as_claude,
    "vscode": vscode,
    "cursor": cursor,
    "opencode": opencode,
    "windsurf": windsurf,
    "cline": cline,
    "wave": wave,
    "droid": droid,
    "kimi-code": kimi_code,
    "pi": pi,
    "vibe": vibe,
    "antigravity": antigravity,
    "kiro": kiro,
}
AGENTS = tuple(SHAPES)
# How each agent writes a whole new file, and what it calls a tool that edits nothing.
WRITES: dict[str, Callable[[str, str], Tool]] = {
    "claude-code": lambda path, text: ("Write", {"file_path": path, "content": text}),
    "codex": lambda path, text: ("apply_patch", {"command": adding_patch((path, text))}),
    "gemini-cli": lambda path, text: ("write_file", {"file_path": path, "content": text}),
    "qwen-code": lambda path, text: ("write_file", {"file_path": path, "content": text}),
    "copilot-cli": lambda path, text: ("create", {"path": path, "file_text": text}),
    "copilot-cli, as Claude Code": lambda path, text: ("Write", {"path": path, "file_text": text}),
    "vscode": lambda path, text: ("create_file", {"filePath": path, "content": text}),
    "cursor": lambda path, text: ("Write", {"file_path": path, "content": text}),
    "opencode": lambda path, text: ("write", {"filePath": path, "content": text}),
    "windsurf": lambda path, text: (
        "write_code",
        {"file_path": path, "edits": [{"old_string": "", "new_string": text}]},
    ),
    "cline": lambda path, text: ("editor", {"path": path, "new_text": text}),
    "wave": lambda path, text: ("Write", {"file_path": path, "content": text}),
    "droid": lambda path, text: ("Create", {"file_path": path, "content": text}),
    "kimi-code": lambda path, text: ("Write", {"path": path, "content": text}),
    "pi": lambda path, text: ("write", {"path": path, "content": text}),
    "vibe": lambda path, text: ("write_file", {"file_path": path, "content": text}),
    "antigravity": lambda path, text: (
        "write_to_file",
        {"TargetFile": path, "CodeContent": text, "Overwrite": True},
    ),
    "kiro": lambda path, text: ("fs_write", {"path": path, "text": text}),
}
OTHER_TOOL = {
    "windsurf": "run_command",
    "cline": "run_commands",
    "copilot-cli": "bash",
    "antigravity": "run_command",
    "kiro": "execute_bash",
}


def adding_patch(*files: tuple[str, str]) -> str:
    """A patch that adds files."""
    sections = [
        f"*** Add File: {path}\n" + "".join(f"+{line}\n" for line in text.splitlines())
        for path, text in files
    ]
    return f"*** Begin Patch\n{''.join(sections)}*** End Patch\n"


def event_bytes(agent: str, kind: str, root: Any, *, path: str = "a.py", text: str = "") -> bytes:
    """The event of *agent*; ``path`` is in *root*."""
    if kind == "other":
        tool: Tool = (OTHER_TOOL.get(agent, "Shell"), {"command": "ls"})
    else:
        tool = WRITES[agent](f"{root}/{path}", text)
    shaped = SHAPES[agent]("before" if kind == "other" else kind, tool, str(root))
    return json.dumps(shaped).encode()


def name_of(agent: str) -> str:
    """The name for ``--agent``."""
    return agent.split(",")[0]
