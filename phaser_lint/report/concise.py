"""``--format text`` on a pipe: a violation a line, in the form that editors and builds read.

src/app.swift:3:5: error: Avoid force unwrapping optionals. [no-force-unwrap]

1 error, 0 warnings

A violation of a whole file is at its first character. What no file has (an existence contract that
no file meets) is at that of the contract's own file, and the message begins with the glob:
in a line without a place, programs take the glob for a file.
"""

from __future__ import annotations

from collections.abc import Callable

from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.core.text import (
    name_contract,
    render_path,
    split_printable_lines,
    without_commands,
)
from phaser_lint.report.summary import (
    render_asides,
    render_counts,
    render_place,
    render_text_totals,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    Line = TypeVar("Line")

LINE = "{place}: {severity}: {message} [{contract}]"
"""The line of a violation; an editor takes it apart at the same marks."""


def render(report: Report) -> str:
    """Return the report for a pipe: a line for each violation, the totals, and a newline."""
    listing = render_violations(report)
    return (
        f"{listing}\n{render_text_totals(report)}\n"
        if listing
        else f"{render_text_totals(report)}\n"
    )


def render_concise(report: Report) -> str:
    """Return all of the report as text lines for a file: also what ``scan`` puts on stderr."""
    return "\n".join(
        (render(report), *render_asides(report), without_commands(render_counts(report)), "")
    )


def render_violations(report: Report) -> str:
    """Return the violations as concise text without totals; nothing where there are none."""
    return "".join(list_violation_lines(report, f"{LINE}\n".format))


def list_violation_lines(report: Report, make_line: Callable[..., Line]) -> list[Line]:
    """Return what *make_line* makes of each violation of the report: a concise line, of its place,
    severity, message and contract, which are safe to print.
    """
    contracts = {contract.key: contract for contract in report.contracts if contract.path}
    # A thousand violations have one contract and one message, and the next thousand one file.
    starts, messages = dict[str, str](), dict[tuple[str, str], str]()
    lines = []
    for violation in report.violations:
        key, path = violation.contract_key, violation.path
        if violation.where == "line" and violation.line is not None:
            if path not in starts:
                # What stands behind it are numbers, which make no command of it.
                starts[path] = without_commands(f"{render_path(path)}:")
            position, about = f"{starts[path]}{violation.line}:{violation.column}", ""
        else:
            position, about = render_position_and_prefix(violation, contracts.get(key))
            position = without_commands(position)
        if (about, violation.message) not in messages:
            message = f"{about}{join_on_one_line(violation.message)}"
            messages[about, violation.message] = without_commands(message)
        lines.append(
            make_line(
                place=position,
                severity=violation.severity,
                message=messages[about, violation.message],
                contract=name_contract(key),
            )
        )
    return lines


def render_position_and_prefix(
    violation: Violation, contract: ContractSummary | None
) -> tuple[str, str]:
    """Return the start of a violation's concise text line, ``src/app.py:3:5``, and what of the
    place has to come before the message.
    """
    if violation.where == "line":
        return f"{render_place(violation)}:{violation.column}", ""
    if violation.where == "file":
        return f"{render_place(violation)}:1:1", ""
    if contract is None:
        return render_place(violation), ""
    return f"{render_path(contract.path)}:{contract.line}:1", f"{render_place(violation)}: "


def join_on_one_line(message: str) -> str:
    """Return a violation's *message* on one line of concise text, safe to print."""
    return " ".join(filter(None, map(str.strip, split_printable_lines(message))))
