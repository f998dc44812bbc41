"""Wave: Claude Code's settings in a folder of its own, with globs for matchers."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    COMMAND_ENTRY,
    MATCHER,
    Agent,
    AgentHooks,
    LinkHooks,
    SettingsPlace,
)

AGENT = Agent(
    name="wave",
    shown="Wave",
    program="wave",
    installs=AgentHooks(
        files={"project": ".wave/settings.json", "user": "~/.wave/settings.json"},
        # Globs: a parenthesis, or a matcher at Stop, has Wave run no hook of any settings.
        events={"PreToolUse": MATCHER, "PostToolUse": f"{MATCHER}|Bash|mcp__*", "Stop": ""},
        entry=COMMAND_ENTRY,
        commands={"PreToolUse": f"{MATCHER}|Bash"},
        opening={"SessionStart": ""},
        links=LinkHooks("PostToolUse", "", "UserPromptSubmit"),
    ),
    places=(
        SettingsPlace("project", (".wave/settings.local.json",), hooks=True),
        SettingsPlace("project", (".wave/settings.json",), hooks=True),
        SettingsPlace("user", ("~/.wave/settings.json",), hooks=True),
    ),
    tools=(("Write",), ("Edit",)),
    needed=2,
    globs=True,
    waits=False,
    environment="files",
)
