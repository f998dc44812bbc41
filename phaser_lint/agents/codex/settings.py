"""Codex: hooks in files of their own or in its configuration, each reviewed by the user."""

from __future__ import annotations

from phaser_lint.agents.agent import COMMAND_ENTRY, Agent, AgentHooks, LinkHooks, Shape, Switch

AGENT = Agent(
    "codex",
    "Codex",
    "codex",
    (".codex/hooks.json", ".codex/config.toml", "~/.codex/hooks.json", "~/.codex/config.toml"),
    AgentHooks(
        files={"project": ".codex/hooks.json", "user": "~/.codex/hooks.json"},
        events={
            "PreToolUse": "apply_patch|Bash",
            "PostToolUse": "^(?:apply_patch|Bash|mcp__.*)$",
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
    moves={"~/.codex": "$CODEX_HOME"},
    switches=(Switch(("features.hooks", "features.codex_hooks"), off=(False,)),),
    switch_files=(".codex/config.toml", "~/.codex/config.toml"),
    trust_files=("~/.codex/config.toml",),
    tools=(("apply_patch", "Edit", "Write"), ("Bash",)),
    needed=1,
    shape=Shape(grouped=True, typed=True, timed=True, zero=True, whole=True),
    hooks_beside=("description",),
    waits=False,
)
