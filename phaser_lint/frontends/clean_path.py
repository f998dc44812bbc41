"""The hook under the name by which settings of earlier versions start it; see ``hook.clean``."""

from __future__ import annotations

from phaser_lint.hook.clean import main

__all__ = ["main"]
