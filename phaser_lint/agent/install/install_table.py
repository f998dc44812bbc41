"""What ``install`` writes for each agent, from the settings of ``agents``.

``hook_entries`` makes the entries of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.agent_table import AgentFiles, AgentHooks
from phaser_lint.agent.install.settings_error import SettingsError

SCOPES = ("user", "project", "local")
AUGMENT = "--augment"
HOOKS: Mapping[str, AgentHooks] = {
    agent.name: agent.installs for agent in AGENT_SETTINGS if isinstance(agent.installs, AgentHooks)
}
FILES: Mapping[str, AgentFiles] = {
    agent.name: agent.installs for agent in AGENT_SETTINGS if isinstance(agent.installs, AgentFiles)
}


def list_paths_by_scope(agent: str) -> dict[str, tuple[str, ...]]:
    """Return the files that ``install`` may write for *agent*, by each scope of its table."""
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
    """Return ``install``'s scope for *agent* where none is named: the project's, if it can."""
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
    """Raise ``SettingsError`` for ``--abort`` if ``install``'s table has none for *agent*."""
    agents = [name for name, files in FILES.items() if files.aborting]
    if agent not in agents:
        raise SettingsError(
            f"--abort: unsupported for {agent}; expected --agent {', '.join(agents)}"
        )


def require_team(agent: str, scope: str) -> None:
    """Raise ``SettingsError`` for ``install --if-missing`` where ``install``'s table has no hook of
    *agent* for *scope*: none goes by name, or none denies an edit.
    """
    if scope != "project":
        raise SettingsError(
            f"--if-missing: unsupported with --scope {scope}, which names the program by its path; "
            "--fail-closed blocks an edit when that does not start"
        )
    if agent in FILES and not FILES[agent].denies:
        raise SettingsError(f"--if-missing: unsupported for {agent}, whose run a denial would end")
