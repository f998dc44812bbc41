"""Contract files to a ``ContractSet``: discovered, read, validated, put together (``resolve``)."""

from __future__ import annotations

import os

from phaser_lint.contracts.configuration import read_configuration
from phaser_lint.contracts.discover import Place, contract_files, places
from phaser_lint.contracts.own_examples import Trials
from phaser_lint.contracts.resolve import resolved
from phaser_lint.contracts.schema import check_mapping
from phaser_lint.contracts.yaml_documents import MAXIMUM_BYTES, read_documents
from phaser_lint.errors import UsageError
from phaser_lint.inputs.regular_file import read_bytes
from phaser_lint.model import Contract, ContractProblem, ContractSet, Override

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol, TypeAlias

    from phaser_lint.contracts.configuration import Configuration
    from phaser_lint.contracts.discover import Found
    from phaser_lint.contracts.resolve import Entry
    from phaser_lint.contracts.yaml_documents import Document
    from phaser_lint.levels import Levels

    Loaded: TypeAlias = Sequence[tuple[Entry | None, Sequence[ContractProblem]]]
    """For each document its contract or override, if it has one, and its problems."""

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
    ) -> tuple[Entry | None, list[ContractProblem]]:
        entry, problems = _load_document(document, file, place)
        if not isinstance(entry, Contract) or not entry.enabled:
            return entry, problems
        return entry, [
            ContractProblem(
                file.shown, each.key, each.contradicted(), False, document.line_of(each.key)
            )
            for each in self._trials.contradicting(entry)
        ]


def load_contracts(
    levels: Levels,
    *,
    home: str,
    contracts_dir: str | None = None,
    configuration: Configuration | None = None,
    read: ReadFile | None = None,
) -> ContractSet:
    """Return the enabled contracts of *levels*, and every problem of their files.

    With *home* those of the user count too. *contracts_dir* replaces all places; raises
    ``UsageError`` if it is no folder. *configuration* and *read* may know what files hold.
    """
    read = read or FileReader().read
    if contracts_dir is not None:
        return _load_given(contracts_dir, levels.top, read=read)
    said = read_configuration(levels) if configuration is None else configuration
    found = places(levels, home=home, included=said.include)
    entries, problems = _of_places(found, read=read)
    together = resolved(entries, (*said.problems, *problems), exclude=said.exclude)
    return together._replace(folders=places_inside(levels.top, found))


def _load_given(folder: str, top: str, *, read: ReadFile) -> ContractSet:
    if not os.path.isdir(folder):
        raise UsageError(f"--contracts-dir: expected a folder of contract files: {folder}")
    given = Place(os.path.abspath(folder), folder.rstrip("/") or "/", "given", "", top)
    entries, problems = _of_places((given,), read=read)
    return resolved(entries, problems)._replace(folders=places_inside(top, [given]))


def places_inside(root: str, found: Iterable[Place]) -> tuple[str, ...]:
    """Return the folders of *found* that lie under *root*, relative to it."""
    relative = (os.path.relpath(os.path.realpath(place.folder), root) for place in found)
    return tuple(path for path in relative if path != "." and not path.startswith(".."))


def _of_places(
    found: Iterable[Place], *, read: ReadFile
) -> tuple[list[Entry], list[ContractProblem]]:
    """Return what the files of all places say, in their order, and the problems of the files."""
    entries: list[Entry] = []
    problems: list[ContractProblem] = []
    for place in found:
        in_place, wrong = load_place(place, read=read)
        entries += in_place
        problems += wrong
    return entries, problems


def load_place(place: Place, *, read: ReadFile) -> tuple[list[Entry], list[ContractProblem]]:
    """Return all that one place says, also what is not enabled, and the problems of its files."""
    contracts: dict[str, Contract] = {}
    overrides: list[Override] = []
    problems: list[ContractProblem] = []
    for file in contract_files(place):
        for entry, found in read(file, place):
            problems += found
            if isinstance(entry, Override):
                overrides.append(entry)
            elif entry is not None:
                first = contracts.setdefault(entry.rule_id, entry)
                if first is not entry:
                    problems.append(_second_of_its_id(entry, first))
    return [*contracts.values(), *overrides], problems


def _unread(file: Found, expected: str) -> Loaded:
    return [(None, [ContractProblem(file.shown, "", expected)])]


def _second_of_its_id(contract: Contract, first: Contract) -> ContractProblem:
    where = f"{first.path}:{first.line}"
    expected = f"expected an id of its own; {contract.rule_id} is in {where}"
    return ContractProblem(contract.path, "rule_id", expected, line=contract.line)


def _load_document(
    document: Document, file: Found, place: Place
) -> tuple[Entry | None, list[ContractProblem]]:
    faults = [
        ContractProblem(file.shown, fault.key, fault.expected, line=fault.line)
        for fault in document.faults
    ]
    if document.value is None and faults:
        return None, faults
    checked = check_mapping(
        document.value, source=place.source, path=file.shown, top=place.top, level=place.level
    )
    # A tag leaves no value behind: "empty; expected a text" would be said of it too.
    faulty = {fault.key for fault in document.faults}
    problems = [
        ContractProblem(file.shown, key, expected, line=document.line_of(key))
        for key, expected in checked.problems
        if key not in faulty
    ]
    problems = sorted(faults + problems, key=lambda problem: problem.line or 0)
    if problems or checked.entry is None:
        return None, problems
    return checked.entry._replace(line=document.line), []
