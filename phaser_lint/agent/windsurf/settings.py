"""Windsurf, from its documents."""

from __future__ import annotations

from phaser_lint.agent.agent_table import COMMAND, Agent, AgentHooks, SettingsPlace

AGENT = Agent(
    name="windsurf",
    shown="Windsurf",
    program="windsurf",
    installs=AgentHooks(
        files={"project": ".windsurf/hooks.json", "user": "~/.codeium/windsurf/hooks.json"},
        events={"pre_write_code": ""},
        entry={"command": COMMAND, "show_output": True},
        commands={"pre_run_command": ""},
        grouped=False,
    ),
    places=(
        SettingsPlace("project", (".windsurf/hooks.json",), hooks=True),
        SettingsPlace("user", ("~/.codeium/windsurf/hooks.json",), hooks=True),
    ),
    signs=(".windsurfrules",),
    stages={"pre_write_code": "PreToolUse", "post_write_code": "PostToolUse"},
    timeout=60.0,
    hides_feedback=True,
)
