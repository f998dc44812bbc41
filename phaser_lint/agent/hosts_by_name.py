"""How each agent is simulated, by name: the module of each is imported only when it is needed.

    simulate_reaction("claude-code", "PreToolUse", result)  Reaction("deny", "no-print at line 1 …")

The same answer means another thing elsewhere: Claude Code's denial denies nothing in Gemini CLI,
exit code 1 nothing in Claude Code, and it blocks in Copilot. The rules of VS Code, Cursor,
Windsurf, Antigravity and Kiro are from documents, those of all others were seen in the running
clients.
"""

from __future__ import annotations

from phaser_lint.agent import AGENTS, DEFAULT
from phaser_lint.agent.hook_process import ProcessResult
from phaser_lint.agent.host import Host
from phaser_lint.agent.host_answer import HookAnswer, Reaction


def load_host(agent: str) -> Host:
    """Return the host, the simulation, of *agent*; for an unknown one what most others follow."""
    modules = {name: module for name, module, *_ in AGENTS}
    module = modules.get(agent, modules[DEFAULT])
    host: Host = __import__(f"phaser_lint.agent.{module}.host", fromlist=("HOST",)).HOST
    return host


def simulate_reaction(
    agent: str, event: str, process_result: ProcessResult, *, own_event: str = ""
) -> Reaction:
    """Return how the host of *agent*, loaded by name, reacts to a hook's answer *process_result*.

    *event* is ``PreToolUse``, ``PostToolUse`` or ``Stop``, whatever the agent itself calls it
    (*own_event*, as in its settings).
    """
    if process_result.timed_out:
        return Reaction("broken", f"it ran out of time after {process_result.seconds:.1f} s")
    return load_host(agent).react(HookAnswer(event, own_event or event, process_result))
