"""Why an edit is denied, for the model: in full the first time, shorter when it tries again."""

from __future__ import annotations

from phaser_lint.engine.comparison import key_of
from phaser_lint.hook.decisions import errors_of, names_several, was_told
from phaser_lint.hook.feedback import feedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agents.event import Reconstruction
    from phaser_lint.engine.judge import Judge
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.hook.projects_of_files import Project
    from phaser_lint.model import Report

LEAD = "Contract violation"


def reason_of(
    occasion: Occasion,
    judge: Judge,
    project: Project,
    report: Report,
    files: Sequence[tuple[str, Reconstruction]],
) -> str:
    """Return why the errors of *report* on *files* of the *project* deny an edit."""
    broken = errors_of(report)
    # Not the text: a line added above changes its numbers, not what was said.
    text = f"denied {[key_of(violation) for violation in broken]!r}"
    again = was_told(occasion, text, root=project.root, to_each=True)
    lead = f"{LEAD}, again" if again else LEAD
    if not again:
        from phaser_lint.hook.ready_lines import ready_in_proposals

        broken = errors_of(ready_in_proposals(judge, report, files))
    with_path = names_several(each.path for each in occasion.proposals)
    return feedback(
        broken, judge.contracts, lead=lead, with_path=with_path, way=project.way, again=again
    )
