"""The hook at Stop: what is new against the last commit, whoever wrote it, said once."""

from __future__ import annotations

import os
from functools import partial

from phaser_lint.agent import Decision
from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH
from phaser_lint.check.comparison.since_commit import (
    changed_at_stop,
    check_held,
    check_since_commit,
)
from phaser_lint.check.edit_check import about_failures
from phaser_lint.check.engine.comparison import key_of
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import printable
from phaser_lint.hook import agent_text
from phaser_lint.hook.after_command import place_of_state
from phaser_lint.hook.agent_text import to_be_told
from phaser_lint.hook.changed_files import begun, not_on_disk, states_in, with_history
from phaser_lint.hook.covered_repositories import is_worktree_of, tops_of
from phaser_lint.hook.decisions import errors_of, joined, was_told
from phaser_lint.hook.decisions import together as joined_decisions
from phaser_lint.hook.feedback import feedback, ready_on_disk
from phaser_lint.hook.garbled_texts import garbled
from phaser_lint.hook.memory.session import ChangeMemory, memory_at, memory_of, session_of
from phaser_lint.hook.occasion import levels_of, start_of, timed
from phaser_lint.hook.projects_of_files import judge_of, project_by
from phaser_lint.project.git.commit_origins import Origins
from phaser_lint.project.root import git_top, is_contract_file, together

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import TypeAlias

    from phaser_lint.check.comparison.since_commit import Changed
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Report, Violation
    from phaser_lint.core.judged_files import Session
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.hook.projects_of_files import Project
    from phaser_lint.project.git.held_states import HeldState
    from phaser_lint.project.root import Levels

    Committed: TypeAlias = Sequence[tuple[HeldState, Sequence[Violation]]]
    """The errors of states that the disk does not hold."""

# Of the 20 within which an agent that stops is to be answered, git included.
_SECONDS = 16.0


def at_stop(occasion: Occasion) -> Decision:
    """Return the answer to an agent that is about to stop, about all that its session touched."""
    if occasion.event.stop_hook_active:
        return Decision()
    own = levels_of(occasion, start_of(occasion)).top
    decisions = [
        joined_decisions([_about(occasion, top), _noted(occasion, own, top)])
        for top in tops_of(occasion, own)
    ]
    return joined_decisions(decisions)


def _about(occasion: Occasion, top: str) -> Decision:
    """Return what is to be said of the project at *top*."""
    top = timed(occasion, top)
    levels = levels_of(occasion, top)
    memory = ChangeMemory()
    try:
        memory, origins, failures = _looks(occasion, top)
        changes = changed_at_stop(top, committed=memory.committed)
        project = _project(occasion, levels, changes)
        if not project.judges():
            return _left_out(occasion, project, changes)
        judge = judge_of(occasion, project, _SECONDS)
        session = session_of(memory)._replace(origins=origins or Origins(top, memory.start))
        report = check_since_commit(judge, top, changes, session=session)
        held = _held(judge, top, memory, changes, failures, session=session)
    except GitError as error:
        project = project_by(occasion, levels)
        said = f"phaser-lint cannot tell what is new in {top} at Stop: {error}"
        silent = not project.judges() or _already(occasion, project, said)
        return Decision() if silent else Decision(to_user=said)
    others = [notice for _, each in held for notice in each.notices]
    notices = dict.fromkeys((*report.notices, *about_failures(failures), *others))
    report = report._replace(notices=tuple(notices))
    hidden = garbled(occasion, judge, project, report, since=memory.since)
    answer = _in_words(occasion, project, report, _apart(report, held), hidden.context)
    unknown = Decision() if hidden.context else hidden
    return joined_decisions([answer, unknown, _left_out(occasion, project, changes)])


def _held(
    judge: Judge,
    top: str,
    memory: ChangeMemory,
    changes: Changed,
    failures: list[GitError],
    *,
    session: Session,
) -> list[tuple[HeldState, Report]]:
    """Return what each state of the session has new that the disk does not hold.

    *failures* gets why git did not answer.
    """
    found = []
    try:
        for state in not_on_disk(memory, states_in(memory, top), changes.uncommitted):
            found.append((state, check_held(judge, top, state, session=session)))
    except GitError as error:
        failures.append(error)
    return found


def _apart(report: Report, held: Iterable[tuple[HeldState, Report]]) -> Committed:
    """Return the errors of each of the *held* states that no one before has, nor the disk."""
    known = {key_of(violation) for violation in report.violations}
    found = []
    for state, each in held:
        left = [broken for broken in errors_of(each) if key_of(broken) not in known]
        known.update(map(key_of, left))
        found += [(state, left)] if left else []
    return found


def _in_words(
    occasion: Occasion, project: Project, report: Report, committed: Committed, hidden: str
) -> Decision:
    broken, seen = errors_of(report), agent_text.seen(report, project)
    reason = joined(_news(occasion, project, report, committed), hidden)
    if (broken or committed) and not reason:
        return Decision()
    unjudged = joined(
        agent_text.undecided(seen),
        to_be_told(occasion, project, report),
        agent_text.notes(seen, f"{project.way}{DEFAULT_PATH}"),
        agent_text.uncompared(report),
    )
    if reason:
        return Decision("block", reason=reason, to_user=joined(hidden, unjudged))
    if not unjudged or _already(occasion, project, unjudged):
        return Decision()
    return Decision(to_user=unjudged)


def _project(occasion: Occasion, own: Levels, changes: Changed) -> Project:
    """Return the project with the contracts of all levels of what changed."""
    paths = (*changes.files, *changes.deleted)
    folders = {os.path.dirname(os.path.join(own.top, path)) for path in paths}
    chains = [levels_of(occasion, folder) for folder in sorted(folders)]
    return project_by(occasion, together([own, *[each for each in chains if each.top == own.top]]))


def _left_out(occasion: Occasion, project: Project, changes: Changed) -> Decision:
    """Return which contract files a sparse checkout leaves out, once: they judge nothing."""
    left_out = filter(is_contract_file, changes.left_out)
    missing = ", ".join(printable(f"{project.way}{path}") for path in left_out)
    said = missing and f"phaser-lint: not read, as the sparse checkout leaves them out: {missing}"
    return Decision(to_user=said) if said and not _already(occasion, project, said) else Decision()


def _noted(occasion: Occasion, own: str, top: str) -> Decision:
    """Return, once, that another repository is judged, by contracts of its own."""
    if top == own or is_worktree_of(own, top) or not _is_judged(occasion, top):
        return Decision()
    said = f"phaser-lint: {top} is another repository; its files are judged by its own contracts."
    return Decision() if was_told(occasion, said, root=own) else Decision(to_user=said)


def _is_judged(occasion: Occasion, top: str) -> bool:
    return project_by(occasion, levels_of(occasion, top)).judges()


def _news(occasion: Occasion, project: Project, report: Report, committed: Committed) -> str:
    """Return what is to be said of errors, nothing where it was said already."""
    broken = [*errors_of(report), *(each for _, left in committed for each in left)]
    if not broken or _said(occasion, project, broken):
        return ""
    judge = judge_of(occasion, project, _SECONDS)
    on_disk = errors_of(ready_on_disk(judge, report, project.root))
    in_words = partial(feedback, contracts=project.contracts, with_path=True, way=project.way)
    return joined(
        in_words(on_disk, lead="Contract violation"),
        *[
            in_words(left, lead=f"Contract violation{place_of_state(state)}")
            for state, left in committed
        ],
    )


def _said(occasion: Occasion, project: Project, broken: Sequence[Violation]) -> bool:
    # Not the reason: a line added above a violation changes its number, not the violation.
    keys = [key_of(violation) for violation in broken]
    if occasion.event.stop_hook_active is None:
        # What is left of a block must not block again: this may be the stop right after it.
        said = [_already(occasion, project, repr(key)) for key in keys]  # each is remembered
        return all(said)
    return _already(occasion, project, repr(keys))


def _looks(occasion: Occasion, root: str) -> tuple[ChangeMemory, Origins | None, list[GitError]]:
    """Return what the session's looks know of its commits, with what came since, or why not.

    And what was asked of git for that.
    """
    top = git_top(root)
    if not memory_at(occasion, root) or top is None:
        return ChangeMemory(), None, []
    before = memory_of(occasion, root)
    try:
        memory, _, origins = with_history(before, root, top=top, event=occasion.event)
    except GitError as error:
        return begun(before, occasion.event), None, [error]
    return memory, origins, []


def _already(occasion: Occasion, project: Project, said: str) -> bool:
    return was_told(occasion, said, root=project.root)
