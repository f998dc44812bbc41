"""What the answers to all events share: their limits, and decisions put together."""

from __future__ import annotations

import time

from phaser_lint.agents.event import Decision
from phaser_lint.engine.judge import judge_by
from phaser_lint.model import Limits, Report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.engine.judge import Judge
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.hook.projects_of_files import Project
    from phaser_lint.model import Violation

# An edit waits for its answer 5 seconds at most, the interpreter's start and what follows included.
DEADLINE_SECONDS = 4.0
# Together with the 16 of Stop still under the 30 that the agents give a hook.
GRACE_SECONDS = 8.0


def judge_of(occasion: Occasion, project: Project, seconds: float = DEADLINE_SECONDS) -> Judge:
    """Return what judges in an event that may take so many *seconds*, all its checks together."""
    options = occasion.options
    limits = Limits(options.seconds, options.began + seconds, GRACE_SECONDS, printed=False)
    return judge_by(project.contracts, limits, clock=time.monotonic)


def together(decisions: Sequence[Decision]) -> Decision:
    """Return one decision for several projects: any of them may deny."""
    if len(decisions) == 1:
        return decisions[0]
    verdicts = [decision.verdict for decision in decisions if decision.verdict]
    return Decision(
        verdicts[0] if verdicts else "",
        reason=joined(*[decision.reason for decision in decisions]),
        context=joined(*[decision.context for decision in decisions]),
        to_user=joined(*[decision.to_user for decision in decisions]),
    )


def errors_of(report: Report) -> list[Violation]:
    """Return the violations that block."""
    return [violation for violation in report.violations if violation.severity == "error"]


def joined(*parts: str) -> str:
    """Return the lines that are not empty."""
    return "\n".join(part for part in parts if part)


def was_told(occasion: Occasion, text: str, *, root: str, to_each: bool = False) -> bool:
    """Tell whether *text* was said of the project at *root* in this session; from now on it was.

    *to_each*: a subagent has not read what another one was told.
    """
    from phaser_lint.hook.memory.told import told_before

    session = occasion.event.session
    if to_each and session:
        session = f"{session}\n{occasion.event.subagent}"
    return told_before(occasion.cache, session=session, root=root, text=text)
