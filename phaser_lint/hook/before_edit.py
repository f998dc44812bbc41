"""The hook before an edit: the files as they would be, checked; only what is new denies.

Everything else is reported at once where the agent's model reads context before a tool.
"""

from __future__ import annotations

import os

from phaser_lint.agent import Proposals, find_text_field, is_silent_skip
from phaser_lint.agent.answers import Decision, join_lines, merge_decisions
from phaser_lint.check.edit_check import EditCheck, distinguishes_kinds, make_proposed_file
from phaser_lint.check.engine.checker import Checker
from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.contract.model import Report
from phaser_lint.core.text import make_printable
from phaser_lint.hook import (
    HookRequest,
    find_event_folder,
    remember_other_repositories,
)
from phaser_lint.hook.feedback import (
    WRITE_FIRST,
    keeps_matches,
    names_several,
    render_feedback,
    with_offers,
)
from phaser_lint.hook.memory import recall_or_begin_session
from phaser_lint.hook.projects_of_files import (
    open_folder_project,
    split_by_project,
)

LEAD = "Contract violation"
# The reason to skip a known tool whose input does not name its file in a known form.
_PATHLESS = ("Missing file_path", "Invalid file_path", "Missing patch", "no folder of ")


def decide_before_edit(request: HookRequest, *, is_denied: bool) -> Decision:
    """Return the answer before an edit: a denial where it adds errors, or what to report.

    *is_denied*: by protection. What the files would be is not reported then, as they are not
    written: of a denied contract file each of its mistakes was.
    """
    proposals = request.proposals
    # What is refused here may come by a command.
    remember_other_repositories(request, [proposal.path for proposal in proposals if proposal.path])
    reasons = [proposal.skip_reason for proposal in proposals if not proposal.path]
    reasons += request.unfollowed
    decisions = [] if proposals else [_report_unknown_tool(request)]
    if reasons and open_folder_project(request, find_event_folder(request)).has_contracts():
        decisions += [
            _report_unchecked(request, reason, denies=reason.startswith(_PATHLESS))
            for reason in reasons
        ]
    checked_edits = []
    for checker, files in split_by_project(request, proposals):
        edit, report = check_project_edit(request, checker, files)
        decisions.append(decide_on_edit(request, edit, report))
        checked_edits.append((edit, report))
    decision = merge_decisions(decisions)
    if is_denied or decision.verdict or not request.adapter.CHANNEL.get("reads_before"):
        return decision
    # Here, not above: a denial waits for what is imported.
    from phaser_lint.hook.allowed_edit import report_allowed_edit, report_contract_problems

    ahead = [report_allowed_edit(request, edit, report) for edit, report in checked_edits]
    problems = report_contract_problems(request, [edit.checker for edit, _ in checked_edits])
    return merge_decisions([*ahead, problems, decision])


def decide_on_edit(request: HookRequest, edit: EditCheck, report: Report) -> Decision:
    """Return the denial of an *edit* of one project by the *report* on it, or what to report."""
    checker, existing, problems = edit.checker, "", ""
    unchecked = render_unchecked(request, edit, report)
    # Here, not above: a denial waits for what is imported, and mostly has none of these.
    if report.existing or report.problems or report.notices:
        from phaser_lint.hook import report_lines
    if report.existing:
        from phaser_lint.hook.memory.reported import tell_once_a_prompt

        folder = checker.path_prefix[:-1]
        names = f"the changed files of {folder}" if folder else "the changed files"
        is_one = len(edit.proposals) == 1
        name = f"{checker.path_prefix}{edit.proposals[0][0]}" if is_one else names
        existing = tell_once_a_prompt(
            request,
            report_lines.render_existing_count(report, name),
            about="existing",
            root=checker.root,
        )
    if report.problems:
        problems = report_lines.render_new_problems(request, checker, report)
    to_user, errors = join_lines(unchecked, problems), report.errors()
    if not errors:
        return Decision(context=join_lines(unchecked, existing), to_user=to_user)
    is_again = False
    if request.event.prompt:  # else nobody knows what its model still has of an earlier one
        from phaser_lint.hook.memory.reported import note_first_denial

        # Not the text: a line added above changes its numbers, not what is reported.
        keys = [make_violation_key(violation) for violation in errors]
        is_again = not note_first_denial(request, keys, root=checker.root)
    contracts, shown_errors = checker.contracts, errors
    if not is_again:
        files = [make_proposed_file(path, file, file.text) for path, file in edit.proposals]
        shown_errors = [
            # A file that would be missing still exists: nobody has to write it.
            error._replace(fix=None) if error.where == "glob" else error
            for error in with_offers(checker, report, lambda paths: files).errors()
        ]
    reason = render_feedback(
        shown_errors,
        contracts,
        lead=f"{LEAD}, again" if is_again else LEAD,
        with_path=names_several(file.leads_to or file.path for file in request.proposals),
        path_prefix=checker.path_prefix,
        again=is_again,
        lines_held=None if is_again or request.options.block_all else edit.lines_held(report),
    )
    may_keep = "lost match" in checker.selection.evidence
    advice = WRITE_FIRST if may_keep and keeps_matches(shown_errors, contracts) else ""
    if request.options.log:
        from phaser_lint.hook.memory.denials import log_denials  # few ask for a log

        log_denials(request, errors, root=checker.root)
    if report.notices and not is_again:
        shown_report = report_lines.with_shown_paths(report, checker)
        reason = join_lines(reason, report_lines.explain_idle_directives(shown_report))
    if not is_again and os.path.exists(os.path.join(edit.root, ".gitignore")):
        from phaser_lint.check.ignored_violations import explain_ignored_paths

        advice = join_lines(
            advice, explain_ignored_paths(edit.root, [path for path, _ in edit.proposals])
        )
    reason = join_lines(reason, advice, existing)
    return Decision("deny", reason=reason, context=unchecked, to_user=to_user)


def render_unchecked(request: HookRequest, edit: EditCheck, report: Report) -> str:
    """Return a line for each thing of the edit that was not checked, or not compared."""
    has_garbled = any(proposal.garbled for _, proposal in edit.proposals)
    if not (has_garbled or report.undecided or report.skipped or report.notices):
        return ""
    from phaser_lint.hook import report_lines  # most edits have no line to tell

    shown_report = report_lines.with_shown_paths(report, edit.checker)
    path_prefix = edit.checker.path_prefix
    # What is said of a file is not said once more of the names that links give it.
    link_names = {f"{path_prefix}{path}" for path, file in edit.proposals if file.leads_to}
    skips = [
        skip
        for skip in shown_report.skipped
        if not is_silent_skip(skip.reason) and skip.path not in link_names
    ]
    # Nor of a contract what is said of the whole file.
    skip_reasons = {(skip.path, skip.reason) for skip in skips}
    undecided = tuple(
        [
            check
            for check in shown_report.undecided
            if (check.path, check.reason) not in skip_reasons
        ]
    )
    paths: list[str] = []
    if has_garbled:
        # Here, not above: what asks git of them takes longer to import than a denial.
        from phaser_lint.hook.garbled_texts import find_garbled_proposals

        paths = find_garbled_proposals(request, edit.checker, edit.proposals)
    return join_lines(
        report_lines.render_undecided(shown_report._replace(undecided=undecided)),
        *[f"Not checked: {make_printable(skip.path)}: {skip.reason}." for skip in skips],
        report_lines.render_garbled_texts([f"{path_prefix}{path}" for path in paths]),
        report_lines.render_git_failures(report),
        report_lines.render_readings(request, shown_report, root=edit.root),
    )


def check_project_edit(
    request: HookRequest, checker: Checker, files: Proposals
) -> tuple[EditCheck, Report]:
    """Check the *files* that an edit is about to write in one project; return its report, too."""
    session = recall_or_begin_session(request, checker.root)
    edit = EditCheck(checker, files, session=session)
    report = edit.check(only_new=not request.options.block_all, finds_changes=True)
    # What the session committed is compared with the commit before it.
    is_remembered = request.event.session and request.cache and not session.since
    is_asked = is_remembered and checker.selection.about_changes
    if is_asked and distinguishes_kinds(checker, [path for path, _ in files]):
        from phaser_lint.hook.memory.head_files import (  # for few
            name_head_file,
            remember_head_files,
        )

        path = name_head_file(request.cache, session=request.event.session, root=checker.root)
        remember_head_files(path, checker.root)
    return edit, report


def _report_unknown_tool(request: HookRequest) -> Decision:
    """Return, once a session, that an unknown tool seems to write a file."""
    from phaser_lint.agent.nameless_writes import find_unknown_target  # hardly ever asked
    from phaser_lint.hook.memory.reported import note_first_report

    # Its own name, not Claude Code's for what a text editor of that name does.
    tool = find_text_field(request.value, "tool_name") or request.event.tool
    path = find_unknown_target(request.event, find_event_folder(request), request.value)
    checker = open_folder_project(request, os.path.dirname(path)) if path else None
    if checker is None or not checker.has_contracts():
        return Decision()
    which = (
        f"phaser-lint does not know the tool {make_printable(tool)}, which names a file and a text"
    )
    why = which if tool else "the event names a file and a text, but no tool"
    about = f"unknown tool {tool}"
    if request.options.fail_closed or note_first_report(request, about, root=checker.root):
        return _report_unchecked(request, why, denies=True)
    return Decision()


def _report_unchecked(request: HookRequest, reason: str, *, denies: bool) -> Decision:
    """Return that something is not checked; if it *denies*, as a denial with ``--fail-closed``."""
    message = f"Not checked: {make_printable(reason)}."
    if denies and request.options.fail_closed:
        return Decision("deny", reason=message, to_user=f"phaser-lint: {message}")
    return Decision(context=message, to_user=f"phaser-lint: {message}")
