"""Gemini CLI: settings with comments; a project's count in a folder that is trusted."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    OPEN,
    TIMEOUT_SECONDS,
    Agent,
    AgentHooks,
    LinkHooks,
    SettingsPlace,
    Shape,
    Switch,
)

_OFF = (
    Switch(("hooksConfig.enabled",), off=(False, "false")),
    Switch(("hooks.enabled",), off=(False, "false"), former=True),
    Switch(("tools.enableHooks",), off=(False, "false"), former=True),
)
_DISTRUST = "Gemini CLI runs no hooks of a folder it does not trust: {way}"
_DISTRUSTED = (
    Switch(("env.GEMINI_RESTRICTED_MODE",), ("true",), spares=("user", "managed"), text=_DISTRUST),
    Switch(
        ("env.GEMINI_CLI_TRUST_WORKSPACE",), ("false",), spares=("user", "managed"), text=_DISTRUST
    ),
)
_FOLDERS = (
    "/etc/gemini-cli", "/Library/Application Support/GeminiCli", "$PROGRAMDATA/gemini-cli"
)  # fmt: skip
PLACES = (
    SettingsPlace("environment", (), _DISTRUSTED),
    SettingsPlace(
        "project", (".../.gemini/.env", ".../.env", "~/.gemini/.env", "~/.env"), _DISTRUSTED
    ),
    SettingsPlace(
        "managed",
        ("$GEMINI_CLI_SYSTEM_SETTINGS_PATH", *(f"{each}/settings.json" for each in _FOLDERS)),
        _OFF, of_root=True,
    ),
    SettingsPlace("project", (".gemini/settings.json",), _OFF, hooks=True),
    SettingsPlace("user", ("~/.gemini/settings.json",), _OFF, hooks=True),
    SettingsPlace(
        "managed",
        ("$GEMINI_CLI_SYSTEM_DEFAULTS_PATH",
         "$GEMINI_CLI_SYSTEM_SETTINGS_PATH/../system-defaults.json",
         *(f"{each}/system-defaults.json" for each in _FOLDERS)),
        _OFF, of_root=True,
    ),
    SettingsPlace(
        "user", ("$GEMINI_CLI_TRUSTED_FOLDERS_PATH", "~/.gemini/trustedFolders.json"), trust=True
    ),
)  # fmt: skip

AGENT = Agent(
    name="gemini-cli",
    shown="Gemini CLI",
    program="gemini",
    installs=AgentHooks(
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
        commands={"BeforeTool": "write_file|replace|run_shell_command"},
        project_note="Gemini CLI runs a project's hooks in folders that it trusts.",
        links=LinkHooks(
            "AfterTool", "^(?!(?:write_file|replace|run_shell_command|mcp_.*)$)", "BeforeAgent"
        ),
        guarded=True,
    ),
    places=PLACES,
    signs=("GEMINI.md", ".geminiignore"),
    moves={"~/.gemini": "$GEMINI_CLI_HOME/.gemini"},
    start_only=True,
    stages={"BeforeTool": "PreToolUse", "AfterTool": "PostToolUse", "AfterAgent": "Stop"},
    tools=(("write_file",), ("replace",)),
    timeout_unit=0.001,
    timeout=60.0,
    comments=True,
    lone_groups=True,
    shape=Shape(grouped=True, typed=True, timed=True, alone=True),
    expressions=True,
)
