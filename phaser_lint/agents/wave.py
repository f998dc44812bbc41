"""Wave: Claude Code's events; only exit code 2 with a reason on standard error blocks.

Written from its documents; no client was run. Its standard output counts for nothing before and
after a tool, so there is no way to say anything without blocking.
"""

from __future__ import annotations

from phaser_lint.agents.claude_code import parse_event, proposals, shortened, touched_paths
from phaser_lint.agents.event import Answer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agents.event import Decision, Event

PROJECT_VARIABLE = "WAVE_PROJECT_DIR"
DENIAL_ABORTS = False
BLOCKED = 2

__all__ = ["parse_event", "proposals", "render", "touched_paths"]


def render(event: Event, decision: Decision) -> Answer:
    """Return a denial as exit code 2; everything else is silence."""
    if decision.verdict != "deny":
        return Answer()
    lines = [decision.reason, decision.context]
    reason = shortened("\n".join(line for line in lines if line))
    return Answer(out="", err=f"{reason}\n", code=BLOCKED)
