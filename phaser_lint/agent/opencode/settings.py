"""OpenCode: plugins in the folders of its configuration."""

from __future__ import annotations

from phaser_lint.agent.agent import (
    WITHOUT_END,
    Agent,
    AgentFiles,
    SettingsPlace,
    SettingsScope,
    Switch,
)
from phaser_lint.agent.javascript_hooks import read_hooks
from phaser_lint.agent.opencode.hook_plugin import opencode_plugin

_NAMES = ("plugin/*.js", "plugin/*.ts", "plugins/*.js", "plugins/*.ts")


def environment_of(agent: str, prefix: str) -> SettingsPlace:
    """Return the variables that switch plugins of OpenCode off, with the *prefix* of *agent*."""
    unloaded = f"{agent} loads no such plugin while {{key}} is set: unset it"
    of_project = Switch(
        (f"env.{prefix}_DISABLE_PROJECT_CONFIG",),
        ("1", "true"),
        spares=("user", "managed"),
        text=unloaded,
    )
    return SettingsPlace(
        "environment", (), (Switch((f"env.{prefix}_PURE",), text=unloaded), of_project)
    )


def plugins_in(scope: SettingsScope, folder: str) -> tuple[SettingsPlace, ...]:
    """Return the places of OpenCode's plugins in a *folder* of configuration."""
    return tuple(SettingsPlace(scope, (f"{folder}/{name}",), hooks=True) for name in _NAMES)


PLACES = (
    environment_of("OpenCode", "OPENCODE"),
    *plugins_in("user", "$OPENCODE_CONFIG_DIR"),
    *plugins_in("user", "~/.config/opencode"),
    *plugins_in("user", "~/.opencode"),
    *plugins_in("project", ".opencode"),
)
AGENT = Agent(
    name="opencode",
    shown="OpenCode",
    program="opencode",
    installs=AgentFiles(
        files={
            "project": (".opencode/plugins/phaser-lint.js",),
            "user": ("~/.config/opencode/plugins/phaser-lint.js",),
        },
        content=opencode_plugin,
        hooks_in=read_hooks,
        instead="takes a plugin: phaser-lint augment --agent opencode --plugin > "
        ".opencode/plugins/phaser-lint-context.js",
    ),
    places=PLACES,
    signs=("opencode.json", "opencode.jsonc"),
    moves={"~/.config/opencode": "$XDG_CONFIG_HOME/opencode"},
    stages=WITHOUT_END,
    timeout=30.0,
)
