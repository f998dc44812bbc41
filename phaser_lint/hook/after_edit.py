"""The hook after an edit: what the files on disk hold now; the edit is not applied again."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from functools import partial

from phaser_lint.agent import FileProposal
from phaser_lint.agent.answers import Decision, merge_decisions
from phaser_lint.agent.nameless_writes import may_have_written
from phaser_lint.check.changes_since_base import find_changes_if_asked
from phaser_lint.check.comparison.at_stop_check import check_written_files
from phaser_lint.check.cross_file_edit import select_cross_file_violations
from phaser_lint.check.edit_check import EditCheck, make_proposal
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import (
    ViolationKey,
    count_occurrences,
    list_broken_contracts,
    make_violation_key,
)
from phaser_lint.check.ignored_violations import without_ignored_files
from phaser_lint.check.other_changes import OtherChanges
from phaser_lint.contract.model import Report
from phaser_lint.hook import (
    HookRequest,
    find_memory_path,
    remember_other_repositories,
    report_lines,
)
from phaser_lint.hook.after_command import (
    note_first_reports,
    report_changed_files,
    report_other_files,
    report_unchecked_repository,
)
from phaser_lint.hook.changed_files import (
    UncheckedRepository,
    find_tool_changes,
    remember_checked_files,
)
from phaser_lint.hook.feedback import names_several, with_fixes_ahead
from phaser_lint.hook.garbled_texts import report_garbled_texts
from phaser_lint.hook.memory import (
    begin_session,
    count_earlier_occurrences,
    find_session_before_event,
    list_identities,
    recall_session,
    settle_identity,
    write_session,
)
from phaser_lint.hook.memory.reported import was_foreseen
from phaser_lint.hook.projects_of_files import split_by_project
from phaser_lint.hook.protection.weakened_hooks import report_weakened_hooks
from phaser_lint.project import find_git_root
from phaser_lint.project.file_or_skip import read_file
from phaser_lint.project.files.disk import DiskFiles


def report_after_tool(request: HookRequest) -> Decision:
    """Return the report after a tool: on files that an edit wrote, or a command changed."""
    event = request.event
    paths = request.touched
    failed = event.name == "PostToolUseFailure"  # of a file tool: nothing was written
    remember_other_repositories(request, paths)
    decisions = [] if failed or not paths else [report_after_edit(request, paths)]
    if may_have_written(event, names_files=bool(paths)):
        # The check of the files remembers what it has seen.
        decisions.append(report_weakened_hooks(request))
        for changes in find_tool_changes(request):
            if isinstance(changes, UncheckedRepository):
                decisions.append(report_unchecked_repository(request, changes.root, changes.reason))
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
                decisions.append(report_changed_files(request, changes))
            else:  # what was fixed is new once it is there again
                remember_checked_files(changes, {})
    return merge_decisions(decisions)


def report_after_edit(request: HookRequest, paths: Sequence[str]) -> Decision:
    """Return what the hook reports after an edit of the files at *paths*, as they are on disk."""
    decisions = []
    proposals = [FileProposal(path=path) for path in paths]
    several = names_several(path for path in paths if path not in request.links)
    for checker, files in split_by_project(request, proposals):
        inside_paths = [path for path, _ in files]
        report = _check_written_files(request, checker, inside_paths)
        if request.adapter.CHANNEL.get("reads_before"):
            report = _without_foreseen(request, checker, report)
        ready = with_fixes_ahead(checker, report)
        decisions.append(
            report_lines.report_as_context(ready, checker, inside_paths, with_path=several)
        )
        decisions.append(report_garbled_texts(request, checker, report))
        readings = report_lines.render_readings(
            request, report_lines.with_shown_paths(report, checker), root=checker.root
        )
        decisions.append(Decision(context=readings))
        # What a file lacks need not be reported again when it is edited.
        note_first_reports(request, checker, select_cross_file_violations(checker, report))
        session = begin_session(recall_session(request, checker.root), request.event)
        decisions.append(
            report_other_files(
                request,
                checker,
                paths=inside_paths,
                session=session,
            )
        )
        remember_written_files(request, checker, inside_paths)
    return merge_decisions(decisions)


def remember_written_files(request: HookRequest, checker: Checker, paths: Sequence[str]) -> None:
    """Remember what an edit's files break, so that the check after a command leaves it out."""
    memory_path = find_memory_path(request, checker.root)
    if not memory_path or not find_git_root(checker.root):
        return
    moment, identities_there = time.time_ns(), list_identities(checker.root, paths)
    report = engine.examine_files(checker, DiskFiles(checker.root).read(identities_there))
    files = {
        path: (
            settle_identity(identity, now=moment),
            list_broken_contracts(report.violations, path),
        )
        for path, identity in identities_there.items()
    }
    session = begin_session(recall_session(request, checker.root), request.event)
    write_session(memory_path, session._replace(files={**session.files, **files}))


def _without_foreseen(request: HookRequest, checker: Checker, report: Report) -> Report:
    """Return *report* after an edit without what was reported before its files were written.

    Settings of earlier versions run the hook after an edit, too.
    """
    is_known = partial(was_foreseen, request, root=checker.root)
    foreseen_violations = [
        violation for violation in report.violations if is_known(make_violation_key(violation))
    ]
    exceeding_keys: set[ViolationKey] = set()
    if foreseen_violations:
        # A formatter may have changed files: they may hold more than was foreseen.
        earlier = count_earlier_occurrences(recall_session(request, checker.root), report.checked)
        on_disk = engine.examine_files(checker, DiskFiles(checker.root).read(report.checked))
        counts_now = count_occurrences({*on_disk.violations, *report.violations})
        exceeding_keys = {
            key for key, times in counts_now.items() if times > earlier.get(key, times)
        }
    violations = [
        violation
        for violation in report.violations
        if violation not in foreseen_violations or make_violation_key(violation) in exceeding_keys
    ]
    undecided = [gap for gap in report.undecided if not is_known(gap)]
    problems = () if is_known(report.problems) else report.problems
    return report._replace(
        violations=tuple(violations), undecided=tuple(undecided), problems=problems
    )


def _check_written_files(request: HookRequest, checker: Checker, paths: Sequence[str]) -> Report:
    root, original = checker.root, request.event.original
    session = find_session_before_event(request, root)
    own_path, *names = paths  # a file comes before the names that links give it
    linked = [name for name in names if os.path.join(root, name) in request.links]
    if original is None or len(linked) < len(names):
        changes = find_changes_if_asked(checker, paths, session=session)
        last = session._replace(since="")
        report = check_written_files(checker, paths, session=last, changes=changes)
        return without_ignored_files(checker, report)
    file = read_file(root, own_path)
    proposal = make_proposal(file)._replace(before=original, is_new=not original)
    changed = paths if proposal.text != original else ()
    changes = find_changes_if_asked(checker, changed, session=session)
    files = [
        (own_path, proposal),
        *((name, proposal._replace(leads_to=own_path)) for name in linked),
    ]
    return EditCheck(checker, files, session=session).check(
        comparisons=(OtherChanges(checker, changes, texts_before_edit={own_path: original}).count,),
        tree=DiskFiles(root).tree(paths),
        changes=changes,
    )
