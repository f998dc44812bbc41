"""What contract files say as plain data, for the store and for other processes."""

from __future__ import annotations

from phaser_lint.contract.model import Contract, ContractSet, Notice
from phaser_lint.core.cache_file import open_sealed_part
from phaser_lint.text.search.searcher import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract import StoredContracts
    from phaser_lint.contract.overrides import Declaration, ParsedDocument

FileKey: TypeAlias = "tuple[str, str, str]"
"""The path of a contract file, and the level and the source that it was read for."""
ParsedFiles: TypeAlias = "Mapping[FileKey, Sequence[ParsedDocument]]"


def pack_contracts(contracts: ContractSet, files: ParsedFiles) -> tuple[Any, ...]:
    """Return the set of *contracts* as plain data, with the *files* that it is made of."""
    declarations = [document.declaration for documents in files.values() for document in documents]
    # By identity: a contract that is in both is packed once.
    plain = {
        id(declaration): _pack_declaration(declaration)
        for declaration in (*declarations, *contracts.contracts)
        if declaration
    }
    return (
        tuple([plain[id(contract)] for contract in contracts.contracts]),
        tuple(map(tuple, contracts.problems)),
        contracts.idle,
        tuple(map(tuple, contracts.notices)),
        contracts.excluded,
        contracts.directives_as_text,
        {
            key: tuple(
                [
                    _pack_document(document, plain.get(id(document.declaration)))
                    for document in documents
                ]
            )
            for key, documents in files.items()
        },
    )


def unpack_contract_set(
    stored: StoredContracts, places_by_path: Mapping[str, frozenset[int]] | None = None
) -> ContractSet | None:
    """Return, unpacked, the whole set of contracts that is *stored* behind its filters; ``None`` if
    that part is garbled.

    With *places_by_path*, of each file of an edit those of the contracts that it may break, only
    these, where none of the set has keys of its own: such a one has a say in what a fix makes of a
    file, and in notices on it.
    """
    unsealed: Any = open_sealed_part(stored.sealed)
    try:
        contracts, problems, idle, notices, excluded, directives_as_text, _ = unsealed
        place_of_own, selected = Contract._fields.index("own"), list[str]()
        if places_by_path is not None and not any(fields[place_of_own] for fields in contracts):
            places = frozenset().union(*places_by_path.values())
            contracts = [contracts[place] for place in sorted(places)]
            selected = [path for path, in_doubt in places_by_path.items() if in_doubt == places]
        if problems:
            from phaser_lint.contract.report_parts import ContractProblem  # few sets have some

            problems = tuple([ContractProblem(*fields) for fields in problems])
        return ContractSet(
            contracts=unpack_contracts(contracts),
            problems=problems,
            folders=stored.folders,
            idle=idle,
            notices=tuple([Notice(*fields) for fields in notices]),
            excluded=excluded,
            directives_as_text=directives_as_text,
            selected=tuple(selected),
        )
    except (ValueError, TypeError, LookupError):
        return None


def unpack_contracts(plain_contracts: Iterable[Sequence[Any]]) -> tuple[Contract, ...]:
    """Return the stored contracts, behind their filters, that ``pack_contracts`` made plain."""
    contracts, place = [], Contract._fields.index("searched")
    for fields in plain_contracts:
        contract = Contract(*[*fields[:place], Pattern(*fields[place]), *fields[place + 1 :]])
        if contract.conditions or contract.block_patterns:  # few have some
            conditions, block_patterns = (
                tuple([(key, Pattern(*pattern)) for key, pattern in patterns])
                for patterns in (contract.conditions, contract.block_patterns)
            )
            contract = contract._replace(conditions=conditions, block_patterns=block_patterns)
        contracts.append(contract)
    return tuple(contracts)


def pack_documents(documents: Iterable[ParsedDocument]) -> tuple[Any, ...]:
    """Return the *documents* of a contract file, packed as plain data for another process."""
    return tuple(
        [
            _pack_document(
                document, document.declaration and _pack_declaration(document.declaration)
            )
            for document in documents
        ]
    )


def _pack_document(document: ParsedDocument, fields: tuple[Any, ...] | None) -> tuple[Any, ...]:
    is_contract = isinstance(document.declaration, Contract)
    return is_contract, fields, tuple(map(tuple, document.problems))


def _pack_declaration(declaration: Declaration) -> tuple[Any, ...]:
    if isinstance(declaration, Contract):
        patterns: dict[str, Any] = {
            key: tuple([(name, tuple(pattern)) for name, pattern in getattr(declaration, key)])
            for key in ("conditions", "block_patterns")
        }
        patterns["searched"] = tuple(declaration.searched)
        declaration = declaration._replace(**patterns)
    return tuple(declaration)
