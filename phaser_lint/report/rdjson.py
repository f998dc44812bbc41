"""``--format rdjson``: the Reviewdog Diagnostic Format, for comments on a review.

    phaser-lint scan --format rdjson | reviewdog -f=rdjson -reporter=github-pr-review

Columns count bytes of UTF-8, as the form asks; they are made from the line of the match. Where that
line is not whole (a match that spans lines, or one far out in a very long line) the range names
lines only. A violation of a whole file, and what could not be checked, has no range.

What a fix makes of the lines of a violation is among its ``suggestions``: whole lines, or some that
go in above a line. The message of an unsafe one includes why.

What could not be checked is a diagnostic of severity ``ERROR`` (``phaser-lint/undecided``,
``phaser-lint/contract``), and a notice that contracts were not checked ``WARNING``; other notices
are ``INFO``, and so is ``phaser-lint/skipped``: files that were not read, once a reason. Counts
have no place in this form.
"""

from __future__ import annotations

from phaser_lint.contract.model import ContractKey, Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.core.text import SHORTENED_LINE, encode_text, name_contract
from phaser_lint.report.json import render_document
from phaser_lint.report.places_for_programs import (
    escape_non_unicode,
    find_shown_file,
    is_address,
    render_notice_text,
    render_violation_text,
    select_contracts_with_files,
)
from phaser_lint.report.summary import (
    group_unread_files,
    render_problem_text,
    render_undecided_text,
    render_unread_remark,
)

RdjsonDiagnostic = dict[str, object]


def render(report: Report) -> str:
    """Return the report for ``--format rdjson``: a ``DiagnosticResult``, ending in a newline."""
    files = select_contracts_with_files(report)
    urls = {contract.key: contract.url for contract in report.contracts if is_address(contract.url)}
    diagnostics = [
        *(_diagnose_violation(violation, files, urls) for violation in report.violations),
        *(
            _diagnose_remark(
                "undecided", render_undecided_text(check), path=check.path, severity="ERROR"
            )
            for check in report.undecided
        ),
        *(
            _diagnose_remark(
                "contract",
                render_problem_text(problem),
                path=problem.path,
                severity="ERROR",
                line=problem.line,
            )
            for problem in report.problems
        ),
        *(
            _diagnose_remark(
                "skipped", render_unread_remark(reason, paths), path=paths[0], severity="INFO"
            )
            for reason, paths in group_unread_files(report.skipped).items()
        ),
        *(
            _diagnose_remark(
                "notice",
                render_notice_text(notice),
                path=notice.path,
                severity="WARNING" if notice.unchecked else "INFO",
                line=notice.line,
            )
            for notice in report.notices
        ),
    ]
    return render_document({"source": {"name": "phaser-lint"}, "diagnostics": diagnostics})


def _diagnose_violation(
    violation: Violation, files: dict[ContractKey, ContractSummary], urls: dict[ContractKey, str]
) -> RdjsonDiagnostic:
    location: dict[str, object] = {"path": escape_non_unicode(find_shown_file(violation, files)[0])}
    line, column = violation.line, violation.column or 1
    end_line, end_column = violation.end_line or line, violation.end_column or column
    if line is not None and line == end_line and max(column, end_column) <= SHORTENED_LINE:
        location["range"] = {
            "start": {"line": line, "column": _count_in_bytes(violation.line_text, column)},
            "end": {"line": line, "column": _count_in_bytes(violation.line_text, end_column)},
        }
    elif line is not None and end_line is not None:
        # Without columns the last line is included: a match that ends with a line's end is not on
        # the next one.
        last_line = end_line - 1 if end_column == 1 and end_line > line else end_line
        location["range"] = {"start": {"line": line}, "end": {"line": last_line}}
    code = {"value": name_contract(violation.contract_key)}
    if violation.contract_key in urls:
        code["url"] = urls[violation.contract_key]
    suggestions: dict[str, object] = {}
    fix, remark = violation.fix, ""
    if fix is not None and fix.path == violation.path:  # this form has none for a missing file
        start = {"line": fix.line, "column": 1}
        lines: dict[str, object] = {"start": start, "end": start}
        if fix.before:
            lines = {"start": {"line": fix.line}, "end": {"line": fix.end_line}}
        new_text = fix.after.removesuffix("\n") if fix.before else fix.after
        suggestions = {"suggestions": [{"range": lines, "text": new_text}]}
        # A suggestion of this form holds nothing but its text.
        remark = f" (The suggestion is unsafe: {fix.reason}.)" if fix.safety == "unsafe" else ""
    return {
        "message": f"{render_violation_text(violation)}{remark}",
        "location": location,
        "severity": violation.severity.upper(),
        "code": code,
        **suggestions,
    }


def _count_in_bytes(line: str, column: int) -> int:
    """Return the column, counted from 1 in bytes, of a *column* counted in characters."""
    return len(encode_text(line[: column - 1])) + max(1, column - len(line))


def _diagnose_remark(
    name: str, message: str, *, path: str, severity: str, line: int | None = None
) -> RdjsonDiagnostic:
    """Return what is no violation as a diagnostic, at a line or at the whole file."""
    location: dict[str, object] = {"path": escape_non_unicode(path)}
    if line is not None:
        location["range"] = {"start": {"line": line}, "end": {"line": line}}
    return {
        "message": message,
        "location": location,
        "severity": severity,
        "code": {"value": f"phaser-lint/{name}"},
    }
