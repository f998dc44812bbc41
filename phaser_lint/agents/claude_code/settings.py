"""Claude Code: settings of the machine, the project and the user, merged."""

from __future__ import annotations

from phaser_lint.agents.agent import (
    COMMAND_ENTRY,
    MATCHER,
    Agent,
    AgentHooks,
    LinkHooks,
    Shape,
    Switch,
)

# What may write files without naming them. As a regular expression it has to be anchored: "Write"
# alone would take TodoWrite along.
WRITERS = f"^(?:{MATCHER}|Bash|PowerShell|mcp__.*)$"
NAMELESS_WRITERS = "^(?:Bash|PowerShell|mcp__.*)$"
# A regular expression to the client, since it is no list of plain names.
OTHER_TOOLS = f"^(?!(?:{MATCHER})$)"
PROJECT_FILES = (".claude/settings.json", ".claude/settings.local.json")
MANAGED_FILES = (
    "/etc/claude-code/managed-settings.json",
    "/Library/Application Support/ClaudeCode/managed-settings.json",
)
TOOLS = (("Write",), ("Edit",), ("NotebookEdit",), ("MultiEdit",))
AGENT = Agent(
    "claude-code",
    "Claude Code",
    "claude",
    (*PROJECT_FILES, "~/.claude/settings.json", *MANAGED_FILES),
    AgentHooks(
        files={
            "project": ".claude/settings.json",
            "local": ".claude/settings.local.json",
            "user": "~/.claude/settings.json",
        },
        events={
            "PreToolUse": MATCHER,
            "PostToolUse": WRITERS,
            # A command that fails may have written before it did.
            "PostToolUseFailure": NAMELESS_WRITERS,
            "Stop": "",
        },
        entry=COMMAND_ENTRY,
        opening={"SessionStart": "startup|resume|clear"},
        closed={"onFailure": "block"},
        as_words=True,
        links=LinkHooks("PreToolUse", OTHER_TOOLS, "UserPromptSubmit"),
    ),
    moves={"~/.claude": "$CLAUDE_CONFIG_DIR"},
    switches=(
        Switch(("disableAllHooks",), off=(True,)),
        Switch(
            ("allowManagedHooksOnly",),
            off=(True,),
            managed=True,
            text="your organisation allows only its own hooks (allowManagedHooksOnly)",
        ),
    ),
    switch_files=(*MANAGED_FILES, *reversed(PROJECT_FILES), "~/.claude/settings.json"),
    tools=TOOLS,
    needed=2,
    shape=Shape(grouped=True, typed=True, timed=True, listed=True),
    waits=False,
    has_conditions=True,
    environment="files",
)
