"""Why an edit is denied, for the model: in full the first time, shorter when it tries again."""

from __future__ import annotations

from phaser_lint.engine.comparison import key_of
from phaser_lint.hook.decisions import was_told
from phaser_lint.hook.feedback import feedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.hook.projects_of_files import Project
    from phaser_lint.model import Violation

LEAD = "Contract violation"


def reason_of(
    occasion: Occasion, project: Project, broken: Sequence[Violation], *, with_path: bool
) -> str:
    """Return why *broken* denies an edit."""
    # Not the text: a line added above changes its numbers, not what was said.
    text = f"denied {[key_of(violation) for violation in broken]!r}"
    again = was_told(occasion, text, root=project.root, to_each=True)
    lead = f"{LEAD}, again" if again else LEAD
    return feedback(
        broken, project.contracts.contracts, lead=lead, with_path=with_path, again=again
    )
