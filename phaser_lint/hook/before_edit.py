"""The hook before an edit: the files as they would be, judged; only what is new denies.

What else there is to say is said at once, where the agent's model reads it before a tool.
"""

from __future__ import annotations

import os

from phaser_lint.agent import Decision, silent
from phaser_lint.check.edit_check import check_proposals, tells_kinds_apart
from phaser_lint.check.engine.comparison import key_of
from phaser_lint.core.text import printable
from phaser_lint.hook import agent_text
from phaser_lint.hook.decisions import errors_of, joined, names_several, together, was_told
from phaser_lint.hook.feedback import feedback
from phaser_lint.hook.memory.session import session_in, touch
from phaser_lint.hook.occasion import start_of, unfollowed
from phaser_lint.hook.projects_of_files import by_project, judge_of, project_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agent import Reconstruction
    from phaser_lint.check.engine.judge import Judge
    from phaser_lint.contract.model import Report
    from phaser_lint.hook.occasion import Occasion
    from phaser_lint.hook.projects_of_files import Project


# What a tool that is known says of the file it is to write, where its input has another form.
_PATHLESS = ("Missing file_path", "Invalid file_path", "Missing patch")


def before_edit(occasion: Occasion) -> Decision:
    """Return the answer to an event that proposes files: a denial, or what is to be said."""
    proposals = occasion.proposals
    # What is refused here may come by a command.
    touch(occasion, [each.path for each in proposals if each.path])
    decisions = [_unjudged(occasion, each.skip_reason) for each in proposals if not each.path]
    decisions += [_unjudged(occasion, each) for each in unfollowed(occasion)]
    judged = []
    decisions += [_unknown(occasion)] if not proposals else []
    for project, files in by_project(occasion, proposals):
        session = session_in(occasion, project.root)
        judge = judge_of(occasion, project)
        only_new = not occasion.options.block_all
        report = check_proposals(judge, project.root, files, only_new=only_new, session=session)
        # What the session committed is told against the commit before.
        if not session.since and tells_kinds_apart(judge, [path for path, _ in files]):
            _remember(occasion, project.root)
        garbled = _garbled(occasion, judge, project, files)
        answer = _on_proposals(occasion, judge, project, report, files, garbled)
        judged.append((judge, project, report, files, session))
        decisions.append(answer)
    decision = together(decisions)
    if decision.verdict or not occasion.adapter.CHANNEL.get("reads_before"):
        return decision
    # Here, not above: a denial waits for what is imported.
    from phaser_lint.hook.foreseen import foreseen, foreseen_problems

    ahead = [foreseen(occasion, *each) for each in judged]
    problems = foreseen_problems(occasion, [project for _, project, *_ in judged])
    return together([*ahead, problems, decision])


def _remember(occasion: Occasion, root: str) -> None:
    from phaser_lint.hook.memory.head_files import head_files_path, remember_head  # for few

    session, cache = occasion.event.session, occasion.cache
    if session and cache:
        remember_head(head_files_path(cache, session=session, root=root), root)


def _garbled(
    occasion: Occasion,
    judge: Judge,
    project: Project,
    files: Sequence[tuple[str, Reconstruction]],
) -> Sequence[str]:
    if not any(each.garbled for _, each in files):
        return ()
    # Here, not above: what asks git of them takes longer to import than a denial.
    from phaser_lint.hook.garbled_texts import garbled_paths

    return garbled_paths(occasion, judge, project, files)


def _unjudged(occasion: Occasion, reason: str) -> Decision:
    if not project_of(occasion, start_of(occasion)).judges():
        return Decision()
    said = f"Not judged: {printable(reason)}."
    if occasion.options.fail_closed and reason in _PATHLESS:
        return Decision("deny", reason=said, to_user=f"phaser-lint: {said}")
    return Decision(context=said, to_user=f"phaser-lint: {said}")


def _unknown(occasion: Occasion) -> Decision:
    """Return that a tool which nobody knows is to write a file, as it seems: once a session."""
    from phaser_lint.agent.other_tools import unknown_target  # hardly ever asked

    tool = occasion.event.tool
    path = unknown_target(occasion.event, start_of(occasion))
    project = project_of(occasion, os.path.dirname(path)) if path else None
    if project is None or not project.judges():
        return Decision()
    said = (
        f"Not checked: phaser-lint does not know the tool {printable(tool)}, which names a file "
        "and a text."
    )
    if occasion.options.fail_closed:
        return Decision("deny", reason=said, to_user=f"phaser-lint: {said}")
    if was_told(occasion, f"unknown tool {tool}", root=project.root):
        return Decision()
    return Decision(context=said, to_user=f"phaser-lint: {said}")


def _on_proposals(
    occasion: Occasion,
    judge: Judge,
    project: Project,
    report: Report,
    files: Sequence[tuple[str, Reconstruction]],
    garbled: Sequence[str],
) -> Decision:
    seen = agent_text.seen(report, project)
    binary = agent_text.garbled([f"{project.way}{path}" for path in garbled])
    uncompared = agent_text.uncompared(report)
    unjudged = joined(agent_text.undecided(seen), _skips(seen), binary, uncompared)
    old = agent_text.existing_violations(report, _called(project, [path for path, _ in files]))
    old = agent_text.once_a_session(occasion, old, about="existing", root=project.root)
    to_user = joined(unjudged, _problems(occasion, project, report))
    if not errors_of(report):
        return Decision(context=joined(unjudged, old), to_user=to_user)

    reason = reason_of(occasion, judge, project, report, files)
    return Decision("deny", reason=joined(reason, old), context=unjudged, to_user=to_user)


def _called(project: Project, paths: Sequence[str]) -> str:
    if len(paths) == 1:
        return f"{project.way}{paths[0]}"
    return f"the changed files{f' of {project.way[:-1]}' if project.way else ''}"


def _problems(occasion: Occasion, project: Project, report: Report) -> str:
    if not report.problems:
        return ""
    from phaser_lint.hook.agent_text import to_be_told

    return to_be_told(occasion, project, report)


def _skips(report: Report) -> str:
    return "\n".join(
        f"Not judged: {printable(skip.path)}: {skip.reason}."
        for skip in report.skipped
        if not silent(skip.reason)
    )


# Why an edit is denied, for the model: in full the first time, shorter when it tries again.

LEAD = "Contract violation"


def reason_of(
    occasion: Occasion,
    judge: Judge,
    project: Project,
    report: Report,
    files: Sequence[tuple[str, Reconstruction]],
) -> str:
    """Return why the errors of *report* on *files* of the *project* deny an edit."""
    broken = errors_of(report)
    # Not the text: a line added above changes its numbers, not what was said.
    text = f"denied {[key_of(violation) for violation in broken]!r}"
    again = was_told(occasion, text, root=project.root, to_each=True)
    lead = f"{LEAD}, again" if again else LEAD
    if not again:
        from phaser_lint.hook.feedback import ready_in_proposals

        broken = errors_of(ready_in_proposals(judge, report, files))
    with_path = names_several(each.path for each in occasion.proposals)
    return feedback(
        broken, judge.contracts, lead=lead, with_path=with_path, way=project.way, again=again
    )
