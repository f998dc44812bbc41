"""Kilo Code, simulated: what OpenCode's plugin sends and makes of an answer, there too."""

from __future__ import annotations

from phaser_lint.agent.opencode.host import HOST

__all__ = ["HOST"]
