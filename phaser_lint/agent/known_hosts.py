"""How each agent is played, by name: the module of each is imported only when it is asked for.

    decision_of("claude-code", "PreToolUse", result)   Reaction("deny", "no-print at line 1 …")

The same answer means another thing elsewhere: Claude Code's denial passes in Gemini CLI, exit code
1 passes in Claude Code and blocks in Copilot. The rules of VS Code, Cursor and Windsurf are from
documents, those of all others were seen in the running clients.
"""

from __future__ import annotations

from phaser_lint.agent import AGENTS, DEFAULT
from phaser_lint.agent.host_answer import HookAnswer, Reaction

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agent.hook_process import Result
    from phaser_lint.agent.host_side import Host


def host_of(agent: str) -> Host:
    """Return how *agent* is played: one that is not known as the one that most take after."""
    modules = {name: module for name, module, *_ in AGENTS}
    module = modules.get(agent, modules[DEFAULT])
    found: Host = __import__(f"phaser_lint.agent.{module}.host", fromlist=("HOST",)).HOST
    return found


def decision_of(agent: str, event: str, result: Result, *, own_event: str = "") -> Reaction:
    """Return what *agent* makes of *result*.

    *event* is ``PreToolUse``, ``PostToolUse`` or ``Stop``, whatever the agent itself calls it
    (*own_event*, as its settings say).
    """
    if result.timed_out:
        return Reaction("broken", f"it ran out of time after {result.seconds:.1f} s")
    return host_of(agent).decision(HookAnswer(event, own_event or event, result))
