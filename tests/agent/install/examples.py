"""The groups that the tests install, and the ways to write them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.install.json_hooks import Outcome, add_json_hooks, remove_json_hooks

HOOK = {"type": "command", "command": "phaser-lint hook", "timeout": 60}
GROUP = {"matcher": "Edit|Write", "hooks": [HOOK]}
ENTRIES = {"PreToolUse": [GROUP]}
TWO_EVENTS = {"PreToolUse": [GROUP], "Stop": [{"hooks": [HOOK]}]}

OUR_HOOK = '{"type": "command", "command": "phaser-lint hook", "timeout": 60}'
OUR_GROUP = '{"matcher": "Edit|Write", "hooks": [' + OUR_HOOK + "]}"
OLD_HOOK = '{"type": "command", "command": "phaser enforce --stdin --severity error"}'
THEIR_HOOK = '{"type": "command", "command": "ruff"}'
THEIR_GROUP = '{"matcher": "Edit|Write", "hooks": [' + THEIR_HOOK + "]}"

NEW_FILE = """\
{
  "hooks": {
    "PreToolUse": [
      {
        "matcher": "Edit|Write",
        "hooks": [
          {
            "type": "command",
            "command": "phaser-lint hook",
            "timeout": 60
          }
        ]
      }
    ]
  }
}
"""


def spelled(text: str) -> str:
    """The text with `<our hook>` and its like written out on one line."""
    return (
        text.replace("<our hook>", OUR_HOOK)
        .replace("<our group>", OUR_GROUP)
        .replace("<old hook>", OLD_HOOK)
        .replace("<their hook>", THEIR_HOOK)
        .replace("<their group>", THEIR_GROUP)
    )


def is_ours(hook: Mapping[str, Any]) -> bool:
    """The current form and the old one."""
    return str(hook.get("command")).startswith(("phaser-lint hook", "phaser enforce --stdin"))


def install_text(text: str | None, entries: Any = None, *, force: bool = False) -> Outcome:
    return add_json_hooks(
        text, ENTRIES if entries is None else entries, is_ours=is_ours, force=force
    )


def uninstall_text(text: str | None) -> Outcome:
    return remove_json_hooks(text, is_ours=is_ours)
