"""What a contract file held as plain data, for another process or the store."""

from __future__ import annotations

import marshal

from phaser_lint.contract.model import Contract, ContractProblem, Override
from phaser_lint.text.search.searcher import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract.resolve import Entry

    Loaded: TypeAlias = Sequence[tuple[Entry | None, Sequence[ContractProblem]]]
    """For each document its contract or override, if it has one, and its problems."""


def packed_entry(entry: Entry) -> bytes:
    """Return a contract or an override as bytes."""
    fields: dict[str, Any] = entry._asdict()
    if isinstance(entry, Contract):
        conditions = tuple([(key, tuple(pattern)) for key, pattern in entry.conditions])
        fields.update(searched=tuple(entry.searched), conditions=conditions)
    return marshal.dumps(tuple(fields.values()))


def unpacked_contract(data: bytes) -> Contract:
    """Return the contract that ``packed_entry`` made bytes of."""
    contract = Contract(*marshal.loads(data))
    conditions = tuple([(key, Pattern(*pattern)) for key, pattern in contract.conditions])
    return contract._replace(searched=Pattern(*contract.searched), conditions=conditions)


def packed(loaded: Loaded, *, entries: Callable[[Entry], bytes] = packed_entry) -> tuple[Any, ...]:
    """Return what a file held as plain tuples; *entries* gives the bytes of each entry."""
    return tuple(
        (
            type(entry).__name__,
            None if entry is None else entries(entry),
            tuple(map(tuple, problems)),
        )
        for entry, problems in loaded
    )


def _unpacked_override(data: bytes) -> Override:
    return Override(*marshal.loads(data))


def unpacked(held: Any) -> Loaded:
    """Return what ``packed`` made plain."""
    kinds: dict[str, Callable[[bytes], Entry]] = {
        Contract.__name__: unpacked_contract,
        Override.__name__: _unpacked_override,
    }
    return [
        (
            None if packed is None else kinds[kind](packed),
            [ContractProblem(*each) for each in problems],
        )
        for kind, packed, problems in held
    ]
