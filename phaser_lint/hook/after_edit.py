"""The hook after an edit: what the files on disk hold now; the edit is not applied again."""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import partial

from phaser_lint.agent import FileProposal
from phaser_lint.agent.answers import Decision, merge_decisions
from phaser_lint.agent.other_tools import may_have_written
from phaser_lint.check.comparison.since_commit import check_written, cross_file_violations
from phaser_lint.check.edit_check import (
    changes_written,
    check_edit,
    proposal_of,
    without_ignored_files,
)
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import ViolationKey, count_occurrences, violation_key
from phaser_lint.check.kinds_of_change import OtherChanges
from phaser_lint.contract.model import Report
from phaser_lint.hook import HookRequest, agent_text, touch_other_repositories
from phaser_lint.hook.after_command import (
    after_change,
    after_other_files,
    note_first_reports,
    occurrences_at_last_check,
    remember_written,
    session_before_event,
    unchecked_repository,
)
from phaser_lint.hook.changed_files import UncheckedRepository, begin_session, files_changed_by_tool
from phaser_lint.hook.feedback import names_several, ready_on_disk, report_as_context
from phaser_lint.hook.garbled_texts import report_garbled
from phaser_lint.hook.memory import session_at
from phaser_lint.hook.memory.reported import was_foreseen
from phaser_lint.hook.projects_of_files import Project, by_project, checker_of
from phaser_lint.project.file_or_skip import read_file
from phaser_lint.project.files.disk import DiskFiles


def after_tool(request: HookRequest) -> Decision:
    """Return what to report of the files on disk after a tool has run, or has failed."""
    event = request.event
    paths = request.touched
    failed = event.name == "PostToolUseFailure"  # of a file tool: nothing was written
    touch_other_repositories(request, paths)
    decisions = [] if failed or not paths else [after_edit(request, paths)]
    if may_have_written(event, names_files=bool(paths)):
        for changes in files_changed_by_tool(request):
            if isinstance(changes, UncheckedRepository):
                decisions.append(unchecked_repository(request, changes.root, changes.reason))
            elif not changes.session.begun or any(
                (
                    changes.changed,
                    changes.older,
                    changes.gone,
                    changes.held,
                    changes.unknown,
                    changes.clones,
                )
            ):
                decisions.append(after_change(request, changes, report_as_context))
    return merge_decisions(decisions)


def after_edit(request: HookRequest, paths: Sequence[str]) -> Decision:
    """Return what to report of the files that an event wrote."""
    decisions = []
    proposals = [FileProposal(path=path) for path in paths]
    several = names_several(path for path in paths if path not in request.links)
    for project, files in by_project(request, proposals):
        inside_paths = [path for path, _ in files]
        checker = checker_of(request, project)
        report = _written_report(request, checker, project=project, paths=inside_paths)
        if request.adapter.CHANNEL.get("reads_before"):
            report = _not_foreseen(request, checker, project=project, report=report)
        ready = ready_on_disk(checker, report, project.root)
        decisions.append(report_as_context(ready, project, inside_paths, with_path=several))
        decisions.append(report_garbled(request, checker, project=project, report=report))
        readings = agent_text.readings(
            request, agent_text.show_paths(report, project), root=project.root
        )
        decisions.append(Decision(context=readings))
        # What a file lacks need not be reported again when it is edited.
        note_first_reports(request, project, cross_file_violations(checker, report))
        session = begin_session(session_at(request, project.root), request.event)
        decisions.append(
            after_other_files(
                request,
                checker,
                project=project,
                paths=inside_paths,
                session=session,
                as_context=report_as_context,
            )
        )
        remember_written(request, checker, project=project, paths=inside_paths)
    return merge_decisions(decisions)


def _not_foreseen(
    request: HookRequest, checker: Checker, project: Project, report: Report
) -> Report:
    """Return *report* after an edit without what was reported before its files were written.

    Settings of earlier versions run the hook after an edit, too.
    """
    is_known = partial(was_foreseen, request, root=project.root)
    foreseen_violations = [
        violation for violation in report.violations if is_known(violation_key(violation))
    ]
    exceeding_keys: set[ViolationKey] = set()
    if foreseen_violations:
        # A formatter may have changed files: they may hold more than was foreseen.
        earlier = occurrences_at_last_check(session_at(request, project.root), report.checked)
        on_disk = engine.examine(checker, DiskFiles(project.root).read(report.checked))
        counts_now = count_occurrences({*on_disk.violations, *report.violations})
        exceeding_keys = {
            key for key, times in counts_now.items() if times > earlier.get(key, times)
        }
    violations = [
        violation
        for violation in report.violations
        if violation not in foreseen_violations or violation_key(violation) in exceeding_keys
    ]
    undecided = [gap for gap in report.undecided if not is_known(gap)]
    problems = () if is_known(report.problems) else report.problems
    return report._replace(
        violations=tuple(violations), undecided=tuple(undecided), problems=problems
    )


def _written_report(
    request: HookRequest, checker: Checker, project: Project, paths: Sequence[str]
) -> Report:
    root, original = project.root, request.event.original
    session = session_before_event(request, project)
    own_path, *names = paths  # a file comes before the names that links give it
    linked = [name for name in names if os.path.join(root, name) in request.links]
    if original is None or len(linked) < len(names):
        changes = changes_written(checker, root, paths, session=session)
        last = session._replace(since="")
        report = check_written(checker, root, paths, session=last, changes=changes)
        return without_ignored_files(checker, root, report)
    file = read_file(root, own_path)
    proposal = proposal_of(file)._replace(before=original, is_new=not original)
    changed = paths if proposal.text != original else ()
    changes = changes_written(checker, root, changed, session=session)
    return check_edit(
        checker,
        root,
        [
            (own_path, proposal),
            *((name, proposal._replace(leads_to=own_path)) for name in linked),
        ],
        since=session.since,
        comparisons=(OtherChanges(checker, changes, texts_before_edit={own_path: original}),),
        tree=DiskFiles(root).tree(paths),
        changes=changes,
    )
