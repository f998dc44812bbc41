"""The hook after a tool that names no files: what the changed files break, reported once.

What a changed file breaks is compared with the last commit, as at Stop, and with what this session
has reported of it.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence

from phaser_lint.agent import Decision, Reconstruction
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
from phaser_lint.check.engine.comparison import without_existing
from phaser_lint.check.engine.fingerprints import violation_key
from phaser_lint.contract.model import Report
from phaser_lint.core.checked_files import Session
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import printable
from phaser_lint.hook.changed_files import MOST_FILES, ChangedFiles, begun, remember
from phaser_lint.hook.decisions import broken_in, merge_decisions
from phaser_lint.hook.feedback import ready_ahead, ready_on_disk
from phaser_lint.hook.garbled_texts import report_garbled
from phaser_lint.hook.memory.reported import was_reported
from phaser_lint.hook.memory.session import (
    ChangeMemory,
    identities,
    memory_of,
    session_of,
    settled,
    write_memory,
)
from phaser_lint.hook.projects_of_files import Project, by_project, checker_of, project_of
from phaser_lint.hook.request import HookRequest, memory_at
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git.held_states import HeldState
from phaser_lint.project.root import git_root, path_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from phaser_lint.check.engine.comparison import Occurrences
    from phaser_lint.check.engine.fingerprints import ViolationKey
    from phaser_lint.hook.memory.session import Broken

    class ReportAsContext(Protocol):
        """Turns a report on files of a project into context; *where* they are, if not on disk."""

        def __call__(
            self, report: Report, project: Project, paths: Sequence[str], *, where: str = ""
        ) -> Decision: ...


_SHORT = 10


def after_change(request: HookRequest, seen: ChangedFiles, as_context: ReportAsContext) -> Decision:
    """Return what to report of the files that changed since the last check; remember them."""
    changed = seen.changed[:MOST_FILES]
    checked = (*changed, *seen.older[:MOST_FILES], *seen.gone)
    fresh_names = frozenset((*changed, *seen.gone))
    broken: dict[str, Broken] = dict.fromkeys((*checked, *seen.older), ())
    decisions = []
    session, committed = _session_of(seen), seen.memory.committed
    written = [Reconstruction(path=os.path.join(seen.root, name)) for name in checked]
    for project, files in by_project(request, written):
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
            broken[f"{prefix}{path}"] = broken_in(report.violations, path)
        of_fresh = report._replace(
            violations=tuple(
                violation for violation in report.violations if violation.path in fresh
            ),
            undecided=tuple(undecided for undecided in report.undecided if undecided.path in fresh),
        )
        new = without_existing(of_fresh, occurrences_at_last_check(seen.memory, fresh, prefix))
        not_reported(request, project, new)  # whatever branch has it later
        decisions.append(as_context(ready_on_disk(checker, new, project.root), project, fresh))
        mine = report._replace(skipped=tuple(each for each in report.skipped if each.path in fresh))
        decisions.append(
            report_garbled(request, checker, project=project, report=mine, since=seen.memory.since)
        )
        decisions.append(
            after_other_files(
                request,
                checker,
                project=project,
                paths=touched,
                session=session,
                committed=committed,
                as_context=as_context,
            )
        )
    decisions += [
        _of_commit(request, seen, held=held, as_context=as_context, on_disk=broken)
        for held in seen.held
    ]
    decisions += [unchecked_repository(request, seen.root, seen.unknown)] if seen.unknown else []
    remember(seen, broken)
    return merge_decisions(decisions)


def after_other_files(
    request: HookRequest,
    checker: Checker,
    project: Project,
    paths: Sequence[str],
    *,
    session: Session,
    committed: Sequence[str],
    as_context: ReportAsContext,
    ahead: Foreseen = AS_IT_IS,
) -> Decision:
    """Return what a change of *paths* breaks in other files; each of it is reported once.

    With *ahead*, what the change will break once it is made. A file that has to be there beside
    them may still come back, so only Stop blocks.
    """
    root = project.root
    try:
        report = check_elsewhere(
            checker, root, paths, session=session, committed=committed, ahead=ahead
        )
    except GitError as error:  # Stop checks it once more
        return unchecked_repository(request, root, str(error))
    new = not_reported(request, project, report)
    late = [
        undecided
        for undecided in report.undecided
        if not was_reported(request, f"not reported elsewhere {undecided!r}", root=project.root)
    ]
    ready = ready_ahead(
        checker, new._replace(undecided=tuple(late)), root=root, proposed=ahead.proposed
    )
    return as_context(ready, project, paths)


def _of_commit(
    request: HookRequest,
    seen: ChangedFiles,
    held: HeldState,
    as_context: ReportAsContext,
    on_disk: Mapping[str, Broken],
) -> Decision:
    """Return what to report, once, of a state that the disk does not hold.

    *on_disk*: what the files there break, which is reported for them already.
    """
    decisions = []
    written = [Reconstruction(path=os.path.join(seen.root, name)) for name in held.paths]
    for project, _ in by_project(request, written):
        if project.root != seen.root:
            continue
        checker = checker_of(request, project)
        try:
            report = check_held(checker, seen.root, held, session=_session_of(seen))
        except GitError as error:  # Stop checks it once more
            decisions.append(unchecked_repository(request, seen.root, str(error)))
            continue
        known = {**seen.memory.files, **{path: (None, each) for path, each in on_disk.items()}}
        earlier = occurrences_at_last_check(seen.memory._replace(files=known), held.paths)
        new = not_reported(request, project, without_existing(report, earlier))
        decisions.append(as_context(new, project, held.paths, where=place_of_state(held)))
    return merge_decisions(decisions)


def _session_of(seen: ChangedFiles) -> Session:
    return session_of(seen.memory)._replace(origins=seen.origins)


def unchecked_repository(request: HookRequest, root: str, reason: str) -> Decision:
    """Return, once, that a check had no answer: nobody is to take silence for a clean result."""
    message = f"phaser-lint cannot tell what a command changed in {root}: {reason}"
    is_checked = project_of(request, root).checks()
    if not is_checked or was_reported(request, message, root=root, to_user=True):
        return Decision()
    return Decision(to_user=message)


def not_reported(request: HookRequest, project: Project, report: Report) -> Report:
    """Return *report* with what this session has not reported yet; from now on that is reported."""
    keys = [f"committed {violation_key(each)!r}" for each in report.violations]
    are_reported = [was_reported(request, key, root=project.root) for key in keys]
    fresh = (each for each, was in zip(report.violations, are_reported, strict=True) if not was)
    return report._replace(violations=tuple(fresh), undecided=())


def place_of_state(held: HeldState) -> str:
    """Return the place, in words, of a violation that the disk does not hold."""
    branch = f" of branch {printable(held.branch)}" if held.branch else ""
    return f" in commit {held.commit[:_SHORT]}{branch}"


def session_at(request: HookRequest, project: Project) -> Session:
    """Return the event's session, as far as its checks of the project know of it."""
    path = memory_at(request, project.root)
    return session_of(
        begun(memory_of(request, project.root), request.event) if path else ChangeMemory()
    )


def occurrences_at_last_check(
    memory: ChangeMemory, paths: Sequence[str], prefix: str = ""
) -> Occurrences:
    """Return how often each violation of *paths* occurred at their last check."""
    counts: dict[ViolationKey, int] = {}
    for path in paths:
        for contract, line, times in memory.files.get(f"{prefix}{path}", (None, ()))[1]:
            key = (contract, path, line)
            counts[key] = counts.get(key, 0) + times
    return counts


def remember_written(
    request: HookRequest, checker: Checker, project: Project, paths: Sequence[str]
) -> None:
    """Remember what the files that a file tool wrote break: it is checked and reported already."""
    kept = memory_at(request, project.root)
    if not kept or not git_root(project.root):
        return
    moment, there = time.time_ns(), identities(project.root, paths)
    report = engine.examine(checker, DiskFiles(project.root).read(there))
    seen = {
        path: (settled(identity, now=moment), broken_in(report.violations, path))
        for path, identity in there.items()
    }
    memory = begun(memory_of(request, project.root), request.event)
    write_memory(kept, memory._replace(files={**memory.files, **seen}))
