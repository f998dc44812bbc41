"""Whether Gemini CLI, Qwen Code and Copilot CLI trust a folder, as they remember that themselves.

In one that they do not trust they leave the project's hooks out without a word.
"""

from __future__ import annotations

import os

from phaser_lint.agent_settings.places import Machine, located, present
from phaser_lint.errors import SettingsError
from phaser_lint.host.handlers import SettingsFile, read_values
from phaser_lint.settings.strict_json import Number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from phaser_lint.agent_settings.agent import Agent
    from phaser_lint.host.handlers import Handler

_VERSION = Number("1")


def values_at(agent: Agent, path: str, *, comments: bool = False) -> dict[str, Any]:
    """Return what the settings at *path* hold; nothing where they cannot be read."""
    reader = agent._replace(comments=agent.comments or comments)
    try:
        return read_values(SettingsFile(reader, path, path)) if os.path.exists(path) else {}
    except SettingsError:
        return {}


def gemini_refusals(handler: Handler, machine: Machine) -> list[str]:
    """Return that Gemini CLI does not trust the project, where it does not."""
    environment = machine.environment
    said = environment.get("GEMINI_CLI_TRUST_WORKSPACE")
    if environment.get("GEMINI_RESTRICTED_MODE") == "true" or said == "false":
        trusted = False
    else:
        trusted = (
            said == "true"
            or not _asks(handler.file.agent, machine, by_default=True)
            or _is_listed(handler.file.agent, machine)
        )
    if trusted or not handler.file.of_project:
        return []
    return [
        "Gemini CLI runs no hooks of a folder it does not trust: start gemini in this folder and "
        "trust it (/permissions), or set GEMINI_CLI_TRUST_WORKSPACE=true"
    ]


def qwen_refusals(handler: Handler, machine: Machine) -> list[str]:
    """Return that Qwen Code does not trust the project, where it was told to ask."""
    agent = handler.file.agent
    if (
        not handler.file.of_project
        or not _asks(agent, machine, by_default=False)
        or _is_listed(agent, machine)
    ):
        return []
    return [
        "Qwen Code runs no hooks of a folder it does not trust: start qwen in this folder and "
        "trust it (/trust), or remove security.folderTrust.enabled from your settings"
    ]


def copilot_refusals(handler: Handler, machine: Machine) -> list[str]:
    """Return that Copilot CLI takes no hook of the file, or does not trust the project."""
    agent = handler.file.agent
    version = values_at(agent, handler.file.path).get("version", _VERSION)
    found = [] if version == _VERSION else ['Copilot CLI wants "version": 1 in the file']
    if copilot_trusts(agent, machine) or not handler.file.of_project:
        return found
    return [
        *found,
        "Copilot CLI runs no hooks of a folder it does not trust: start copilot in this folder "
        "and trust it for future sessions, or pass --trust-folder",
    ]


def copilot_trusts(agent: Agent, machine: Machine) -> bool:
    """Tell whether Copilot CLI trusts the project; if not it passes over all of its settings."""
    return machine.environment.get("COPILOT_ALLOW_ALL") == "true" or any(
        _holds(folder, machine.root) for folder in _copilot_folders(agent, machine)
    )


def _copilot_folders(agent: Agent, machine: Machine) -> list[str]:
    return [
        folder
        for place in present(agent, agent.trust_files, machine)
        # It renames the older key when it writes the file.
        for key in ("trustedFolders", "trusted_folders")
        for folder in values_at(agent, place.path, comments=True).get(key) or ()
        if isinstance(folder, str)
    ]


def _asks(agent: Agent, machine: Machine, *, by_default: bool) -> bool:
    """Tell whether the agent cares for trust; what a project says of that does not count."""
    place = located(agent, agent.switch_files[-1], machine)
    security = values_at(agent, place.path).get("security") if place else None
    trust = security.get("folderTrust") if isinstance(security, dict) else None
    enabled = trust.get("enabled") if isinstance(trust, dict) else None
    return enabled if isinstance(enabled, bool) else by_default


def _is_listed(agent: Agent, machine: Machine) -> bool:
    """Tell whether the first list of folders that is named says that this one is trusted."""
    places = [located(agent, pattern, machine) for pattern in agent.trust_files]
    place = next(filter(None, places), None)
    folders = values_at(agent, place.path, comments=True) if place else {}
    for folder, level in sorted(folders.items(), key=lambda item: -len(item[0])):
        whole = os.path.dirname(folder) if level == "TRUST_PARENT" else folder
        if _holds(whole, machine.root):
            return bool(level != "DO_NOT_TRUST")
    return False


def _holds(folder: str, root: str) -> bool:
    folder = os.path.realpath(os.path.expanduser(folder))
    return root == folder or root.startswith(folder.rstrip("/") + "/")
