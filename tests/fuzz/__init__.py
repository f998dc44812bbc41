"""Targets of ``scripts/fuzz``: each has ``INPUTS``, a strategy, and ``check``, which raises."""

from __future__ import annotations

from types import ModuleType

from tests.fuzz import (
    contract_files,
    directives,
    edits,
    events,
    globs,
    notebooks,
    patterns,
    settings,
)

TARGETS: dict[str, ModuleType] = {
    "contract_files": contract_files,
    "directives": directives,
    "edits": edits,
    "events": events,
    "globs": globs,
    "notebooks": notebooks,
    "patterns": patterns,
    "settings": settings,
}

SEEDS: tuple[tuple[str, int], ...] = ()
"""What once failed: each target with the seed that found it, tried again in every run."""
