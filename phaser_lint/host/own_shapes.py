"""Events before a write in the agents whose events have nothing of Claude Code's."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Event = dict[str, Any]

SESSION = "phaser-lint-doctor"
TIME = "2026-01-01T00:00:00.000Z"


def write_of_opencode(common: Mapping[str, Any], path: str, text: str) -> Event:
    """Return what OpenCode's plugin sends before *text* is written into the file at *path*."""
    return {
        "opencode": "before",
        "tool": "write",
        "args": {"filePath": path, "content": text},
        "session": SESSION,
        "directory": common["cwd"],
        "worktree": common["cwd"],
    }


def write_of_windsurf(common: Mapping[str, Any], path: str, text: str) -> Event:
    """Return Windsurf's event before *text* is written into the file at *path*."""
    return {
        "agent_action_name": "pre_write_code",
        "trajectory_id": SESSION,
        "execution_id": "1",
        "timestamp": TIME,
        "tool_info": {"file_path": path, "edits": [{"old_string": "", "new_string": text}]},
    }


def write_of_cline(common: Mapping[str, Any], path: str, text: str) -> Event:
    """Return Cline's event before *text* is written into the file at *path*."""
    given = {"path": path, "new_text": text}
    return {
        "clineVersion": "",
        "timestamp": "0",
        "taskId": SESSION,
        "workspaceRoots": [common["cwd"]],
        "workspaceInfo": {"rootPath": common["cwd"]},
        "hookName": "tool_call",
        "iteration": 1,
        "tool_call": {"id": "call_1", "name": "editor", "input": given},
        "preToolUse": {"toolName": "editor", "parameters": given},
    }
