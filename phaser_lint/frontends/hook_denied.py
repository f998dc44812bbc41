"""Why an edit is denied, for the model: in full the first time, shorter when it tries again."""

from __future__ import annotations

import os

from phaser_lint.engine.comparison import key_of
from phaser_lint.outputs.feedback import feedback
from phaser_lint.root import cache_folder, home_folder
from phaser_lint.sessions.said import said_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agents.event import Event
    from phaser_lint.frontends.hook_project import Project
    from phaser_lint.model import Violation

LEAD = "Contract violation"


def reason_of(
    broken: Sequence[Violation], project: Project, event: Event, *, with_path: bool
) -> str:
    """Return why *broken* denies an edit."""
    again = said_before(
        cache_folder(os.environ, home=home_folder()),
        # A subagent has not read what another one was told.
        session=event.session and f"{event.session}\n{event.subagent}",
        root=project.root,
        # Not the text: a line added above changes its numbers, not what was said.
        text=f"denied {[key_of(violation) for violation in broken]!r}",
    )
    lead = f"{LEAD}, again" if again else LEAD
    return feedback(
        broken, project.contracts.contracts, lead=lead, with_path=with_path, again=again
    )
