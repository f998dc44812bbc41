"""The names by which settings that were installed start the program: they stay where they are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent.install.hook_entries import render_start_code
from tests.command.made import contract

if TYPE_CHECKING:
    from tests.conftest import MakeProject

# As they stand in settings, letter by letter: no change of ours reaches those.
CLEAN_PATH = (
    "import gc, sys; gc.disable(); sys.path[:0] = {folders!r}; "
    "from phaser_lint.hook.clean import main; main()"
)
OWN_HOOK = """
from phaser_lint.hooks import PreToolUseInput, PreToolUseResponse, run

def guard(event: PreToolUseInput) -> PreToolUseResponse | None:
    return PreToolUseResponse.deny("Use the logger.")

run(guard)
"""
CONSOLE = (
    "import sys; from phaser_lint.command.cli import console; sys.argv[1:] = ['hook']; console()"
)
BIN = Path(sys.executable).parent
STARTED = {
    "one machine": (sys.executable, "-I", "-S", "-c", CLEAN_PATH),
    "a replayed event": (
        sys.executable, "-I", "-c", "from phaser_lint.hook.clean import main; main()"),
    "a team": (str(BIN / "phaser-lint-hook"),),
    "the console script": (str(BIN / "phaser-lint"), "hook"),
    "what an installer makes of it": (sys.executable, "-c", CONSOLE),
    "the package": (sys.executable, "-m", "phaser_lint", "hook"),
    "the former program": (str(BIN / "phaser"), "enforce", "--stdin"),
    "a hook of a team's own": (sys.executable, "-c", OWN_HOOK),
}  # fmt: skip


def test_the_code_of_today() -> None:
    """The first row is what ``install`` writes."""
    installed_code = render_start_code()
    folders = installed_code.partition("sys.path[:0] = ")[2].partition("; ")[0]
    assert installed_code == CLEAN_PATH.replace("{folders!r}", folders)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("name", STARTED)
def test_started_as_installed(name: str, project: MakeProject, environment: dict[str, str]) -> None:
    """An edit that breaks a contract is denied by each."""
    root = project({}, contracts={"a.yaml": contract(message="Use the logger.")})
    event = {
        "session_id": "s", "transcript_path": "/t", "cwd": str(root),
        "hook_event_name": "PreToolUse", "tool_name": "Write",
        "tool_input": {"file_path": str(root / "a.py"), "content": "print(1)\n"},
    }  # fmt: skip
    folders = [path for path in sys.path if os.path.isdir(path)]
    command = [word.replace("{folders!r}", repr(folders)) for word in STARTED[name]]
    process = subprocess.run(
        command, input=json.dumps(event).encode(), cwd=root, env=environment, capture_output=True
    )
    assert (process.returncode, process.stderr) == (0, b"")
    answer = json.loads(process.stdout)["hookSpecificOutput"]
    assert answer["permissionDecision"] == "deny"
    assert "Use the logger." in answer["permissionDecisionReason"]
