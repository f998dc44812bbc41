"""OpenCode: plugins in the folders of its configuration."""

from __future__ import annotations

from phaser_lint.agents.agent import WITHOUT_END, Agent, AgentFiles
from phaser_lint.agents.opencode.gate_plugin import hooks_in, opencode_plugin

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
        content=opencode_plugin,
        hooks_in=hooks_in,
        instead="takes a plugin: phaser-lint augment --agent opencode --plugin > "
        ".opencode/plugins/phaser-lint-context.js",
    ),
    moves={"~/.config/opencode": "$XDG_CONFIG_HOME/opencode"},
    stages=WITHOUT_END,
    timeout=30.0,
)
