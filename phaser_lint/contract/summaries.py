"""What a report says of its contracts, for the outputs that describe their rules."""

from __future__ import annotations

from phaser_lint.contract.model import ContractSummary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.model import ContractSet


def summaries(contracts: ContractSet) -> tuple[ContractSummary, ...]:
    """Return what a report says of the contracts, by level and id.

    Of one that a level below has a copy of, with another severity or message, it is the first.
    """
    return tuple(
        ContractSummary(*[getattr(entry, name) for name in ContractSummary._fields])
        for entry in sorted(contracts.written(), key=lambda each: each.key)
    )
