"""What ``install`` writes for each agent, from the settings of ``agents``.

``hook_entries`` makes the entries of it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.agent_table import AgentFiles, AgentHooks
from phaser_lint.agent.agents_by_name import AGENT_SETTINGS
from phaser_lint.core.errors import SettingsError

SCOPES = ("user", "project", "local")
AUGMENT = "--augment"
# "phaser enforce --stdin", "/opt/venv/bin/phaser-lint hook", python -I -c "from phaser_lint…". A
# team's own hook is none of them: ~/phaser_lint/guard.py, "from phaser_lint.hooks import run".
_OWN_COMMAND = re.compile(
    r"""(?:^|[\s/\\"'])phaser(?:-lint)?(?:\.exe)?["']?(?:\s+|-)"""
    r"""(?:hook(?:\.exe)?|enforce)(?=["'\s]|$)"""
    r"""|(?:-m\s*|\bimport\s+|\bfrom\s+)phaser_lint\b(?!\.hooks\b)"""
)
HOOKS: Mapping[str, AgentHooks] = {
    agent.name: agent.installs for agent in AGENT_SETTINGS if isinstance(agent.installs, AgentHooks)
}
FILES: Mapping[str, AgentFiles] = {
    agent.name: agent.installs for agent in AGENT_SETTINGS if isinstance(agent.installs, AgentFiles)
}


def list_paths_by_scope(agent: str) -> dict[str, tuple[str, ...]]:
    """Return the paths of files that ``install`` may write for *agent*, by each scope that
    it has.
    """
    if agent in FILES:
        files = FILES[agent]
        return {
            scope: (*paths, *files.aborting.get(scope, ())) for scope, paths in files.files.items()
        }
    hooks = HOOKS[agent]
    return {
        scope: (path, *([hooks.bare[scope]] if scope in hooks.bare else []))
        for scope, path in hooks.files.items()
    }


def choose_usual_scope(agent: str) -> str:
    """Return the scope of ``install``'s row for *agent* that counts where none is named: the
    project's, if it has one.
    """
    scopes = [*list_paths_by_scope(agent)]
    return "project" if "project" in scopes else scopes[0]


def find_install_note(agent: str, *, scope: str, aborts: bool, protects: bool) -> str:
    """Return what ``install`` tells the user of *agent* to know or to do."""
    if agent not in FILES:
        hooks = HOOKS[agent]
        return (scope != "user" and hooks.project_note) or hooks.note
    files = FILES[agent]
    if aborts:
        return files.aborting_note
    return "\n".join(filter(None, (files.note, files.protecting_note if protects else "")))


def require_scope(agent: str, scope: str) -> None:
    """Raise ``SettingsError`` where ``install``'s row for *agent* has no settings of a *scope*."""
    scopes = list_paths_by_scope(agent)
    if scope not in scopes:
        raise SettingsError(f"--scope {scope}: expected {' or '.join(scopes)} for {agent}")


def require_abort(agent: str) -> None:
    """Raise ``SettingsError`` for ``install --abort`` where no denial ends the run of *agent*."""
    agents = [name for name, files in FILES.items() if files.aborting]
    if agent not in agents:
        raise SettingsError(
            f"--abort: unsupported for {agent}; expected --agent {', '.join(agents)}"
        )


def require_team(agent: str, scope: str) -> None:
    """Raise ``SettingsError`` where ``install --if-missing`` has no hook of *agent* to write in
    *scope*: none goes by name, or none denies an edit.
    """
    if scope != "project":
        raise SettingsError(
            f"--if-missing: unsupported with --scope {scope}, which names the program by its path; "
            "--fail-closed blocks an edit when that does not start"
        )
    if agent in FILES and not FILES[agent].denies:
        raise SettingsError(f"--if-missing: unsupported for {agent}, whose run a denial would end")


def is_ours(hook: Mapping[str, Any]) -> bool:
    """Tell whether an entry of an agent's settings is a hook that ``install`` writes, or wrote
    earlier: it runs this program.
    """
    arguments = hook.get("args")
    commands = [hook.get(key) for key in ("command", "bash", "powershell")]
    words = [*commands, *(arguments if isinstance(arguments, list) else [])]
    return bool(_OWN_COMMAND.search(" ".join(word for word in words if isinstance(word, str))))
