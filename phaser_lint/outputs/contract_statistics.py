"""How often contracts fired, as a table or as JSON."""

from __future__ import annotations

from phaser_lint.json_text import sorted_json
from phaser_lint.record import Record
from phaser_lint.text import count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.counts.contract_counts import ContractCounts

VERSION = 1
_NO_NUMBER = "-"


class ContractStatistics(Record):
    """What was counted in *days* days. ``known`` are the ids of the contracts that count here.

    ``since``: the first day that anything was counted on, empty where there is none. ``full``:
    days on which more happened than is counted.
    """

    counting: bool
    days: int
    since: str
    counts: tuple[ContractCounts, ...]
    known: tuple[str, ...]
    garbled: int
    full: tuple[str, ...]

    def here(self) -> list[ContractCounts]:
        """Return the counts of the contracts that count here."""
        return [each for each in self.counts if each.rule_id in self.known]

    def elsewhere(self) -> list[ContractCounts]:
        """Return those of other ids: other projects', or what is called otherwise now."""
        return [each for each in self.counts if each.rule_id not in self.known]

    def never(self) -> list[str]:
        """Return the ids of the contracts that never fired."""
        fired = {each.rule_id for each in self.counts if each.in_all}
        return [rule_id for rule_id in self.known if rule_id not in fired]


def lines(statistics: ContractStatistics) -> list[str]:
    """Return the table, and what is to be said of it."""
    never, others = statistics.never(), statistics.elsewhere()
    said = [
        *([f"never in {_days(statistics)}: {', '.join(never)}"] if never else []),
        *([f"not here: {', '.join(each.rule_id for each in others)}"] if others else []),
        *([f"{count(statistics.garbled, 'line')} could not be read"] if statistics.garbled else []),
        *([f"at least so often: too much for {_listed(statistics)}"] if statistics.full else []),
        f"counted since {statistics.since}" if statistics.since else "nothing was counted yet",
    ]
    return [*_table(statistics.here()), *said]


def render_json(statistics: ContractStatistics) -> str:
    """Return all of it as JSON, ending in a newline."""
    return sorted_json(
        {
            "version": VERSION,
            "counting": statistics.counting,
            "days": statistics.days,
            "since": statistics.since or None,
            "contracts": [_mapping(each) for each in statistics.here()],
            "never": statistics.never(),
            "not_here": [_mapping(each) for each in statistics.elsewhere()],
            "garbled_lines": statistics.garbled,
            "full_days": statistics.full,
        }
    )


def _days(statistics: ContractStatistics) -> str:
    return count(statistics.days, "day")


def _listed(statistics: ContractStatistics) -> str:
    return ", ".join(statistics.full)


def _table(counts: Sequence[ContractCounts]) -> list[str]:
    if not counts:
        return []
    places = tuple(counts[0].fired)
    rows = [("contract", "fired", *places, "overridden", "last")]
    rows += [
        (
            each.rule_id,
            *(str(number or _NO_NUMBER) for number in (each.in_all, *each.fired.values())),
            str(each.overridden or _NO_NUMBER),
            each.last,
        )
        for each in counts
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]


def _mapping(counts: ContractCounts) -> dict[str, Any]:
    return {
        "rule_id": counts.rule_id,
        "fired": counts.in_all,
        "places": {**counts.fired},
        "overridden": counts.overridden,
        "last": counts.last,
    }
