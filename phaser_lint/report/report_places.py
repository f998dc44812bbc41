"""The places of a report, for programs that read it: files, not globs, and texts they can hold.

A program that gets a report opens the file that it names. What no file has (an existence contract
that no file meets) is reported at the contract's own file, the one place where it can be fixed or
looked up. A contract file outside the project (of the home folder, or of another folder that was
given) is not in the reader's repository, so the glob itself takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import quote_from_bytes

from phaser_lint.contract.model import ContractKey, ContractSummary, Notice, Report, Violation
from phaser_lint.core.text import encode, place_around, printable, printable_lines

_ADDRESS = re.compile(r"https?://[!-~]+")


def contracts_with_files(report: Report) -> dict[ContractKey, ContractSummary]:
    """Return the contracts whose files lie inside the project, by their keys."""
    return {contract.key: contract for contract in report.contracts if in_project(contract.path)}


def in_project(path: str) -> bool:
    """Tell whether *path* is one inside the project: relative, and not of the home folder."""
    return bool(path) and not path.startswith(("/", "~", "../"))


def shown_file(
    violation: Violation, contracts: Mapping[ContractKey, ContractSummary]
) -> tuple[str, int | None]:
    """Return the file that a violation is shown at, and the line, by *contracts* with files."""
    if violation.where == "glob" and violation.contract_key in contracts:
        contract = contracts[violation.contract_key]
        return contract.path, contract.line
    return violation.path, violation.line


def line_of(violation: Violation) -> tuple[str, int, int]:
    """Return the line of a match, or what is near it in a long one, and where the match is in it.

    The two are offsets, the end exclusive; a match over several lines ends with the line.
    """
    start = (violation.column or 1) - 1
    line = violation.near or violation.line_text
    ends_here = violation.end_line == violation.line and violation.end_column is not None
    shift = place_around(start) - start if violation.near else 0
    end = (violation.end_column or 1) - 1 + shift if ends_here else len(line)
    return line, start + shift, end


def unicode(path: str) -> str:
    """Return *path* with only the bytes that are not UTF-8 escaped: no JSON reader takes those."""
    if path.isascii():
        return path
    return "".join(
        printable(character) if "\ud800" <= character <= "\udfff" else character
        for character in path
    )


def uri(path: str) -> str:
    """Return *path* as a relative reference, each byte that has to be so percent-encoded."""
    return quote_from_bytes(encode(path), safe="/")


def is_address(url: str) -> bool:
    """Tell whether the ``url`` of a contract is an address of the web: readers refuse all else."""
    return _ADDRESS.fullmatch(url) is not None


def truncate(text: str, length: int) -> str:
    """Return *text* for a report, or its start and an ellipsis, at most *length* long."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


def violation_text(violation: Violation) -> str:
    """Return the message as the report can show it; with the glob where no place names it."""
    message = "\n".join(printable_lines(violation.message))
    return f"{printable(violation.path)}: {message}" if violation.where == "glob" else message


def notice_text(notice: Notice) -> str:
    """Return the text of a notice, with its path where that is no file of the project."""
    text = printable(notice.text)
    return text if in_project(notice.path) else f"{printable(notice.path)}: {text}"


def contract_summaries(report: Report) -> tuple[ContractSummary, ...]:
    """Return the contracts of a report, by level and id.

    One that only a violation names is included: a report that was made from single files describes
    no contracts.
    """
    summaries = {contract.key: contract for contract in report.contracts}
    for violation in (*report.violations, *report.suppressed):
        if violation.contract_key not in summaries:
            summaries[violation.contract_key] = summary_of_violation(violation)
    for check in report.undecided:
        summary = ContractSummary(
            rule_id=check.rule_id,
            type="",
            severity="error",
            message=check.rule_id,
            level=check.level,
        )
        summaries.setdefault(check.contract_key, summary)
    return tuple(summaries[key] for key in sorted(summaries))


def summary_of_violation(violation: Violation) -> ContractSummary:
    """Return what a report says of the contract of a violation."""
    return ContractSummary(
        rule_id=violation.rule_id,
        type="",
        severity=violation.severity,
        message=violation.message,
        level=violation.level,
    )
