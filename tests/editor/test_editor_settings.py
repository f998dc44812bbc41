"""What a user sets in the editor."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.editor.editor_settings import EditorSettings, make_editor_settings

UNKNOWN = "unknown setting; known are showHints"


@pytest.mark.parametrize(
    ("json_value", "settings", "wrong"),
    [
        (None, EditorSettings(), []),
        ({}, EditorSettings(), []),
        ({"phaserLint": None}, EditorSettings(), []),
        ({"phaserLint": {"showHints": True}}, EditorSettings(), []),
        ({"phaserLint": {"showHints": False}}, EditorSettings(show_hints=False), []),
        ({"showHints": False}, EditorSettings(show_hints=False), []),
        ({"command": ["x"], "trace": {"server": "off"}}, EditorSettings(), []),
        (3, EditorSettings(), ["phaserLint: expected an object"]),
        ({"phaserLint": []}, EditorSettings(), ["phaserLint: expected an object"]),
        ({"showHints": "no"}, EditorSettings(), ["phaserLint.showHints: expected true or false"]),
        (
            {"showHint": False},
            EditorSettings(),
            ["phaserLint.showHint: unknown setting; did you mean showHints?"],
        ),
        (
            {"x": 1, "showHints": False},
            EditorSettings(show_hints=False),
            [f"phaserLint.x: {UNKNOWN}"],
        ),
    ],
)
def test_a_wrong_setting_is_named_and_the_rest_counts(
    json_value: Any, settings: EditorSettings, wrong: list[str]
) -> None:
    """What is wrong is named with its key, and the rest counts."""
    assert make_editor_settings(json_value, EditorSettings()) == (settings, wrong)
