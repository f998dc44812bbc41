"""The hook after an edit: what the files on disk hold now; the edit is not applied again."""

from __future__ import annotations

from phaser_lint.agents.event import Decision, Reconstruction
from phaser_lint.agents.other_tools import may_have_written
from phaser_lint.checks.edit import before_change, check_reconstruction, reconstruction_of
from phaser_lint.frontends.hook_garbled import garbled
from phaser_lint.frontends.hook_others import after_look, remember_written, session_at
from phaser_lint.frontends.hook_project import (
    by_project,
    errors_of,
    joined,
    judge_of,
    together,
)
from phaser_lint.frontends.look import commit_before, look
from phaser_lint.inputs.disk import read_file
from phaser_lint.outputs import agent_text
from phaser_lint.outputs.feedback import feedback

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agents.event import Adapter, Event
    from phaser_lint.engine.judge import Judge
    from phaser_lint.frontends.hook_project import Options, Project
    from phaser_lint.model import Report


def after_tool(event: Event, adapter: Adapter, options: Options) -> Decision:
    """Return what is to be said of the files on disk after a tool has run, or has failed."""
    paths = adapter.touched_paths(event)
    failed = event.name == "PostToolUseFailure"  # of a file tool: nothing was written
    decisions = [] if failed or not paths else [after_edit(paths, event, adapter, options)]
    if may_have_written(event, names_files=bool(paths)):
        sight = look(event, adapter)
        if sight is not None and (sight.changed or sight.older or not sight.looks.begun):
            decisions.append(after_look(sight, event, adapter, options, _said))
    return together(decisions)


def after_edit(paths: Sequence[str], event: Event, adapter: Adapter, options: Options) -> Decision:
    """Return what is to be said of the files that an event wrote."""
    decisions = []
    written = [Reconstruction(path=path) for path in paths]
    for project, files in by_project(written, event, adapter, options):
        inside = [path for path, _ in files]
        judge = judge_of(project, options)
        report = _written_report(judge, project, inside, event, adapter)
        decisions.append(_said(report, project, inside, with_path=len(inside) > 1))
        decisions.append(garbled(judge, report, project, event))
        remember_written(judge, project, inside, event, adapter)
    return together(decisions)


def _said(
    report: Report, project: Project, paths: Sequence[str], *, with_path: bool = True
) -> Decision:
    contracts = project.contracts.contracts
    advised = [violation for violation in report.violations if violation.severity == "warning"]
    folders = tuple(f"{name}/" for name in project.contracts.folders)
    about_contract = any(path.startswith(folders) for path in paths)
    return Decision(
        context=joined(
            feedback(errors_of(report), contracts, lead="Contract violation", with_path=with_path),
            feedback(advised, contracts, lead="Warning", with_path=with_path),
            agent_text.undecided(report),
            agent_text.problems(report) if about_contract else "",
        ),
        to_user=agent_text.undecided(report),
    )


def _written_report(
    judge: Judge, project: Project, paths: Sequence[str], event: Event, adapter: Adapter
) -> Report:
    if event.original is None or len(paths) > 1:
        from phaser_lint.checks.files import check_written

        session = session_at(event, adapter)
        return check_written(judge, project.root, paths, session=session)
    file = read_file(project.root, paths[0])
    elsewhere = before_change(
        judge,
        project.root,
        proposed={paths[0]: file},
        since=commit_before(project.root, event, adapter),
    )
    written = reconstruction_of(file)._replace(before=event.original, is_new=not event.original)
    return check_reconstruction(judge._replace(before=elsewhere), paths[0], written)
