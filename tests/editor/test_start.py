"""What a server imports for its first text, where the contracts are stored: as little as can be."""

from __future__ import annotations

import subprocess
import sys

HEAVY = "json, pathspec, regex, subprocess, typing, yaml"
SOURCE = f"""
import sys
from phaser_lint.command import lsp
from phaser_lint.editor import lifecycle, synchronisation
print(sorted(set({HEAVY.split(", ")!r}) & set(sys.modules)))
"""


def test_nothing_heavy_is_imported() -> None:
    """The first diagnostics would wait for it."""
    process = subprocess.run(
        (sys.executable, "-I", "-c", SOURCE), capture_output=True, check=True, text=True
    )
    assert process.stdout == "[]\n"
