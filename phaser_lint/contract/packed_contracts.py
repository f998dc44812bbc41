"""What was read of contract files as plain data, for the store and for other processes."""

from __future__ import annotations

from phaser_lint.contract.model import Contract, ContractProblem, Override
from phaser_lint.contract.read import unpack_contract
from phaser_lint.core import Record
from phaser_lint.core.cache_file import open_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract.model import ContractSet, Entry
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
    documents = []
    for is_contract, values, problems in plain:
        entry: Entry | None = None
        if values is not None:
            entry = unpack_contract(values) if is_contract else Override(*values)
        problem_records = tuple([ContractProblem(*each) for each in problems])
        documents.append(ParsedDocument(entry, problem_records))
    return documents


def _plain_document(document: ParsedDocument, values: tuple[Any, ...] | None) -> tuple[Any, ...]:
    is_contract = isinstance(document.entry, Contract)
    return is_contract, values, tuple(map(tuple, document.problems))


def _plain(entry: Entry) -> tuple[Any, ...]:
    fields: dict[str, Any] = entry._asdict()
    if isinstance(entry, Contract):
        conditions = tuple([(key, tuple(pattern)) for key, pattern in entry.conditions])
        fields.update(searched=tuple(entry.searched), conditions=conditions)
    return tuple(fields.values())
