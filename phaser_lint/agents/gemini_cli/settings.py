"""Gemini CLI: settings with comments; a project's count in a folder that is trusted."""

from __future__ import annotations

from phaser_lint.agents.agent import (
    OPEN,
    TIMEOUT_SECONDS,
    Agent,
    AgentHooks,
    LinkHooks,
    Shape,
    Switch,
)

AGENT = Agent(
    "gemini-cli",
    "Gemini CLI",
    "gemini",
    (".gemini/settings.json", "~/.gemini/settings.json"),
    AgentHooks(
        files={"project": ".gemini/settings.json", "user": "~/.gemini/settings.json"},
        events={
            "BeforeTool": "write_file|replace",
            "AfterTool": "^(?:write_file|replace|run_shell_command|mcp_.*)$",
            "AfterAgent": "",
        },
        entry={
            "type": "command",
            "name": "phaser-lint",
            "command": OPEN,
            "timeout": TIMEOUT_SECONDS * 1000,
        },
        project_note="Gemini CLI runs a project's hooks in folders that it trusts.",
        links=LinkHooks(
            "AfterTool", "^(?!(?:write_file|replace|run_shell_command|mcp_.*)$)", "BeforeAgent"
        ),
    ),
    moves={"~/.gemini": "$GEMINI_CLI_HOME/.gemini"},
    switches=(
        Switch(("hooksConfig.enabled",), off=(False, "false")),
        Switch(("hooks.enabled",), off=(False, "false"), former=True),
        Switch(("tools.enableHooks",), off=(False, "false"), former=True),
    ),
    switch_files=(".gemini/settings.json", "~/.gemini/settings.json"),
    trust_files=(
        "$GEMINI_CLI_TRUSTED_FOLDERS_PATH",
        "~/.gemini/trustedFolders.json",
    ),
    stages={"BeforeTool": "PreToolUse", "AfterTool": "PostToolUse", "AfterAgent": "Stop"},
    tools=(("write_file",), ("replace",)),
    timeout_unit=0.001,
    timeout=60.0,
    comments=True,
    lone_groups=True,
    shape=Shape(grouped=True, typed=True, timed=True, alone=True),
    expressions=True,
)
