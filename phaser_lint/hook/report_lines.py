"""What an agent's model, or its user, reads of a report beside its violations: a line for each.

A denial loads this only where a report has such things.
"""

from __future__ import annotations

import os

from phaser_lint.agent.answers import Decision, join_lines
from phaser_lint.check.engine.new_violations import GIT
from phaser_lint.contract.model import IGNORES_NOTHING, NOT_IN_TIME, Report
from phaser_lint.core.text import (
    make_printable,
    render_quantity,
)
from phaser_lint.hook.feedback import render_feedback
from phaser_lint.hook.memory.reported import note_first_report, tell_once_a_prompt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaser_lint.check.engine.checker import Checker
    from phaser_lint.contract.model import Violation
    from phaser_lint.hook import HookRequest


IF_THE_AGENT = "If you added the directive, remove it and fix the line; if the user did, leave it."
"""What an agent is to do about a directive that hides an error."""
_MOST_UNDECIDED = 10
_MOST_PROBLEMS = 10


def with_shown_paths(report: Report, checker: Checker) -> Report:
    """Return *report* with paths as agents read them, but for those of its violations."""
    if not checker.path_prefix:
        return report

    def there(entries: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(
            shown_entry._replace(path=f"{checker.path_prefix}{shown_entry.path}")
            for shown_entry in entries
        )

    # A worktree may have the contract files of another one, and anybody those of the user.
    problems = [
        there([problem])[0]
        if os.path.lexists(os.path.join(checker.root, problem.path))
        else problem
        for problem in report.problems
    ]
    return report._replace(
        undecided=there(report.undecided),
        skipped=there(report.skipped),
        notices=there(report.notices),
        problems=tuple(problems),
    )


def render_existing_count(report: Report, path: str) -> str:
    """Return a sentence that counts the existing violations of *report*, or nothing."""
    if not report.existing:
        return ""
    verb = "is" if report.existing == 1 else "are"
    existing = render_quantity(report.existing, "existing violation")
    return f"{existing} in {make_printable(path)} {verb} not counted."


def render_garbled_texts(paths: Sequence[str]) -> str:
    """Return a line for each of *paths* not checked as its text is binary, or nothing."""
    return "\n".join(
        f"Not checked: {make_printable(path)}: its control characters make it a binary file."
        for path in paths
    )


def render_undecided(report: Report) -> str:
    """Return a line for each contract of *report* that could not be checked, or nothing."""
    if not report.undecided:
        return ""
    from phaser_lint.report.summary import (  # here: a rare case
        group_undecided,
        render_surplus,
    )

    groups = group_undecided(report.undecided)
    other_contracts = render_surplus(groups[_MOST_UNDECIDED:])
    lines = [
        f"Not checked: {group.name_contracts()} on {group.paths_shown()}: "
        f"{make_printable(group.reason)}."
        for group in groups[:_MOST_UNDECIDED]
    ]
    return "\n".join([*lines, *([f"Not checked: {other_contracts}."] if other_contracts else [])])


def render_problems(report: Report) -> str:
    """Return a line of agent text for each problem of a contract file in *report*, of many for the
    first, or nothing.
    """
    lines = [
        f"Contract {'skipped' if problem.skipped else 'in force'}: {make_printable(str(problem))}"
        for problem in report.problems
    ]
    surplus = len(lines) - _MOST_PROBLEMS
    if surplus > 0:
        number = render_quantity(surplus, "contract problem")
        lines[_MOST_PROBLEMS:] = [f"{number} more: phaser-lint test names all"]
    return "\n".join(lines)


def render_git_failures(report: Report) -> str:
    """Return a line for each notice of *report* that git gave no answer, or nothing."""
    return "\n".join(make_printable(notice.text) for notice in report.notices if notice.path == GIT)


def render_readings(request: HookRequest, report: Report, *, root: str) -> str:
    """Return a line of agent text for each file of *report* that may hold another text than what
    was searched.

    Nothing where the model has read it since its last prompt.
    """
    lines = [
        f"{make_printable(notice.path)}: {make_printable(notice.text)}."
        for notice in report.notices
        if notice.reading
    ]
    new_lines = (tell_once_a_prompt(request, line, about=line, root=root) for line in lines)
    return "\n".join(filter(None, new_lines))


def render_late_problems(report: Report) -> str:
    """Return a line for each contract file that there was no time to read, or nothing."""
    late_problems = tuple(problem for problem in report.problems if NOT_IN_TIME in problem.expected)
    return render_problems(report._replace(problems=late_problems))


def explain_idle_directives(report: Report) -> str:
    """Return the lines of agent text on what looks like a directive, on the line of a violation or
    above it, and is none.

    The model wrote one, and reads that it may write one.
    """
    lines = {
        (violation.path, line)
        for violation in report.violations
        if violation.line is not None
        for line in (violation.line, violation.line - 1)
    }
    return "\n".join(
        f"{make_printable(notice.path)}:{notice.line}: {_end_sentence(notice.text)}"
        for notice in report.notices
        if notice.text.startswith(IGNORES_NOTHING) and (notice.path, notice.line) in lines
    )


def render_file_notices(report: Report, path: str) -> str:
    """Return a line of agent text for each notice of *report* on the file at *path*, or nothing."""
    return "\n".join(
        f"{make_printable(notice.path)}: {_end_sentence(notice.text)}"
        for notice in report.notices
        if notice.path == path
    )


def _end_sentence(text: str) -> str:
    """Return *text* of a notice as a sentence; some ask: "did you mean …?"."""
    return f"{make_printable(text)}{'' if text.endswith('?') else '.'}"


# What a hook reports of contract files: at each event what keeps a contract from counting, once a
# session a contract that its own examples contradict.


def render_new_problems(request: HookRequest, checker: Checker, report: Report) -> str:
    """Return a line of agent text for each problem of a contract file to report to the user now:
    one that skips a contract always, others once a session.
    """
    report_shown = with_shown_paths(report, checker)
    in_force = report._replace(problems=tuple(p for p in report.problems if not p.skipped))
    key = f"in force: {in_force.problems!r}"
    if not in_force.problems or note_first_report(request, key, root=checker.root, to_user=True):
        return render_problems(report_shown)
    skipped = tuple(problem for problem in report_shown.problems if problem.skipped)
    return render_problems(report_shown._replace(problems=skipped))


# A report as context for the model, where it decides nothing.


def report_as_context(
    report: Report,
    checker: Checker,
    paths: Sequence[str],
    *,
    with_path: bool = True,
    where: str = "",
) -> Decision:
    """Return *report* on *paths* as a decision that denies nothing: feedback for the model as
    context; *where* they are, if not on disk.
    """
    contracts, report_shown = checker.contracts, with_shown_paths(report, checker)
    advised = [violation for violation in report.violations if violation.severity == "warning"]
    folders = tuple(f"{name}/" for name in contracts.folders)
    about_contract = any(path.startswith(folders) for path in paths)
    late_problems = render_late_problems(report_shown)

    def feedback_on(violations: Sequence[Violation], lead: str) -> str:
        return render_feedback(
            violations, contracts, lead=lead, with_path=with_path, path_prefix=checker.path_prefix
        )

    return Decision(
        context=join_lines(
            feedback_on(report.errors(), f"Contract violation{where}"),
            feedback_on(advised, f"Warning{where}"),
            explain_idle_directives(report_shown),
            render_undecided(report_shown),
            render_problems(report_shown) if about_contract else late_problems,
            render_git_failures(report),
        ),
        to_user=join_lines(
            render_undecided(report_shown),
            late_problems,
            render_git_failures(report),
        ),
    )
