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

# The name for --agent, the folder here, the name for people; keys that only its events have (the
# last row that fits counts: VS Code sends a key of Copilot's too); whether its events may look
# exactly like Claude Code's, once a mark of theirs has gone; and what ``--protect`` keeps: folders
# of a project or the home folder with what is in them, the union of all ``settings.py``, written
# out because the hook's clean path reads it (``tests/test_house.py``).
AGENTS = (
    ("claude-code", "claude_code", "Claude Code", (), False,
     ((".claude", ("settings.json", "settings.local.json", "plugins")),)),
    ("codex", "codex", "Codex", ("turn_id",), True,
     ((".codex", ("hooks.json", "config.toml")),)),
    ("gemini-cli", "gemini_cli", "Gemini CLI", (), False,
     ((".gemini", ("settings.json", "trustedFolders.json")),)),
    ("qwen-code", "qwen_code", "Qwen Code",
     ("tool_call_id", "submitted_prompt", "context_usage"), True,
     ((".qwen", ("settings.json", "trustedFolders.json")),)),
    ("copilot-cli", "copilot_cli", "GitHub Copilot CLI",
     ("toolName", "sessionId", "stop_reason"), True,
     ((".github/hooks", ("phaser-lint.json",)),
      (".github/copilot", ("settings.json", "settings.local.json")),
      (".copilot", ("config.json",)), (".copilot/hooks", ("phaser-lint.json",)))),
    ("vscode", "vscode", "VS Code", ("hookEventName",), True,
     ((".vscode", ("settings.json",)),)),
    ("cursor", "cursor", "Cursor", ("cursor_version",), True,
     ((".cursor", ("hooks.json",)),)),
    ("opencode", "opencode", "OpenCode", ("opencode",), False,
     ((".opencode/plugins", ("phaser-lint.js",)),
      (".config/opencode/plugins", ("phaser-lint.js",)))),
    ("windsurf", "windsurf", "Windsurf", ("agent_action_name",), False,
     ((".windsurf", ("hooks.json",)), (".codeium/windsurf", ("hooks.json",)))),
    ("cline", "cline", "Cline", ("clineVersion", "preToolUse", "postToolUse"), False,
     ((".clinerules/hooks", ("PostToolUse", "PreToolUse")),
      (".cline/hooks", ("PostToolUse", "PreToolUse")),
      ("Documents/Cline/Hooks", ("PostToolUse", "PreToolUse")))),
    ("wave", "wave", "Wave", (), False,
     ((".wave", ("settings.json", "settings.local.json")),)),
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
    for name, _, _, keys, *_ in reversed(AGENTS):
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
    return given if any(name == given and alike for name, *_, alike, _ in AGENTS) else found


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
