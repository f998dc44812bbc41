"""Kimi Code: hooks in a list of its one settings file, which is the user's."""

from __future__ import annotations

from phaser_lint.agent.agent_table import (
    COMMAND,
    TIMEOUT_SECONDS,
    Agent,
    AgentHooks,
    SettingsPlace,
    Shape,
)

AGENT = Agent(
    name="kimi-code",
    shown="Kimi Code",
    program="kimi",
    installs=AgentHooks(
        files={"user": "~/.kimi-code/config.toml"},
        events={"PreToolUse": "^(?:Write|Edit)$", "Stop": ""},
        entry={"command": COMMAND, "timeout": TIMEOUT_SECONDS},
        commands={"PreToolUse": "^(?:Write|Edit|Bash)$"},
        grouped=False,
        listed=True,
        note="Kimi Code has no hooks of a project: this one is asked in all of them, and checks by "
        "the contracts of each.",
    ),
    places=(SettingsPlace("user", ("~/.kimi-code/config.toml",), hooks=True),),
    moves={"~/.kimi-code": "$KIMI_CODE_HOME"},
    stages={"PreToolUse": "PreToolUse", "Stop": "Stop"},
    tools=(("Write",), ("Edit",)),
    needed=2,
    timeout=30.0,
    expressions=True,
    any_matcher="",
    shape=Shape(timed=True, whole=True),
    hides_feedback=True,
    signs=(".kimi-code",),
)
