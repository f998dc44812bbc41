"""The one way to the contracts that count: from the store where it is sound, else from the files.

After a change only the changed files are read again.
"""

from __future__ import annotations

import marshal
import time

from phaser_lint.contract.model import Contract, ContractProblem, ContractSet, Notice, Override
from phaser_lint.contract.store import (
    files_by_path,
    identity_of,
    is_settled,
    without_files,
    write_stored,
)
from phaser_lint.contract.stored_filters import (
    Places,
    identified,
    open_filters,
    open_kept,
    stored_at,
    stored_for,
)
from phaser_lint.core import Record
from phaser_lint.core.cache_file import open_part
from phaser_lint.text.search.searcher import Pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract.held_files import Held
    from phaser_lint.contract.resolve import Entry
    from phaser_lint.contract.store import Identity
    from phaser_lint.contract.stored_filters import StoredFilters
    from phaser_lint.project.root import Levels

    Loaded: TypeAlias = Sequence[tuple[Entry | None, Sequence[ContractProblem]]]
    """For each document its contract or override, if it has one, and its problems."""


NOT_IN_TIME = "not read in the time that there was"


def unsealed(kept: StoredFilters) -> ContractSet | None:
    """Return the whole set of a kept one; ``None`` if that part is garbled."""
    try:
        opened = open_part(kept.sealed)
        if opened is None:
            return None
        contracts, problems, idle, notices, tests, _ = opened
        return ContractSet(
            tuple([unpacked_contract(each) for each in contracts]),
            tuple([ContractProblem(*each) for each in problems]),
            kept.folders,
            idle,
            tuple([Notice(*each) for each in notices]),
            *tests,
        )
    except (ValueError, EOFError, TypeError):
        return None


class Opened(Record):
    """The contracts of some places, and the identity that those had.

    Unless it ``is_lasting``, another change need not show in it. ``held``: what of it was read.
    """

    contracts: ContractSet
    identity: Identity | None
    is_lasting: bool = True
    held: Held | None = None

    def is_same(self, levels: Levels, *, home: str) -> bool:
        """Tell whether the contracts of *levels* are those that were opened."""
        if not self.is_lasting or self.identity is None:
            return False
        included: Sequence[str] = self.identity[2]
        return identified(Places(levels, home), included=included).identity == self.identity


def open_contracts(places: Places, *, end: float | None, earlier: Opened | None = None) -> Opened:
    """Return the contracts that count, and every problem of their files.

    What is stored for *places* counts where it is sound. Else the files that changed since it was
    stored, or were read *earlier*, are read, and all is stored anew. After *end*, a reading of the
    monotonic clock (``None``: never), no more than one file is: what is left is a problem of the
    set. Raises ``UsageError`` for a given folder that is none.
    """
    kept = open_filters(places)
    stored = unsealed(kept) if kept is not None else None
    if stored is None and end is not None and time.monotonic() > end:
        stored = _stored_in_part(places)
    return _read(places, earlier, end) if stored is None else Opened(stored, places.identity)


def _read(places: Places, earlier: Opened | None, end: float | None) -> Opened:
    from phaser_lint.contract.configuration import NOTHING, read_configuration
    from phaser_lint.contract.held_files import (  # what is stored is only read
        RememberingReader,
        stored_files,
        unchanged,
    )
    from phaser_lint.contract.load import load_contracts

    given = places.contracts_dir
    configuration = NOTHING if given is not None else read_configuration(places.levels)
    if configuration.include:
        places = identified(places, included=[each.folder for each in configuration.include])
    if earlier is None or earlier.held is None:
        known = stored_files(stored_for(places), places.identity)
    else:
        known = unchanged(earlier.held, earlier.identity, places.identity)
    reader = RememberingReader(known, end=end)
    loaded = load_contracts(
        places.levels,
        home=places.home,
        contracts_dir=given,
        configuration=configuration,
        read=reader.read,
    )
    if reader.late:
        places = places._replace(identity=without_files(places.identity, reader.late))
        loaded = _without_late(loaded, reader.late)
    identity = places.identity
    # With too many files open a file cannot be read, and the next moment it can: no change shows.
    is_lasting = not any(each.expected.startswith("cannot be read") for each in loaded.problems)
    if places.path and identity is not None and is_lasting:
        _store(places, identity, loaded, reader.held)
    settled = identity is not None and is_settled(identity, moment=places.moment)
    return Opened(loaded, identity, settled and is_lasting, reader.held)


def _without_late(loaded: ContractSet, late: Mapping[str, str]) -> ContractSet:
    """Return what the other files come to, and say that those that were too *late* do not count.

    By path, with how it is shown.
    """
    shown = next(iter(late.values()))
    files = "file" if len(late) == 1 else f"{len(late)} files, this one first,"
    message = f"{files} {NOT_IN_TIME}; the next event goes on here"
    # What an override changes may be in one of them.
    known = [each for each in loaded.problems if each.key != "override"]
    return loaded._replace(problems=(*known, ContractProblem(shown, "", message)))


def is_stored_soundly(places: Places) -> bool:
    """Tell whether the set that is stored at *places* still holds, for the levels of that time."""
    stored = stored_at(places.path) if places.path else None
    if stored is None:
        return False
    _, _, included, then, _ = stored.identity
    folders = [folder for folder, _ in then[: len(then) - len(included)]]
    configuration = "" if places.contracts_dir is not None else places.levels.configuration
    return stored.identity == identity_of(folders, configuration=configuration, included=included)


def _stored_in_part(places: Places) -> ContractSet | None:
    """Return what was read of *places* in the time that there was; ``None`` if nothing is stored.

    To read one more file would cost as much as all that are stored.
    """
    kept = stored_for(places)
    if kept is None or places.identity is None:
        return None
    late = files_by_path(places.identity).keys() - files_by_path(kept.identity).keys()
    if kept.identity != without_files(places.identity, late):
        return None
    opened = open_kept(kept, places.path)
    return None if opened is None else unsealed(opened)


def read_filters(places: Places, *, end: float | None) -> StoredFilters | None:
    """Return what ``open_filters`` does, once the contracts of *places* were read and stored anew.

    *end*: see ``open_contracts``. ``None`` if there is something to say of them, or they cannot be
    stored yet: whoever answers then would have to read them a second time.
    """
    if not places.path or places.identity is None:
        return None
    if not is_settled(places.identity, moment=places.moment):
        return None
    return None if _read(places, None, end).contracts.problems else open_filters(places)


def _store(places: Places, identity: Identity, loaded: ContractSet, held: Held) -> None:
    from phaser_lint.contract.filters_to_store import first_part  # what is stored is only read

    try:
        first, second = first_part(loaded), _second_part(loaded, held)
    except ValueError:  # a newer regex may keep something in its byte code that is no plain data
        return
    # The identity is the one from before the files were read: they may have changed since.
    write_stored(places.path, identity, moment=places.moment, first=first, second=second)


def _second_part(loaded: ContractSet, held: Held) -> tuple[Any, ...]:
    """Return the set and what the files held; a contract that is in both is written once."""
    found = [entry for each in held.values() for entry, _ in each if entry]
    written = {id(entry): packed_entry(entry) for entry in (*found, *loaded.contracts)}
    return (
        tuple(written[id(contract)] for contract in loaded.contracts),
        tuple(map(tuple, loaded.problems)),
        loaded.idle,
        tuple(map(tuple, loaded.notices)),
        (loaded.excluded, loaded.directives_as_text),
        {
            where: packed(each, entries=lambda entry: written[id(entry)])
            for where, each in held.items()
        },
    )


# What a contract file held as plain data, for another process or the store.


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
