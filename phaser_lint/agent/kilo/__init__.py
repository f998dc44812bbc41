"""Kilo Code: OpenCode's plugin calls the hook, with the same tools and the same answers."""

from __future__ import annotations

from phaser_lint.agent.opencode import (
    CHANNEL,
    DENIAL_ABORTS,
    PROJECT_VARIABLE,
    TOOLS,
    parse_event,
    proposals,
    render,
    touched_paths,
)

__all__ = [
    "CHANNEL",
    "DENIAL_ABORTS",
    "PROJECT_VARIABLE",
    "TOOLS",
    "parse_event",
    "proposals",
    "render",
    "touched_paths",
]
