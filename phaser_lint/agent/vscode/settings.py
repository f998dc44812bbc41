"""VS Code, from its documents: it runs the hooks of Copilot and of Claude Code.

``chat.hookFilesLocations`` in its settings decides for each of those files whether it is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaser_lint.agent.agent_table import CAMEL_STAGES, Agent, SettingsPlace, Switch
from phaser_lint.agent.claude_code.settings import PROJECT_FILES
from phaser_lint.agent.copilot_cli import settings as copilot_cli

LOCATIONS = "chat.hookFilesLocations"
AGENT = Agent(
    name="vscode",
    shown="VS Code",
    program="code",
    installs=copilot_cli.HOOKS,
    places=(SettingsPlace("project", (".vscode/settings.json",), (Switch((LOCATIONS,), off=()),)),),
    stages=CAMEL_STAGES,
    borrowed=(*copilot_cli.AGENT.files, *PROJECT_FILES, "~/.claude/settings.json"),
    timeout=30.0,
    named_as=copilot_cli.AGENT.name,
)


def find_unread_places(settings: Mapping[str, Any]) -> list[str]:
    """Return the places of hooks that VS Code does not read by its *settings*."""
    locations = settings.get(LOCATIONS)
    places = locations.items() if isinstance(locations, dict) else ()
    return [name for name, is_read in places if is_read is False]
