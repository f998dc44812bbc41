"""Mistral Vibe: hooks in a list of a file of their own; a project's in a folder that is trusted."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    COMMAND,
    EVENT,
    TIMEOUT_SECONDS,
    Agent,
    AgentHooks,
    SettingsPlace,
    Shape,
)

_FILE_TOOLS = "write_file|search_replace"

AGENT = Agent(
    name="vibe",
    shown="Mistral Vibe",
    program="vibe",
    installs=AgentHooks(
        files={"project": ".vibe/hooks.toml", "user": "~/.vibe/hooks.toml"},
        events={
            "pre_tool": f"re:{_FILE_TOOLS}",
            "post_tool": f"re:{_FILE_TOOLS}|bash|process_start|mcp_.*",
            "post_agent": "",
        },
        commands={"pre_tool": f"re:{_FILE_TOOLS}|bash|process_start"},
        # Of two hooks of one name only the first runs.
        entry={
            "name": f"phaser-lint-{EVENT}", "command": COMMAND, "timeout": TIMEOUT_SECONDS
        },
        grouped=False,
        listed=True,
        event_key="type",
        matcher_key="match",
        closed={"strict": True},
        closed_alone=True,
        project_note="Mistral Vibe runs a project's hooks in folders that it trusts.",
    ),
    places=(
        SettingsPlace("project", (".vibe/hooks.toml",), hooks=True),
        SettingsPlace("user", ("~/.vibe/hooks.toml",), hooks=True),
        SettingsPlace("user", ("~/.vibe/trusted_folders.toml",), trust=True),
    ),
    moves={"~/.vibe": "$VIBE_HOME"},
    start_only=True,
    stages={"pre_tool": "PreToolUse", "post_tool": "PostToolUse", "post_agent": "Stop"},
    tools=(
        ("write_file", "file_system.write_file"),
        ("search_replace", "edit", "file_system.search_replace"),
    ),
    needed=2,
    timeout=60.0,
    expression_mark="re:",
    shape=Shape(alone=True),
)  # fmt: skip
