"""The hook after an edit: what the files on disk hold now; the edit is not applied again."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

from phaser_lint.agent import Decision, Reconstruction
from phaser_lint.agent.other_tools import may_have_written
from phaser_lint.check.comparison.edits import CommitBeforeEdit
from phaser_lint.check.comparison.since_commit import check_written, cross_file_violations
from phaser_lint.check.edit_check import changes_written, check_edit, reconstruction_of
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.comparison import count_occurrences
from phaser_lint.check.engine.fingerprints import violation_key
from phaser_lint.check.kinds_of_change import OtherChanges
from phaser_lint.contract.model import Report
from phaser_lint.hook import agent_text
from phaser_lint.hook.after_command import (
    after_change,
    after_other_files,
    not_reported,
    occurrences_at_last_check,
    remember_written,
    session_at,
    unchecked_repository,
)
from phaser_lint.hook.changed_files import UncheckedRepository, begun, files_changed_by_tool
from phaser_lint.hook.clean import touch_other_repositories
from phaser_lint.hook.decisions import merge_decisions, names_several, was_foreseen
from phaser_lint.hook.feedback import ready_on_disk, report_as_context
from phaser_lint.hook.garbled_texts import report_garbled
from phaser_lint.hook.memory.session import memory_of, session_of
from phaser_lint.hook.projects_of_files import Project, by_project, checker_of
from phaser_lint.hook.request import HookRequest
from phaser_lint.project.disk import read_file
from phaser_lint.project.files.disk import DiskFiles

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.engine.fingerprints import ViolationKey


def after_tool(request: HookRequest) -> Decision:
    """Return what to report of the files on disk after a tool has run, or has failed."""
    event = request.event
    paths = request.touched
    failed = event.name == "PostToolUseFailure"  # of a file tool: nothing was written
    touch_other_repositories(request, paths)
    decisions = [] if failed or not paths else [after_edit(request, paths)]
    if may_have_written(event, names_files=bool(paths)):
        for seen in files_changed_by_tool(request):
            if isinstance(seen, UncheckedRepository):
                decisions.append(unchecked_repository(request, seen.root, seen.reason))
            elif any((seen.changed, seen.older, seen.gone, seen.held, seen.unknown)) or (
                not seen.memory.begun
            ):
                decisions.append(after_change(request, seen, report_as_context))
    return merge_decisions(decisions)


def after_edit(request: HookRequest, paths: Sequence[str]) -> Decision:
    """Return what to report of the files that an event wrote."""
    decisions = []
    written = [Reconstruction(path=path) for path in paths]
    several = names_several(path for path in paths if path not in request.links)
    for project, files in by_project(request, written):
        inside = [path for path, _ in files]
        checker = checker_of(request, project)
        report = _written_report(request, checker, project=project, paths=inside)
        if request.adapter.CHANNEL.get("reads_before"):
            report = _not_foreseen(request, checker, project=project, report=report)
        ready = ready_on_disk(checker, report, project.root)
        decisions.append(report_as_context(ready, project, inside, with_path=several))
        decisions.append(report_garbled(request, checker, project=project, report=report))
        readings = agent_text.readings(
            request, agent_text.as_shown(report, project), root=project.root
        )
        decisions.append(Decision(context=readings))
        # What a file lacks need not be reported again when it is edited.
        not_reported(request, project, cross_file_violations(checker, report))
        memory = begun(memory_of(request, project.root), request.event)
        session, committed = session_of(memory), memory.committed
        decisions.append(
            after_other_files(
                request,
                checker,
                project=project,
                paths=inside,
                session=session,
                committed=committed,
                as_context=report_as_context,
            )
        )
        remember_written(request, checker, project=project, paths=inside)
    return merge_decisions(decisions)


def _not_foreseen(
    request: HookRequest, checker: Checker, project: Project, report: Report
) -> Report:
    """Return *report* on files on disk without what was reported before they were written.

    Settings of earlier versions run the hook after an edit, too.
    """
    is_known = partial(was_foreseen, request, root=project.root)
    known = [each for each in report.violations if is_known(violation_key(each))]
    more: set[ViolationKey] = set()
    if known:  # a formatter may have changed files: they may hold more than was foreseen
        earlier = occurrences_at_last_check(memory_of(request, project.root), report.checked)
        on_disk = engine.examine(checker, DiskFiles(project.root).read(report.checked))
        now = count_occurrences({*on_disk.violations, *report.violations})
        more = {key for key, times in now.items() if times > earlier.get(key, times)}
    left = [each for each in report.violations if each not in known or violation_key(each) in more]
    late = [each for each in report.undecided if not is_known(each)]
    problems = () if is_known(report.problems) else report.problems
    return report._replace(violations=tuple(left), undecided=tuple(late), problems=problems)


def _written_report(
    request: HookRequest, checker: Checker, project: Project, paths: Sequence[str]
) -> Report:
    root, original = project.root, request.event.original
    session = session_at(request, project)
    own, *names = paths  # a file comes before the names that links give it
    linked = [name for name in names if os.path.join(root, name) in request.links]
    if original is None or len(linked) < len(names):
        changes = changes_written(checker, root, paths, session=session)
        last = session._replace(since="")
        return check_written(checker, root, paths, session=last, changes=changes)
    file = read_file(root, own)
    written = reconstruction_of(file)._replace(before=original, is_new=not original)
    changed = paths if written.text != original else ()
    changes = changes_written(checker, root, changed, session=session)
    commit = CommitBeforeEdit(
        checker,
        root,
        proposed={own: file},
        created={own} if written.is_new else set(),
        since=session.since,
    )
    return check_edit(
        checker,
        root,
        [(own, written), *((name, written._replace(leads_to=own)) for name in linked)],
        comparisons=(commit, OtherChanges(checker, changes, originals={own: original})),
        tree=DiskFiles(root).tree(paths),
        changes=changes,
    )
