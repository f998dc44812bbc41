"""Directives that a change renames along with their contract, as an editor does.

    base      print(1)  # phaser:ignore no-print
    change    print(1)  # phaser:ignore no-output

By the contracts of the base the second line breaks ``no-print``, and nothing suppresses that.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial

from phaser_lint.check.comparison.scan_comparisons import make_revision_comparisons
from phaser_lint.check.engine.new_violations import (
    count_existing,
    count_occurrences,
    without_directives,
    without_existing,
)
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.contract.model import Report, Violation


def without_renamed_directives(
    report: Report, scan: ProjectScan, *, by_base: ProjectScan, names_of_today: Mapping[str, str]
) -> Report:
    """Return the *report* by the contracts of one base without what renamed directives suppress:
    the base by their ids, the change by new ones.

    Who renames a contract renames it in directives, too; what no directive suppressed stays new.
    """
    base_ids = {contract.rule_id for contract in by_base.checker.contracts.contracts}
    ids_by_place: dict[tuple[str, int | None], set[str]] = {}
    for violation in scan.report.suppressed:
        if violation.rule_id not in base_ids:
            place = violation.path, violation.line
            ids_by_place.setdefault(place, set()).add(violation.rule_id)
    as_named_then: dict[Violation, Violation] = {}
    for violation in report.violations:
        path = names_of_today.get(violation.path, violation.path)
        for new_id in ids_by_place.get((path, violation.line), ()):
            rename = partial(re.compile(rf"(?<![\w-]){new_id}(?![\w-])").sub, violation.rule_id)
            lines = violation.matched_lines
            as_named_then[violation] = violation._replace(
                line_text=rename(violation.line_text),
                cell_text=rename(violation.cell_text),
                matched_lines=lines and rename(lines),
            )
    if not as_named_then:
        return report
    renamed = report._replace(violations=tuple(as_named_then.values()))
    strict = by_base._replace(checker=by_base.checker._replace(ignores=False))
    suppressed_then, open_then = (
        count_existing(renamed, [revision.count for revision in make_revision_comparisons(base)])
        for base in (strict, by_base)
    )
    suppressed_now = count_occurrences(without_directives(by_base.report.suppressed))
    remaining = {
        key: times - open_then.get(key, 0) - suppressed_now.get(key, 0)
        for key, times in suppressed_then.items()
    }
    new = set(without_existing(renamed, remaining).violations)
    violations = [
        violation
        for violation in report.violations
        if violation not in as_named_then or as_named_then[violation] in new
    ]
    return report._replace(violations=tuple(violations))
