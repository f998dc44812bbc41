"""OpenCode: plugins in the folders of its configuration."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    WITHOUT_END,
    Agent,
    AgentFiles,
    SettingsPlace,
    SettingsScope,
    Switch,
)
from phaser_lint.agent.javascript_hooks import parse_javascript_hooks
from phaser_lint.agent.opencode.hook_plugin import render_opencode_plugin

_NAMES = ("plugin/*.js", "plugin/*.ts", "plugins/*.js", "plugins/*.ts")


def make_environment_place(agent: str, prefix: str) -> SettingsPlace:
    """Return the row with the variables that switch plugins of OpenCode, or *agent*, off."""
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


def list_plugin_places(scope: SettingsScope, folder: str) -> tuple[SettingsPlace, ...]:
    """Return the settings places for OpenCode's plugins in a *folder* of configuration."""
    return tuple(SettingsPlace(scope, (f"{folder}/{name}",), hooks=True) for name in _NAMES)


PLACES = (
    make_environment_place("OpenCode", "OPENCODE"),
    *list_plugin_places("user", "$OPENCODE_CONFIG_DIR"),
    *list_plugin_places("user", "~/.config/opencode"),
    *list_plugin_places("user", "~/.opencode"),
    *list_plugin_places("project", ".opencode"),
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
        content=render_opencode_plugin,
        hooks_in=parse_javascript_hooks,
        instead="takes a plugin: phaser-lint augment --agent opencode --plugin > "
        ".opencode/plugins/phaser-lint-context.js",
    ),
    places=PLACES,
    signs=("opencode.json", "opencode.jsonc"),
    moves={"~/.config/opencode": "$XDG_CONFIG_HOME/opencode"},
    stages=WITHOUT_END,
    timeout=30.0,
)
