"""The hook at Stop: what is new against the last commit, whoever wrote it, reported once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial

from phaser_lint.agent.answers import Decision, join_lines, merge_decisions
from phaser_lint.check.comparison.at_stop_check import (
    Changed,
    check_held_state,
    check_since_commit,
    find_changes_at_stop,
)
from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import make_violation_key, note_git_failures
from phaser_lint.contract.deciding_places import decides_in
from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.rules import depends_on_other_files
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Session
from phaser_lint.core.text import make_printable
from phaser_lint.hook import (
    HookRequest,
    find_event_folder,
    find_folder_levels,
    find_memory_path,
    limit_git,
    report_lines,
)
from phaser_lint.hook.after_command import describe_commit_place
from phaser_lint.hook.changed_files import (
    find_states_not_on_disk,
    is_older_than_session,
    was_changed_before,
    with_history,
)
from phaser_lint.hook.covered_repositories import list_covered_roots
from phaser_lint.hook.feedback import render_feedback, with_fixes_ahead
from phaser_lint.hook.files_out_of_reach import report_files_out_of_reach
from phaser_lint.hook.garbled_texts import report_garbled_texts
from phaser_lint.hook.inner_repositories import with_begun_files
from phaser_lint.hook.memory import begin_session, recall_session
from phaser_lint.hook.memory.reported import (
    count_returns,
    has_standing_error,
    is_reported,
    note_first_report,
)
from phaser_lint.hook.new_directives import report_new_directives
from phaser_lint.hook.projects_of_files import open_project
from phaser_lint.hook.protection.protected_places import (
    find_named_contract_folders,
    may_name_protected_place,
)
from phaser_lint.hook.protection.weakened_hooks import report_weakened_hooks
from phaser_lint.hook.report_lines import IF_THE_AGENT, render_new_problems
from phaser_lint.hook.session_history import list_session_states
from phaser_lint.project import find_git_root
from phaser_lint.project.git import list_worktrees
from phaser_lint.project.git.commit_origins import open_origins
from phaser_lint.project.git.session_branches import HeldState
from phaser_lint.project.levels import decides_what_counts, join_levels

# Of the 20 within which an agent that stops is to be answered, git included.
_SECONDS = 16.0


def decide_at_stop(request: HookRequest) -> Decision:
    """Return the hook's answer to an agent that is about to stop: a block with what is new since
    the last commit, or what the user reads.
    """
    own_root = find_folder_levels(request, find_event_folder(request)).root
    if request.event.stop_hook_active:
        # What the agent fixed since the block is reported anew where it comes back.
        for root in list_covered_roots(request, own_root):
            if has_standing_error(request, root=find_folder_levels(request, root).root):
                _decide_on_project(request, root)
        return Decision()
    decisions = [report_weakened_hooks(request)]
    for root in list_covered_roots(request, own_root):
        decisions.append(_decide_on_project(request, root))
        # Another repository is checked by contracts of its own: that is said once.
        message = (
            f"phaser-lint: {root} is another repository; its files are checked by its own "
            "contracts."
        )
        is_other = root != own_root and root not in list_worktrees(own_root)
        if (
            is_other
            and open_project(request, find_folder_levels(request, root)).has_contracts()
            and note_first_report(request, message, root=own_root, to_user=True)
        ):
            decisions.append(Decision(to_user=message))
    return merge_decisions(decisions)


def _decide_on_project(request: HookRequest, root: str) -> Decision:
    """Return what to report of the project at *root*."""
    root = limit_git(request, root)
    levels = find_folder_levels(request, root)
    session, origins, is_known = Session(), None, False
    failures: list[GitError] = []
    try:
        repository = find_git_root(root)
        if repository is not None and find_memory_path(request, root):
            session = recall_session(request, root)
            # It may have begun with a command, before which nothing was noted.
            is_known = bool(session.start)
            try:
                session, _, origins = with_history(
                    session, root, git_root=repository, event=request.event
                )
            except GitError as error:
                session = begin_session(session, request.event)
                failures.append(error)
        changes = find_changes_at_stop(root, committed=session.committed)
        changes = with_begun_files(request, root, changes, session=session)
        weakened = Decision()
        # With --protect it is said already, and without a session nobody knows whose they are.
        if is_known and not request.options.protect:
            weakened = _report_weakened_places(request, changes, root=root, session=session)
        # The contracts of all levels of what changed.
        paths = (*changes.files, *changes.deleted)
        folders = {os.path.dirname(os.path.join(levels.root, path)) for path in paths}
        chains = [find_folder_levels(request, folder) for folder in sorted(folders)]
        chains = [chain for chain in chains if chain.root == levels.root]
        checker = open_project(request, join_levels([levels, *chains]), seconds=_SECONDS)
        if not checker.has_contracts():
            return merge_decisions([weakened, _report_sparse_checkout(request, checker, changes)])
        directives = report_new_directives(request, checker, changes, root=root, session=session)
        session = session._replace(origins=origins or open_origins(root, session))
        uncommitted_gone = {*changes.deleted}.difference(session.committed)
        gone = tuple(path for path in uncommitted_gone if was_changed_before(root, path, session))
        report = check_since_commit(
            checker, root, changes._replace(gone_before=gone), session=session
        )
        moved = report_files_out_of_reach(request, checker, root, changes=changes, session=session)
        report = _without_untouched_files(
            report, checker, root=root, session=session, changes=changes
        )
        report = _without_blocked_directives(request, checker, report)
        # What is new in each state of the session that the disk does not hold.
        state_reports = []
        try:
            for state in find_states_not_on_disk(
                session, list_session_states(session, root), changes.uncommitted
            ):
                state_report = check_held_state(checker, root, state, session=session)
                state_reports.append(
                    (state, _without_blocked_directives(request, checker, state_report))
                )
        except GitError as error:
            failures.append(error)
    except GitError as error:
        checker = open_project(request, levels)
        message = f"phaser-lint cannot tell what is new in {root} at Stop: {error}"
        if checker.has_contracts() and _note_first_telling(request, checker, message):
            return Decision(to_user=message)
        return Decision()
    of_states = [notice for _, state_report in state_reports for notice in state_report.notices]
    notices = dict.fromkeys((*report.notices, *note_git_failures(failures), *of_states))
    report = report._replace(notices=tuple(notices))
    garbled = report_garbled_texts(request, checker, report, since=session.since)
    answer = _decide_on_reports(
        request,
        checker,
        report=report,
        states=state_reports,
        garbled=garbled.context,
    )
    unknown = Decision() if garbled.context else garbled
    sparse = _report_sparse_checkout(request, checker, changes)
    return merge_decisions([answer, unknown, weakened, directives, moved, sparse])


def _report_weakened_places(
    request: HookRequest, changes: Changed, *, root: str, session: Session
) -> Decision:
    """Return what the *session* changed of contracts, baseline and hooks in *root*, for the user.

    The times of the files tell whose a change is, so also where the session began with a command.
    """
    paths, fresh = (*changes.files, *changes.deleted), []
    included = find_named_contract_folders(request, [root]) if paths else ()
    for path in paths:
        full_path = os.path.join(root, path)
        is_marked = may_name_protected_place(f"/{path}") or any(
            decides_in(folder, full_path) for folder in included
        )
        if is_marked and not is_older_than_session(root, path, session):
            fresh.append(full_path)
    if not fresh:
        return Decision()
    # Few sessions change a contract.
    from phaser_lint.hook.protection.unprotected_changes import report_unprotected_changes

    return report_unprotected_changes(request, fresh, since=session.since, root=root)


def _without_untouched_files(
    report: Report, checker: Checker, root: str, session: Session, changes: Changed
) -> Report:
    """Return *report* without what files break by themselves that nobody touched in the session.

    What other files decide may be new all the same.
    """
    uncommitted = {*changes.uncommitted}.difference(session.committed)
    violating_paths = uncommitted.intersection(violation.path for violation in report.violations)
    older = {path for path in violating_paths if was_changed_before(root, path, session)}
    contracts = {contract.key: contract for contract in checker.contracts.contracts}
    violations = tuple(
        violation
        for violation in report.violations
        if violation.path not in older or depends_on_other_files(contracts[violation.contract_key])
    )
    return report._replace(violations=violations)


def _decide_on_reports(
    request: HookRequest,
    checker: Checker,
    report: Report,
    states: Iterable[tuple[HeldState, Report]],
    *,
    garbled: str,
) -> Decision:
    """Return the block with the errors of the disk and the *states*, or what the user reads.

    *garbled*: what to report of texts that became binary.
    """
    report_shown, errors = report_lines.with_shown_paths(report, checker), report.errors()
    # Of a state those that neither an earlier one nor the disk has.
    keys = {make_violation_key(violation) for violation in report.violations}
    committed: list[tuple[HeldState, Sequence[Violation]]] = []
    for state, state_report in states:
        fresh = [error for error in state_report.errors() if make_violation_key(error) not in keys]
        keys.update(map(make_violation_key, fresh))
        committed += [(state, fresh)] if fresh else []
        errors += fresh
    reason = garbled
    is_complete = not report.undecided and not report_lines.render_git_failures(report)
    if _note_first_reports(request, checker, errors, are_all=is_complete):
        on_disk = with_fixes_ahead(checker, report).errors()
        feedback_on = partial(
            render_feedback,
            contracts=checker.contracts,
            with_path=True,
            path_prefix=checker.path_prefix,
        )
        suppressed = [error for error in errors if error.suppressed_by]
        reason = join_lines(
            feedback_on(on_disk, lead="Contract violation"),
            *[
                feedback_on(fresh, lead=f"Contract violation{describe_commit_place(state)}")
                for state, fresh in committed
            ],
            report_lines.explain_idle_directives(report_shown),
            # With --protect it stands above already.
            IF_THE_AGENT if suppressed and not request.options.protect else "",
            garbled,
        )
        for error in suppressed:
            _note_first_telling(request, checker, _render_directive_key(error))
    if errors and not reason:
        return Decision()
    unchecked = join_lines(
        report_lines.render_undecided(report_shown),
        render_new_problems(request, checker, report),
        report_lines.render_file_notices(report_shown, f"{checker.path_prefix}{DEFAULT_PATH}"),
        report_lines.render_git_failures(report),
    )
    if reason:
        return Decision("block", reason=reason, to_user=join_lines(garbled, unchecked))
    if unchecked and _note_first_telling(request, checker, unchecked):
        return Decision(to_user=unchecked)
    return Decision()


def _note_first_reports(
    request: HookRequest, checker: Checker, errors: Sequence[Violation], *, are_all: bool
) -> bool:
    """Note that the model reads *errors*; tell whether one is new, or was gone since."""
    # Not the reason: a line added above a violation changes its number, not the violation.
    keys = [repr(make_violation_key(error)) for error in errors]
    returns = count_returns(request, keys, root=checker.root, are_all=are_all)
    if not errors:
        return False
    marked_keys = [*zip(keys, returns, strict=True)]
    # Without a mark of that, this may be the stop right after a block: what is left of it must not
    # block again, so each of them is remembered.
    is_marked = request.event.stop_hook_active is not None
    texts = [repr(marked_keys)] if is_marked else map(repr, marked_keys)
    are_first = [note_first_report(request, text, root=checker.root) for text in texts]
    return any(are_first)


def _without_blocked_directives(request: HookRequest, checker: Checker, report: Report) -> Report:
    """Return *report* without new directives that a Stop of the session blocked with already.

    The user may have added them.
    """
    violations = [
        violation
        for violation in report.violations
        if not violation.suppressed_by
        or not is_reported(
            request, _render_directive_key(violation), root=checker.root, to_user=True
        )
    ]
    return report._replace(violations=tuple(violations))


def _render_directive_key(violation: Violation) -> str:
    """Return what is remembered of a new directive that a Stop blocked with."""
    return f"suppressed {make_violation_key(violation)!r}"


def _report_sparse_checkout(request: HookRequest, checker: Checker, changes: Changed) -> Decision:
    """Return which contracts and settings a sparse checkout leaves out, once: they do nothing."""
    left_out = filter(decides_what_counts, changes.left_out)
    missing = ", ".join(make_printable(f"{checker.path_prefix}{path}") for path in left_out)
    message = (
        missing and f"phaser-lint: not read, as the sparse checkout leaves them out: {missing}"
    )
    return (
        Decision(to_user=message)
        if message and _note_first_telling(request, checker, message)
        else Decision()
    )


def _note_first_telling(request: HookRequest, checker: Checker, message: str) -> bool:
    """Note that the user is told of *message*; tell whether this session had not told it yet."""
    return note_first_report(request, message, root=checker.root, to_user=True)
