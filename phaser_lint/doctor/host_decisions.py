"""What an agent makes of a hook's answer: its own rules for exit codes, streams and JSON.

    decision_of("claude-code", "PreToolUse", result)   Decision("deny", "no-print at line 1 …")

The same answer means another thing elsewhere: Claude Code's denial passes in Gemini CLI, exit code
1 passes in Claude Code and blocks in Copilot. The rules of Claude Code, Codex, Gemini CLI, Copilot
CLI, Qwen Code, Cline and Wave were seen in the running clients, those of the others are from
documents.
"""

from __future__ import annotations

from phaser_lint.agents.host_answer import HookAnswer, Reaction
from phaser_lint.agents.known_hosts import host_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agents.hook_process import Result


def decision_of(agent: str, event: str, result: Result, *, own_event: str = "") -> Reaction:
    """Return what *agent* makes of *result*.

    *event* is ``PreToolUse``, ``PostToolUse`` or ``Stop``, whatever the agent itself calls it
    (*own_event*, as its settings say).
    """
    if result.timed_out:
        return Reaction("broken", f"it ran out of time after {result.seconds:.1f} s")
    return host_of(agent).decision(HookAnswer(event, own_event or event, result))
