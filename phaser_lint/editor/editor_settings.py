"""What a user sets in the editor, below ``phaserLint``.

============  ==================================================================
``showHints`` ``true``: existing violations are shown as hints. ``false``: not at all.
============  ==================================================================
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.core.text import did_you_mean

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

SECTION = "phaserLint"
_KNOWN = ("showHints",)
# What the extension for VS Code, and clients by themselves, keep in the same section.
_OF_CLIENTS = ("command", "interpreter", "logFile", "trace")


class EditorSettings(Record):
    """What is set."""

    show_hints: bool = True


def settings_of(value: Any, earlier: EditorSettings) -> tuple[EditorSettings, list[str]]:
    """Return the settings in *value*, and what is wrong with them: each key, and what was expected.

    *value* has them below ``phaserLint``, or is that section. What is missing, or wrong, stays
    as *earlier*.
    """
    if isinstance(value, dict) and SECTION in value:
        value = value[SECTION]
    if value is None:
        return earlier, []
    if not isinstance(value, dict):
        return earlier, [f"{SECTION}: expected an object"]
    hints = value.get("showHints", earlier.show_hints)
    wrong = [_unknown(key) for key in value if key not in (*_KNOWN, *_OF_CLIENTS)]
    if not isinstance(hints, bool):
        wrong.append(f"{SECTION}.showHints: expected true or false")
        hints = earlier.show_hints
    return EditorSettings(hints), wrong


def _unknown(key: str) -> str:
    hint = did_you_mean(key, _KNOWN) or f"; known are {', '.join(_KNOWN)}"
    return f"{SECTION}.{key}: unknown setting{hint}"
