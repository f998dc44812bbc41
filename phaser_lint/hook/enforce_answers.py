"""What ``phaser enforce`` prints: its own hook answers and its own JSON.

It keeps to its specification, explicit ``allow`` included; the safe answers are those of
``phaser-lint hook``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from phaser_lint.agent.answers import shorten_answer
from phaser_lint.check.engine.checker import is_out_of_time
from phaser_lint.check.engine.directive_places import ONLY_USER
from phaser_lint.contract.model import Report, Violation
from phaser_lint.core import JsonValue, indent_json, render_json_line
from phaser_lint.core.answer_json import (
    make_blocking_answer,
    make_permission_answer,
    make_specific_output,
)
from phaser_lint.core.text import (
    join_most,
    make_harmless,
    make_printable,
    name_contract,
    render_path,
    render_quantity,
    split_printable_lines,
    without_commands,
)
from phaser_lint.hook.clean import ALL_PASSED
from phaser_lint.hook.feedback import render_sentences
from phaser_lint.report.summary import (
    count_errors,
    count_warnings,
    group_skipped_paths,
    group_undecided,
    group_unread_files,
    render_asides,
    render_first_paths,
    render_violation_counts,
)

_MOST_UNCHECKED = 10


def render_outcome(
    outcome: Report | str, format_name: str, *, event_name: str, quiet: bool
) -> tuple[str, Sequence[str]]:
    """Return the answer of ``phaser enforce``: the report, or that nothing was checked and why, in
    the format of that name.

    And what standard error says beside it.
    """
    report, reason = (Report(), outcome) if isinstance(outcome, str) else (outcome, "")
    if format_name == "hook":
        is_checked = report.checked or report.violations
        text = render_hook_answer(report, event_name=event_name) if is_checked else "{}\n"
    elif format_name == "json":
        text = render_json(report)
    else:
        text = render_text(report, quiet=quiet)
        if reason and not quiet:
            text += f"{reason[:1].upper()}{reason[1:]}\n"
    remarks = render_asides(report._replace(skipped=()))  # the text names what was not read
    if not quiet:
        places = [f"{skip.path}: " if skip.path else "" for skip in report.skipped]
        remarks += [
            make_harmless(f"skipped: {place}{skip.reason}")
            for place, skip in zip(places, report.skipped, strict=True)
        ]
        remarks += [reason] if reason else []
    return text, remarks


def render_hook_answer(report: Report, *, event_name: str) -> str:
    """Return the answer of ``enforce`` on one line; ``{}`` where nothing was checked."""
    violated = report.errors()
    if event_name == "PostToolUse":
        answer = _answer_after_tool(report)
    elif violated:
        reason = "\n".join(
            [render_sentences(violated, lead="Contract violation"), *_explain_user_only(violated)]
        )
        answer = make_permission_answer("deny", reason=shorten_answer(reason))
    else:
        # A warning counts more than what was suppressed, and neither hides that less was checked.
        counts = ""
        if report.violations:
            counts = render_quantity(len(report.violations), "warning")
        elif report.suppressed:
            counts = f"{render_quantity(len(report.suppressed), 'violation')} suppressed by ignore"
        reason = "; ".join(filter(None, (*render_unchecked_lines(report), counts))) or ALL_PASSED
        answer = make_permission_answer("allow", reason=shorten_answer(reason))
    return render_json_line(answer) + "\n"


def _answer_after_tool(report: Report) -> dict[str, JsonValue]:
    if not report.violations:
        return make_specific_output(
            "PostToolUse", additionalContext="".join(render_unchecked_lines(report))
        )
    violated = report.errors()
    advised = [violation for violation in report.violations if violation.severity == "warning"]
    lines = (
        render_sentences(violated, lead="Error"),
        render_sentences(advised, lead="Warning"),
        *_explain_user_only(report.violations),
        *render_unchecked_lines(report),
    )
    kind = "violation" if violated else "warning"
    context = shorten_answer("\n".join(filter(None, lines)))
    return {
        **make_blocking_answer(f"Contract {kind} detected after file write"),
        **make_specific_output("PostToolUse", additionalContext=context),
    }


def _explain_user_only(violations: Iterable[Violation]) -> list[str]:
    """Return why a directive's line is a violation, for ``enforce``'s answer, where one is."""
    return [ONLY_USER] if any(violation.suppressed_by for violation in violations) else []


def render_json(report: Report) -> str:
    """Return ``enforce``'s answer in the specification's JSON, ending in a newline.

    ``undecided``, ``problems`` and ``skipped`` are ours: what was not checked, and why.
    """
    document = {
        "files_checked": list(report.checked),
        "violations": [
            {
                "rule_id": violation.rule_id,
                "file_path": violation.path,
                "line_number": violation.line,
                "message": violation.message,
            }
            for violation in report.violations
        ],
        "summary": {
            "errors": count_errors(report),
            "warnings": count_warnings(report),
            "ignored": len(report.suppressed),
        },
        "undecided": [
            {"rule_id": undecided.rule_id, "file_path": undecided.path, "reason": undecided.reason}
            for undecided in report.undecided
        ],
        "problems": [
            {
                "file_path": problem.path,
                "line_number": problem.line,
                "message": problem.text(),
                "outcome": problem.outcome(),
            }
            for problem in report.problems
        ],
        "skipped": [{"file_path": skip.path, "reason": skip.reason} for skip in report.skipped],
    }
    return indent_json(document) + "\n"


def render_text(report: Report, *, quiet: bool) -> str:
    """Return ``enforce``'s answer as text: a paragraph a violation, then the totals.

    With *quiet* there are no totals; what was not checked is said all the same.
    """
    lines = []
    for violation in report.violations:
        place = render_path(violation.path)
        place += "" if violation.line is None else f":{violation.line}"
        name = name_contract(violation.contract_key)
        message = [f"  {line}" for line in split_printable_lines(violation.message)]
        head = f"{place}: {violation.severity}: {name}"
        lines += [without_commands(line) for line in (head, *message)]
    lines += [""] if lines and not quiet else []
    lines += [
        *([] if quiet else [render_violation_counts(report)]),
        *render_unchecked_lines(report),
    ]
    return "".join(f"{line}\n" for line in lines)


def render_unchecked_lines(report: Report) -> list[str]:
    """Return, for an answer of ``enforce``, ``Checked, but for: no-x (out of time)`` as one line,
    or nothing where all was.

    Where several files were checked, the files are named, too.
    """
    of_many = len(report.checked) > 1
    group_skips = group_unread_files if report.checked else group_skipped_paths
    files = group_skips(report.skipped)
    names = [
        f"{group.name_contracts()}{f' on {group.paths_shown()}' if of_many else ''}"
        f" ({'out of time' if is_out_of_time(group.reason) else make_printable(group.reason)})"
        for group in group_undecided(report.undecided)
    ]
    names += [
        f"{render_path(problem.path)} ({problem.outcome()})"
        for problem in report.problems
        if problem.skipped
    ]
    names += [f"{render_first_paths(paths)} ({reason})" for reason, paths in files.items()]
    names = list(dict.fromkeys(names))  # one contract file may have several problems
    if not names:
        return []
    names_in_line = join_most(names, _MOST_UNCHECKED, last=", and ")
    lead = "Checked, but for" if report.checked or report.violations else "Not checked"
    return [make_harmless(f"{lead}: {names_in_line}")]
