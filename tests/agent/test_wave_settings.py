"""What Wave refuses in its settings, and with it every hook of all its files."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.agent.wave.refused_settings import find_refused_entries

HOOK = {"type": "command", "command": "true"}
GROUP = {"hooks": [HOOK]}
LIST = 'expected "hooks": [{"type": "command", "command": …}]'
GLOBS = "matcher: expected names or globs with | between them, found "


@pytest.mark.parametrize(
    "hooks",
    [
        None,
        {},
        {"PreToolUse": []},
        {"Stop": [GROUP], "PostToolUse": [GROUP, {**GROUP, "matcher": ""}]},
        {"Stop": [{**GROUP, "matcher": ""}]},
        {"PreToolUse": [{**GROUP, "matcher": "write | Edit*|mcp__*|[Bb]ash|W?ite"}]},
        {"PreToolUse": [{"hooks": [{**HOOK, "timeout": 5, "async": True, "other": "x"}]}]},
        {"PostToolUseFailure": "no event of its own", "Nope": [{"matcher": 5}]},
    ],
)
def test_wave_takes_these_settings(hooks: Any) -> None:
    """What it runs, or skips by itself."""
    assert find_refused_entries(hooks) == []


@pytest.mark.parametrize(
    ("hooks", "message"),
    [
        ([], ["hooks: expected an object"]),
        ({"PreToolUse": GROUP}, ["PreToolUse: expected a list"]),
        ({"PreToolUse": [HOOK]}, [f"PreToolUse: {LIST}"]),
        ({"PreToolUse": ["x"]}, [f"PreToolUse: {LIST}"]),
        ({"PreToolUse": [{"hooks": []}]}, [f"PreToolUse: {LIST}"]),
        ({"Stop": [{"hooks": [{"command": "true"}]}]}, [f"Stop: {LIST}"]),
        ({"Stop": [{"hooks": [HOOK, {**HOOK, "command": ""}]}]}, [f"Stop: {LIST}"]),
        ({"Stop": [{"hooks": [{**HOOK, "async": "yes"}]}]}, [f"Stop: {LIST}"]),
        ({"Stop": [{"hooks": [{**HOOK, "timeout": "30"}]}]}, [f"Stop: {LIST}"]),
        ({"PreToolUse": [{**GROUP, "matcher": 5}]}, ["PreToolUse: matcher: expected a text"]),
        (
            {"PreToolUse": [{**GROUP, "matcher": "^(?:Edit|Write)$"}]},
            [f"PreToolUse: {GLOBS}'^(?:Edit|Write)$'"],
        ),
        ({"PostToolUse": [{**GROUP, "matcher": "Edit|"}]}, [f"PostToolUse: {GLOBS}'Edit|'"]),
        ({"PostToolUse": [{**GROUP, "matcher": "{A,B}"}]}, [f"PostToolUse: {GLOBS}'{{A,B}}'"]),
        (
            {"Stop": [{**GROUP, "matcher": "*"}], "SessionStart": [{**GROUP, "matcher": "x"}]},
            [
                "Stop: matcher: none is allowed at this event, found '*'",
                "SessionStart: matcher: none is allowed at this event, found 'x'",
            ],
        ),
        (
            {"Stop": [{"hooks": [HOOK, {**HOOK, "command": "SUDO RM x"}]}]},
            ["Stop: it takes this command for dangerous: SUDO RM x"],
        ),
    ],
)
def test_wave_refuses_these_settings(hooks: Any, message: list[str]) -> None:
    """Each with its event, and what was expected."""
    assert find_refused_entries(hooks) == message
