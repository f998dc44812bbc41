"""How often each contract fired, of what was counted."""

from __future__ import annotations

from phaser_lint.counts.day_files import PLACES
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from phaser_lint.counts.day_files import CountedRun


class ContractCounts(Record):
    """In how many runs of each place the contracts of an id fired, or directives let one pass.

    ``last`` is the last day on which either was so.
    """

    rule_id: str
    fired: Mapping[str, int]
    overridden: int
    last: str

    @property
    def in_all(self) -> int:
        """How often it fired in all places."""
        return sum(self.fired.values())


def contract_counts(runs: Iterable[CountedRun]) -> tuple[ContractCounts, ...]:
    """Return the counts by id, what fired most often first."""
    found: dict[str, ContractCounts] = {}
    for run in runs:
        for rule_id in run.ids:
            known = found.get(rule_id) or ContractCounts(rule_id, dict.fromkeys(PLACES, 0), 0, "")
            found[rule_id] = _with(known, run)
    return tuple(sorted(found.values(), key=lambda each: (-each.in_all, each.rule_id)))


def _with(known: ContractCounts, run: CountedRun) -> ContractCounts:
    fired = {**known.fired, run.place: known.fired[run.place] + (run.kind == "fired")}
    overridden = known.overridden + (run.kind == "overridden")
    return ContractCounts(known.rule_id, fired, overridden, max(known.last, run.day))
