"""The hook after a tool that names no files: what the changed files break, reported once.

What a changed file breaks is compared with the last commit, as at Stop, and with what this session
has reported of it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence

from phaser_lint.agent import FileProposal
from phaser_lint.agent.answers import Decision, merge_decisions
from phaser_lint.check.changes_since_base import find_changes_if_asked
from phaser_lint.check.comparison.at_stop_check import (
    AS_IT_IS,
    Foreseen,
    check_held_state,
    check_other_files,
    check_written_files,
)
from phaser_lint.check.cross_file_edit import select_cross_file_violations
from phaser_lint.check.engine.checker import Checker, is_out_of_time
from phaser_lint.check.engine.new_violations import (
    list_broken_contracts,
    make_violation_key,
    without_existing,
)
from phaser_lint.contract.model import Report
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Broken, Session
from phaser_lint.core.text import make_printable
from phaser_lint.hook import HookRequest
from phaser_lint.hook.changed_files import MOST_FILES, ChangedFiles, remember_checked_files
from phaser_lint.hook.feedback import with_fixes_ahead
from phaser_lint.hook.garbled_texts import report_garbled_texts
from phaser_lint.hook.memory import count_earlier_occurrences
from phaser_lint.hook.memory.reported import note_first_report
from phaser_lint.hook.projects_of_files import (
    open_folder_project,
    split_by_project,
)
from phaser_lint.hook.report_lines import report_as_context
from phaser_lint.project import find_path_inside
from phaser_lint.project.git import NO_ANSWER_IN_TIME
from phaser_lint.project.git.session_branches import HeldState

_SHORT = 10
_IS_CLONE = "it is a clone inside of the project"


def report_changed_files(request: HookRequest, seen: ChangedFiles) -> Decision:
    """Return what a command's changed files break, and remember them as checked."""
    changed = seen.changed[:MOST_FILES]
    names_to_check = (*changed, *seen.older[:MOST_FILES], *seen.gone)
    fresh_names = frozenset((*changed, *seen.gone))
    broken_by_path: dict[str, Broken] = dict.fromkeys((*names_to_check, *seen.older), ())
    decisions = []
    session = _make_session(seen)
    changed_files = [FileProposal(path=os.path.join(seen.root, name)) for name in names_to_check]
    for checker, files in split_by_project(request, changed_files):
        prefix = find_path_inside(seen.root, f"{checker.root}/") or ""
        # No contract selects a contract file; who wrote it reads what is wrong with it.
        folders, contracts_for = checker.contracts.folders, checker.selection.contracts_for
        paths = [path for path, _ in files if contracts_for(path) or path.startswith(folders)]
        touched = [path for path, _ in files if f"{prefix}{path}" in fresh_names]
        fresh = [path for path in paths if f"{prefix}{path}" in fresh_names]
        changes = find_changes_if_asked(checker, fresh, session=session)
        report = check_written_files(checker, paths, session=session, changes=changes)
        for path in paths:
            broken_by_path[f"{prefix}{path}"] = list_broken_contracts(report.violations, path)
        of_fresh = report._replace(
            violations=tuple(
                violation
                for violation in report.violations
                # A new folder may lack its partner.
                if any(
                    path == violation.path or path.startswith(f"{violation.path}/")
                    for path in fresh
                )
            ),
            undecided=tuple(undecided for undecided in report.undecided if undecided.path in fresh),
        )
        new = without_existing(of_fresh, count_earlier_occurrences(seen.session, fresh, prefix))
        unreported = note_first_reports(request, checker, new)  # whatever branch has it later
        # What another file lacks was reported with the edit, on whatever line it was then.
        across_files = select_cross_file_violations(checker, new).violations
        new = new._replace(
            violations=tuple(
                [
                    violation
                    for violation in new.violations
                    if violation not in across_files or violation in unreported.violations
                ]
            )
        )
        decisions.append(report_as_context(with_fixes_ahead(checker, new), checker, fresh))
        mine = report._replace(skipped=tuple(skip for skip in report.skipped if skip.path in fresh))
        decisions.append(report_garbled_texts(request, checker, mine, since=seen.session.since))
        decisions.append(
            report_other_files(
                request,
                checker,
                paths=touched,
                session=session,
            )
        )
    decisions += [
        _report_commit(request, seen, state=state, on_disk=broken_by_path) for state in seen.held
    ]
    decisions += (
        [report_unchecked_repository(request, seen.root, seen.unknown)] if seen.unknown else []
    )
    decisions += [
        report_unchecked_repository(request, os.path.join(seen.root, clone.rstrip("/")), _IS_CLONE)
        for clone in seen.clones
    ]
    remember_checked_files(seen, broken_by_path)
    return merge_decisions(decisions)


def report_other_files(
    request: HookRequest,
    checker: Checker,
    paths: Sequence[str],
    *,
    session: Session,
    ahead: Foreseen = AS_IT_IS,
) -> Decision:
    """Return, after a command or an edit of *paths*, the hook's decision on what it breaks in other
    files, each violation reported once.

    With *ahead*, what the change will break once it is made. A file that has to be there beside
    them may still come back, so only Stop blocks.
    """
    report = check_other_files(checker, paths, session=session, ahead=ahead)
    new = note_first_reports(request, checker, report)
    untold = select_untold_checks(request, report.undecided, root=checker.root)
    ready = with_fixes_ahead(checker, new._replace(undecided=untold), ahead.proposed)
    return report_as_context(ready, checker, paths)


def select_untold_checks(
    request: HookRequest, undecided: Iterable[Undecided], *, root: str
) -> tuple[Undecided, ...]:
    """Return which *undecided* checks of the project at *root* to tell after a command or an edit:
    those for want of time each time that it happens, all others once.
    """
    untold = list[Undecided]()
    for check in undecided:
        key = f"not reported elsewhere {check!r}"
        if is_out_of_time(check.reason) or NO_ANSWER_IN_TIME in check.reason:
            key += f"{request.event.call or request.began}"
        untold += [check] if note_first_report(request, key, root=root) else []
    return tuple(untold)


def _report_commit(
    request: HookRequest,
    changes: ChangedFiles,
    state: HeldState,
    on_disk: Mapping[str, Broken],
) -> Decision:
    """Return what to report, once, of a state that the disk does not hold.

    *on_disk*: what the files there break, which is reported for them already.
    """
    decisions = []
    proposals = [FileProposal(path=os.path.join(changes.root, name)) for name in state.paths]
    for checker, _ in split_by_project(request, proposals):
        if checker.root != changes.root:
            continue
        try:
            report = check_held_state(checker, changes.root, state, session=_make_session(changes))
        except GitError as error:  # Stop checks it once more
            decisions.append(report_unchecked_repository(request, changes.root, str(error)))
            continue
        files = {
            **changes.session.files,
            **{path: (None, broken) for path, broken in on_disk.items()},
        }
        earlier = count_earlier_occurrences(changes.session._replace(files=files), state.paths)
        new = note_first_reports(request, checker, without_existing(report, earlier))
        decisions.append(
            report_as_context(new, checker, state.paths, where=describe_commit_place(state))
        )
    return merge_decisions(decisions)


def _make_session(changes: ChangedFiles) -> Session:
    return changes.session._replace(origins=changes.origins)


def report_unchecked_repository(request: HookRequest, root: str, reason: str) -> Decision:
    """Return, after a command and once, that the hook cannot tell what it changed in the repository
    at *root*: nobody is to take silence for a clean result.
    """
    again = "; it asks again at Stop" if NO_ANSWER_IN_TIME in reason else ""
    message = f"phaser-lint cannot tell what a command changed in {root}: {reason}{again}"
    is_checked = open_folder_project(request, root).has_contracts()
    if is_checked and note_first_report(request, message, root=root, to_user=True):
        return Decision(to_user=message)
    return Decision()


def note_first_reports(request: HookRequest, checker: Checker, report: Report) -> Report:
    """Note all of *report* as reported, for the hook after a command; return it with what the
    session has not read yet.
    """
    keys = [f"committed {make_violation_key(violation)!r}" for violation in report.violations]
    fresh = (
        violation
        for violation, key in zip(report.violations, keys, strict=True)
        if note_first_report(request, key, root=checker.root)
    )
    return report._replace(violations=tuple(fresh), undecided=())


def describe_commit_place(state: HeldState) -> str:
    """Return where a command committed what the disk lacks: commit and branch of *state*."""
    branch = f" of branch {make_printable(state.branch)}" if state.branch else ""
    return f" in commit {state.commit[:_SHORT]}{branch}"
