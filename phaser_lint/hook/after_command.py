"""The hook after a tool that names no files: what the changed files break, reported once.

What a changed file breaks is compared with the last commit, as at Stop, and with what this session
has reported of it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence

from phaser_lint.agent import FileProposal
from phaser_lint.agent.answers import Decision, merge_decisions
from phaser_lint.check.comparison.since_commit import (
    AS_IT_IS,
    Foreseen,
    check_elsewhere,
    check_held,
    check_written,
)
from phaser_lint.check.edit_check import changes_written
from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import (
    violation_key,
    violations_to_remember,
    without_existing,
)
from phaser_lint.contract.model import Report
from phaser_lint.core.checked_files import Session
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import printable
from phaser_lint.hook import HookRequest, memory_at
from phaser_lint.hook.changed_files import MOST_FILES, ChangedFiles, begin_session, remember
from phaser_lint.hook.feedback import ready_ahead, ready_on_disk
from phaser_lint.hook.garbled_texts import report_garbled
from phaser_lint.hook.memory import identities, session_at, settle_identity, write_session
from phaser_lint.hook.memory.reported import note_first_report
from phaser_lint.hook.projects_of_files import Project, by_project, checker_of, project_of
from phaser_lint.project import git_root, path_inside
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git.held_states import HeldState

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from phaser_lint.check.engine.new_violations import Occurrences, ViolationKey
    from phaser_lint.core.checked_files import Broken

    class ReportAsContext(Protocol):
        """Turns a report on files of a project into context; *where* they are, if not on disk."""

        def __call__(
            self, report: Report, project: Project, paths: Sequence[str], *, where: str = ""
        ) -> Decision: ...


_SHORT = 10
_IS_CLONE = "it is a clone inside of the project"


def after_change(request: HookRequest, seen: ChangedFiles, as_context: ReportAsContext) -> Decision:
    """Return what to report of the files that changed since the last check; remember them."""
    changed = seen.changed[:MOST_FILES]
    names_to_check = (*changed, *seen.older[:MOST_FILES], *seen.gone)
    fresh_names = frozenset((*changed, *seen.gone))
    broken_by_path: dict[str, Broken] = dict.fromkeys((*names_to_check, *seen.older), ())
    decisions = []
    session = _session_of(seen)
    changed_files = [FileProposal(path=os.path.join(seen.root, name)) for name in names_to_check]
    for project, files in by_project(request, changed_files):
        prefix = path_inside(seen.root, f"{project.root}/") or ""
        checker = checker_of(request, project)
        # No contract selects a contract file; who wrote it reads what is wrong with it.
        folders, contracts_for = checker.contracts.folders, checker.selection.contracts_for
        paths = [path for path, _ in files if contracts_for(path) or path.startswith(folders)]
        touched = [path for path, _ in files if f"{prefix}{path}" in fresh_names]
        fresh = [path for path in paths if f"{prefix}{path}" in fresh_names]
        changes = changes_written(checker, project.root, fresh, session=session)
        report = check_written(checker, project.root, paths, session=session, changes=changes)
        for path in paths:
            broken_by_path[f"{prefix}{path}"] = violations_to_remember(report.violations, path)
        of_fresh = report._replace(
            violations=tuple(
                violation for violation in report.violations if violation.path in fresh
            ),
            undecided=tuple(undecided for undecided in report.undecided if undecided.path in fresh),
        )
        new = without_existing(of_fresh, occurrences_at_last_check(seen.session, fresh, prefix))
        note_first_reports(request, project, new)  # whatever branch has it later
        decisions.append(as_context(ready_on_disk(checker, new, project.root), project, fresh))
        mine = report._replace(skipped=tuple(skip for skip in report.skipped if skip.path in fresh))
        decisions.append(
            report_garbled(request, checker, project=project, report=mine, since=seen.session.since)
        )
        decisions.append(
            after_other_files(
                request,
                checker,
                project=project,
                paths=touched,
                session=session,
                as_context=as_context,
            )
        )
    decisions += [
        _of_commit(request, seen, state=state, as_context=as_context, on_disk=broken_by_path)
        for state in seen.held
    ]
    decisions += [unchecked_repository(request, seen.root, seen.unknown)] if seen.unknown else []
    decisions += [
        unchecked_repository(request, os.path.join(seen.root, clone.rstrip("/")), _IS_CLONE)
        for clone in seen.clones
    ]
    remember(seen, broken_by_path)
    return merge_decisions(decisions)


def after_other_files(
    request: HookRequest,
    checker: Checker,
    project: Project,
    paths: Sequence[str],
    *,
    session: Session,
    as_context: ReportAsContext,
    ahead: Foreseen = AS_IT_IS,
) -> Decision:
    """Return what a change of *paths* breaks in other files, after a command or an edit; each of it
    is reported once.

    With *ahead*, what the change will break once it is made. A file that has to be there beside
    them may still come back, so only Stop blocks.
    """
    root = project.root
    try:
        report = check_elsewhere(checker, root, paths, session=session, ahead=ahead)
    except GitError as error:  # Stop checks it once more
        return unchecked_repository(request, root, str(error))
    new = note_first_reports(request, project, report)
    late = [
        undecided
        for undecided in report.undecided
        if note_first_report(request, f"not reported elsewhere {undecided!r}", root=project.root)
    ]
    ready = ready_ahead(
        checker, new._replace(undecided=tuple(late)), root=root, proposed=ahead.proposed
    )
    return as_context(ready, project, paths)


def _of_commit(
    request: HookRequest,
    changes: ChangedFiles,
    state: HeldState,
    as_context: ReportAsContext,
    on_disk: Mapping[str, Broken],
) -> Decision:
    """Return what to report, once, of a state that the disk does not hold.

    *on_disk*: what the files there break, which is reported for them already.
    """
    decisions = []
    proposals = [FileProposal(path=os.path.join(changes.root, name)) for name in state.paths]
    for project, _ in by_project(request, proposals):
        if project.root != changes.root:
            continue
        checker = checker_of(request, project)
        try:
            report = check_held(checker, changes.root, state, session=_session_of(changes))
        except GitError as error:  # Stop checks it once more
            decisions.append(unchecked_repository(request, changes.root, str(error)))
            continue
        files = {
            **changes.session.files,
            **{path: (None, broken) for path, broken in on_disk.items()},
        }
        earlier = occurrences_at_last_check(changes.session._replace(files=files), state.paths)
        new = note_first_reports(request, project, without_existing(report, earlier))
        decisions.append(as_context(new, project, state.paths, where=place_of_state(state)))
    return merge_decisions(decisions)


def _session_of(changes: ChangedFiles) -> Session:
    return changes.session._replace(origins=changes.origins)


def unchecked_repository(request: HookRequest, root: str, reason: str) -> Decision:
    """Return, once, that a check had no answer: nobody is to take silence for a clean result."""
    message = f"phaser-lint cannot tell what a command changed in {root}: {reason}"
    is_checked = project_of(request, root).has_contracts()
    if is_checked and note_first_report(request, message, root=root, to_user=True):
        return Decision(to_user=message)
    return Decision()


def note_first_reports(request: HookRequest, project: Project, report: Report) -> Report:
    """Note that this session reports what *report* holds; return it with what it had not yet."""
    keys = [f"committed {violation_key(violation)!r}" for violation in report.violations]
    fresh = (
        violation
        for violation, key in zip(report.violations, keys, strict=True)
        if note_first_report(request, key, root=project.root)
    )
    return report._replace(violations=tuple(fresh), undecided=())


def place_of_state(state: HeldState) -> str:
    """Return the place, in words, of a command's violation that the disk does not hold."""
    branch = f" of branch {printable(state.branch)}" if state.branch else ""
    return f" in commit {state.commit[:_SHORT]}{branch}"


def session_before_event(request: HookRequest, project: Project) -> Session:
    """Return the event's session, as far as its checks of the project know of it."""
    path = memory_at(request, project.root)
    return begin_session(session_at(request, project.root), request.event) if path else Session()


def occurrences_at_last_check(
    session: Session, paths: Sequence[str], prefix: str = ""
) -> Occurrences:
    """Return how often each violation of *paths* occurred at their last check."""
    counts: dict[ViolationKey, int] = {}
    for path in paths:
        for contract, line, times in session.files.get(f"{prefix}{path}", (None, ()))[1]:
            key = (contract, path, line)
            counts[key] = counts.get(key, 0) + times
    return counts


def remember_written(
    request: HookRequest, checker: Checker, project: Project, paths: Sequence[str]
) -> None:
    """Remember what the files that a file tool wrote break: it is checked and reported already."""
    memory_path = memory_at(request, project.root)
    if not memory_path or not git_root(project.root):
        return
    moment, identities_there = time.time_ns(), identities(project.root, paths)
    report = engine.examine(checker, DiskFiles(project.root).read(identities_there))
    files = {
        path: (
            settle_identity(identity, now=moment),
            violations_to_remember(report.violations, path),
        )
        for path, identity in identities_there.items()
    }
    session = begin_session(session_at(request, project.root), request.event)
    write_session(memory_path, session._replace(files={**session.files, **files}))
