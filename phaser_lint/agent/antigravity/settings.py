"""Antigravity, from its documents: a file of hooks, each set of them under a name."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    OPEN,
    TIMEOUT_SECONDS,
    Agent,
    AgentHooks,
    SettingsPlace,
    Shape,
    Switch,
)

NAME = "phaser-lint"
_FILE_TOOLS = "write_to_file|replace_file_content|multi_replace_file_content"
_OFF = (Switch((f"{NAME}.enabled",), off=(False,)),)

AGENT = Agent(
    name="antigravity",
    shown="Antigravity",
    program="agy",
    installs=AgentHooks(
        files={"project": ".agents/hooks.json", "user": "~/.gemini/config/hooks.json"},
        events={"PreToolUse": _FILE_TOOLS, "Stop": ""},
        commands={"PreToolUse": f"{_FILE_TOOLS}|run_command"},
        # A hook that fails, or is missing, refuses every edit.
        entry={"type": "command", "command": OPEN, "timeout": TIMEOUT_SECONDS},
        flat=True,
        name=NAME,
        not_on_windows="its hooks run in cmd there, where a missing program would refuse every "
        "edit: let git and the pull request check its edits",
        project_note="Antigravity runs a project's hooks in folders that it trusts.",
    ),
    places=(
        SettingsPlace("project", (".agents/hooks.json",), _OFF, hooks=True, alone=True),
        SettingsPlace("user", ("~/.gemini/config/hooks.json",), _OFF, hooks=True, alone=True),
    ),
    stages={"PreToolUse": "PreToolUse", "Stop": "Stop"},
    tools=(("write_to_file",), ("replace_file_content",), ("multi_replace_file_content",)),
    needed=2,
    timeout=30.0,
    shape=Shape(alone=True),
    hides_feedback=True,
)
