"""Claude Code: settings of the machine, the project and the user, merged."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    COMMAND_ENTRY,
    MATCHER,
    Agent,
    AgentHooks,
    LinkHooks,
    SettingsPlace,
    Shape,
    Switch,
)

# What may write files without naming them, as a regular expression that is anchored.
NAMELESS_WRITERS = "^(?:Bash|PowerShell|mcp__.*)$"
# A regular expression to the client, since it is no list of plain names.
OTHER_TOOLS = f"^(?!(?:{MATCHER})$)"
PROJECT_FILES = (".claude/settings.json", ".claude/settings.local.json")
_ORGANISATION = "your organisation allows only its own hooks"
_MANAGED = (
    Switch(("disableAllHooks",), off=(True,)),
    Switch(
        ("allowManagedHooksOnly",), off=(True,), spares=("managed",),
        text=f"{_ORGANISATION} ({{key}} in {{place}})",
    ),
    Switch(
        ("strictPluginOnlyCustomization",), off=(True, "hooks"), spares=("managed", "plugin"),
        text=f"{_ORGANISATION}, and those of plugins ({{key}} in {{place}})",
    ),
)  # fmt: skip
_OFF = Switch(("disableAllHooks",), off=(True,), spares=("managed",))
_MODES = tuple(
    Switch((f"env.CLAUDE_CODE_{name}",), spares=("managed",)) for name in ("SAFE_MODE", "SIMPLE")
)
_RESTRICTED = Switch(("env.CLAUDE_CODE_RESTRICTED",), spares=("managed",))
# 2.1.197 reads it of a project, too, 2.1.330 does not.
_FORMER_MODE = Switch(("env.CLAUDE_CODE_SIMPLE",), former=True)
_FOLDERS = (
    "/etc/claude-code",
    "/Library/Application Support/ClaudeCode",
    "$PROGRAMFILES/ClaudeCode",
)
PLACES = (
    SettingsPlace(
        "managed", tuple(f"{folder}/managed-settings.d/*.json" for folder in _FOLDERS),
        switches=(*_MANAGED, *_MODES), hooks=True,
    ),
    SettingsPlace(
        "managed", tuple(f"{folder}/managed-settings.json" for folder in _FOLDERS),
        switches=(*_MANAGED, *_MODES), hooks=True,
    ),
    SettingsPlace("project", (".claude/settings.local.json",), (_OFF, _FORMER_MODE), hooks=True),
    SettingsPlace("project", (".claude/settings.json",), (_OFF, _FORMER_MODE), hooks=True),
    SettingsPlace("user", ("~/.claude/settings.json",), (_OFF, *_MODES), hooks=True),
    SettingsPlace("environment", (), (*_MODES, _RESTRICTED)),
)  # fmt: skip
TOOLS = (("Write",), ("Edit",), ("NotebookEdit",), ("MultiEdit",))
AGENT = Agent(
    name="claude-code",
    shown="Claude Code",
    program="claude",
    installs=AgentHooks(
        files={
            "project": ".claude/settings.json",
            "local": ".claude/settings.local.json",
            "user": "~/.claude/settings.json",
        },
        events={
            # All that there is to report of an edit is reported before it.
            "PreToolUse": MATCHER,
            "PostToolUse": NAMELESS_WRITERS,
            # A command that fails may have written before it did.
            "PostToolUseFailure": NAMELESS_WRITERS,
            "Stop": "",
        },
        entry=COMMAND_ENTRY,
        commands={"PreToolUse": f"{MATCHER}|Bash"},
        # Whatever starts a session: one that is forked is a new one ("fork").
        opening={"SessionStart": ""},
        closed={"onFailure": "block"},
        as_words=True,
        guarded=True,
        links=LinkHooks("PreToolUse", OTHER_TOOLS, "UserPromptSubmit"),
    ),
    places=PLACES,
    signs=("CLAUDE.md", "CLAUDE.local.md"),
    moves={"~/.claude": "$CLAUDE_CONFIG_DIR"},
    start_only=True,
    tools=TOOLS,
    needed=2,
    shape=Shape(grouped=True, typed=True, timed=True, listed=True),
    waits=False,
    has_conditions=True,
    environment="files",
    shell_prefix="CLAUDE_CODE_SHELL_PREFIX",
    names_shells=True,
    worktree_command="claude -w",
)
