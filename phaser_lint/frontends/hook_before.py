"""The hook before an edit: the files as they would be, judged; only what is new denies."""

from __future__ import annotations

import os

from phaser_lint.agents.claude_code import silent
from phaser_lint.agents.event import Decision
from phaser_lint.checks.edit import check_proposals
from phaser_lint.frontends.hook_problems import to_be_told
from phaser_lint.frontends.hook_project import (
    by_project,
    errors_of,
    joined,
    judge_of,
    project_of,
    together,
)
from phaser_lint.frontends.look import commit_before
from phaser_lint.outputs import agent_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agents.event import Adapter, Event, Reconstruction
    from phaser_lint.engine.judge import Judge
    from phaser_lint.frontends.hook_project import Options, Project
    from phaser_lint.model import Report


def before_edit(
    proposals: Sequence[Reconstruction], event: Event, adapter: Adapter, options: Options
) -> Decision:
    """Return the answer to an event that makes *proposals*: a denial, or what is to be said."""
    decisions = [_unjudged(each, event, adapter, options) for each in proposals if not each.path]
    for project, files in by_project(proposals, event, adapter, options):
        judge = judge_of(project, options)
        report = check_proposals(
            judge,
            project.root,
            files,
            only_new=not options.block_all,
            since=commit_before(project.root, event, adapter),
        )
        garbled = _garbled(judge, files, project, event)
        paths = [path for path, _ in files]
        decisions.append(_on_proposals(report, paths, project, event, garbled))
    return together(decisions)


def _garbled(
    judge: Judge, files: Sequence[tuple[str, Reconstruction]], project: Project, event: Event
) -> Sequence[str]:
    if not any(each.garbled for _, each in files):
        return ()
    # Here, not above: what asks git of them takes longer to import than a denial.
    from phaser_lint.frontends.hook_garbled import garbled_paths

    return garbled_paths(judge, files, project, event)


def _unjudged(
    proposed: Reconstruction, event: Event, adapter: Adapter, options: Options
) -> Decision:
    start = os.path.realpath(event.project or event.working_directory)
    if not project_of(start, event, adapter, options).judges():
        return Decision()
    said = f"Not judged: {proposed.skip_reason}."
    return Decision(context=said, to_user=f"phaser-lint: {said}")


def _on_proposals(
    report: Report, paths: Sequence[str], project: Project, event: Event, garbled: Sequence[str]
) -> Decision:
    broken = errors_of(report)
    several = len(paths) > 1
    unjudged = joined(agent_text.undecided(report), _skips(report), agent_text.garbled(garbled))
    old = agent_text.old_debt(report, "the changed files" if several else paths[0])
    to_user = joined(unjudged, to_be_told(report, project, event))
    if not broken:
        return Decision(context=joined(unjudged, old), to_user=to_user)
    from phaser_lint.frontends.hook_denied import reason_of

    reason = reason_of(broken, project, event, with_path=several)
    return Decision("deny", reason=joined(reason, old), context=unjudged, to_user=to_user)


def _skips(report: Report) -> str:
    return "\n".join(
        f"Not judged: {skip.path}: {skip.reason}."
        for skip in report.skipped
        if not silent(skip.reason)
    )
