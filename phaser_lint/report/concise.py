"""``--format text`` on a pipe: a violation a line, in the form that editors and builds read.

src/app.swift:3:5: error: Avoid force unwrapping optionals. [no-force-unwrap]

1 error, 0 warnings

A violation of a whole file is at its first character. What no file has (an existence contract that
no file meets) is at that of the contract's own file, and the message begins with the glob:
in a line without a place, programs take the glob for a file.
"""

from __future__ import annotations

from functools import lru_cache

from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.core import Record
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

_REMEMBERED = 1024


class Line(Record):
    """One violation; the line is ``{place}: {severity}: {message} [{contract}]``."""

    place: str
    severity: str
    message: str
    contract: str

    def __str__(self) -> str:
        return f"{self.place}: {self.severity}: {self.message} [{self.contract}]"


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
    return "".join(f"{line}\n" for line in list_violation_lines(report))


def list_violation_lines(report: Report) -> list[Line]:
    """Return a concise line for each violation of the report, in its parts, safe to print."""
    contracts = {contract.key: contract for contract in report.contracts if contract.path}
    # A thousand violations have one contract and one message, and the next thousand one file.
    remembering = lru_cache(_REMEMBERED)
    start_of, message_of = remembering(_render_line_start), remembering(_make_safe_message)
    contract_of = remembering(name_contract)
    lines = []
    for violation in report.violations:
        key = violation.contract_key
        if violation.where == "line" and violation.line is not None:
            position, about = f"{start_of(violation.path)}{violation.line}:{violation.column}", ""
        else:
            position, about = render_position_and_prefix(violation, contracts.get(key))
            position = without_commands(position)
        lines.append(
            Line(
                place=position,
                severity=violation.severity,
                message=message_of(about, violation.message),
                contract=contract_of(key),
            )
        )
    return lines


def _render_line_start(path: str) -> str:
    # What stands behind it are numbers, which make no command of it.
    return without_commands(f"{render_path(path)}:")


def _make_safe_message(about: str, message: str) -> str:
    return without_commands(f"{about}{join_on_one_line(message)}")


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
