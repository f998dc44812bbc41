"""What a server imports: little for its first answer, nothing heavy for its first text."""

from __future__ import annotations

import subprocess
import sys

import pytest

FIRST_ANSWER = (
    "phaser_lint.command.lsp phaser_lint.editor.lifecycle phaser_lint.editor.synchronisation"
)
FIRST_TEXT = f"{FIRST_ANSWER} phaser_lint.editor.open_text_checks phaser_lint.editor.disk_recheck"
HEAVY = "json pathspec regex subprocess typing yaml"
ENGINE = "phaser_lint.check phaser_lint.contract phaser_lint.project.git phaser_lint.text.search"
SOURCE = """
import sys
modules, unneeded = sys.argv[1].split(), sys.argv[2].split()
for module in modules:
    __import__(module)
print(sorted(set(unneeded) & set(sys.modules)))
"""


@pytest.mark.parametrize(
    ("modules", "unneeded"),
    [(FIRST_ANSWER, f"{HEAVY} {ENGINE}"), (FIRST_TEXT, HEAVY)],
    ids=["the first answer", "the first text"],
)
def test_nobody_waits_for_what_he_does_not_need(modules: str, unneeded: str) -> None:
    """To a client the first answer says that the server is there; the rest is imported later."""
    process = subprocess.run(
        (sys.executable, "-I", "-c", SOURCE, modules, unneeded),
        capture_output=True,
        check=True,
        text=True,
    )
    assert process.stdout == "[]\n"
