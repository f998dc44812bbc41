"""What a hook says of contract files: what keeps a contract from counting at each event, what its
own examples contradict once a session."""

from __future__ import annotations

from phaser_lint.hook import agent_text
from phaser_lint.hook.decisions import was_told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.model import Report
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.hook.projects_of_files import Project


def to_be_told(occasion: Occasion, project: Project, report: Report) -> str:
    """Return a line for each problem that the user is to be told of now; they count as told."""
    seen = agent_text.seen(report, project)
    in_force = report._replace(problems=tuple(p for p in report.problems if not p.skipped))
    text = f"in force: {in_force.problems!r}"
    if not in_force.problems or not was_told(occasion, text, root=project.root):
        return agent_text.problems(seen)
    skipped = tuple(problem for problem in seen.problems if problem.skipped)
    return agent_text.problems(seen._replace(problems=skipped))
