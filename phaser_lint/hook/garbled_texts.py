"""The hook about texts that became binary, so that no contract sees what is in them."""

from __future__ import annotations

from phaser_lint.agent import Decision
from phaser_lint.check.garbled_files import garbled_files, is_read
from phaser_lint.core.errors import GitError
from phaser_lint.hook import agent_text
from phaser_lint.hook.decisions import was_told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agent import Reconstruction
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Report
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.hook.projects_of_files import Project


def garbled_paths(
    occasion: Occasion,
    judge: Judge,
    project: Project,
    files: Sequence[tuple[str, Reconstruction]],
) -> list[str]:
    """Return those of the proposed *files* that would be binary texts; each edit is told."""
    found = [path for path, each in files if each.garbled and is_read(path, judge.selection)]
    for path in found:
        _said(occasion, project, path)
    return found


def garbled(
    occasion: Occasion, judge: Judge, project: Project, report: Report, *, since: str = ""
) -> Decision:
    """Return what is to be said of binary texts on disk: once a session for each of them."""
    try:
        found = garbled_files(project.root, report, selection=judge.selection, since=since)
    except GitError as error:
        failed = f"phaser-lint cannot tell which binary files of {project.root} were texts: {error}"
        told = was_told(occasion, failed, root=project.root)
        return Decision() if told else Decision(to_user=failed)
    fresh = [path for path in found if not _said(occasion, project, path)]
    said = agent_text.garbled([f"{project.way}{path}" for path in fresh])
    return Decision(context=said, to_user=said)


def _said(occasion: Occasion, project: Project, path: str) -> bool:
    return was_told(occasion, f"garbled {path}", root=project.root)
