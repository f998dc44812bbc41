"""The hook before an edit: the files as they would be, checked; only what is new denies.

Everything else is reported at once where the agent's model reads context before a tool.
"""

from __future__ import annotations

import os

from phaser_lint.agent import Decision, is_silent_skip
from phaser_lint.check.edit_check import check_proposals, distinguishes_kinds
from phaser_lint.check.engine.comparison import key_of
from phaser_lint.core.text import printable
from phaser_lint.hook import agent_text
from phaser_lint.hook.decisions import errors_of, joined, names_several, together, was_denied
from phaser_lint.hook.feedback import feedback
from phaser_lint.hook.memory.reported import was_reported
from phaser_lint.hook.memory.session import session_in, touch
from phaser_lint.hook.projects_of_files import by_project, checker_of, project_of
from phaser_lint.hook.request import start_of, unfollowed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from phaser_lint.agent import Reconstruction
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.contract.model import Report
    from phaser_lint.hook.projects_of_files import Project
    from phaser_lint.hook.request import HookRequest


# The reason to skip a known tool whose input does not name its file in a known form.
_PATHLESS = ("Missing file_path", "Invalid file_path", "Missing patch", "no folder of ")


def before_edit(request: HookRequest) -> Decision:
    """Return the answer to an event that proposes files: a denial, or what to report."""
    proposals = request.proposals
    # What is refused here may come by a command.
    touch(request, [each.path for each in proposals if each.path])
    decisions = [_unchecked(request, each.skip_reason) for each in proposals if not each.path]
    decisions += [_unchecked(request, each) for each in unfollowed(request)]
    checked = []
    decisions += [_unknown(request)] if not proposals else []
    for project, files in by_project(request, proposals):
        session = session_in(request, project.root)
        checker = checker_of(request, project)
        only_new = not request.options.block_all
        report = check_proposals(checker, project.root, files, only_new=only_new, session=session)
        # What the session committed is compared with the commit before it.
        if not session.since and distinguishes_kinds(checker, [path for path, _ in files]):
            _remember(request, project.root)
        garbled = _garbled(request, checker, project, files)
        answer = _on_proposals(request, checker, project, report, files, garbled)
        checked.append((checker, project, report, files, session))
        decisions.append(answer)
    decision = together(decisions)
    if decision.verdict or not request.adapter.CHANNEL.get("reads_before"):
        return decision
    # Here, not above: a denial waits for what is imported.
    from phaser_lint.hook.foreseen import foreseen, foreseen_problems

    ahead = [foreseen(request, *each) for each in checked]
    problems = foreseen_problems(request, [project for _, project, *_ in checked])
    return together([*ahead, problems, decision])


def _remember(request: HookRequest, root: str) -> None:
    from phaser_lint.hook.memory.head_files import head_files_path, remember_head  # for few

    session, cache = request.event.session, request.cache
    if session and cache:
        remember_head(head_files_path(cache, session=session, root=root), root)


def _garbled(
    request: HookRequest,
    checker: Checker,
    project: Project,
    files: Sequence[tuple[str, Reconstruction]],
) -> Sequence[str]:
    if not any(each.garbled for _, each in files):
        return ()
    # Here, not above: what asks git of them takes longer to import than a denial.
    from phaser_lint.hook.garbled_texts import garbled_paths

    return garbled_paths(request, checker, project, files)


def _unchecked(request: HookRequest, reason: str) -> Decision:
    if not project_of(request, start_of(request)).checks():
        return Decision()
    message = f"Not checked: {printable(reason)}."
    if request.options.fail_closed and reason.startswith(_PATHLESS):
        return Decision("deny", reason=message, to_user=f"phaser-lint: {message}")
    return Decision(context=message, to_user=f"phaser-lint: {message}")


def _unknown(request: HookRequest) -> Decision:
    """Return, once a session, that an unknown tool seems to write a file."""
    from phaser_lint.agent.other_tools import unknown_target  # hardly ever asked

    tool = request.event.tool
    path = unknown_target(request.event, start_of(request), request.value)
    project = project_of(request, os.path.dirname(path)) if path else None
    if project is None or not project.checks():
        return Decision()
    which = f"phaser-lint does not know the tool {printable(tool)}, which names a file and a text"
    why = which if tool else "the event names a file and a text, but no tool"
    message = f"Not checked: {why}."
    if request.options.fail_closed:
        return Decision("deny", reason=message, to_user=f"phaser-lint: {message}")
    if was_reported(request, f"unknown tool {tool}", root=project.root):
        return Decision()
    return Decision(context=message, to_user=f"phaser-lint: {message}")


def _on_proposals(
    request: HookRequest,
    checker: Checker,
    project: Project,
    report: Report,
    files: Sequence[tuple[str, Reconstruction]],
    garbled: Sequence[str],
) -> Decision:
    shown = agent_text.as_shown(report, project)
    binary = agent_text.garbled([f"{project.way}{path}" for path in garbled])
    uncompared = agent_text.uncompared(report)
    linked = {f"{project.way}{path}" for path, each in files if each.leads_to}
    unchecked = joined(agent_text.undecided(shown), _skips(shown, linked), binary, uncompared)
    existing = agent_text.existing_violations(report, _called(project, [path for path, _ in files]))
    existing = agent_text.once_a_prompt(request, existing, about="existing", root=project.root)
    to_user = joined(unchecked, _problems(request, project, report))
    if not errors_of(report):
        return Decision(context=joined(unchecked, existing), to_user=to_user)

    reason = reason_of(request, checker, project, report, files)
    return Decision("deny", reason=joined(reason, existing), context=unchecked, to_user=to_user)


def _called(project: Project, paths: Sequence[str]) -> str:
    if len(paths) == 1:
        return f"{project.way}{paths[0]}"
    return f"the changed files{f' of {project.way[:-1]}' if project.way else ''}"


def _problems(request: HookRequest, project: Project, report: Report) -> str:
    if not report.problems:
        return ""
    from phaser_lint.hook.agent_text import problems_to_report

    return problems_to_report(request, project, report)


def _skips(report: Report, linked: Collection[str]) -> str:
    """Return what was not checked; by *linked* names of links nothing that is not said already."""
    return "\n".join(
        f"Not checked: {printable(skip.path)}: {skip.reason}."
        for skip in report.skipped
        if not is_silent_skip(skip.reason) and skip.path not in linked
    )


# Why an edit is denied, for the model: in full the first time, shorter when it tries again.

LEAD = "Contract violation"


def reason_of(
    request: HookRequest,
    checker: Checker,
    project: Project,
    report: Report,
    files: Sequence[tuple[str, Reconstruction]],
) -> str:
    """Return why the errors of *report* on *files* of the *project* deny an edit."""
    broken = errors_of(report)
    # Not the text: a line added above changes its numbers, not what is reported.
    again = was_denied(request, [key_of(violation) for violation in broken], root=project.root)
    lead = f"{LEAD}, again" if again else LEAD
    if not again:
        from phaser_lint.hook.feedback import ready_in_proposals

        broken = errors_of(ready_in_proposals(checker, report, files))
    with_path = names_several(each.leads_to or each.path for each in request.proposals)
    return feedback(
        broken, checker.contracts, lead=lead, with_path=with_path, way=project.way, again=again
    )
