"""What differs between the wheel of Windows and that of all other systems: how the hook starts.

Elsewhere ``phaser-lint-hook`` is a script of the shell, which starts the Python of its environment
isolated from the checkout. Windows cannot start a script, so there it is a program that the
installer makes. A wheel for Windows is built on Windows, or where ``PHASER_LINT_WHEEL`` names its
platform (``win_amd64``); pip takes it before the one for any system.
"""

from __future__ import annotations

import os
import sys
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PLATFORM = os.environ.get("PHASER_LINT_WHEEL", "")
IS_WINDOWS = sys.platform == "win32" or PLATFORM.startswith("win")


class Metadata(MetadataHookInterface):
    """The programs that an installer makes."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Name them."""
        metadata["scripts"] = {
            "phaser-lint": "phaser_lint.cli:console",
            "phaser": "phaser_lint.cli:console",
            **({"phaser-lint-hook": "phaser_lint.hook.clean:main"} if IS_WINDOWS else {}),
        }


class Wheel(BuildHookInterface):
    """The scripts that an installer copies, and the platform in the wheel's name."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Fill in what the builder takes."""
        if not IS_WINDOWS:
            build_data["shared_scripts"]["scripts/phaser-lint-hook"] = "phaser-lint-hook"
        if PLATFORM:
            build_data["tag"] = f"py3-none-{PLATFORM}"
