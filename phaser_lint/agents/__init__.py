"""Coding agents: how each one's hook event is read, and how it is answered.

Each row of ``AGENTS`` names one; its module has ``parse_event``, ``proposals``, ``touched_paths``
and ``render`` (``event.Adapter``). Several agents run hooks that were installed for another one, so
an event's own marks count more than the name that the command line gives.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaser_lint.agents.event import Adapter

# The name for --agent, the module here, the name for people; keys that only its events have (the
# last row that fits counts: VS Code sends a key of Copilot's too); whether its events may look
# exactly like Claude Code's, once a mark of theirs has gone.
AGENTS = (
    ("claude-code", "claude_code", "Claude Code", (), False),
    ("codex", "codex", "Codex", ("turn_id",), True),
    ("gemini-cli", "gemini_cli", "Gemini CLI", (), False),
    ("qwen-code", "qwen_code", "Qwen Code",
     ("tool_call_id", "submitted_prompt", "context_usage"), True),
    ("copilot-cli", "copilot_cli", "GitHub Copilot CLI",
     ("toolName", "sessionId", "stop_reason"), True),
    ("vscode", "vscode", "VS Code", ("hookEventName",), True),
    ("cursor", "cursor", "Cursor", ("cursor_version",), True),
    ("opencode", "opencode", "OpenCode", ("opencode",), False),
    ("windsurf", "windsurf", "Windsurf", ("agent_action_name",), False),
    ("cline", "cline", "Cline", ("clineVersion", "preToolUse", "postToolUse"), False),
    ("wave", "wave", "Wave", (), False),
)  # fmt: skip
DEFAULT = "claude-code"

_GEMINI_EVENTS = ("BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent")
_CURSOR_EVENTS = ("preToolUse", "postToolUse", "stop")
_CLAUDE_TOOLS = ("Edit", "Write", "MultiEdit", "NotebookEdit")
# Wave keeps its transcripts here; its first versions told by the session.
_WAVE_FOLDER, _WAVE_SESSION = "/.wave/", "wave_session_"


def recognise(value: Any) -> str:
    """Return the name of the agent that the event *value* is of, or nothing if none is known."""
    if not isinstance(value, dict):
        return ""
    for name, _, _, keys, _ in reversed(AGENTS):
        for key in keys:
            if key in value:
                return name
    event = value.get("hook_event_name")
    if event in _GEMINI_EVENTS:
        return "gemini-cli"
    if event in _CURSOR_EVENTS:
        return "cursor"
    if "timestamp" in value:
        return _stamped(value)
    if _WAVE_FOLDER in str(value.get("transcript_path")).replace("\\", "/"):
        return "wave"
    if str(value.get("session_id")).startswith(_WAVE_SESSION):
        return "wave"
    known = isinstance(event, str) or "tool_name" in value or "tool_input" in value
    return DEFAULT if known else ""


def _stamped(value: Mapping[str, Any]) -> str:
    """Return whose event it is that has Claude Code's names and a time beside them."""
    if "permission_mode" in value:
        return "qwen-code"
    return "vscode" if "tool_use_id" in value or "transcript_path" in value else "copilot-cli"


def agent_of(value: Any, given: str) -> str:
    """Return whose form counts for the event *value*; *given* is what the command line says."""
    found = recognise(value)
    if found != DEFAULT:
        return found or given
    if given == "wave":
        return given
    if value.get("tool_name") in _CLAUDE_TOOLS:
        return found
    return given if any(name == given and alike for name, *_, alike in AGENTS) else found


def adapter_of(name: str) -> Adapter:
    """Return the module of the agent *name*; raises ``UsageError`` for one that is not known."""
    for known, module, *_ in AGENTS:
        if known == name:
            adapter: Adapter = __import__(
                f"phaser_lint.agents.{module}.events", fromlist=("render",)
            )
            return adapter
    from phaser_lint.errors import UsageError

    names = ", ".join(known for known, *_ in AGENTS)
    raise UsageError(f"--agent: expected one of {names}, not {name}")
