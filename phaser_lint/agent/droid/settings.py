"""Factory droid: Claude Code's settings in a folder of its own, or only the events in a file.

Where both hold an event, droid runs the hooks of the file that holds only the events.
"""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    COMMAND_ENTRY,
    Agent,
    AgentHooks,
    SettingsPlace,
    Shape,
    Switch,
)

_OFF = (Switch(("hooks.hooksDisabled",), off=(True,)),)
BARE = "hooks.json"
"""The name of the file that holds events without ``hooks`` around them."""
PLACES = (
    SettingsPlace(
        scope="project",
        names=(".factory/hooks.json", ".factory/hooks/hooks.json"),
        switches=_OFF,
        hooks=True,
    ),
    SettingsPlace(scope="project", names=(".factory/settings.json",), switches=_OFF, hooks=True),
    SettingsPlace(
        scope="user",
        names=("~/.factory/hooks.json", "~/.factory/hooks/hooks.json"),
        switches=_OFF,
        hooks=True,
    ),
    SettingsPlace(scope="user", names=("~/.factory/settings.json",), switches=_OFF, hooks=True),
)
AGENT = Agent(
    name="droid",
    shown="Factory droid",
    program="droid",
    installs=AgentHooks(
        files={"project": ".factory/settings.json", "user": "~/.factory/settings.json"},
        bare={"project": ".factory/hooks.json", "user": "~/.factory/hooks.json"},
        events={
            "PreToolUse": "Create|Edit|MultiEdit|ApplyPatch",
            "PostToolUse": (
                "^(?:Create|Edit|MultiEdit|ApplyPatch|Execute|Script|WaitForScript|mcp_.*)$"
            ),
            "Stop": "",
        },
        entry=COMMAND_ENTRY,
        commands={"PreToolUse": "Create|Edit|MultiEdit|ApplyPatch|Execute"},
    ),
    places=PLACES,
    moves={"~/.factory": "$FACTORY_HOME_OVERRIDE/.factory"},
    tools=(("Create",), ("Edit",), ("ApplyPatch",), ("MultiEdit",)),
    needed=3,
    timeout=60.0,
    comments=True,
    expressions=True,
    shape=Shape(grouped=True, typed=True, timed=True, signed=True),
)
