"""The contracts of a project: from the store where it is sound, else from the files.

After a change only the changed files are read again.
"""

from __future__ import annotations

import os
import sys
import time

from phaser_lint.contracts.store import (
    files_by_path,
    identity_of,
    is_settled,
    open_sealed,
    store_path,
    without_files,
    write_stored,
)
from phaser_lint.contracts.stored_filters import (
    Places,
    identified,
    open_filters,
    open_kept,
    places_of,
    stored_at,
    stored_for,
)
from phaser_lint.files.private_file import discard_older
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from phaser_lint.contracts.held_files import Earlier, Held
    from phaser_lint.contracts.store import Identity
    from phaser_lint.contracts.stored_filters import StoredFilters
    from phaser_lint.files.levels import Levels
    from phaser_lint.model import ContractSet

NOT_IN_TIME = "not read in the time that there was"
KEPT_UNWRITTEN = 30 * 24 * 3600 * 1_000_000_000


def unsealed(kept: StoredFilters) -> ContractSet | None:
    """Return the whole set of a kept one; ``None`` if that part is garbled."""
    from phaser_lint.contracts.packed_contracts import unpacked_contract
    from phaser_lint.model import ContractProblem, ContractSet, Notice

    try:
        opened = open_sealed(kept.sealed)
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


def stored_contracts(places: Places) -> ContractSet | None:
    """Return the contracts of *places* as they are stored; ``None`` if they have to be read."""
    kept = open_filters(places)
    return None if kept is None else unsealed(kept)


def read_contracts(
    places: Places,
    *,
    home: str,
    contracts_dir: str | None = None,
    earlier: Earlier | None = None,
    end: float | None = None,
) -> ContractSet:
    """Return what ``load_contracts`` returns, stored from now on where that is sound.

    Only files that changed since they were stored, or read *earlier*, are read, and after *end*, a
    reading of the monotonic clock, no more than one: what is left is a problem of the set.
    """
    return _read(places, home=home, contracts_dir=contracts_dir, earlier=earlier, end=end)[0]


def read_ahead(levels: Levels, *, home: str, contracts_dir: str | None = None) -> Earlier:
    """Read the contracts of *levels* for a ``read_contracts`` that follows."""
    places = scan_places(levels, home=home, cache="", contracts_dir=contracts_dir)
    return _read(places, home=home, contracts_dir=contracts_dir, earlier=None)[1]


def _read(
    places: Places,
    *,
    home: str,
    contracts_dir: str | None,
    earlier: Earlier | None,
    end: float | None = None,
) -> tuple[ContractSet, Earlier]:
    from phaser_lint.contracts.configuration import NOTHING, read_configuration
    from phaser_lint.contracts.held_files import (  # what is stored is only read
        Earlier,
        RememberingReader,
        stored_earlier,
        unchanged,
    )
    from phaser_lint.contracts.load import load_contracts

    said = NOTHING if contracts_dir is not None else read_configuration(places.levels)
    if said.include:
        places = identified(places, home=home, included=[each.folder for each in said.include])
    known = earlier or stored_earlier(stored_for(places), places.identity)
    reader = RememberingReader(unchanged(known, places.identity), end=end)
    loaded = load_contracts(
        places.levels,
        home=home,
        contracts_dir=contracts_dir,
        configuration=said,
        read=reader.read,
    )
    if reader.late:
        places = places._replace(identity=without_files(places.identity, reader.late))
        loaded = _without_late(loaded, reader.late)
    _store(places, loaded, reader.held)
    return loaded, Earlier(places.identity, reader.held)


def _without_late(loaded: ContractSet, late: Mapping[str, str]) -> ContractSet:
    """Return what the other files come to, and say that those that were too *late* do not count.

    By path, with how it is shown.
    """
    from phaser_lint.model import ContractProblem

    shown = next(iter(late.values()))
    files = "file" if len(late) == 1 else f"{len(late)} files, this one first,"
    said = f"{files} {NOT_IN_TIME}; the next event goes on here"
    # What an override changes may be in one of them.
    known = [each for each in loaded.problems if each.key != "override"]
    return loaded._replace(problems=(*known, ContractProblem(shown, "", said)))


def scan_places(
    levels: Levels, *, home: str, cache: str, contracts_dir: str | None = None
) -> Places:
    """Return the places for a scan of *levels*, with their identity of this moment.

    One set is stored for a project, whatever its levels: that of the last scan.
    """
    path = store_path(cache, _names_of_scan(levels.top, home, contracts_dir)) if cache else ""
    if contracts_dir is None:
        return identified(Places(path, 0, None, levels), home=home)
    moment = time.time_ns()
    return Places(path, moment, identity_of((), included=(os.path.abspath(contracts_dir),)), levels)


def _names_of_scan(top: str, home: str, contracts_dir: str | None) -> tuple[str, ...]:
    # What is said of a contract file names it as the user wrote it.
    return (top, "scan" if contracts_dir is None else f"given {contracts_dir}", home, sys.version)


def is_stored_soundly(levels: Levels, *, home: str, cache: str, contracts_dir: str | None) -> bool:
    """Tell whether the set that the last scan stored still holds, for the levels of that time."""
    path = store_path(cache, _names_of_scan(levels.top, home, contracts_dir)) if cache else ""
    stored = stored_at(path) if path else None
    if stored is None:
        return False
    _, _, included, places, _ = stored.identity
    folders = [folder for folder, _ in places[: len(places) - len(included)]]
    configuration = "" if contracts_dir is not None else levels.configuration
    return stored.identity == identity_of(folders, configuration=configuration, included=included)


def load_filters(levels: Levels, *, home: str, cache: str, end: float | None = None) -> ContractSet:
    """Return the contracts of *levels*, stored from now on where that is sound.

    *end*: see ``read_contracts``.
    """
    places = places_of(levels, home=home, cache=cache)
    stored = stored_contracts(places)
    if stored is None and end is not None and time.monotonic() > end:
        stored = _stored_in_part(places)
    return read_contracts(places, home=home, end=end) if stored is None else stored


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


def read_filters(places: Places, *, home: str, end: float | None) -> StoredFilters | None:
    """Return what ``open_filters`` does, once the contracts of *places* were read and stored anew.

    *end*: see ``read_contracts``. ``None`` if there is something to say of them, or they cannot be
    stored yet: whoever answers then would have to read them a second time.
    """
    if not places.path or places.identity is None:
        return None
    if not is_settled(places.identity, moment=places.moment):
        return None
    loaded = read_contracts(places, home=home, end=end)
    return None if loaded.problems else open_filters(places)


class KeptContracts(Record):
    """The contracts of some levels, and the identity that they had when they were read.

    Unless ``is_lasting``, another change need not show in it.
    """

    identity: Identity | None
    is_lasting: bool
    contracts: ContractSet


def kept_contracts(
    levels: Levels, *, home: str, cache: str, earlier: KeptContracts | None = None
) -> KeptContracts:
    """Return what ``load_filters`` does, for somebody who asks again and again."""
    if earlier is not None and earlier.is_lasting and earlier.identity is not None:
        included: Sequence[str] = earlier.identity[2]
        now = identified(Places("", 0, None, levels), home=home, included=included)
        if now.identity == earlier.identity:
            return earlier
    places = places_of(levels, home=home, cache=cache)
    stored = stored_contracts(places)
    if stored is not None:
        return KeptContracts(places.identity, True, stored)
    loaded, read = _read(places, home=home, contracts_dir=None, earlier=None)
    settled = read.identity is not None and is_settled(read.identity, moment=places.moment)
    return KeptContracts(read.identity, settled and _is_lasting(loaded), loaded)


def _store(places: Places, loaded: ContractSet, held: Held) -> None:
    if not places.path or places.identity is None or not _is_lasting(loaded):
        return
    from phaser_lint.contracts.filters_to_store import first_part  # what is stored is only read

    try:
        first, second = first_part(loaded), _second_part(loaded, held)
    except ValueError:  # a newer regex may keep something in its byte code that is no plain data
        return
    # The identity is the one from before the files were read: they may have changed since.
    if write_stored(places.path, places.identity, moment=places.moment, first=first, second=second):
        # Projects go, and installations of this program; what is wanted again is stored anew.
        discard_older(os.path.dirname(places.path), than=places.moment - KEPT_UNWRITTEN)


def _is_lasting(loaded: ContractSet) -> bool:
    # With too many files open a file cannot be read, and the next moment it can: no change shows.
    return not any(problem.expected.startswith("cannot be read") for problem in loaded.problems)


def _second_part(loaded: ContractSet, held: Held) -> tuple[Any, ...]:
    """Return the set and what the files held; a contract that is in both is written once."""
    from phaser_lint.contracts.packed_contracts import packed, packed_entry

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
