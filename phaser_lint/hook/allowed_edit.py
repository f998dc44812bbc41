"""The hook before an edit that is not denied: what the agent's model reads of it as context.

Warnings, violations that other files decide, and problems of a contract file that is about to be
written. Where the model reads context before a tool, an edit costs one start of Python. What
cannot be foreseen, such as a formatter's changes, is for the check after a command and for Stop.
"""

from __future__ import annotations

import time

from phaser_lint.agent.answers import Decision, merge_decisions
from phaser_lint.check.edit_check import EditCheck, make_files_after_edit
from phaser_lint.check.engine.check_files import examine_files
from phaser_lint.check.engine.new_violations import list_broken_contracts, make_violation_key
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import depends_on_other_files
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Session, TextFile
from phaser_lint.core.text import encode_text
from phaser_lint.hook import (
    HookRequest,
    find_file_levels,
    find_memory_path,
    find_reading_deadline,
    report_lines,
)
from phaser_lint.hook.feedback import names_several, with_fixes_ahead
from phaser_lint.hook.memory import recall_session, write_session
from phaser_lint.hook.memory.reported import remember_as_foreseen
from phaser_lint.hook.projects_of_files import open_project
from phaser_lint.project import find_path_inside
from phaser_lint.project.levels import is_contract_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agent import Proposals
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.project.files.edited import FilesAfterEdit


def report_allowed_edit(request: HookRequest, edit: EditCheck, report: Report) -> Decision:
    """Return what the model reads of an allowed *edit* by the *report* on it: warnings, what breaks
    in other files.
    """
    checker = edit.checker
    if request.options.block_all:  # existing violations are not to be reported at each edit
        report = edit.check(finds_changes=True)
    # What cannot be foreseen is on the disk as it was.
    known_files = [
        (path, file) for path, file in edit.proposals if file.deleted or file.text is not None
    ]
    proposed = make_files_after_edit(known_files)
    cross_file_report, of_others = Report(), Decision()
    # Contracts of the proposed files may depend on other files, or those on them.
    contracts_for, asked_by = checker.selection.contracts_for, checker.selection.asked_elsewhere
    selecting = [contract for path in proposed for contract in contracts_for(path)]
    deleted = [path for path, file in proposed.items() if file is None]
    if any(map(depends_on_other_files, selecting)) or asked_by(proposed, deleted):
        cross_file_report, of_others = _check_other_files(request, edit, report, files=known_files)
    violations = dict.fromkeys((*report.violations, *cross_file_report.violations))
    undecided, notices = set(report.undecided), set(report.notices)
    news = cross_file_report._replace(
        violations=tuple(violations),
        undecided=tuple(entry for entry in cross_file_report.undecided if entry not in undecided),
        notices=tuple(notice for notice in cross_file_report.notices if notice not in notices),
    )
    for entry in (*report.undecided, *cross_file_report.undecided):
        remember_as_foreseen(request, entry, root=checker.root)
    is_named = names_several(file.leads_to or file.path for file in request.proposals)
    ready = with_fixes_ahead(checker, news, proposed)
    own_decision = report_lines.report_as_context(
        ready, checker, [path for path, _ in edit.proposals], with_path=is_named
    )
    _remember_reports(request, edit, proposed=proposed, reported=news)
    return merge_decisions([own_decision, of_others])


def _check_other_files(
    request: HookRequest, edit: EditCheck, report: Report, *, files: Proposals
) -> tuple[Report, Decision]:
    """Return what an allowed edit of *files* breaks by other files, and what to report of it."""
    # Here, not above: most edits with something to report need no other file.
    from phaser_lint.check.cross_file_edit import CrossFileEdit, select_cross_file_violations
    from phaser_lint.hook.after_command import (
        note_first_reports,
        report_other_files,
        select_untold_checks,
    )

    checker, session = edit.checker, edit.session or Session()
    cross_file_edit = CrossFileEdit(checker, files, session=session)
    try:
        cross_file_report = cross_file_edit.cross_file_report()
    except GitError as error:  # Stop checks it once more
        undecided = cross_file_edit.list_undecided(str(error))
        untold = select_untold_checks(request, undecided, root=checker.root)
        cross_file_report = Report(undecided=untold)
    for edit_report in (report, cross_file_report):
        note_first_reports(request, checker, select_cross_file_violations(checker, edit_report))
    elsewhere = report_other_files(
        request,
        checker,
        paths=[path for path, _ in files],
        session=session,
        ahead=cross_file_edit.ahead(),
    )
    return cross_file_report, elsewhere


def _remember_reports(
    request: HookRequest, edit: EditCheck, *, proposed: FilesAfterEdit, reported: Report
) -> None:
    """Remember what *proposed* files break, and what was *reported*: no check reports it again.

    Whether they will be written is not known: the next check checks them, whatever they are then.
    """
    root = edit.root
    path = find_memory_path(request, root)
    files = [file for file in proposed.values() if isinstance(file, TextFile)]
    if not path or not files:
        return
    for key in dict.fromkeys(map(make_violation_key, reported.violations)):
        remember_as_foreseen(request, key, root=root)
    violations = dict.fromkeys(
        (*examine_files(edit.checker, files).violations, *reported.violations)
    )
    broken_by_path = {
        file.path: (None, list_broken_contracts([*violations], file.path)) for file in files
    }
    session = recall_session(request, root)
    files_then = {**session.files, **broken_by_path}
    write_session(path, session._replace(start=session.start or time.time(), files=files_then))


def report_contract_problems(request: HookRequest, checkers: Sequence[Checker]) -> Decision:
    """Return what is wrong with the contract files that an allowed edit is about to write.

    *checkers*: what checks the event's files of each project, as far as it has contracts.
    """
    decisions = [Decision()]
    checkers_by_root = {checker.root: checker for checker in checkers}
    contracts_dir = request.options.contracts_dir
    for proposed in request.proposals:
        levels = find_file_levels(request, proposed.path)
        relative_path = find_path_inside(levels.root, proposed.path) if proposed.path else None
        if relative_path is None or proposed.text is None or contracts_dir is not None:
            continue
        checker = checkers_by_root.get(levels.root)
        folders = tuple(f"{name}/" for name in checker.contracts.folders) if checker else ()
        if not is_contract_file(relative_path) and not relative_path.startswith(folders):
            continue
        checker = checker or open_project(request, levels)
        # Here, not above: it reads YAML, and few edits are of contract files.
        from phaser_lint.contract.open_contracts import make_identified_places
        from phaser_lint.contract.unsaved_contracts import open_unsaved_contracts

        contracts_then = open_unsaved_contracts(
            make_identified_places(levels, home=request.home, cache=request.cache),
            proposed.path,
            encode_text(proposed.text),
            end=find_reading_deadline(request),
        )
        remember_as_foreseen(request, contracts_then.problems, root=checker.root)
        report = report_lines.with_shown_paths(Report(problems=contracts_then.problems), checker)
        decisions.append(Decision(context=report_lines.render_problems(report)))
    return merge_decisions(decisions)
