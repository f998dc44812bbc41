"""Kilo Code: OpenCode's plugins, in folders of its own."""

from __future__ import annotations

from phaser_lint.agent.agent import WITHOUT_END, Agent, AgentFiles
from phaser_lint.agent.javascript_hooks import read_hooks
from phaser_lint.agent.opencode import settings as opencode
from phaser_lint.agent.opencode.hook_plugin import opencode_plugin

AGENT = Agent(
    name="kilo",
    shown="Kilo Code",
    program="kilo",
    installs=AgentFiles(
        files={
            "project": (".kilo/plugins/phaser-lint.js",),
            "user": ("~/.config/kilo/plugins/phaser-lint.js",),
        },
        content=opencode_plugin,
        hooks_in=read_hooks,
        instead="takes OpenCode's plugin: phaser-lint augment --agent opencode --plugin > "
        ".kilo/plugins/phaser-lint-context.js",
    ),
    places=(
        opencode.environment_of("Kilo Code", "KILO"),
        *opencode.plugins_in("user", "$KILO_CONFIG_DIR"),
        *opencode.plugins_in("user", "~/.config/kilo"),
        *opencode.plugins_in("user", "~/.kilo"),
        *opencode.plugins_in("user", "~/.kilocode"),
        *opencode.plugins_in("project", ".kilo"),
        *opencode.plugins_in("project", ".kilocode"),
    ),
    signs=("kilo.json", "kilo.jsonc", ".kilocodeignore"),
    moves={"~/.config/kilo": "$XDG_CONFIG_HOME/kilo"},
    stages=WITHOUT_END,
    timeout=30.0,
    named_as=opencode.AGENT.name,
)
