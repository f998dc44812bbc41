"""``--format rdjson``: the Reviewdog Diagnostic Format, for comments on a review.

    phaser-lint scan --format rdjson | reviewdog -f=rdjson -reporter=github-pr-review

Columns count bytes of UTF-8, as the form asks; they are made from the line of the match. Where that
line is not whole (a match that spans lines, or one far out in a very long line) the range names
lines only. A violation of a whole file, and what could not be checked, has no range.

What a fix makes of the lines of a violation is among its ``suggestions``: whole lines, or some that
go in above a line. The message of an unsafe one includes why.

What could not be checked is a diagnostic of severity ``ERROR`` (``phaser-lint/undecided``,
``phaser-lint/contract``); notices are ``INFO``, and so is ``phaser-lint/skipped``: files that were
not read, once a reason. Counts have no place in this form.
"""

from __future__ import annotations

from phaser_lint.core.text import SHORTENED_LINE, contract_shown, encode
from phaser_lint.report.json import written
from phaser_lint.report.report_places import (
    contract_files,
    file_of,
    is_address,
    noticed,
    unicode,
    worded,
)
from phaser_lint.report.summary import not_checked, problem_text, unread, unread_remark

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import (
        ContractKey,
        ContractProblem,
        Notice,
        Report,
        Undecided,
        Violation,
    )

    Diagnostic = dict[str, object]


def render(report: Report) -> str:
    """Return one ``DiagnosticResult`` as JSON, ending in a newline."""
    files = contract_files(report)
    urls = {entry.key: entry.url for entry in report.contracts if is_address(entry.url)}
    diagnostics = [
        *(_violation(violation, files, urls) for violation in report.violations),
        *(_undecided(entry) for entry in report.undecided),
        *(_problem(problem) for problem in report.problems),
        *(_unread(reason, paths) for reason, paths in unread(report).items()),
        *(_notice(notice) for notice in report.notices),
    ]
    return written({"source": {"name": "phaser-lint"}, "diagnostics": diagnostics})


def _violation(
    violation: Violation, files: dict[ContractKey, str], urls: dict[ContractKey, str]
) -> Diagnostic:
    location: dict[str, object] = {"path": unicode(file_of(violation, files))}
    if violation.line is not None:
        location["range"] = _range(violation)
    code = {"value": contract_shown(violation.contract_key)}
    if violation.contract_key in urls:
        code["url"] = urls[violation.contract_key]
    suggestions = _suggestions(violation)
    return {
        "message": f"{worded(violation)}{_warning(violation) if suggestions else ''}",
        "location": location,
        "severity": violation.severity.upper(),
        "code": code,
        **suggestions,
    }


def _suggestions(violation: Violation) -> dict[str, object]:
    """Return what fixes the lines; this form has no fix for a missing file."""
    fix = violation.fix
    if fix is None or fix.path != violation.path:
        return {}
    if not fix.before:
        place = {"line": fix.line, "column": 1}
        return {"suggestions": [{"range": {"start": place, "end": place}, "text": fix.after}]}
    lines = {"start": {"line": fix.line}, "end": {"line": fix.end_line}}
    return {"suggestions": [{"range": lines, "text": fix.after.removesuffix("\n")}]}


def _warning(violation: Violation) -> str:
    """Return the remark on an unsafe fix: a suggestion of this form holds nothing but its text."""
    fix = violation.fix
    is_unsafe = fix is not None and fix.safety == "unsafe"
    return f" (The suggestion is unsafe: {fix.reason}.)" if fix and is_unsafe else ""


def _range(violation: Violation) -> dict[str, object]:
    line, column = violation.line, violation.column or 1
    end_line, end_column = violation.end_line or line, violation.end_column or column
    if line == end_line and max(column, end_column) <= SHORTENED_LINE:
        return {
            "start": {"line": line, "column": _in_bytes(violation.line_text, column)},
            "end": {"line": line, "column": _in_bytes(violation.line_text, end_column)},
        }
    # Without columns the last line is included: a match that ends with a line's end is not on the
    # next one.
    last = end_line - 1 if end_column == 1 and line and end_line and end_line > line else end_line
    return {"start": {"line": line}, "end": {"line": last}}


def _in_bytes(line: str, column: int) -> int:
    """Return the column, counted from 1 in bytes, of a *column* counted in characters."""
    return len(encode(line[: column - 1])) + max(1, column - len(line))


def _undecided(entry: Undecided) -> Diagnostic:
    return _plain(not_checked(entry), entry.path, "ERROR", "phaser-lint/undecided")


def _problem(problem: ContractProblem) -> Diagnostic:
    message, code = problem_text(problem), "phaser-lint/contract"
    return _plain(message, problem.path, "ERROR", code, problem.line)


def _unread(reason: str, paths: Sequence[str]) -> Diagnostic:
    return _plain(unread_remark(reason, paths), paths[0], "INFO", "phaser-lint/skipped")


def _notice(notice: Notice) -> Diagnostic:
    return _plain(noticed(notice), notice.path, "INFO", "phaser-lint/notice", notice.line)


def _plain(
    message: str, path: str, severity: str, code: str, line: int | None = None
) -> Diagnostic:
    location: dict[str, object] = {"path": unicode(path)}
    if line is not None:
        location["range"] = {"start": {"line": line}, "end": {"line": line}}
    return {
        "message": message,
        "location": location,
        "severity": severity,
        "code": {"value": code},
    }
