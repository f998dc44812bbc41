"""The hook at Stop: what is new against the last commit, whoever wrote it, reported once."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from functools import partial

from phaser_lint.agent import Decision
from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH
from phaser_lint.check.comparison.since_commit import (
    Changed,
    changed_at_stop,
    check_held,
    check_since_commit,
)
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.comparison import about_failures
from phaser_lint.check.engine.fingerprints import violation_key
from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.rules import depends_on_other_files
from phaser_lint.core.checked_files import Session
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import printable
from phaser_lint.hook import agent_text
from phaser_lint.hook.after_command import place_of_state
from phaser_lint.hook.agent_text import problems_to_report
from phaser_lint.hook.changed_files import (
    begun,
    not_on_disk,
    states_in,
    was_there_before,
    with_history,
)
from phaser_lint.hook.covered_repositories import is_worktree_of, roots_of
from phaser_lint.hook.decisions import errors_of, join_lines, merge_decisions
from phaser_lint.hook.feedback import feedback, ready_on_disk
from phaser_lint.hook.garbled_texts import report_garbled
from phaser_lint.hook.memory.reported import was_reported
from phaser_lint.hook.memory.session import ChangeMemory, memory_of, session_of
from phaser_lint.hook.projects_of_files import Project, checker_of, project_by
from phaser_lint.hook.request import HookRequest, event_folder, levels_checking, memory_at, timed
from phaser_lint.project.git.commit_origins import Origins
from phaser_lint.project.git.held_states import HeldState
from phaser_lint.project.root import Levels, decides_what_counts, git_root, join_levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Committed: TypeAlias = Sequence[tuple[HeldState, Sequence[Violation]]]
    """The errors of states that the disk does not hold."""

_IF_THE_AGENT = "If you added the directive, remove it and fix the line; if the user did, leave it."
# Of the 20 within which an agent that stops is to be answered, git included.
_SECONDS = 16.0


def at_stop(request: HookRequest) -> Decision:
    """Return the answer to an agent that is about to stop, about all that its session touched."""
    if request.event.stop_hook_active:
        return Decision()
    own = levels_checking(request, event_folder(request)).root
    decisions = [
        merge_decisions([_about(request, root), _noted(request, own, root)])
        for root in roots_of(request, own)
    ]
    return merge_decisions(decisions)


def _about(request: HookRequest, root: str) -> Decision:
    """Return what to report of the project at *root*."""
    root = timed(request, root)
    levels = levels_checking(request, root)
    memory = ChangeMemory()
    try:
        memory, origins, failures = _session_memory(request, root)
        changes = changed_at_stop(root, committed=memory.committed)
        project = _project(request, levels, changes)
        if not project.checks():
            return _left_out(request, project, changes)
        checker = checker_of(request, project, _SECONDS)
        session = session_of(memory)._replace(origins=origins or Origins(root, memory.start))
        report = check_since_commit(checker, root, changes, session=session)
        report = _of_session(report, checker, root=root, memory=memory, changes=changes)
        report = _not_blocked_with(request, project, report)
        held = [
            (state, _not_blocked_with(request, project, held_report))
            for state, held_report in _held(
                checker, root, memory=memory, changes=changes, failures=failures, session=session
            )
        ]
    except GitError as error:
        project = project_by(request, levels)
        message = f"phaser-lint cannot tell what is new in {root} at Stop: {error}"
        silent = not project.checks() or _was_shown_to_user(request, project, message)
        return Decision() if silent else Decision(to_user=message)
    others = [notice for _, each in held for notice in each.notices]
    notices = dict.fromkeys((*report.notices, *about_failures(failures), *others))
    report = report._replace(notices=tuple(notices))
    hidden = report_garbled(request, checker, project=project, report=report, since=memory.since)
    answer = _answer(
        request, project, report=report, committed=_apart(report, held), hidden=hidden.context
    )
    unknown = Decision() if hidden.context else hidden
    return merge_decisions([answer, unknown, _left_out(request, project, changes)])


def _of_session(
    report: Report, checker: Checker, root: str, memory: ChangeMemory, changes: Changed
) -> Report:
    """Return *report* without what files break by themselves that nobody touched in the session.

    What other files decide may be new all the same.
    """
    mine = {*changes.uncommitted}.difference(memory.committed)
    named = mine.intersection(each.path for each in report.violations)
    older = {path for path in named if was_there_before(root, path, memory)}
    contracts = {each.key: each for each in checker.contracts.contracts}
    left = tuple(
        each
        for each in report.violations
        if each.path not in older or depends_on_other_files(contracts[each.contract_key])
    )
    return report._replace(violations=left)


def _not_blocked_with(request: HookRequest, project: Project, report: Report) -> Report:
    """Return *report* without new directives that a Stop of the session blocked with already.

    The user may have added them.
    """
    left = [
        violation
        for violation in report.violations
        if not violation.suppressed_by
        or not _was_shown_to_user(request, project, f"suppressed {violation_key(violation)!r}")
    ]
    return report._replace(violations=tuple(left))


def _held(
    checker: Checker,
    root: str,
    memory: ChangeMemory,
    changes: Changed,
    failures: list[GitError],
    *,
    session: Session,
) -> list[tuple[HeldState, Report]]:
    """Return what is new in each state of the session that the disk does not hold.

    *failures* gets why git did not answer.
    """
    found = []
    try:
        for state in not_on_disk(memory, states_in(memory, root), changes.uncommitted):
            found.append((state, check_held(checker, root, state, session=session)))
    except GitError as error:
        failures.append(error)
    return found


def _apart(report: Report, held: Iterable[tuple[HeldState, Report]]) -> Committed:
    """Return the errors of each *held* state that neither an earlier one nor the disk has."""
    known = {violation_key(violation) for violation in report.violations}
    found = []
    for state, each in held:
        left = [broken for broken in errors_of(each) if violation_key(broken) not in known]
        known.update(map(violation_key, left))
        found += [(state, left)] if left else []
    return found


def _answer(
    request: HookRequest, project: Project, report: Report, committed: Committed, hidden: str
) -> Decision:
    broken, shown = errors_of(report), agent_text.as_shown(report, project)
    reason = join_lines(_reason(request, project, report=report, committed=committed), hidden)
    if (broken or committed) and not reason:
        return Decision()
    unchecked = join_lines(
        agent_text.undecided(shown),
        problems_to_report(request, project, report),
        agent_text.notes(shown, f"{project.way}{DEFAULT_PATH}"),
        agent_text.uncompared(report),
    )
    if reason:
        return Decision("block", reason=reason, to_user=join_lines(hidden, unchecked))
    if not unchecked or _was_shown_to_user(request, project, unchecked):
        return Decision()
    return Decision(to_user=unchecked)


def _project(request: HookRequest, own: Levels, changes: Changed) -> Project:
    """Return the project with the contracts of all levels of what changed."""
    paths = (*changes.files, *changes.deleted)
    folders = {os.path.dirname(os.path.join(own.root, path)) for path in paths}
    chains = [levels_checking(request, folder) for folder in sorted(folders)]
    return project_by(
        request, join_levels([own, *[each for each in chains if each.root == own.root]])
    )


def _left_out(request: HookRequest, project: Project, changes: Changed) -> Decision:
    """Return which contracts and settings a sparse checkout leaves out, once: they do nothing."""
    left_out = filter(decides_what_counts, changes.left_out)
    missing = ", ".join(printable(f"{project.way}{path}") for path in left_out)
    message = (
        missing and f"phaser-lint: not read, as the sparse checkout leaves them out: {missing}"
    )
    return (
        Decision(to_user=message)
        if message and not _was_shown_to_user(request, project, message)
        else Decision()
    )


def _noted(request: HookRequest, own: str, root: str) -> Decision:
    """Return, once, that another repository is checked, by contracts of its own."""
    if root == own or is_worktree_of(own, root):
        return Decision()
    if not project_by(request, levels_checking(request, root)).checks():
        return Decision()
    message = (
        f"phaser-lint: {root} is another repository; its files are checked by its own contracts."
    )
    is_known = was_reported(request, message, root=own, to_user=True)
    return Decision() if is_known else Decision(to_user=message)


def _reason(request: HookRequest, project: Project, report: Report, committed: Committed) -> str:
    """Return the feedback on errors; nothing where they are reported already."""
    broken = [*errors_of(report), *(each for _, left in committed for each in left)]
    is_suppressed = any(violation.suppressed_by for violation in broken)
    if not broken or _are_reported(request, project, broken):
        return ""
    checker = checker_of(request, project, _SECONDS)
    on_disk = errors_of(ready_on_disk(checker, report, project.root))
    feedback_on = partial(feedback, contracts=project.contracts, with_path=True, way=project.way)
    return join_lines(
        feedback_on(on_disk, lead="Contract violation"),
        *[
            feedback_on(left, lead=f"Contract violation{place_of_state(state)}")
            for state, left in committed
        ],
        _IF_THE_AGENT if is_suppressed else "",
    )


def _are_reported(request: HookRequest, project: Project, broken: Sequence[Violation]) -> bool:
    # Not the reason: a line added above a violation changes its number, not the violation.
    keys = [violation_key(violation) for violation in broken]
    if request.event.stop_hook_active is None:
        # What is left of a block must not block again: this may be the stop right after it.
        are_known = [_was_reported(request, project, repr(key)) for key in keys]  # remembers each
        return all(are_known)
    return _was_reported(request, project, repr(keys))


def _session_memory(
    request: HookRequest, root: str
) -> tuple[ChangeMemory, Origins | None, list[GitError]]:
    """Return what the session's checks know of its commits, with what was asked of git for it.

    The last of the three is why git did not answer.
    """
    repository = git_root(root)
    if not memory_at(request, root) or repository is None:
        return ChangeMemory(), None, []
    earlier = memory_of(request, root)
    try:
        memory, _, origins = with_history(earlier, root, git_root=repository, event=request.event)
    except GitError as error:
        return begun(earlier, request.event), None, [error]
    return memory, origins, []


def _was_shown_to_user(request: HookRequest, project: Project, message: str) -> bool:
    """Tell whether the user was told of *message* in this session; from now on that is so."""
    return was_reported(request, message, root=project.root, to_user=True)


def _was_reported(request: HookRequest, project: Project, message: str) -> bool:
    return was_reported(request, message, root=project.root)
