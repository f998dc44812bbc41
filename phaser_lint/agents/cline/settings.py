"""Cline: executables that are called after the event, in any of four folders."""

from __future__ import annotations

import os
import shlex

from phaser_lint.agents.agent import MARK, WITHOUT_END, Agent, AgentFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_FOLDERS = (".clinerules/hooks", ".cline/hooks", "~/.cline/hooks", "~/Documents/Cline/Hooks")


def _script(command: Sequence[str], fail_closed: bool) -> str:
    return f"#!/bin/sh\n# {MARK}\nexec {shlex.join(command)}\n"


def _hooks_in(path: str, text: str) -> list[tuple[str, dict[str, Any]]]:
    # The executable itself is the hook, and its name the event.
    return [(os.path.basename(path), {"command": path, "args": []})]


AGENT = Agent(
    "cline",
    "Cline",
    "cline",
    tuple(f"{folder}/{name}" for folder in _FOLDERS for name in ("PreToolUse", "PostToolUse")),
    AgentFiles(
        files={
            "project": (".clinerules/hooks/PostToolUse",),
            "user": ("~/Documents/Cline/Hooks/PostToolUse",),
        },
        aborting={
            "project": (".clinerules/hooks/PreToolUse",),
            "user": ("~/Documents/Cline/Hooks/PreToolUse",),
        },
        content=_script,
        hooks_in=_hooks_in,
        executable=True,
        not_on_windows="on Windows Cline takes scripts of PowerShell (PostToolUse.ps1), which this "
        "program does not write: let git and the pull request judge its edits",
        note="Cline is told after a write; a denial would end its run (--abort denies all the "
        "same).",
        aborting_note="A denial ends Cline's run, and neither the model nor you read why.",
        protecting_note="What changes this hook itself goes unsaid; --abort denies it.",
    ),
    moves={"~/.cline": "$CLINE_DIR"},
    stages=WITHOUT_END,
    timeout=120.0,
    told_after=True,
)
