"""Merging hooks into an agent's JSON settings file, and taking them out again.

`merge` decides what the new text is, `document` edits JSON text in place, `strict_json` reads and
writes values (all pure); `file` reads and writes the file.
"""

from __future__ import annotations

from phaser_lint.errors import SettingsError
from phaser_lint.settings.file import read_settings, remove_settings, write_settings
from phaser_lint.settings.merge import Group, Outcome, Status, install, uninstall

__all__ = [
    "Group",
    "Outcome",
    "SettingsError",
    "Status",
    "install",
    "read_settings",
    "remove_settings",
    "uninstall",
    "write_settings",
]
