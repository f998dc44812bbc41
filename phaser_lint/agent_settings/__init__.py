"""What each agent reads before it runs a hook: one module for each, in a literal table.

Install, uninstall, doctor, agents and protect take files, variables, switches and trust from here.

    agent_named("codex").files   (".codex/hooks.json", …)
"""

from __future__ import annotations

from phaser_lint.agent_settings import (
    claude_code,
    cline,
    codex,
    copilot_cli,
    cursor,
    gemini_cli,
    opencode,
    qwen_code,
    vscode,
    wave,
    windsurf,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agent_settings.agent import Agent

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
