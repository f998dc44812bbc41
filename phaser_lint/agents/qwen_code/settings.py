"""Qwen Code: Claude Code's events and Gemini CLI's settings."""

from __future__ import annotations

from phaser_lint.agents.agent import COMMAND_ENTRY, Agent, AgentHooks, LinkHooks, Shape, Switch

AGENT = Agent(
    "qwen-code",
    "Qwen Code",
    "qwen",
    (".qwen/settings.json", "~/.qwen/settings.json"),
    AgentHooks(
        files={"project": ".qwen/settings.json", "user": "~/.qwen/settings.json"},
        events={
            "PreToolUse": "write_file|edit|notebook_edit",
            "PostToolUse": "^(?:write_file|edit|notebook_edit|run_shell_command|mcp__.*)$",
            "Stop": "",
        },
        entry=COMMAND_ENTRY,
        links=LinkHooks(
            "PostToolUse",
            "^(?!(?:write_file|edit|notebook_edit|run_shell_command|mcp__.*)$)",
            "UserPromptSubmit",
        ),
    ),
    moves={"~/.qwen": "$QWEN_HOME"},
    switches=(Switch(("disableAllHooks",), off=(True, "true")),),
    switch_files=(".qwen/settings.json", "~/.qwen/settings.json"),
    trust_files=(
        "$QWEN_CODE_TRUSTED_FOLDERS_PATH",
        "~/.qwen/trustedFolders.json",
    ),
    tools=(("write_file", "Write"), ("edit", "Edit"), ("notebook_edit", "NotebookEdit")),
    needed=2,
    timeout=60.0,
    comments=True,
    shape=Shape(grouped=True, typed=True, alone=True),  # it takes any timeout
    milliseconds_from=1000,
    waits=False,
)
