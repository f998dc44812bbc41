"""The hook before an edit: the files as they would be, checked; only what is new denies.

Everything else is reported at once where the agent's model reads context before a tool.
"""

from __future__ import annotations

import os

from phaser_lint.agent import Decision, is_silent_skip
from phaser_lint.check.edit_check import check_proposals, distinguishes_kinds
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.fingerprints import violation_key
from phaser_lint.contract.model import Report, Violation
from phaser_lint.core import Record
from phaser_lint.core.checked_files import Session
from phaser_lint.core.text import printable
from phaser_lint.hook import agent_text
from phaser_lint.hook.clean import touch_other_repositories
from phaser_lint.hook.decisions import (
    errors_of,
    join_lines,
    merge_decisions,
    names_several,
    was_denied,
)
from phaser_lint.hook.feedback import WRITE_FIRST, feedback, keeps_matches, ready_in_proposals
from phaser_lint.hook.memory.reported import was_reported
from phaser_lint.hook.memory.session import session_in
from phaser_lint.hook.projects_of_files import Project, by_project, checker_of, project_of
from phaser_lint.hook.request import HookRequest, event_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.check.comparison.edits import Proposals


LEAD = "Contract violation"
# The reason to skip a known tool whose input does not name its file in a known form.
_PATHLESS = ("Missing file_path", "Invalid file_path", "Missing patch", "no folder of ")


def before_edit(request: HookRequest) -> Decision:
    """Return the answer to an event that proposes files: a denial, or what to report."""
    proposals = request.proposals
    # What is refused here may come by a command.
    touch_other_repositories(request, [proposal.path for proposal in proposals if proposal.path])
    reasons = [proposal.skip_reason for proposal in proposals if not proposal.path]
    decisions = [_not_checked(request, reason) for reason in (*reasons, *request.unfollowed)]
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
        request, report, project = self.request, self.report, self.project
        unchecked = existing = problems = ""
        has_garbled = any(proposal.garbled for _, proposal in self.files)
        if has_garbled or report.undecided or report.skipped or report.notices:
            unchecked = self._unchecked(has_garbled)
        if report.existing:
            name = f"the changed files{f' of {project.way[:-1]}' if project.way else ''}"
            if len(self.files) == 1:
                name = f"{project.way}{self.files[0][0]}"
            existing = agent_text.once_a_prompt(
                request,
                agent_text.existing_violations(report, name),
                about="existing",
                root=project.root,
            )
        if report.problems:
            problems = agent_text.problems_to_report(request, project, report)
        to_user, errors = join_lines(unchecked, problems), errors_of(report)
        if not errors:
            return Decision(context=join_lines(unchecked, existing), to_user=to_user)
        reason = join_lines(self._reason(errors), existing)
        if request.options.log:
            from phaser_lint.hook.memory.denials import log_denials  # few ask for a log

            log_denials(request, errors, root=project.root)
        return Decision("deny", reason=reason, context=unchecked, to_user=to_user)

    def paths(self) -> list[str]:
        """Return the paths of the files in the project."""
        return [path for path, _ in self.files]

    def _unchecked(self, has_garbled: bool) -> str:
        """Return a line for each thing that was not checked, or not compared."""
        report, way = agent_text.as_shown(self.report, self.project), self.project.way
        # What is said of a file is not said once more of the names that links give it.
        link_names = {f"{way}{path}" for path, file in self.files if file.leads_to}
        skips = [
            f"Not checked: {printable(skip.path)}: {skip.reason}."
            for skip in report.skipped
            if not is_silent_skip(skip.reason) and skip.path not in link_names
        ]
        paths: list[str] = []
        if has_garbled:
            # Here, not above: what asks git of them takes longer to import than a denial.
            from phaser_lint.hook.garbled_texts import garbled_paths

            paths = garbled_paths(
                self.request, self.checker, project=self.project, files=self.files
            )
        return join_lines(
            agent_text.undecided(report),
            *skips,
            agent_text.render_garbled([f"{way}{path}" for path in paths]),
            agent_text.uncompared(self.report),
            agent_text.readings(self.request, report, root=self.project.root),
        )

    def _reason(self, errors: Sequence[Violation]) -> str:
        """Return why *errors* deny the edit: in full the first time, shorter on a second try."""
        checker, project = self.checker, self.project
        # Not the text: a line added above changes its numbers, not what is reported.
        keys = [violation_key(violation) for violation in errors]
        is_again = was_denied(self.request, keys, root=project.root)
        if not is_again and any(contract.own for contract in checker.contracts.contracts):
            errors = errors_of(ready_in_proposals(checker, self.report, self.files))
        reason = feedback(
            errors,
            checker.contracts,
            lead=f"{LEAD}, again" if is_again else LEAD,
            with_path=names_several(
                proposal.leads_to or proposal.path for proposal in self.request.proposals
            ),
            way=project.way,
            again=is_again,
        )
        return join_lines(reason, WRITE_FIRST if keeps_matches(errors, checker.contracts) else "")


def check_project_edit(request: HookRequest, project: Project, files: Proposals) -> ProjectEdit:
    """Return the edit of *files* of the *project*, checked."""
    session, checker = session_in(request, project.root), checker_of(request, project)
    only_new = not request.options.block_all
    report = check_proposals(checker, project.root, files, only_new=only_new, session=session)
    edit = ProjectEdit(
        request=request,
        project=project,
        checker=checker,
        files=files,
        session=session,
        report=report,
    )
    # What the session committed is compared with the commit before it.
    is_remembered = request.event.session and request.cache and not session.since
    is_asked = is_remembered and checker.selection.about_changes
    if is_asked and distinguishes_kinds(checker, edit.paths()):
        from phaser_lint.hook.memory.head_files import head_files_path, remember_head  # for few

        path = head_files_path(request.cache, session=request.event.session, root=project.root)
        remember_head(path, project.root)
    return edit


def _not_checked(request: HookRequest, reason: str) -> Decision:
    if not project_of(request, event_folder(request)).checks():
        return Decision()
    message = f"Not checked: {printable(reason)}."
    if request.options.fail_closed and reason.startswith(_PATHLESS):
        return Decision("deny", reason=message, to_user=f"phaser-lint: {message}")
    return Decision(context=message, to_user=f"phaser-lint: {message}")


def _unknown(request: HookRequest) -> Decision:
    """Return, once a session, that an unknown tool seems to write a file."""
    from phaser_lint.agent.other_tools import unknown_target  # hardly ever asked

    tool = request.event.tool
    path = unknown_target(request.event, event_folder(request), request.value)
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
