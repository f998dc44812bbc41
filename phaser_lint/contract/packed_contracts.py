"""What was read of contract files as plain data, for the store and for other processes."""

from __future__ import annotations

from phaser_lint.contract.model import Contract, ContractProblem, ContractSet, Notice, Override
from phaser_lint.core import Record
from phaser_lint.core.cache_file import open_part
from phaser_lint.text.search.searcher import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract.model import Entry
    from phaser_lint.core.cache_file import SealedPart

    FileKey: TypeAlias = tuple[str, str, str]
    """The path of a contract file, and the level and the source that it was read for."""
    ParsedFiles: TypeAlias = Mapping[FileKey, Sequence["ParsedDocument"]]


class ParsedDocument(Record):
    """A document of a contract file: what it says, if it is valid, and its problems."""

    entry: Entry | None
    problems: tuple[ContractProblem, ...] = ()


def pack_contracts(contracts: ContractSet, files: ParsedFiles) -> tuple[Any, ...]:
    """Return the set, and what the files held that it is made of, as plain data."""
    entries = [document.entry for documents in files.values() for document in documents]
    # By what it is, a contract that is in both is written once.
    plain = {id(entry): _plain(entry) for entry in (*entries, *contracts.contracts) if entry}
    return (
        tuple([plain[id(contract)] for contract in contracts.contracts]),
        tuple(map(tuple, contracts.problems)),
        contracts.idle,
        tuple(map(tuple, contracts.notices)),
        contracts.excluded,
        contracts.directives_as_text,
        {
            key: tuple([_plain_document(each, plain.get(id(each.entry))) for each in documents])
            for key, documents in files.items()
        },
    )


def unpack_contracts(part: SealedPart, *, folders: tuple[str, ...]) -> ContractSet | None:
    """Return the set that ``pack_contracts`` made plain, ``None`` if the *part* is garbled.

    Its *folders* are those that hold contract files.
    """
    opened: Any = open_part(part)
    try:
        contracts, problems, idle, notices, excluded, directives_as_text, _ = opened
        return ContractSet(
            contracts=tuple(map(_contract, contracts)),
            problems=tuple([ContractProblem(*values) for values in problems]),
            folders=folders,
            idle=idle,
            notices=tuple([Notice(*values) for values in notices]),
            excluded=excluded,
            directives_as_text=directives_as_text,
        )
    except (ValueError, TypeError):
        return None


def unpack_files(part: SealedPart, *, paths: Container[str]) -> ParsedFiles:
    """Return what the files at *paths* held that ``pack_contracts`` made plain."""
    opened = open_part(part)
    files = opened[-1] if opened else {}
    return {key: unpack_documents(plain) for key, plain in files.items() if key[0] in paths}


def pack_documents(documents: Iterable[ParsedDocument]) -> tuple[Any, ...]:
    """Return the documents of a file as plain data."""
    return tuple([_plain_document(each, each.entry and _plain(each.entry)) for each in documents])


def unpack_documents(plain: Iterable[Any]) -> list[ParsedDocument]:
    """Return what ``pack_documents`` made plain."""
    return [
        ParsedDocument(
            None if values is None else _contract(values) if is_contract else Override(*values),
            tuple([ContractProblem(*each) for each in problems]),
        )
        for is_contract, values, problems in plain
    ]


def _plain_document(document: ParsedDocument, values: tuple[Any, ...] | None) -> tuple[Any, ...]:
    is_contract = isinstance(document.entry, Contract)
    return is_contract, values, tuple(map(tuple, document.problems))


def _plain(entry: Entry) -> tuple[Any, ...]:
    fields: dict[str, Any] = entry._asdict()
    if isinstance(entry, Contract):
        conditions = tuple([(key, tuple(pattern)) for key, pattern in entry.conditions])
        fields.update(searched=tuple(entry.searched), conditions=conditions)
    return tuple(fields.values())


def _contract(values: Iterable[Any]) -> Contract:
    contract = Contract(*values)
    conditions = tuple([(key, Pattern(*pattern)) for key, pattern in contract.conditions])
    return contract._replace(searched=Pattern(*contract.searched), conditions=conditions)
