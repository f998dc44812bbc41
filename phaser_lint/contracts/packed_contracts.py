"""What a contract file held as plain data, for another process or the store."""

from __future__ import annotations

import marshal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contracts.resolve import Entry
    from phaser_lint.model import ContractProblem

    Loaded: TypeAlias = Sequence[tuple[Entry | None, Sequence[ContractProblem]]]
    """For each document its contract or override, if it has one, and its problems."""


def packed_entry(entry: Entry) -> bytes:
    """Return a contract or an override as bytes."""
    return marshal.dumps(tuple(entry))


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


def unpacked(held: Any) -> Loaded:
    """Return what ``packed`` made plain."""
    from phaser_lint.model import Contract, ContractProblem, Override

    kinds = {Contract.__name__: Contract, Override.__name__: Override}
    return [
        (
            None if packed is None else kinds[kind](*marshal.loads(packed)),
            [ContractProblem(*each) for each in problems],
        )
        for kind, packed, problems in held
    ]
