"""What ``install`` writes for each agent: a literal table of files, events, matchers and keys.

``hook_entries`` makes the entries of it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from phaser_lint.errors import SettingsError

if TYPE_CHECKING:
    from collections.abc import Mapping

SCOPES = ("user", "project", "local")
MATCHER = "Edit|Write|MultiEdit|NotebookEdit"
# What may write files without naming them. As a regular expression it has to be anchored: "Write"
# alone would take TodoWrite along.
WRITERS = f"^(?:{MATCHER}|Bash|PowerShell|mcp__.*)$"
NAMELESS_WRITERS = "^(?:Bash|PowerShell|mcp__.*)$"
AUGMENT = "--augment"
TIMEOUT_SECONDS = 30
# A plain script: the wrapper of a console script imports more than the hook does.
TEAM_COMMAND = "phaser-lint-hook"
# "phaser enforce --stdin", "/opt/venv/bin/phaser-lint hook", python -I -c "from phaser_lint…". A
# team's own hook is none of them: ~/phaser_lint/guard.py, "from phaser_lint.hooks import run".
_OWN_COMMAND = re.compile(
    r"""(?:^|[\s/\\"'])phaser(?:-lint)?(?:\.exe)?["']?(?:\s+|-)"""
    r"""(?:hook(?:\.exe)?|enforce)(?=["'\s]|$)"""
    r"""|(?:-m\s*|\bimport\s+|\bfrom\s+)phaser_lint\b(?!\.hooks\b)"""
)


class AgentHooks(NamedTuple):
    """How one agent takes its hooks.

    ``files``: for each scope the settings file, under the project or under the home folder.
    ``events``: for each event its matcher, empty without one. ``entry``: the keys of a hook, with
    ``COMMAND`` (or a form that lets a write through without the program) in the command's place.
    ``grouped``: hooks stand in groups that hold the matcher. ``beside``: what stands beside
    ``hooks``. ``opening``: a session's first event, for protection. ``closed``: what makes the
    agent itself block where the hook fails. ``note``: what the user has to do.
    """

    files: Mapping[str, str]
    events: Mapping[str, str]
    entry: Mapping[str, Any]
    grouped: bool = True
    beside: Mapping[str, Any] = {}
    opening: Mapping[str, str] = {}
    closed: Mapping[str, Any] = {}
    note: str = ""


class AgentFiles(NamedTuple):
    """Files of phaser's own that an agent takes instead, by scope; more of them for ``--abort``."""

    files: Mapping[str, tuple[str, ...]]
    aborting: Mapping[str, tuple[str, ...]] = {}
    note: str = ""
    aborting_note: str = ""
    """In place of ``note`` where ``--abort`` was given."""


COMMAND = "{command}"
# In Gemini and Copilot a command that is missing (127) would block every write of a team mate who
# has not installed the program; a denial has exit code 0 and is not touched by this.
OPEN = f"{COMMAND} || true"
OPEN_POWERSHELL = f"{COMMAND}; exit 0"
_COMMAND_ENTRY = {"type": "command", "command": COMMAND, "timeout": TIMEOUT_SECONDS}
_COPILOT = AgentHooks(
    files={
        "project": ".github/hooks/phaser-lint.json",
        "user": ".copilot/hooks/phaser-lint.json",
    },
    events={
        "preToolUse": "create|edit|apply_patch",
        "postToolUse": "create|edit|apply_patch|bash|powershell",
        "agentStop": "",
    },
    entry={"type": "command", "bash": OPEN, "powershell": OPEN_POWERSHELL, "timeoutSec": 30},
    grouped=False,
    beside={"version": 1},
    note="Copilot runs a project's hooks in folders that it trusts, and those of "
    ".claude/settings.json too: one of both is enough.",
)
HOOKS: Mapping[str, AgentHooks] = {
    "claude-code": AgentHooks(
        files={
            "project": ".claude/settings.json",
            "local": ".claude/settings.local.json",
            "user": ".claude/settings.json",
        },
        events={
            "PreToolUse": MATCHER,
            "PostToolUse": WRITERS,
            # A command that fails may have written before it did.
            "PostToolUseFailure": NAMELESS_WRITERS,
            "Stop": "",
        },
        entry=_COMMAND_ENTRY,
        opening={"SessionStart": "startup|resume|clear"},
        closed={"onFailure": "block"},
    ),
    "codex": AgentHooks(
        files={"project": ".codex/hooks.json", "user": ".codex/hooks.json"},
        events={
            "PreToolUse": "apply_patch|Bash",
            "PostToolUse": "^(?:apply_patch|Bash|mcp__.*)$",
            "Stop": "",
        },
        entry=_COMMAND_ENTRY,
        note="Codex runs it once you have trusted the project and approved the hook in /hooks.",
    ),
    "gemini-cli": AgentHooks(
        files={"project": ".gemini/settings.json", "user": ".gemini/settings.json"},
        events={
            "BeforeTool": "write_file|replace",
            "AfterTool": "^(?:write_file|replace|run_shell_command|mcp_.*)$",
            "AfterAgent": "",
        },
        entry={
            "type": "command",
            "name": "phaser-lint",
            "command": OPEN,
            "timeout": TIMEOUT_SECONDS * 1000,
        },
        note="Gemini CLI runs a project's hooks in folders that it trusts.",
    ),
    "qwen-code": AgentHooks(
        files={"project": ".qwen/settings.json", "user": ".qwen/settings.json"},
        events={
            "PreToolUse": "write_file|edit|notebook_edit",
            "PostToolUse": "^(?:write_file|edit|notebook_edit|run_shell_command|mcp__.*)$",
            "Stop": "",
        },
        entry=_COMMAND_ENTRY,
    ),
    "copilot-cli": _COPILOT,
    # The agent of VS Code reads the files of Copilot, and sends events of its own form.
    "vscode": _COPILOT,
    "cursor": AgentHooks(
        files={"project": ".cursor/hooks.json", "user": ".cursor/hooks.json"},
        events={
            "preToolUse": "Write|StrReplace|Delete",
            "postToolUse": "Write|StrReplace|Shell|MCP:.*",
            "stop": "",
        },
        entry={"command": COMMAND, "timeout": TIMEOUT_SECONDS},
        grouped=False,
        beside={"version": 1},
        closed={"failClosed": True},
    ),
    "windsurf": AgentHooks(
        files={"project": ".windsurf/hooks.json", "user": ".codeium/windsurf/hooks.json"},
        events={"pre_write_code": ""},
        entry={"command": COMMAND, "show_output": True},
        grouped=False,
    ),
    "wave": AgentHooks(
        files={
            "project": ".wave/settings.json",
            "user": ".wave/settings.json",
        },
        # Globs: a parenthesis, or a matcher at Stop, has Wave run no hook of any settings.
        events={"PreToolUse": MATCHER, "PostToolUse": f"{MATCHER}|Bash|mcp__*", "Stop": ""},
        entry=_COMMAND_ENTRY,
        opening={"SessionStart": ""},
    ),
}

FILES: Mapping[str, AgentFiles] = {
    "opencode": AgentFiles(
        files={
            "project": (".opencode/plugins/phaser-lint.js",),
            "user": (".config/opencode/plugins/phaser-lint.js",),
        },
    ),
    "cline": AgentFiles(
        files={
            "project": (".clinerules/hooks/PostToolUse",),
            "user": ("Documents/Cline/Hooks/PostToolUse",),
        },
        aborting={
            "project": (".clinerules/hooks/PreToolUse",),
            "user": ("Documents/Cline/Hooks/PreToolUse",),
        },
        note="Cline is told after a write; a denial would end its run (--abort denies all the "
        "same).",
        aborting_note="A denial ends Cline's run, and neither the model nor you read why.",
    ),
}


def paths_of(agent: str) -> dict[str, tuple[str, ...]]:
    """Return, for each scope that *agent* has, the relative paths that ``install`` may write."""
    if agent in FILES:
        files = FILES[agent]
        return {
            scope: (*paths, *files.aborting.get(scope, ())) for scope, paths in files.files.items()
        }
    return {scope: (path,) for scope, path in HOOKS[agent].files.items()}


def note_of(agent: str, *, aborts: bool) -> str:
    """Return what a user of *agent* has to know or to do."""
    if agent not in FILES:
        return HOOKS[agent].note
    files = FILES[agent]
    return (aborts and files.aborting_note) or files.note


def require_scope(agent: str, scope: str) -> None:
    """Raise ``SettingsError`` where *agent* has no settings of that *scope*."""
    known = paths_of(agent)
    if scope not in known:
        raise SettingsError(f"--scope {scope}: expected {' or '.join(known)} for {agent}")


def is_ours(hook: Mapping[str, Any]) -> bool:
    """Tell whether a handler runs this program, in today's form or in an earlier one."""
    arguments = hook.get("args")
    named = [hook.get(key) for key in ("command", "bash", "powershell")]
    parts = [*named, *(arguments if isinstance(arguments, list) else [])]
    return bool(_OWN_COMMAND.search(" ".join(part for part in parts if isinstance(part, str))))
