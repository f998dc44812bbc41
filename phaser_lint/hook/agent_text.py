"""The sentences that an agent's model reads about violations."""

from __future__ import annotations

import os

from phaser_lint.check.engine.new_violations import GIT
from phaser_lint.contract.model import IGNORES_NOTHING, NOT_IN_TIME, Report, Violation
from phaser_lint.core.text import contract_shown, count, printable, printable_lines
from phaser_lint.hook.memory.reported import can_remember, note_first_report

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from phaser_lint.hook import HookRequest
    from phaser_lint.hook.projects_of_files import Project


_MOST_UNDECIDED = 10


def show_paths(report: Report, project: Project) -> Report:
    """Return *report* with paths as the agent reads them; violations get theirs one by one."""
    if not project.path_prefix:
        return report

    def there(entries: Iterable[Any]) -> tuple[Any, ...]:
        return tuple(
            shown_entry._replace(path=f"{project.path_prefix}{shown_entry.path}")
            for shown_entry in entries
        )

    # A worktree may have the contract files of another one, and anybody those of the user.
    problems = [
        there([problem])[0]
        if os.path.lexists(os.path.join(project.root, problem.path))
        else problem
        for problem in report.problems
    ]
    return report._replace(
        undecided=there(report.undecided),
        skipped=there(report.skipped),
        notices=there(report.notices),
        problems=tuple(problems),
    )


def sentences(violations: Sequence[Violation], *, lead: str, with_path: bool = False) -> str:
    """Return the violations as an agent's text: ``Contract violation: no-print at line 3. …``."""
    lines = []
    for violation in violations:
        has_no_line = violation.line is None
        place = f" in {printable(violation.path)}" if with_path or has_no_line else ""
        # Of a notebook the message names the cell and its line; an agent edits no JSON.
        if not has_no_line and violation.cell is None:
            place += f" at line {violation.line}"
        message = "\n".join(printable_lines(violation.message))
        lines.append(f"{lead}: {contract_shown(violation.contract_key)}{place}. {message}")
    return "\n".join(lines)


def existing_violations(report: Report, path: str) -> str:
    """Return a sentence that counts the existing violations, or nothing."""
    if not report.existing:
        return ""
    verb = "is" if report.existing == 1 else "are"
    return (
        f"{count(report.existing, 'existing violation')} in {printable(path)} {verb} not counted."
    )


def render_garbled(paths: Sequence[str]) -> str:
    """Return a line for each text that cannot be checked as it is binary, or nothing."""
    return "\n".join(
        f"Not checked: {printable(path)}: its control characters make it a binary file."
        for path in paths
    )


def render_undecided(report: Report) -> str:
    """Return a line of text for each contract that could not be checked, or nothing."""
    if not report.undecided:
        return ""
    from phaser_lint.report.undecided import group_undecided, surplus_phrase  # here: a rare case

    groups = group_undecided(report.undecided)
    other_contracts = surplus_phrase(groups[_MOST_UNDECIDED:])
    lines = [
        f"Not checked: {contract_shown(group.contract)} on {group.paths_shown()}: "
        f"{printable(group.reason)}."
        for group in groups[:_MOST_UNDECIDED]
    ]
    return "\n".join([*lines, *([f"Not checked: {other_contracts}."] if other_contracts else [])])


def problems(report: Report) -> str:
    """Return a line of text for each problem of a contract file, or nothing."""
    return "\n".join(
        f"Contract {'skipped' if problem.skipped else 'in force'}: {printable(str(problem))}"
        for problem in report.problems
    )


def render_uncompared(report: Report) -> str:
    """Return a line of text for each reason that git gave for no answer, or nothing."""
    return "\n".join(printable(notice.text) for notice in report.notices if notice.path == GIT)


def readings(request: HookRequest, report: Report, *, root: str) -> str:
    """Return a line for each file that may hold another text than what was searched.

    Nothing where the model has read it since its last prompt.
    """
    lines = [
        f"{printable(notice.path)}: {printable(notice.text)}."
        for notice in report.notices
        if notice.reading
    ]
    new_lines = (once_a_prompt(request, line, about=line, root=root) for line in lines)
    return "\n".join(filter(None, new_lines))


def not_in_time(report: Report) -> str:
    """Return a line of text for the contract files that there was no time to read, or nothing."""
    late_problems = tuple(problem for problem in report.problems if NOT_IN_TIME in problem.expected)
    return problems(report._replace(problems=late_problems))


def directives_without_effect(report: Report) -> str:
    """Return why what looks like a directive, on the line of a violation or above it, is none.

    The model wrote one, and reads that it may write one.
    """
    lines = {
        (violation.path, line)
        for violation in report.violations
        if violation.line is not None
        for line in (violation.line, violation.line - 1)
    }
    return "\n".join(
        f"{printable(notice.path)}:{notice.line}: {printable(notice.text)}."
        for notice in report.notices
        if notice.text.startswith(IGNORES_NOTHING) and (notice.path, notice.line) in lines
    )


def notes(report: Report, path: str) -> str:
    """Return a line of text for each notice on the file at *path*, or nothing."""
    return "\n".join(
        f"{printable(notice.path)}: {printable(notice.text)}."
        for notice in report.notices
        if notice.path == path
    )


# What a hook reports of contract files: at each event what keeps a contract from counting, once a
# session a contract that its own examples contradict.


def problems_to_report(request: HookRequest, project: Project, report: Report) -> str:
    """Return a line for each problem to report to the user now; from now on they are reported."""
    report_shown = show_paths(report, project)
    in_force = report._replace(problems=tuple(p for p in report.problems if not p.skipped))
    key = f"in force: {in_force.problems!r}"
    if not in_force.problems or note_first_report(request, key, root=project.root, to_user=True):
        return problems(report_shown)
    skipped = tuple(problem for problem in report_shown.problems if problem.skipped)
    return problems(report_shown._replace(problems=skipped))


def once_a_prompt(request: HookRequest, text: str, *, about: str, root: str) -> str:
    """Return *text* where the model has read nothing *about* it at *root* since its last prompt.

    Nothing where a session has no name or nothing can be remembered: it would come with every edit.
    """
    is_new = bool(text) and can_remember(request.cache, session=request.event.session)
    return text if is_new and note_first_report(request, about, root=root) else ""
