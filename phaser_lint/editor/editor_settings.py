"""What a user sets in the editor, below ``phaserLint``.

============  ==================================================================
``showHints`` ``true``: existing violations are shown as hints. ``false``: not at all.
============  ==================================================================
"""

from __future__ import annotations

from phaser_lint.core import JsonValue, Record
from phaser_lint.core.text import render_did_you_mean

SECTION = "phaserLint"
_KNOWN = ("showHints",)
# What the extension for VS Code, and clients by themselves, keep in the same section.
_OF_CLIENTS = ("command", "interpreter", "logFile", "trace")


class EditorSettings(Record):
    """What is set."""

    show_hints: bool = True


def make_editor_settings(
    settings: JsonValue, earlier: EditorSettings
) -> tuple[EditorSettings, list[str]]:
    """Return the editor settings that a client's *settings* say, and what is wrong with them: each
    key, and what was expected.

    *settings* is that section, or holds it below ``phaserLint``. What is missing, or wrong, stays
    as *earlier*.
    """
    if isinstance(settings, dict) and SECTION in settings:
        settings = settings[SECTION]
    if settings is None:
        return earlier, []
    if not isinstance(settings, dict):
        return earlier, [f"{SECTION}: expected an object"]
    hints = settings.get("showHints", earlier.show_hints)
    wrong = [
        f"{SECTION}.{key}: unknown setting"
        + (render_did_you_mean(key, _KNOWN) or f"; known are {', '.join(_KNOWN)}")
        for key in settings
        if key not in (*_KNOWN, *_OF_CLIENTS)
    ]
    if not isinstance(hints, bool):
        wrong.append(f"{SECTION}.showHints: expected true or false")
        hints = earlier.show_hints
    return EditorSettings(hints), wrong
