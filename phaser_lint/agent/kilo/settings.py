"""Kilo Code: OpenCode's plugins, in folders of its own."""

from __future__ import annotations

from phaser_lint.agent.agent_table import WITHOUT_END, Agent, AgentFiles
from phaser_lint.agent.javascript_hooks import parse_javascript_hooks
from phaser_lint.agent.opencode import settings as opencode
from phaser_lint.agent.opencode.hook_plugin import render_opencode_plugin

AGENT = Agent(
    name="kilo",
    shown="Kilo Code",
    program="kilo",
    installs=AgentFiles(
        files={
            "project": (".kilo/plugins/phaser-lint.js",),
            "user": ("~/.config/kilo/plugins/phaser-lint.js",),
        },
        content=render_opencode_plugin,
        hooks_in=parse_javascript_hooks,
        instead="takes OpenCode's plugin: phaser-lint augment --agent opencode --plugin > "
        ".kilo/plugins/phaser-lint-context.js",
    ),
    places=(
        opencode.make_environment_place("Kilo Code", "KILO"),
        *opencode.list_plugin_places("user", "$KILO_CONFIG_DIR"),
        *opencode.list_plugin_places("user", "~/.config/kilo"),
        *opencode.list_plugin_places("user", "~/.kilo"),
        *opencode.list_plugin_places("user", "~/.kilocode"),
        *opencode.list_plugin_places("project", ".kilo"),
        *opencode.list_plugin_places("project", ".kilocode"),
    ),
    signs=("kilo.json", "kilo.jsonc", ".kilocodeignore"),
    moves={"~/.config/kilo": "$XDG_CONFIG_HOME/kilo"},
    stages=WITHOUT_END,
    timeout=30.0,
    named_as=opencode.AGENT.name,
)
