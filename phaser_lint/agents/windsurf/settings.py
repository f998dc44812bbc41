"""Windsurf, from its documents."""

from __future__ import annotations

from phaser_lint.agents.agent import COMMAND, Agent, AgentHooks

AGENT = Agent(
    "windsurf",
    "Windsurf",
    "windsurf",
    (".windsurf/hooks.json", "~/.codeium/windsurf/hooks.json"),
    AgentHooks(
        files={"project": ".windsurf/hooks.json", "user": "~/.codeium/windsurf/hooks.json"},
        events={"pre_write_code": ""},
        entry={"command": COMMAND, "show_output": True},
        grouped=False,
    ),
    stages={"pre_write_code": "PreToolUse", "post_write_code": "PostToolUse"},
    timeout=60.0,
    deaf_after=True,
)
