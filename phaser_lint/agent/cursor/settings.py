"""Cursor, from its documents."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    CAMEL_STAGES,
    COMMAND,
    TIMEOUT_SECONDS,
    Agent,
    AgentHooks,
    SettingsPlace,
)
from phaser_lint.agent.claude_code.settings import PROJECT_FILES

AGENT = Agent(
    name="cursor",
    shown="Cursor",
    program="cursor",
    installs=AgentHooks(
        files={"project": ".cursor/hooks.json", "user": "~/.cursor/hooks.json"},
        events={
            "preToolUse": "Write|StrReplace|Delete",
            "postToolUse": "Shell|MCP:.*",
            "stop": "",
        },
        entry={"command": COMMAND, "timeout": TIMEOUT_SECONDS},
        commands={"preToolUse": "Write|StrReplace|Delete|Shell"},
        grouped=False,
        beside={"version": 1},
        closed={"failClosed": True},
    ),
    places=(
        SettingsPlace("project", (".cursor/hooks.json",), hooks=True),
        SettingsPlace("user", ("~/.cursor/hooks.json",), hooks=True),
    ),
    signs=(".cursorrules", ".cursorignore"),
    stages=CAMEL_STAGES,
    tools=(("Write", "Edit"),),
    borrowed=PROJECT_FILES,
    borrowing_switch="Third-party skills",
    timeout=60.0,
)
