"""OpenCode: plugins in the folders of its configuration."""

from __future__ import annotations

from phaser_lint.agent_settings.agent import WITHOUT_END, Agent, AgentFiles

_NAMES = ("plugin/*.js", "plugin/*.ts", "plugins/*.js", "plugins/*.ts")
AGENT = Agent(
    "opencode",
    "OpenCode",
    "opencode",
    tuple(
        f"{folder}/{name}"
        for folder in (".opencode", "~/.opencode", "~/.config/opencode", "$OPENCODE_CONFIG_DIR")
        for name in _NAMES
    ),
    AgentFiles(
        files={
            "project": (".opencode/plugins/phaser-lint.js",),
            "user": ("~/.config/opencode/plugins/phaser-lint.js",),
        },
    ),
    moves={"~/.config/opencode": "$XDG_CONFIG_HOME/opencode"},
    stages=WITHOUT_END,
    timeout=30.0,
)
