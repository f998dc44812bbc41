"""Cline: executables that have the name of the event, in any of four folders."""

from __future__ import annotations

import os
import shlex
from collections.abc import Sequence
from typing import Any

from phaser_lint.agent.agent_table import (
    MARK,
    WITHOUT_END,
    Agent,
    AgentFiles,
    Closed,
    SettingsPlace,
)

# A hook runs by its first line, or else by the ending of its name, executable or not. Shells and
# Python are taken from the PATH, whatever folder the line names.
_BY_ENDING = {
    "": ("bash",), ".sh": ("bash",), ".bash": ("bash",), ".zsh": ("bash",), ".py": ("python3",),
    ".js": ("node",), ".mjs": ("node",), ".cjs": ("node",), ".ts": ("bun", "run"),
    ".mts": ("bun", "run"), ".cts": ("bun", "run"), ".ps1": ("pwsh", "-File"),
}  # fmt: skip
_FROM_PATH = ("bash", "sh", "zsh", "python3", "python")


def _render_script(command: Sequence[str], closed: Closed) -> str:
    return f"#!/bin/sh\n# {MARK}\nexec {shlex.join(command)}\n"


def _parse_hooks(path: str, text: str) -> list[tuple[str, dict[str, Any]]]:
    # The file is the hook, and its name the event, in whatever case.
    name, ending = os.path.splitext(os.path.basename(path))
    event = next((stage for stage in WITHOUT_END if stage.lower() == name.strip().lower()), "")
    if not event or ending.lower() not in _BY_ENDING:
        return []
    line = text.partition("\n")[0].strip()
    words = line[2:].split() if line.startswith("#!") else []
    if words and os.path.basename(words[0]) == "env":
        words = words[1:]
    if words and os.path.basename(words[0]) in _FROM_PATH:
        words = [os.path.basename(words[0]), *words[1:]]
    program, *arguments = words or _BY_ENDING[ending.lower()]
    return [(event, {"command": program, "args": [*arguments, path]})]


AGENT = Agent(
    name="cline",
    shown="Cline",
    program="cline",
    installs=AgentFiles(
        files={
            "project": (".clinerules/hooks/PostToolUse",),
            "user": ("~/Documents/Cline/Hooks/PostToolUse",),
        },
        aborting={
            "project": (".clinerules/hooks/PreToolUse",),
            "user": ("~/Documents/Cline/Hooks/PreToolUse",),
        },
        content=_render_script,
        hooks_in=_parse_hooks,
        denies=False,
        executable=True,
        not_on_windows="on Windows Cline takes scripts of PowerShell (PostToolUse.ps1), which this "
        "program does not write: let git and the pull request check its edits",
        note="Cline gets the report after a write; a denial would end its run (--abort denies all "
        "the same).",
        aborting_note="A denial ends Cline's run, and neither the model nor you read why.",
        protecting_note="What changes this hook itself is not reported; --abort denies it.",
    ),
    places=(
        SettingsPlace("project", (".clinerules/hooks/*",), hooks=True),
        SettingsPlace("project", (".cline/hooks/*",), hooks=True),
        SettingsPlace("user", ("~/Documents/Cline/Hooks/*",), hooks=True),
        SettingsPlace("user", ("~/.cline/hooks/*",), hooks=True),
    ),
    moves={"~/.cline": "$CLINE_DIR"},
    stages=WITHOUT_END,
    timeout=120.0,
    reports_after=True,
)
