"""Codex: Claude Code's events and answers, with ``apply_patch`` as the one file tool.

The patch comes as ``tool_input.command``, of the tool ``apply_patch`` or inside a ``Bash`` command
(``apply_patch <<'EOF'``, which writes the file without any PostToolUse). Its schema allows no key
that it does not know, and no exit code beside JSON: every answer has exit code 0.
"""

from __future__ import annotations

from phaser_lint.agent import ChannelFields, file_tools
from phaser_lint.agent.claude_code import parse_event, render
from phaser_lint.agent.file_tools import FileTool

PROJECT_VARIABLE = ""
DENIAL_ABORTS = False
CHANNEL: ChannelFields = {
    "prompt_event": "UserPromptSubmit",
    "tool_events": ("PreToolUse",),
    "reads_before": True,
}
TOOLS = {
    "apply_patch": FileTool("patch", text=("command", "input", "patch")),
    "Bash": FileTool("shell", text=("command",)),
}

proposals, touched_paths = file_tools.bind_file_tools(TOOLS)

__all__ = ["parse_event", "proposals", "render", "touched_paths"]
