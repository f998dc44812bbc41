"""The hash of a hook that Codex remembers, as ``codex app-server`` (0.169.0) printed it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.codex.host import hash_hook
from phaser_lint.agent.install.hooks_in_settings import SettingsFile, read_handlers
from phaser_lint.core import render_json_line

if TYPE_CHECKING:
    from pathlib import Path

# The event, the matcher, the hook beside its type; the hash.
ROWS: list[tuple[str, str | None, dict[str, Any], str]] = [
    ("Stop", None, {"command": "z"},
     "b313f908dd1426a3019ee955dfa4346230f164b85c3b1d174135b14dab7b76f0"),
    ("PreToolUse", "apply_patch|Bash",
     {"command": "phaser-lint-hook --agent codex", "timeout": 30},
     "4bcf417fd6d4d9b0f9dff98a5bb33388fabfff070f065ec4884d8b4dca5cf1b9"),
    ("PreToolUse", None, {"command": "b"},
     "22803547c82bcf0d877c31be22d49e8f238ac4f2bd4490ccbe28457946464fe8"),
    ("PreToolUse", None,
     {"command": 'c é "q" /x', "timeout": 5, "async": False, "statusMessage": "hi", "x": 1},
     "7d265c89fed7488c3f58b46ce033e83a9d69535d0509f760af5e2f99f13e9638"),
    ("PreToolUse", "*", {"command": "d", "timeoutSec": 7, "commandWindows": "w"},
     "99bc5e5c90d06e1ebd9ab8822e1e65a66f3ae95404d9172093091d1264360d8c"),
    ("PreToolUse", "", {"command": "e", "timeout": 0},
     "7a821264371272d8afa4f25c85e3ab61670f375e45d0240b8a2f51cf44c0fa68"),
    ("UserPromptSubmit", "abc", {"command": "u"},
     "428174c11a917f82217b7d1d27622db1935db5b47c2f7c04bd1090beb7f8a251"),
    ("Stop", "x", {"command": "s2", "timeout": 30},
     "9475bd14e6d11c1db1c3a858160d557d29b21fa58fb57c96e881c2af5fa0ca9e"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "matcher", "hook", "expected"), ROWS)
def test_a_hook_has_the_hash_that_codex_gives_it(
    tmp_path: Path, event: str, matcher: str | None, hook: dict[str, Any], expected: str
) -> None:
    """What is not used changes nothing; a matcher does not count where an event has none."""
    group = {"hooks": [{"type": "command", **hook}]}
    group |= {} if matcher is None else {"matcher": matcher}  # type: ignore[dict-item]
    path = tmp_path / "hooks.json"
    path.write_text(render_json_line({"hooks": {event: [group]}}), encoding="utf-8")
    (handler,) = read_handlers(SettingsFile(require_agent("codex"), str(path), "hooks.json"))
    assert hash_hook(handler) == f"sha256:{expected}"
