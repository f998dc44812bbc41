"""The places of a report, for programs that read it: files, not globs, and texts they can hold.

A program that gets a report opens the file that it names. What no file has (an existence contract
that no file meets) is reported at the contract's own file, the one place where it can be fixed or
looked up. A contract file outside the project (of the home folder, or of another folder that was
given) is not in the reader's repository, so the glob itself takes its place.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import attrgetter
from urllib.parse import quote_from_bytes

from phaser_lint import DOCS
from phaser_lint.contract.model import PACK, ContractKey, Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.core.text import (
    encode_text,
    find_offset_in_cut_line,
    make_printable,
    split_printable_lines,
)

LEVEL_AND_ID = attrgetter("level", "rule_id")
"""Takes from a violation what its contract is known by, sooner than ``contract_key``."""
_ADDRESS = re.compile(r"https?://[!-~]+")


def select_contracts_with_files(report: Report) -> dict[ContractKey, ContractSummary]:
    """Return by key the contracts whose files are in the project: places for what no file has."""
    return {contract.key: contract for contract in report.contracts if is_in_project(contract.path)}


def is_in_project(path: str) -> bool:
    """Tell whether programs find *path* in the project: relative, not of the home folder or of a
    pack.
    """
    return bool(path) and not path.startswith(("/", "~", "../", PACK))


def name_pack_page(path: str) -> str:
    """Return the address, for programs and pages, that describes the pack of a contract's *path*;
    nothing of another contract.

    ``pack:secrets/cloud-key.yaml`` lies in the program, and nobody else can open it.
    """
    pack, _, _ = path.partition("/")
    return f"{DOCS}/packs.md#{pack.removeprefix(PACK)}" if path.startswith(PACK) else ""


def find_shown_file(
    violation: Violation, contracts: Mapping[ContractKey, ContractSummary]
) -> tuple[str, int | None]:
    """Return the file and line where a report shows a violation, by *contracts* with files."""
    if violation.where == "glob" and violation.contract_key in contracts:
        contract = contracts[violation.contract_key]
        return contract.path, contract.line
    return violation.path, violation.line


def find_match_line(violation: Violation) -> tuple[str, int, int]:
    """Return the place of a match as a report shows it, for programs: the line, or what is near it
    in a long one, and the start and end of the match in it.

    The two are offsets, the end exclusive; a match over several lines ends with the line.
    """
    line_number, column, end_line, end_column, line_text, _, near = violation[5:12]
    start, line = (column or 1) - 1, near or line_text
    shift = find_offset_in_cut_line(start) - start if near else 0
    ends_here = end_line == line_number and end_column is not None
    end = (end_column or 1) - 1 + shift if ends_here else len(line)
    return line, start + shift, end


def escape_non_unicode(path: str) -> str:
    """Return *path* with only bytes escaped that are not UTF-8: no JSON reader takes those."""
    if path.isascii():
        return path
    return "".join(
        make_printable(character) if "\ud800" <= character <= "\udfff" else character
        for character in path
    )


def quote_uri(path: str) -> str:
    """Return *path* as a relative URI reference, percent-encoded where it has to be."""
    return quote_from_bytes(encode_text(path), safe="/")


def is_address(url: str) -> bool:
    """Tell whether programs that read a report take *url*, a contract's: an address of the web."""
    return _ADDRESS.fullmatch(url) is not None


def render_violation_text(violation: Violation) -> str:
    """Return a violation's message for programs; with the glob where no place names it."""
    message = "\n".join(split_printable_lines(violation.message))
    return f"{make_printable(violation.path)}: {message}" if violation.where == "glob" else message


def render_notice_text(notice: Notice) -> str:
    """Return a notice's text for programs, with its path where that is no project file."""
    text = make_printable(notice.text)
    return text if is_in_project(notice.path) else f"{make_printable(notice.path)}: {text}"


def list_contract_summaries(report: Report) -> tuple[ContractSummary, ...]:
    """Return the contracts that a *report* names to programs, by level and id.

    One that only a violation names is included: a report that was made from single files describes
    no contracts.
    """
    summaries = summarise_reported_contracts(report)
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


def summarise_reported_contracts(report: Report) -> dict[ContractKey, ContractSummary]:
    """Return by key a summary, for programs and pages, of each contract that the *report* describes
    or a violation in it names.
    """
    summaries = {contract.key: contract for contract in report.contracts}
    # The first of each, of a hundred thousand of one contract.
    violations = (*report.violations, *report.suppressed)[::-1]
    for violation in dict(zip(map(LEVEL_AND_ID, violations), violations, strict=True)).values():
        if violation.contract_key not in summaries:
            summaries[violation.contract_key] = summarise_violation(violation)
    return summaries


def summarise_violation(violation: Violation) -> ContractSummary:
    """Return a summary, for programs and pages, of a contract that only its *violation* names."""
    return ContractSummary(
        rule_id=violation.rule_id,
        type="",
        severity=violation.severity,
        message=violation.message,
        level=violation.level,
    )
