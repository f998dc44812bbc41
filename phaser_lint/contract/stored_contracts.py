"""The second part of what is stored of contracts: the whole set, once something may be wrong."""

from __future__ import annotations

from phaser_lint.contract.model import Contract, ContractProblem, ContractSet, Notice
from phaser_lint.core.cache_file import open_part
from phaser_lint.text.search.searcher import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaser_lint.contract.store import StoredContracts


def contracts_of(stored: StoredContracts) -> ContractSet | None:
    """Return the whole set that is *stored*; ``None`` if that part is garbled."""
    unsealed: Any = open_part(stored.sealed)
    try:
        contracts, problems, idle, notices, excluded, directives_as_text, _ = unsealed
        return ContractSet(
            contracts=tuple(map(unpack_contract, contracts)),
            problems=tuple([ContractProblem(*fields) for fields in problems]),
            folders=stored.folders,
            idle=idle,
            notices=tuple([Notice(*fields) for fields in notices]),
            excluded=excluded,
            directives_as_text=directives_as_text,
        )
    except (ValueError, TypeError):
        return None


def unpack_contract(fields: Iterable[Any]) -> Contract:
    """Return the contract that ``pack_contracts`` made plain."""
    contract = Contract(*fields)
    conditions, block_patterns = (
        tuple([(key, Pattern(*pattern)) for key, pattern in patterns])
        for patterns in (contract.conditions, contract.block_patterns)
    )
    return contract._replace(
        searched=Pattern(*contract.searched), conditions=conditions, block_patterns=block_patterns
    )
