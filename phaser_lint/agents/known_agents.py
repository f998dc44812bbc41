"""What each agent reads before it runs a hook: one module for each, in a literal table.

Install, uninstall, doctor, agents and protect take files, variables, switches and trust from here.

    agent_named("codex").files   (".codex/hooks.json", …)
"""

from __future__ import annotations

from phaser_lint.agents.claude_code import settings as claude_code
from phaser_lint.agents.cline import settings as cline
from phaser_lint.agents.codex import settings as codex
from phaser_lint.agents.copilot_cli import settings as copilot_cli
from phaser_lint.agents.cursor import settings as cursor
from phaser_lint.agents.gemini_cli import settings as gemini_cli
from phaser_lint.agents.opencode import settings as opencode
from phaser_lint.agents.qwen_code import settings as qwen_code
from phaser_lint.agents.vscode import settings as vscode
from phaser_lint.agents.wave import settings as wave
from phaser_lint.agents.windsurf import settings as windsurf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agents.agent import Agent

AGENTS = (
    claude_code.AGENT,
    codex.AGENT,
    gemini_cli.AGENT,
    qwen_code.AGENT,
    copilot_cli.AGENT,
    vscode.AGENT,
    cursor.AGENT,
    opencode.AGENT,
    windsurf.AGENT,
    cline.AGENT,
    wave.AGENT,
)
_NAMED = {agent.name: agent for agent in AGENTS}


def agent_named(name: str) -> Agent:
    """Return the agent of that name; raises ``KeyError``."""
    return _NAMED[name]
