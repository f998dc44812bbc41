"""GitHub Copilot CLI: any file in a folder of hooks, and Claude Code's settings of a project."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    CAMEL_STAGES,
    OPEN,
    TIMEOUT_SECONDS,
    Agent,
    AgentHooks,
    LinkHooks,
    SettingsPlace,
    Shape,
    Switch,
)
from phaser_lint.agent.claude_code.settings import PROJECT_FILES

_OFF = Switch(("disableAllHooks",), off=(True,))
_ORGANISATION = "your organisation allows only its own hooks"
PLACES = (
    SettingsPlace(
        "managed", ("/etc/github-copilot/managed-settings.json",),
        (
            Switch(
                ("allowManagedHooksOnly",), off=(True,), spares=("managed",),
                text=f"{_ORGANISATION} ({{key}} in {{place}})",
            ),
            Switch(
                ("strictPluginOnlyCustomization",), off=(True, "hooks"),
                spares=("managed", "plugin"),
                text=f"{_ORGANISATION}, and those of plugins ({{key}} in {{place}})",
            ),
        ),
    ),
    *(
        SettingsPlace("project", (f"{folder}/{name}",), (_OFF,))
        for folder in (".github/copilot", ".claude")
        for name in ("settings.local.json", "settings.json")
    ),
    SettingsPlace("project", (".github/hooks/*.json",), (_OFF,), hooks=True, alone=True),
    SettingsPlace("user", ("~/.copilot/hooks/*.json",), (_OFF,), hooks=True, alone=True),
    SettingsPlace("user", ("~/.copilot/config.json",), trust=True),
    SettingsPlace("user", ("$XDG_CONFIG_HOME/.copilot/config.json",), trust=True),
)  # fmt: skip
HOOKS = AgentHooks(
    files={
        "project": ".github/hooks/phaser-lint.json",
        "user": "~/.copilot/hooks/phaser-lint.json",
    },
    events={
        "preToolUse": "create|edit|apply_patch",
        "postToolUse": "bash|powershell",
        "agentStop": "",
    },
    entry={
        "type": "command",
        "bash": OPEN,
        "powershell": OPEN,
        "timeoutSec": TIMEOUT_SECONDS,
    },
    commands={"preToolUse": "create|edit|apply_patch|bash"},
    grouped=False,
    beside={"version": 1},
    project_note="Copilot runs a project's hooks in folders that it trusts, and those of "
    ".claude/settings.json too: one of both is enough.",
    # The matcher has to match the whole name. VS Code runs the same hooks and ignores matchers: two
    # of them would report everything twice.
    links=LinkHooks(
        "preToolUse",
        "(?!(?:create|edit|apply_patch|Write|Edit)$).*",
        "userPromptSubmitted",
        as_one=True,
    ),
    guarded=True,
)
AGENT = Agent(
    name="copilot-cli",
    shown="GitHub Copilot CLI",
    program="copilot",
    installs=HOOKS,
    places=PLACES,
    signs=(".github/copilot-instructions.md", ".github/instructions", ".github/agents"),
    moves={"~/.copilot": "$COPILOT_HOME"},
    start_only=True,
    stages=CAMEL_STAGES,
    tools=(("create", "Write"), ("edit", "Edit"), ("apply_patch",)),
    needed=2,
    borrowed=PROJECT_FILES,
    timeout=30.0,
    anchored=True,
    shape=Shape(typed=True, default_type="command", timed=True),
    environment="entry",
)
