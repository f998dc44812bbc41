"""TOML, as Codex and prek take it."""

from __future__ import annotations

import sys
from typing import Any

from phaser_lint.core.errors import SettingsError


def parse_toml(text: str) -> dict[str, Any]:
    """The value of a TOML text; raises SettingsError for what is none."""
    # Python's own reader came with 3.11; tomli is what it was made of.
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise SettingsError(f"not valid TOML: {error}") from None
