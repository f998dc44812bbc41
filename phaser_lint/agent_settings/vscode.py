"""VS Code, from its documents: it runs the hooks of Copilot and of Claude Code.

``chat.hookFilesLocations`` in its settings says of each of those files whether it is read.
"""

from __future__ import annotations

from phaser_lint.agent_settings import copilot_cli
from phaser_lint.agent_settings.agent import CAMEL_STAGES, Agent
from phaser_lint.agent_settings.claude_code import PROJECT_FILES

AGENT = Agent(
    "vscode",
    "VS Code",
    "code",
    (),
    copilot_cli.HOOKS,
    switch_files=(".vscode/settings.json",),
    stages=CAMEL_STAGES,
    borrowed=(*copilot_cli.FILES, *PROJECT_FILES, "~/.claude/settings.json"),
    timeout=30.0,
    named_as=copilot_cli.AGENT.name,
)
