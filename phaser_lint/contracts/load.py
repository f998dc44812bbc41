"""Contract files to a ``ContractSet``: discovered, read, validated, merged by precedence."""

from __future__ import annotations

import os

from phaser_lint.contracts.discover import Place, contract_files, places
from phaser_lint.contracts.own_examples import Trials
from phaser_lint.contracts.schema import check_mapping
from phaser_lint.contracts.yaml_documents import MAXIMUM_BYTES, read_documents
from phaser_lint.errors import UsageError
from phaser_lint.inputs.regular_file import read_bytes
from phaser_lint.model import ContractProblem, ContractSet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol, TypeAlias

    from phaser_lint.contracts.discover import Found
    from phaser_lint.contracts.yaml_documents import Document
    from phaser_lint.model import Contract

    Loaded: TypeAlias = Sequence[tuple[Contract | None, Sequence[ContractProblem]]]
    """For each document its contract if it has one, and its problems."""

    class ReadFile(Protocol):
        """What ``FileReader.read`` is."""

        def __call__(self, file: Found, place: Place) -> Loaded: ...


class FileReader:
    """Reads contract files one after the other, and tries each contract on its own examples."""

    def __init__(self) -> None:
        self._trials = Trials()

    def read(self, file: Found, place: Place) -> Loaded:
        """Return what one contract file holds."""
        if file.problem:
            return _unread(file, file.problem)
        try:
            data = read_bytes(file.path, limit=MAXIMUM_BYTES + 1)
        except OSError as error:
            return _unread(file, f"cannot be read: {error.strerror or error}")
        documents = read_documents(data)
        if not documents:
            return _unread(file, "expected a contract, found nothing")
        return [self._tried(document, file, place) for document in documents]

    def _tried(
        self, document: Document, file: Found, place: Place
    ) -> tuple[Contract | None, list[ContractProblem]]:
        contract, problems = _load_document(document, file, place)
        if contract is None or not contract.enabled:
            return contract, problems
        return contract, [
            ContractProblem(
                file.shown, each.key, each.contradicted(), False, document.line_of(each.key)
            )
            for each in self._trials.contradicting(contract)
        ]


def load_contracts(
    *,
    root: str,
    home: str,
    user: bool = True,
    contracts_dir: str | None = None,
    read: ReadFile | None = None,
) -> ContractSet:
    """Return the enabled contracts of the project at *root*, and every problem of their files.

    With *user* those of the home folder count too. *contracts_dir* replaces all places; raises
    ``UsageError`` if it is no folder. *read* may know what a file holds without loading it.
    """
    read = read or FileReader().read
    if contracts_dir is None:
        found = [load_place(place, read=read) for place in places(root, home=home, user=user)]
        return merge(found)._replace(
            folders=places_inside(root, places(root, home=home, user=True))
        )
    if not os.path.isdir(contracts_dir):
        raise UsageError(f"--contracts-dir: expected a folder of contract files: {contracts_dir}")
    given = Place(os.path.abspath(contracts_dir), contracts_dir.rstrip("/") or "/", "given", root)
    return merge([load_place(given, read=read)])._replace(folders=places_inside(root, [given]))


def places_inside(root: str, found: Iterable[Place]) -> tuple[str, ...]:
    """Return the folders of *found* that lie under *root*, relative to it."""
    relative = (os.path.relpath(os.path.realpath(place.folder), root) for place in found)
    return tuple(path for path in relative if path != "." and not path.startswith(".."))


def load_place(place: Place, *, read: ReadFile) -> ContractSet:
    """Return all contracts of one place, also those that are not enabled, and the problems."""
    contracts: dict[str, Contract] = {}
    problems: list[ContractProblem] = []
    for file in contract_files(place):
        for contract, found in read(file, place):
            problems += found
            if contract is None:
                continue
            first = contracts.setdefault(contract.rule_id, contract)
            if first is not contract:
                problems.append(_second_of_its_id(contract, first))
    return ContractSet(tuple(contracts.values()), tuple(problems))


def merge(sets: Iterable[ContractSet]) -> ContractSet:
    """Return the enabled contracts of *sets*: the first to use an id wins, even when disabled."""
    contracts: dict[str, Contract] = {}
    problems: list[ContractProblem] = []
    for found in sets:
        problems += found.problems
        for contract in found.contracts:
            contracts.setdefault(contract.rule_id, contract)
    enabled = tuple(contract for contract in contracts.values() if contract.enabled)
    idle = tuple(entry.key for entry in contracts.values() if not entry.enabled)
    return ContractSet(enabled, tuple(problems), idle=idle)


def _unread(file: Found, expected: str) -> Loaded:
    return [(None, [ContractProblem(file.shown, "", expected)])]


def _second_of_its_id(contract: Contract, first: Contract) -> ContractProblem:
    where = f"{first.path}:{first.line}"
    expected = f"expected an id of its own; {contract.rule_id} is in {where}"
    return ContractProblem(contract.path, "rule_id", expected, line=contract.line)


def _load_document(
    document: Document, file: Found, place: Place
) -> tuple[Contract | None, list[ContractProblem]]:
    faults = [
        ContractProblem(file.shown, fault.key, fault.expected, line=fault.line)
        for fault in document.faults
    ]
    if document.value is None and faults:
        return None, faults
    checked = check_mapping(document.value, source=place.source, path=file.shown, top=place.top)
    # A tag leaves no value behind: "empty; expected a text" would be said of it too.
    faulty = {fault.key for fault in document.faults}
    problems = [
        ContractProblem(file.shown, key, expected, line=document.line_of(key))
        for key, expected in checked.problems
        if key not in faulty
    ]
    problems = sorted(faults + problems, key=lambda problem: problem.line or 0)
    if problems or checked.contract is None:
        return None, problems
    return checked.contract._replace(line=document.line), []
