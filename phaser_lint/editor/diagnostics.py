"""A verdict as the diagnostics of the protocol.

=====================  ========================================================
violation              Error or Warning, by its severity; a Hint for an existing one
undecided contract     Information at the start of the text, which names it
what was not checked    Information at the start of the text
directive              Information on its line, where it names nothing, …
=====================  ========================================================
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from phaser_lint.contract.model import PACK, Violation
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.core import JsonValue
from phaser_lint.core.text import BOM, name_contract
from phaser_lint.editor.editor_settings import EditorSettings
from phaser_lint.editor.line_table import LineTable, Range
from phaser_lint.editor.open_file_check import Verdict
from phaser_lint.editor.uris import make_file_uri
from phaser_lint.project.levels import Levels

Diagnostic = dict[str, JsonValue]

SOURCE = "phaser-lint"
ERROR, WARNING, INFORMATION, HINT = 1, 2, 3, 4
SEVERITIES = {"error": ERROR, "warning": WARNING}


def make_diagnostics(
    verdict: Verdict,
    text: str,
    table: LineTable,
    *,
    settings: EditorSettings,
    home: str,
    relates: bool,
) -> list[Diagnostic]:
    """Return the diagnostics of the editor's protocol for an open *text* with that *verdict*, in
    the order of a report.

    *relates*: the client shows places that a diagnostic is related to.
    """
    places = TextPlaces(text, table)
    of_violations = [
        _make_violation_diagnostic(verdict, violation, places, home=home, relates=relates)
        for violation in verdict.report.violations
        if settings.show_hints or violation not in verdict.existing
    ]
    of_undecided = [
        _make_diagnostic_at(
            places.first(),
            f"{name_contract(undecided.contract_key)} is undecided: {undecided.reason}",
        )
        for undecided in verdict.report.undecided
    ]
    skipped = [
        make_unchecked_diagnostic(places.first(), skip.reason)
        for skip in verdict.report.skipped
        if skip.path == verdict.check.place.path
    ]
    notices = [
        _make_diagnostic_at(places.line(notice.line or 1), notice.text)
        for notice in verdict.report.notices
        if notice.path == verdict.check.place.path
    ]
    return [*of_violations, *of_undecided, *skipped, *notices]


class TextPlaces:
    """Where in an open text the lines and columns of the engine are.

    To the engine a mark at the start is no part of the first line.
    """

    def __init__(self, text: str, table: LineTable) -> None:
        self._text = text
        self._table = table

    def find_range(self, violation: Violation) -> Range:
        """Return the range of a violation's diagnostic; the first line's where it has no line."""
        if violation.line is None:
            return self.first()
        start = self.offset(violation.line, violation.column or 1)
        end = self.offset(violation.end_line or violation.line, violation.end_column or 1)
        return self._table.range(start, max(start, end))

    def touching(self, violations: Iterable[Violation], start: int, end: int) -> list[Violation]:
        """Return the violations whose ranges touch the text from *start* to *end*."""
        first_line, last_line = (self._table.line_of(offset) + 1 for offset in (start, end))
        # Thousands may be on other lines.
        on_these_lines = (
            violation
            for violation in violations
            if (violation.line or 1) <= last_line
            and first_line <= (violation.end_line or violation.line or 1)
        )
        touching_violations = []
        for violation in on_these_lines:
            violation_range = self.find_range(violation)
            range_start, range_end = (
                self._table.offset(violation_range[name]) for name in ("start", "end")
            )
            if range_start <= end and start <= range_end:
                touching_violations.append(violation)
        return touching_violations

    def on_lines(self, violations: Iterable[Violation], start: int, end: int) -> list[Violation]:
        """Return the violations on the lines of the text from *start* to *end*."""
        line_start, _ = self._table.line_span(self._table.line_of(start))
        _, line_end = self._table.line_span(self._table.line_of(end))
        return self.touching(violations, line_start, line_end)

    def first(self) -> Range:
        """Return the range of the first line for a diagnostic."""
        return self.line(1)

    def line(self, number: int) -> Range:
        """Return the range of a line for a diagnostic."""
        start = self._start_of_line(number)
        _, end = self._table.line_span(self._table.line_of(start))
        return self._table.range(start, end)

    def offset(self, line: int, column: int) -> int:
        """Return how many characters of the text come before a line and column of the engine."""
        starts_with_bom = line == 1 and self._text.startswith(BOM)
        return min(len(self._text), self._start_of_line(line) + starts_with_bom + column - 1)

    def _start_of_line(self, line: int) -> int:
        return self._table.offset({"line": line - 1, "character": 0})


def _make_violation_diagnostic(
    verdict: Verdict, violation: Violation, places: TextPlaces, *, home: str, relates: bool
) -> JsonValue:
    contract = verdict.contract_of(violation)
    # With a link to its page, and its file besides.
    path = find_contract_file(contract.path, verdict.check.place.levels, home=home)
    contract_uri = f"{make_file_uri(path)}#L{contract.line}" if path else ""
    has_page = contract.url.startswith(("https://", "http://"))
    link = contract.url if has_page else contract_uri
    related = None
    if relates and has_page and path:
        line = make_line_diagnostic(contract.line, "", severity=HINT)["range"]
        related = {
            "location": {"uri": make_file_uri(path), "range": line},
            "message": f"{name_contract(contract.key)} is defined here",
        }
    is_existing = violation in verdict.existing
    return {
        "range": places.find_range(violation),
        "severity": HINT if is_existing else SEVERITIES[violation.severity],
        "code": contract.rule_id,
        **({"codeDescription": {"href": link}} if link else {}),
        **({"relatedInformation": [related]} if related else {}),
        "source": SOURCE,
        "message": violation.message,
        "data": {
            "rule_id": violation.rule_id,
            "level": violation.level,
            "place": [violation.line, violation.column, violation.end_line, violation.end_column],
        },
    }


def find_contract_file(path_in_report: str, levels: Levels, *, home: str) -> str | None:
    """Return the path of the contract file, or configuration, that the diagnostics on
    *path_in_report* belong to.

    ``None`` for one that comes with the program.
    """
    if path_in_report.startswith(PACK):
        return None
    if path_in_report.startswith("~/"):
        return os.path.join(home, path_in_report[2:])
    path = os.path.normpath(os.path.join(levels.root, path_in_report))
    if levels.is_worktrees() and not os.path.lexists(path):
        return os.path.normpath(os.path.join(levels.base, path_in_report))
    return path


def make_problem_diagnostics(
    problems: Iterable[ContractProblem], levels: Levels, *, home: str
) -> dict[str, list[Diagnostic]]:
    """Return by URI what is wrong with contract files and the configuration, in a report."""
    diagnostics_by_uri: dict[str, list[Diagnostic]] = {}
    for problem in problems:
        path = find_contract_file(problem.path, levels, home=home)
        if path:
            severity = ERROR if problem.skipped else WARNING
            message = f"{problem.text()} ({problem.outcome()})"
            diagnostic = make_line_diagnostic(problem.line or 1, message, severity=severity)
            diagnostics_by_uri.setdefault(make_file_uri(path), []).append(diagnostic)
    return diagnostics_by_uri


def make_line_diagnostic(
    line: int, message: str, *, severity: int, **more: JsonValue
) -> Diagnostic:
    """Return a diagnostic of a line, from 1, of a file whose text is not at hand."""
    return {
        "range": {
            "start": {"line": line - 1, "character": 0},
            "end": {"line": line, "character": 0},
        },
        "severity": severity,
        "source": SOURCE,
        "message": message,
        **more,
    }


def make_unchecked_diagnostic(text_range: Range, why: str) -> Diagnostic:
    """Return the diagnostic of a text that is not checked."""
    return _make_diagnostic_at(text_range, f"not checked: {why}")


def _make_diagnostic_at(text_range: Range, message: str) -> Diagnostic:
    return {"range": text_range, "severity": INFORMATION, "source": SOURCE, "message": message}
