"""What is missing of the aliases that contracts read elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from phaser_lint.check.engine.checker import Checker
from phaser_lint.contract.model import Contract, Notice, Report
from phaser_lint.contract.rules import reads_tsconfig
from phaser_lint.contract.rules.modules import CONFIG_NAME

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


def note_aliases(contract: Contract, paths: Sequence[str]) -> Iterator[tuple[str, int | None, str]]:
    """Yield path, line and text of notices on aliases in ``tsconfig.json`` for *paths*."""
    modules = contract.modules
    if modules is None:
        return
    without: list[str] = []
    for path in paths:
        aliases = modules.aliases(path)
        without += [] if aliases.path else [path]
        for config_path, expected in aliases.problems:
            yield config_path, None, f"aliases: expected {expected}; imports count as written there"
    if without:
        more = f" and {len(without) - 1} more" if len(without) > 1 else ""
        text = f"{contract.rule_id}: no {CONFIG_NAME} at or above {min(without)}{more}"
        yield contract.path, contract.line, f"{text}; imports count as written there"
