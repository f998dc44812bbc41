"""What is missing of the aliases that contracts read elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from phaser_lint.check.engine.checker import Checker
from phaser_lint.contract.model import Notice, Report
from phaser_lint.contract.rules import reads_tsconfig
from phaser_lint.contract.rules.modules import note_aliases

NoticeOrder = Callable[[Notice], tuple[str, int, str]]


def with_alias_notices(checker: Checker, report: Report, *, order: NoticeOrder) -> Report:
    """Return *report* with a notice on what is missing of aliases, all notices in *order*."""
    notices = [
        Notice(*fields)
        for place, contract in enumerate(checker.contracts.contracts)
        if reads_tsconfig(contract)
        for fields in note_aliases(
            contract,
            [path for path in report.checked if place in checker.selection.places_for(path)],
        )
    ]
    if not notices:
        return report
    all_notices = dict.fromkeys([*report.notices, *notices])
    return report._replace(notices=tuple(sorted(all_notices, key=order)))
