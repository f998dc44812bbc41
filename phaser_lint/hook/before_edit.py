"""The hook before an edit: the files as they would be, checked; only what is new denies.

Everything else is reported at once where the agent's model reads context before a tool.
"""

from __future__ import annotations

import os

from phaser_lint.agent import Decision, is_silent_skip
from phaser_lint.check.edit_check import check_proposals, distinguishes_kinds
from phaser_lint.check.engine.comparison import key_of
from phaser_lint.core import Record
from phaser_lint.core.text import printable
from phaser_lint.hook import agent_text
from phaser_lint.hook.decisions import errors_of, joined, merge_decisions, names_several, was_denied
from phaser_lint.hook.feedback import feedback
from phaser_lint.hook.memory.reported import was_reported
from phaser_lint.hook.memory.session import session_in, touch
from phaser_lint.hook.projects_of_files import by_project, checker_of, project_of
from phaser_lint.hook.request import start_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.comparison.edits import Proposals
    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.contract.model import Report
    from phaser_lint.core.checked_files import Session
    from phaser_lint.hook.projects_of_files import Project
    from phaser_lint.hook.request import HookRequest


LEAD = "Contract violation"
# The reason to skip a known tool whose input does not name its file in a known form.
_PATHLESS = ("Missing file_path", "Invalid file_path", "Missing patch", "no folder of ")


def before_edit(request: HookRequest) -> Decision:
    """Return the answer to an event that proposes files: a denial, or what to report."""
    proposals = request.proposals
    # What is refused here may come by a command.
    touch(request, [proposal.path for proposal in proposals if proposal.path])
    reasons = [proposal.skip_reason for proposal in proposals if not proposal.path]
    decisions = [_unchecked(request, reason) for reason in (*reasons, *request.unfollowed)]
    decisions += [_unknown(request)] if not proposals else []
    edits = []
    for project, files in by_project(request, proposals):
        edit = check_project_edit(request, project, files)
        decisions.append(edit.decide())
        edits.append(edit)
    decision = merge_decisions(decisions)
    if decision.verdict or not request.adapter.CHANNEL.get("reads_before"):
        return decision
    # Here, not above: a denial waits for what is imported.
    from phaser_lint.hook.foreseen import foreseen, foreseen_problems

    ahead = [foreseen(edit) for edit in edits]
    problems = foreseen_problems(request, [edit.project for edit in edits])
    return merge_decisions([*ahead, problems, decision])


class ProjectEdit(Record):
    """What an event proposes for the files of one project, and the report on it."""

    request: HookRequest
    project: Project
    checker: Checker
    files: Proposals
    session: Session
    report: Report

    def decide(self) -> Decision:
        """Return the denial, or what to report."""
        report, root = self.report, self.project.root
        shown = agent_text.as_shown(report, self.project)
        unchecked = joined(
            agent_text.undecided(shown),
            self._skips(shown),
            agent_text.garbled(self._garbled_paths()),
            agent_text.uncompared(report),
        )
        existing = agent_text.existing_violations(report, self._name())
        existing = agent_text.once_a_prompt(self.request, existing, about="existing", root=root)
        to_user = joined(unchecked, self._problems())
        if not errors_of(report):
            return Decision(context=joined(unchecked, existing), to_user=to_user)

        reason = joined(self._reason(), existing)
        return Decision("deny", reason=reason, context=unchecked, to_user=to_user)

    def paths(self) -> list[str]:
        """Return the paths of the files in the project."""
        return [path for path, _ in self.files]

    def _name(self) -> str:
        way = self.project.way
        if len(self.files) == 1:
            return f"{way}{self.files[0][0]}"
        return f"the changed files{f' of {way[:-1]}' if way else ''}"

    def _garbled_paths(self) -> list[str]:
        if not any(proposal.garbled for _, proposal in self.files):
            return []
        # Here, not above: what asks git of them takes longer to import than a denial.
        from phaser_lint.hook.garbled_texts import garbled_paths

        paths = garbled_paths(self.request, self.checker, self.project, self.files)
        return [f"{self.project.way}{path}" for path in paths]

    def _problems(self) -> str:
        if not self.report.problems:
            return ""
        from phaser_lint.hook.agent_text import problems_to_report

        return problems_to_report(self.request, self.project, self.report)

    def _skips(self, shown: Report) -> str:
        """Return what was not checked; by names of links nothing that is said already."""
        linked = {f"{self.project.way}{path}" for path, file in self.files if file.leads_to}
        return "\n".join(
            f"Not checked: {printable(skip.path)}: {skip.reason}."
            for skip in shown.skipped
            if not is_silent_skip(skip.reason) and skip.path not in linked
        )

    def _reason(self) -> str:
        """Return why the errors deny the edit: in full the first time, shorter on a second try."""
        errors, root = errors_of(self.report), self.project.root
        # Not the text: a line added above changes its numbers, not what is reported.
        keys = [key_of(violation) for violation in errors]
        is_again = was_denied(self.request, keys, root=root)
        if not is_again:
            from phaser_lint.hook.feedback import ready_in_proposals

            errors = errors_of(ready_in_proposals(self.checker, self.report, self.files))
        return feedback(
            errors,
            self.checker.contracts,
            lead=f"{LEAD}, again" if is_again else LEAD,
            with_path=names_several(each.leads_to or each.path for each in self.request.proposals),
            way=self.project.way,
            again=is_again,
        )


def check_project_edit(request: HookRequest, project: Project, files: Proposals) -> ProjectEdit:
    """Return the edit of *files* of the *project*, checked."""
    session, checker = session_in(request, project.root), checker_of(request, project)
    only_new = not request.options.block_all
    report = check_proposals(checker, project.root, files, only_new=only_new, session=session)
    edit = ProjectEdit(request, project, checker, files, session, report)
    # What the session committed is compared with the commit before it.
    if not session.since and distinguishes_kinds(checker, edit.paths()):
        _remember_head(request, project.root)
    return edit


def _remember_head(request: HookRequest, root: str) -> None:
    from phaser_lint.hook.memory.head_files import head_files_path, remember_head  # for few

    session, cache = request.event.session, request.cache
    if session and cache:
        remember_head(head_files_path(cache, session=session, root=root), root)


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
