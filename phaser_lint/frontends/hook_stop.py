"""The hook at Stop: what is new against the last commit, whoever wrote it, said once."""

from __future__ import annotations

import os

from phaser_lint.agents.event import Decision
from phaser_lint.baselines.baseline import DEFAULT_PATH
from phaser_lint.checks.stop import check_since_commit
from phaser_lint.engine.comparison import key_of
from phaser_lint.errors import GitError
from phaser_lint.frontends.hook_garbled import garbled
from phaser_lint.frontends.hook_others import session_of
from phaser_lint.frontends.hook_problems import to_be_told
from phaser_lint.frontends.hook_project import errors_of, joined, judge_of, project_of
from phaser_lint.frontends.look import place_of, with_history
from phaser_lint.outputs import agent_text
from phaser_lint.outputs.feedback import feedback
from phaser_lint.root import cache_folder, git_top, home_folder
from phaser_lint.sessions.looks import Looks, read_looks
from phaser_lint.sessions.said import said_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agents.event import Adapter, Event
    from phaser_lint.frontends.hook_project import Options, Project
    from phaser_lint.model import Violation

# Of the 20 within which an agent that stops is to be answered, git included.
_SECONDS = 16.0


def at_stop(event: Event, adapter: Adapter, options: Options) -> Decision:
    """Return the answer to an agent that is about to stop."""
    if event.stop_hook_active:
        return Decision()
    named = os.environ.get(adapter.PROJECT_VARIABLE or " ") or event.project
    start = named or event.working_directory or os.getcwd()
    project = project_of(os.path.realpath(start), event, adapter, options)
    if not project.judges():
        return Decision()
    judge = judge_of(project, options, _SECONDS)
    looks = _looks(project.root, event, adapter)
    try:
        report = check_since_commit(
            judge,
            project.root,
            session=session_of(looks),
            committed=looks.committed,
        )
    except GitError as error:
        said = f"phaser-lint cannot tell what is new in {project.root} at Stop: {error}"
        return Decision() if _already(event, project, said) else Decision(to_user=said)
    broken = errors_of(report)
    hidden = garbled(judge, report, project, event, since=looks.since).context
    reason = joined(_news(broken, project, event), hidden)
    if broken and not reason:
        return Decision()
    unjudged = joined(
        agent_text.undecided(report),
        to_be_told(report, project, event),
        agent_text.notes(report, DEFAULT_PATH),
    )
    if reason:
        return Decision("block", reason=reason, to_user=joined(hidden, unjudged))
    if not unjudged or _already(event, project, unjudged):
        return Decision()
    return Decision(to_user=unjudged)


def _news(broken: Sequence[Violation], project: Project, event: Event) -> str:
    """Return what is to be said of errors, nothing where it was said already."""
    if not broken or _said(broken, event, project):
        return ""
    contracts = project.contracts.contracts
    return feedback(broken, contracts, lead="Contract violation", with_path=True)


def _said(broken: Sequence[Violation], event: Event, project: Project) -> bool:
    # Not the reason: a line added above a violation changes its number, not the violation.
    keys = [key_of(violation) for violation in broken]
    if event.stop_hook_active is None:
        # What is left of a block must not block again: this may be the stop right after it.
        said = [_already(event, project, repr(key)) for key in keys]  # each is remembered
        return all(said)
    return _already(event, project, repr(keys))


def _looks(root: str, event: Event, adapter: Adapter) -> Looks:
    """Return what the session's looks know of its commits, with what came since."""
    start, path = place_of(event, adapter)
    top = git_top(root)
    if start != root or top is None:
        return Looks()
    return with_history(read_looks(path), root, top=top, event=event)


def _already(event: Event, project: Project, said: str) -> bool:
    folder = cache_folder(os.environ, home=home_folder())
    return said_before(folder, session=event.session, root=project.root, text=said)
