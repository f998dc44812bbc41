"""Kiro, from its documents: any file in a folder of hooks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from phaser_lint.agent.agent_table import (
    MARK,
    TIMEOUT_SECONDS,
    Agent,
    AgentFiles,
    Closed,
    SettingsPlace,
)
from phaser_lint.agent.install.missing_program import with_guard
from phaser_lint.core.shell_words import join_shell_words

_FILE_TOOLS = "fs_write|str_replace|fs_append|write|delete_file"
_SHELLS = "execute_bash|execute_pwsh"


def render_hooks_file(command: Sequence[str], closed: Closed) -> str:
    """Return Kiro's file of hooks that runs *command*."""
    line = with_guard(join_shell_words(command), "deny" if closed in ("missing", "failing") else "")
    hook = {
        "name": "phaser-lint",
        "description": MARK,
        "trigger": "PreToolUse",
        "matcher": f"{_FILE_TOOLS}|{_SHELLS}" if "--protect" in command else _FILE_TOOLS,
        "action": {"type": "command", "command": line},
        "timeout": TIMEOUT_SECONDS,
        "enabled": True,
    }
    return json.dumps({"version": "v1", "hooks": [hook]}, indent=2) + "\n"


def _parse_hooks(path: str, text: str) -> list[tuple[str, dict[str, Any]]]:
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return []
    hooks = document.get("hooks") if isinstance(document, dict) else None
    return [
        (str(hook.get("trigger")), {**hook, **hook["action"]})
        for hook in (hooks if isinstance(hooks, list) else ())
        if isinstance(hook, dict) and isinstance(hook.get("action"), dict)
    ]


AGENT = Agent(
    name="kiro",
    shown="Kiro",
    program="kiro",
    installs=AgentFiles(
        files={
            "project": (".kiro/hooks/phaser-lint.json",),
            "user": ("~/.kiro/hooks/phaser-lint.json",),
        },
        content=render_hooks_file,
        hooks_in=_parse_hooks,
    ),
    places=(
        SettingsPlace("project", (".kiro/hooks/*.json",), hooks=True),
        SettingsPlace("user", ("~/.kiro/hooks/*.json",), hooks=True),
    ),
    moves={"~/.kiro": "$KIRO_HOME"},
    stages={"PreToolUse": "PreToolUse"},
    timeout=60.0,
    hides_feedback=True,
)
