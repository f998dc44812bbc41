"""VS Code: no files of its own; it runs the hooks of Copilot and of Claude Code."""

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
    stages=CAMEL_STAGES,
    borrowed=(*copilot_cli.FILES, *PROJECT_FILES),
    timeout=30.0,
)
