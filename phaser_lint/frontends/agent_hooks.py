"""What ``install`` writes for each agent: a literal table of files, events, matchers and keys."""

from __future__ import annotations

import os
import re
import shlex
import sys
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple

from phaser_lint.errors import SettingsError
from phaser_lint.settings.agent_files import hook_script, opencode_plugin

if TYPE_CHECKING:
    from collections.abc import Mapping

SCOPES = ("user", "project", "local")
MATCHER = "Edit|Write|MultiEdit|NotebookEdit"
# What may write files without naming them. As a regular expression it has to be anchored: "Write"
# alone would take TodoWrite along.
WRITERS = f"^(?:{MATCHER}|Bash|PowerShell|mcp__.*)$"
NAMELESS_WRITERS = "^(?:Bash|PowerShell|mcp__.*)$"
# A regular expression to the client, since it is no list of plain names.
OTHER_TOOLS = f"^(?!(?:{MATCHER})$)"
AUGMENT = "--augment"
TIMEOUT_SECONDS = 30
# A plain script: the wrapper of a console script imports more than the hook does.
TEAM_COMMAND = "phaser-lint-hook"
# "phaser enforce --stdin", "/opt/venv/bin/phaser-lint hook", python -I -c "from phaser_lint…"
_OWN_COMMAND = re.compile(
    r"""(?:^|[\s/\\"'])phaser(?:-lint)?(?:\.exe)?["']?(?:\s+|-)"""
    r"""(?:hook(?:\.exe)?|enforce)(?=["'\s]|$)|\bphaser_lint\b"""
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
        files={"project": ".wave/settings.json", "user": ".wave/settings.json"},
        events={"PreToolUse": MATCHER},
        entry=_COMMAND_ENTRY,
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
    ),
}


def start_code() -> str:
    """Return the Python code of a handler for one machine.

    ``site`` takes a quarter of the interpreter's start, so it is left out and the few folders that
    the hook imports from are named.
    """
    origins = (find_spec(name) for name in ("phaser_lint", "regex", "yaml", "pathspec"))
    packages = [os.path.dirname(found.origin) for found in origins if found and found.origin]
    folders = list(dict.fromkeys(os.path.dirname(package) for package in packages))
    return (
        f"import sys; sys.path[:0] = {folders!r}; "
        "from phaser_lint.frontends.clean_path import main; main()"
    )


def flags(
    agent: str, *, fail_closed: bool, abort: bool = False, protect: bool = False
) -> list[str]:
    """Return the arguments of the hook's command; Claude Code's events need no name."""
    named = {"claude-code": [], "vscode": ["--agent", "copilot-cli"]}.get(agent, ["--agent", agent])
    given = [*["--abort"] * abort, *["--fail-closed"] * fail_closed, *["--protect"] * protect]
    return [*named, *given]


def command_of(scope: str, arguments: list[str]) -> list[str]:
    """Return the command of *scope*: by name for a team, by its path on one machine."""
    if scope == "project":
        return [TEAM_COMMAND, *arguments]
    return [sys.executable, "-I", "-S", "-c", start_code(), *arguments]


def hook_entry(
    scope: str, *, fail_closed: bool, agent: str = "claude-code", protect: bool = False
) -> dict[str, Any]:
    """Return the hook that the settings of *scope* get, for an agent that has settings."""
    hooks = HOOKS[agent]
    command = command_of(scope, flags(agent, fail_closed=fail_closed, protect=protect))
    closed = hooks.closed if fail_closed else {}
    if agent == "claude-code" and scope != "project":
        # Without a shell, which costs a third of the interpreter's start.
        exact = {"type": "command", "command": command[0], "args": command[1:]}
        return {**exact, "timeout": TIMEOUT_SECONDS, **closed}
    shown = " ".join(command) if scope == "project" else shlex.join(command)
    entry = {
        key: _filled(value, shown, fail_closed=fail_closed) for key, value in hooks.entry.items()
    }
    return {**entry, **closed}


def _filled(value: Any, command: str, *, fail_closed: bool) -> Any:
    if not isinstance(value, str) or COMMAND not in value:
        return value
    return command if fail_closed else value.replace(COMMAND, command)


def groups(
    scope: str, *, fail_closed: bool, agent: str = "claude-code", protect: bool = False
) -> dict[str, list[dict[str, Any]]]:
    """Return what each event gets."""
    hooks = HOOKS[agent]
    entry = hook_entry(scope, fail_closed=fail_closed, agent=agent, protect=protect)
    found = {
        event: [_listed(entry, matcher, grouped=hooks.grouped)]
        for event, matcher in hooks.events.items()
    }
    if protect:
        # A session that was only compacted goes on with what it began with.
        opening = {key: value for key, value in entry.items() if key != "onFailure"}
        for event, matcher in hooks.opening.items():
            found[event] = [_listed(opening, matcher, grouped=hooks.grouped)]
    return found


def augmented(
    plain: Mapping[str, list[dict[str, Any]]], scope: str
) -> dict[str, list[dict[str, Any]]]:
    """Return Claude Code's groups *plain* with context on links, in the process of the hook.

    The hook then also runs on prompts and on the tools that edit no file; those never fail closed.
    """
    on_files = [
        {**group, "hooks": [with_flag(entry, AUGMENT) for entry in group["hooks"]]}
        for group in plain["PreToolUse"]
    ]
    entry = with_flag(hook_entry(scope, fail_closed=False), AUGMENT)
    on_others = {"matcher": OTHER_TOOLS, "hooks": [entry]}
    return {
        **plain,
        "PreToolUse": [*on_files, on_others],
        "UserPromptSubmit": [{"hooks": [entry]}],
    }


def with_flag(entry: Mapping[str, Any], flag: str) -> dict[str, Any]:
    """Return the handler *entry* with one more flag."""
    if "args" in entry:
        return {**entry, "args": [*entry["args"], flag]}
    return {**entry, "command": f"{entry['command']} {flag}"}


def _listed(entry: dict[str, Any], matcher: str, *, grouped: bool) -> dict[str, Any]:
    matching = {"matcher": matcher} if matcher else {}
    if not grouped:
        return {**entry, **matching}
    if not matcher:  # at the end of a run the client knows no other way to fail
        entry = {key: value for key, value in entry.items() if key != "onFailure"}
    return {**matching, "hooks": [entry]}


def own_files(
    scope: str, agent: str, *, fail_closed: bool, abort: bool, protect: bool = False
) -> dict[str, str]:
    """Return the files of phaser's own that *agent* gets: relative path and content."""
    files = FILES[agent]
    given = flags(agent, fail_closed=fail_closed, abort=abort, protect=protect)
    command = command_of(scope, given)
    content = opencode_plugin(command) if agent == "opencode" else hook_script(command)
    named = [*files.files[scope], *(files.aborting.get(scope, ()) if abort else ())]
    return dict.fromkeys(named, content)


def paths_of(agent: str) -> dict[str, tuple[str, ...]]:
    """Return, for each scope that *agent* has, the relative paths that ``install`` may write."""
    if agent in FILES:
        files = FILES[agent]
        return {
            scope: (*paths, *files.aborting.get(scope, ())) for scope, paths in files.files.items()
        }
    return {scope: (path,) for scope, path in HOOKS[agent].files.items()}


def note_of(agent: str) -> str:
    """Return what a user of *agent* has to know or to do."""
    return FILES[agent].note if agent in FILES else HOOKS[agent].note


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
