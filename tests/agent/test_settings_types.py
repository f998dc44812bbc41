"""Values for which Claude Code 2.1.330 takes nothing from a settings file; what it takes first.

Each row was seen in the running client, by a hook in the same file that ran or did not.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaser_lint.agent.claude_code.settings_types import find_wrong_types
from phaser_lint.agent.install.strict_json import parse_json

TAKEN_SETTINGS: list[dict[str, Any]] = [
    {},
    {"permissions": {"allow": [5], "ask": [5], "deny": [5, ""]}},
    {"permissions": {"defaultMode": "manual"}},
    {"env": {"A": {}, "B": 5, "C": None}},
    {"forceLoginMethod": 5, "effortLevel": 5, "extraKnownMarketplaces": 5, "mcpServers": 5},
    {"modelPicker": 5, "deniedModels": 5, "autoCompactWindow": 5, "unknown": None},
    {"$schema": "x", "language": "", "attribution": True},
    {"statusLine": {"type": "command", "command": "true"}},
    {"allowManagedHooksOnly": None, "enableWorkflows": None, "feedbackDrafts": None},
]
REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"model": 5}, "model has to be a text"),
    ({"model": None}, "model has to be a text"),
    ({"env": None}, "env has to be an object"),
    ({"disableAllHooks": None}, "disableAllHooks has to be true or false"),
    ({"permissions": None}, "permissions has to be an object"),
    ({"permissions": {"allow": "Bash"}}, "permissions.allow has to be a list"),
    ({"permissions": {"allow": None}}, "permissions.allow has to be a list"),
    (
        {"permissions": {"additionalDirectories": [5]}},
        "permissions.additionalDirectories has to be a list of texts",
    ),
    (
        {"permissions": {"defaultMode": "delegate"}},
        "permissions.defaultMode has to be acceptEdits or auto or bypassPermissions or default or "
        "dontAsk or manual or plan",
    ),
    ({"availableModels": [5]}, "availableModels has to be a list of texts"),
    ({"modelOverrides": {"a": 5}}, "modelOverrides has to be an object of texts"),
    ({"attribution": {"commit": 5}}, "attribution.commit has to be a text"),
    ({"attribution": 5}, "attribution has to be an object, true or false"),
    ({"cleanupPeriodDays": -1}, "cleanupPeriodDays has to be a whole number over 0"),
    ({"cleanupPeriodDays": 1.5}, "cleanupPeriodDays has to be a whole number over 0"),
    ({"statusLine": {"type": "command"}}, "statusLine.command has to be a text"),
    ({"statusLine": {"command": "x"}}, "statusLine.type has to be command"),
    ({"spinnerVerbs": {"mode": "append"}}, "spinnerVerbs.verbs has to be a list of texts"),
    ({"sandbox": {"enabled": "x"}}, "sandbox.enabled has to be true or false"),
    ({"worktree": {"baseRef": "x"}}, "worktree.baseRef has to be fresh or head"),
    ({"defaultShell": "x"}, "defaultShell has to be bash or powershell"),
    ({"forceLoginOrgUUID": 5}, "forceLoginOrgUUID has to be a text or a list of texts"),
    ({"verbose": 5}, "verbose has to be true or false"),
]


@pytest.mark.parametrize("settings", TAKEN_SETTINGS, ids=json.dumps)
def test_claude_takes_these_settings(settings: dict[str, Any]) -> None:
    """The file counts."""
    assert find_wrong_types(parse_json(json.dumps(settings))) == []


@pytest.mark.parametrize(("settings", "message"), REFUSED)
def test_claude_passes_over_these_settings(settings: dict[str, Any], message: str) -> None:
    """None of it does."""
    assert find_wrong_types(parse_json(json.dumps(settings))) == [message]
