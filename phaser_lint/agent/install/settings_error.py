"""What is wrong with the settings file of an agent, so that a user can put it right."""

from __future__ import annotations

from phaser_lint.core.errors import PhaserError


class SettingsError(PhaserError):
    """An agent's settings file that cannot be read, understood or written."""
