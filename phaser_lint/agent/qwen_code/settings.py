"""Qwen Code: Claude Code's events and Gemini CLI's settings."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    COMMAND_ENTRY,
    Agent,
    AgentHooks,
    LinkHooks,
    SettingsPlace,
    Shape,
    Switch,
)

_OFF = Switch(("disableAllHooks",), off=(True, "true"))
_MODES = (Switch(("env.QWEN_CODE_SAFE_MODE",)), Switch(("env.QWEN_CODE_SIMPLE",)))
_FOLDERS = (
    "/etc/qwen-code", "/Library/Application Support/QwenCode", "$PROGRAMDATA/qwen-code"
)  # fmt: skip
PLACES = (
    SettingsPlace("environment", (), _MODES),
    SettingsPlace("project", (".../.qwen/.env", ".../.env"), _MODES),
    SettingsPlace("user", ("~/.qwen/.env",), _MODES),
    SettingsPlace("user", ("~/.env",), _MODES),
    SettingsPlace(
        "managed",
        ("$QWEN_CODE_SYSTEM_SETTINGS_PATH", *(f"{each}/settings.json" for each in _FOLDERS)),
        (_OFF, *_MODES),
    ),
    SettingsPlace("project", (".qwen/settings.json",), (_OFF, *_MODES), hooks=True),
    SettingsPlace("user", ("~/.qwen/settings.json",), (_OFF, *_MODES), hooks=True),
    SettingsPlace(
        "managed",
        ("$QWEN_CODE_SYSTEM_DEFAULTS_PATH",
         "$QWEN_CODE_SYSTEM_SETTINGS_PATH/../system-defaults.json",
         *(f"{each}/system-defaults.json" for each in _FOLDERS)),
        (_OFF, *_MODES),
    ),
    SettingsPlace(
        "user", ("$QWEN_CODE_TRUSTED_FOLDERS_PATH", "~/.qwen/trustedFolders.json"), trust=True
    ),
)  # fmt: skip

AGENT = Agent(
    name="qwen-code",
    shown="Qwen Code",
    program="qwen",
    installs=AgentHooks(
        files={"project": ".qwen/settings.json", "user": "~/.qwen/settings.json"},
        events={
            "PreToolUse": "write_file|edit|notebook_edit",
            "PostToolUse": "^(?:write_file|edit|notebook_edit|run_shell_command|mcp__.*)$",
            "Stop": "",
        },
        entry=COMMAND_ENTRY,
        commands={"PreToolUse": "write_file|edit|notebook_edit|run_shell_command"},
        links=LinkHooks(
            "PostToolUse",
            "^(?!(?:write_file|edit|notebook_edit|run_shell_command|mcp__.*)$)",
            "UserPromptSubmit",
        ),
    ),
    places=PLACES,
    signs=("QWEN.md", ".qwenignore"),
    moves={"~/.qwen": "$QWEN_HOME"},
    start_only=True,
    tools=(("write_file", "Write"), ("edit", "Edit"), ("notebook_edit", "NotebookEdit")),
    needed=2,
    timeout=60.0,
    comments=True,
    shape=Shape(grouped=True, typed=True, alone=True),  # it takes any timeout
    milliseconds_from=1000,
    waits=False,
)
