"""The contracts of a project: from the store where it is sound, else from the files.

After a change only the changed files are read again.
"""

from __future__ import annotations

import marshal
import os
import sys
import time

from phaser_lint.contracts.kept import Places, open_kept, places_of, stored_for
from phaser_lint.contracts.store import (
    files_by_path,
    identity_of,
    is_settled,
    open_sealed,
    store_path,
    write_stored,
)
from phaser_lint.private_file import discard_older

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from phaser_lint.contracts.discover import Found, Place
    from phaser_lint.contracts.kept import Filter, Group, Kept
    from phaser_lint.contracts.load import Loaded
    from phaser_lint.contracts.store import Identity, Stored
    from phaser_lint.globs.match import CompiledGlobs
    from phaser_lint.model import Contract, ContractSet

# What regex reads as anything but itself; without any of them a pattern is plain text.
_KEPT_UNWRITTEN = 30 * 24 * 3600 * 1_000_000_000
# Every other cause is for the engine.
_FORBIDS: Mapping[str, bool] = {"match": True, "no match": False}
_SPECIAL = frozenset("\\^$.|?*+()[]{}")


def unsealed(kept: Kept) -> ContractSet | None:
    """Return the whole set of a kept one; ``None`` if that part is garbled."""
    from phaser_lint.model import Contract, ContractProblem, ContractSet

    try:
        opened = open_sealed(kept.sealed)
        if opened is None:
            return None
        contracts, problems, idle, _ = opened
        return ContractSet(
            tuple([Contract(*marshal.loads(each)) for each in contracts]),
            tuple([ContractProblem(*each) for each in problems]),
            kept.folders,
            idle,
        )
    except (ValueError, EOFError, TypeError):
        return None


def places_given(root: str, folder: str, *, cache: str) -> Places:
    """Return the places where *folder* replaces all others, with their identity of this moment."""
    # What is said of a contract file names it as the user wrote it.
    path = store_path(cache, (root, "given", folder, sys.version)) if cache else ""
    return Places(path, time.time_ns(), identity_of((os.path.abspath(folder),)))


def scan_places(
    root: str, *, home: str, cache: str, user: bool, contracts_dir: str | None
) -> Places:
    """Return the places of contracts for a scan, with their identity of this moment."""
    if contracts_dir is not None:
        return places_given(root, contracts_dir, cache=cache)
    if user:
        return places_of(root, home=home, cache=cache)
    path = store_path(cache, (root, "project", sys.version)) if cache else ""
    return places_of(root, home=home, cache="")._replace(path=path)


def stored_contracts(places: Places) -> ContractSet | None:
    """Return the contracts of *places* as they are stored; ``None`` if they have to be read."""
    kept = open_kept(places)
    return None if kept is None else unsealed(kept)


def read_contracts(
    root: str, *, home: str, places: Places, user: bool = True, contracts_dir: str | None = None
) -> ContractSet:
    """Return what ``load_contracts`` returns, stored from now on where that is sound.

    Only files that changed since they were stored are read.
    """
    from phaser_lint.contracts.load import load_contracts

    reader = _Reader(_unchanged(stored_for(places), places.identity))
    loaded = load_contracts(
        root=root, home=home, user=user, contracts_dir=contracts_dir, read=reader.read
    )
    _store(places, loaded, reader.held)
    return loaded


def load_kept(root: str, *, home: str, cache: str) -> ContractSet:
    """Return the contracts of the project at *root*, stored from now on where that is sound."""
    places = places_of(root, home=home, cache=cache)
    stored = stored_contracts(places)
    return read_contracts(root, home=home, places=places) if stored is None else stored


def read_kept(root: str, *, home: str, places: Places) -> Kept | None:
    """Return what ``open_kept`` does, once the contracts at *root* were read and stored anew.

    ``None`` if there is something to say of them, or they cannot be stored yet: whoever answers
    then would have to read them a second time.
    """
    if not places.path or places.identity is None:
        return None
    if not is_settled(places.identity, moment=places.moment):
        return None
    loaded = read_contracts(root, home=home, places=places)
    return None if loaded.problems else open_kept(places)


class _Reader:
    """Reads contract files, but for those whose content is known, and remembers what they held."""

    def __init__(self, known: Mapping[str, Any]) -> None:
        from phaser_lint.contracts.load import FileReader

        self._known = known
        self._files = FileReader()
        self.held: dict[str, Loaded] = {}

    def read(self, file: Found, place: Place) -> Loaded:
        """Return what ``FileReader.read`` returns."""
        known = None if file.problem else self._known.get(file.path)
        loaded = self._files.read(file, place) if known is None else _unpacked(known)
        self.held[file.path] = loaded
        return loaded


def _unchanged(stored: Stored | None, identity: Identity | None) -> Mapping[str, Any]:
    """Return what the files held, when they were stored, that have not changed since."""
    if stored is None or identity is None or stored.identity[:-1] != identity[:-1]:
        return {}
    opened = open_sealed(stored.sealed)
    if opened is None:
        return {}
    before, now = files_by_path(stored.identity), files_by_path(identity)
    same = {path for path, file in before.items() if file == now.get(path)}
    return {path: held for path, held in opened[-1].items() if path in same}


def _unpacked(held: Any) -> Loaded:
    from phaser_lint.model import Contract, ContractProblem

    return [
        (
            None if packed is None else Contract(*marshal.loads(packed)),
            [ContractProblem(*each) for each in problems],
        )
        for packed, problems in held
    ]


def _store(places: Places, loaded: ContractSet, held: Mapping[str, Loaded]) -> None:
    if not places.path or places.identity is None or not _is_lasting(loaded):
        return
    try:
        first, second = first_part(loaded), _second_part(loaded, held)
    except ValueError:  # a newer regex may keep something in its byte code that is no plain data
        return
    # The identity is the one from before the files were read: they may have changed since.
    if write_stored(places.path, places.identity, moment=places.moment, first=first, second=second):
        # Projects go, and installations of this program; what is wanted again is stored anew.
        discard_older(os.path.dirname(places.path), than=places.moment - _KEPT_UNWRITTEN)


def _is_lasting(loaded: ContractSet) -> bool:
    # With too many files open a file cannot be read, and the next moment it can: no change shows.
    return not any(problem.expected.startswith("cannot be read") for problem in loaded.problems)


def first_part(loaded: ContractSet) -> tuple[bool, tuple[str, ...], tuple[Group, ...]]:
    """Return what the clean path has to know of *loaded*: the fields of ``Kept``, but the last."""
    from phaser_lint.rules import broken_in_file_by
    from phaser_lint.selection import names_folder

    folders = tuple(f"{folder}/" for folder in loaded.folders if folder)
    groups: dict[tuple[CompiledGlobs, bool], list[Filter]] = {}
    for contract in loaded.contracts:
        cause = broken_in_file_by(contract)
        if cause is not None:
            key = contract.globs, names_folder(contract.file_glob, folders)
            groups.setdefault(key, []).append(_filter(contract, _FORBIDS.get(cause)))
    grouped = tuple((globs, named, tuple(filters)) for (globs, named), filters in groups.items())
    # What the examples contradict is in force: the clean path judges by it, Stop tells of it.
    return any(problem.skipped for problem in loaded.problems), loaded.folders, grouped


def _filter(contract: Contract, forbids: bool | None) -> Filter:
    is_plain = contract.literal or _SPECIAL.isdisjoint(contract.pattern)
    return (
        forbids,
        contract.raw_text,
        contract.pattern if is_plain else "",
        contract.requirement,
        b"" if contract.code is None else marshal.dumps(contract.code),
    )


def _second_part(loaded: ContractSet, held: Mapping[str, Loaded]) -> tuple[Any, ...]:
    """Return the set and what the files held; a contract that is in both is written once."""
    found = [contract for each in held.values() for contract, _ in each if contract]
    packed = {id(contract): marshal.dumps(tuple(contract)) for contract in found}
    return (
        tuple(packed[id(contract)] for contract in loaded.contracts),
        tuple(map(tuple, loaded.problems)),
        loaded.idle,
        {
            path: tuple(
                (packed.get(id(contract)), tuple(map(tuple, problems)))
                for contract, problems in each
            )
            for path, each in held.items()
        },
    )
