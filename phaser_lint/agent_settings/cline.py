"""Cline: executables that are called after the event, in any of four folders."""

from __future__ import annotations

from phaser_lint.agent_settings.agent import WITHOUT_END, Agent, AgentFiles

_FOLDERS = (".clinerules/hooks", ".cline/hooks", "~/.cline/hooks", "~/Documents/Cline/Hooks")
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
