"""What the hook found counted, where the user asks for it: never what an edit has that is clean."""

from __future__ import annotations

from phaser_lint.counts.counting import is_counting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agents.event import Reconstruction
    from phaser_lint.engine.judge import Judge
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.hook.projects_of_files import Project
    from phaser_lint.model import Report, Violation

_PLACE = "hook"


def count_said(occasion: Occasion, project: Project, said: Sequence[Violation]) -> None:
    """Count what the agent was told of."""
    if said and is_counting(occasion.home, top=project.root):
        from phaser_lint.counts.counting import count_run

        count_run(occasion.home, _PLACE, fired=said, overridden=())


def count_edit(
    occasion: Occasion,
    judge: Judge,
    project: Project,
    report: Report,
    files: Sequence[tuple[str, Reconstruction]],
) -> None:
    """Count what denies an edit, and what directives let pass that they did not before."""
    denying = [each for each in report.violations if each.severity == "error"]
    if not (denying or report.suppressed) or not is_counting(occasion.home, top=project.root):
        return
    from phaser_lint.counts.counting import count_run

    # An edit that is denied writes no directive either.
    let_pass = () if denying else _newly_let_pass(judge, report, files)
    count_run(occasion.home, _PLACE, fired=denying, overridden=let_pass)


def _newly_let_pass(
    judge: Judge, report: Report, files: Sequence[tuple[str, Reconstruction]]
) -> Sequence[Violation]:
    from phaser_lint.engine import check as engine
    from phaser_lint.engine.comparison import contracts_in, counted, without_old
    from phaser_lint.judged_files import ProposedFile

    now = report._replace(violations=report.suppressed)
    before = [ProposedFile(path, each.before) for path, each in files if each.before is not None]
    then = engine.examine(judge.by(contracts_in(now, judge.contracts)), before)
    return without_old(now, counted(then.suppressed)).violations
