"""``--statistics``: how many violations each contract has, in how many places, the most first.

12  error    no-print     in 3 files
 1  warning  pay/no-todo  in 1 file

12 errors, 1 warning
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from phaser_lint.contract.model import ContractKey, Report, Violation
from phaser_lint.core import Record
from phaser_lint.core.text import name_contract, render_quantity, render_sorted_json
from phaser_lint.report.summary import (
    count_errors,
    count_warnings,
    group_unread_files,
    render_text_totals,
)

_VERSION = 1


class CountedContract(Record):
    """The violations of one contract, which may have another severity at another level."""

    key: ContractKey
    severity: str
    violations: int
    files: int

    def cells(self) -> tuple[str, ...]:
        """Return the columns of the table of statistics."""
        name = name_contract(self.key)
        return (
            str(self.violations),
            self.severity,
            name,
            f"in {render_quantity(self.files, 'file')}",
        )


def count_by_contract(report: Report) -> list[CountedContract]:
    """Return the rows of ``--statistics``: each contract that has violations, most first."""
    groups: dict[tuple[ContractKey, str], list[Violation]] = {}
    for violation in report.violations:
        groups.setdefault((violation.contract_key, violation.severity), []).append(violation)
    rows = []
    for (key, severity), violations in sorted(groups.items()):
        paths = {violation.path for violation in violations if violation.where != "glob"}
        rows.append(
            CountedContract(
                key=key, severity=severity, violations=len(violations), files=len(paths)
            )
        )
    return sorted(rows, key=attrgetter("violations"), reverse=True)


def render(report: Report, *, quiet: bool = False) -> str:
    """Return a table of statistics, and the totals where it is not *quiet*; or nothing."""
    lines = render_contract_counts(count_by_contract(report))
    if not quiet:
        lines += ["", render_text_totals(report)] if lines else [render_text_totals(report)]
    return "".join(f"{line}\n" for line in lines)


def render_contract_counts(counted_contracts: Sequence[CountedContract]) -> list[str]:
    """Return the lines of the table of statistics, one for each of *counted_contracts*."""
    rows = [counted.cells() for counted in counted_contracts]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for number, *texts, last_text in rows:  # the number to the right, the rest to the left
        cells = map(str.ljust, texts, widths[1:-1])
        lines.append("  ".join([number.rjust(widths[0]), *cells, last_text]).rstrip())
    return lines


def render_statistics_json(report: Report) -> str:
    """Return the statistics as JSON with sorted keys, ending in a newline."""
    rows = [
        {
            "files": row.files,
            "level": row.key[0],
            "rule_id": row.key[1],
            "severity": row.severity,
            "violations": row.violations,
        }
        for row in count_by_contract(report)
    ]
    return render_sorted_json(
        {
            "complete": report.is_decided(),
            "contract_problems": len(report.problems),
            "errors": count_errors(report),
            "not_read": sum(map(len, group_unread_files(report.skipped).values())),
            "statistics": rows,
            "undecided": len(report.undecided),
            "version": _VERSION,
            "warnings": count_warnings(report),
        }
    )
