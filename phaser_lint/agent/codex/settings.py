"""Codex: hooks in files of their own or in its configuration, each reviewed by the user."""

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

_OFF = Switch(("features.hooks", "features.codex_hooks"), off=(False,))
_ONLY_MANAGED = Switch(
    ("allow_managed_hooks_only",),
    off=(True,),
    spares=("managed",),
    text="your organisation allows only its own hooks ({key} in {place})",
)
PLACES = (
    SettingsPlace("managed", ("/etc/codex/requirements.toml",), (_OFF, _ONLY_MANAGED)),
    SettingsPlace("managed", ("/etc/codex/managed_config.toml",), (_OFF,)),
    SettingsPlace("project", (".codex/config.toml",), (_OFF,), hooks=True),
    SettingsPlace("project", (".codex/hooks.json",), hooks=True),
    SettingsPlace("user", ("~/.codex/config.toml",), (_OFF,), hooks=True, trust=True),
    SettingsPlace("user", ("~/.codex/hooks.json",), hooks=True),
    SettingsPlace("managed", ("/etc/codex/config.toml",), (_OFF,)),
)

AGENT = Agent(
    name="codex",
    shown="Codex",
    program="codex",
    installs=AgentHooks(
        files={"project": ".codex/hooks.json", "user": "~/.codex/hooks.json"},
        events={
            "PreToolUse": "apply_patch|Bash",
            "PostToolUse": "^(?:Bash|mcp__.*)$",
            "Stop": "",
        },
        entry=COMMAND_ENTRY,
        note="Codex runs it once you have approved the hook in /hooks, and again after each "
        "change of it.",
        project_note="Codex runs it once you have trusted the project and approved the hook in "
        "/hooks, and again after each change of it.",
        # Its regular expressions know no "all but"; its own other tools run no hooks.
        links=LinkHooks("PreToolUse", "^mcp__.*$", "UserPromptSubmit"),
    ),
    places=PLACES,
    moves={"~/.codex": "$CODEX_HOME"},
    tools=(("apply_patch", "Edit", "Write"), ("Bash",)),
    needed=1,
    shape=Shape(grouped=True, typed=True, timed=True, zero=True, whole=True),
    hooks_beside=("description",),
    hooks_of_main=".codex",
    waits=False,
)
