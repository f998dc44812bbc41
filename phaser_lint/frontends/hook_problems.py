"""What a hook says of contract files: what keeps a contract from counting at each event, what its
own examples contradict once a session."""

from __future__ import annotations

import os

from phaser_lint.outputs import agent_text
from phaser_lint.root import cache_folder, home_folder
from phaser_lint.sessions.said import said_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.agents.event import Event
    from phaser_lint.frontends.hook_project import Project
    from phaser_lint.model import Report


def to_be_told(report: Report, project: Project, event: Event) -> str:
    """Return a line for each problem that the user is to be told of now; they count as told."""
    in_force = report._replace(problems=tuple(p for p in report.problems if not p.skipped))
    if not in_force.problems or not said_before(
        cache_folder(os.environ, home=home_folder()),
        session=event.session,
        root=project.root,
        text=f"in force: {in_force.problems!r}",
    ):
        return agent_text.problems(report)
    skipped = tuple(problem for problem in report.problems if problem.skipped)
    return agent_text.problems(report._replace(problems=skipped))
