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
from phaser_lint.agent.opencode.hook_plugin import hooks_in_plugin, opencode_plugin

_NAMES = ("plugin/*.js", "plugin/*.ts", "plugins/*.js", "plugins/*.ts")
_UNLOADED = "OpenCode loads no such plugin while {key} is set: unset it"


def _plugins(scope: SettingsScope, folder: str) -> tuple[SettingsPlace, ...]:
    return tuple(SettingsPlace(scope, (f"{folder}/{name}",), hooks=True) for name in _NAMES)


PLACES = (
    SettingsPlace(
        "environment",
        (),
        (
            Switch(("env.OPENCODE_PURE",), text=_UNLOADED),
            Switch(
                ("env.OPENCODE_DISABLE_PROJECT_CONFIG",),
                ("1", "true"),
                spares=("user", "managed"),
                text=_UNLOADED,
            ),
        ),
    ),
    *_plugins("user", "$OPENCODE_CONFIG_DIR"),
    *_plugins("user", "~/.config/opencode"),
    *_plugins("user", "~/.opencode"),
    *_plugins("project", ".opencode"),
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
        hooks_in=hooks_in_plugin,
        instead="takes a plugin: phaser-lint augment --agent opencode --plugin > "
        ".opencode/plugins/phaser-lint-context.js",
    ),
    places=PLACES,
    signs=("opencode.json", "opencode.jsonc"),
    moves={"~/.config/opencode": "$XDG_CONFIG_HOME/opencode"},
    stages=WITHOUT_END,
    timeout=30.0,
)
