"""The contracts of a project for the hook: from the store where it is sound, else from the files.

What is stored has two parts. The first is what the hook's clean path needs of each contract: its
globs, the literals that its pattern requires, and how to read the answer. The second is the whole
``ContractSet``, needed only when something may be wrong with an edit.
"""

from __future__ import annotations

import os
import sys

from phaser_lint.contracts.store import (
    identity_of,
    open_second,
    read_stored,
    store_path,
    write_stored,
)
from phaser_lint.record import Record
from phaser_lint.root import PROJECT_FOLDERS, USER_FOLDER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contracts.store import Identity
    from phaser_lint.globs.match import CompiledGlobs
    from phaser_lint.model import ContractSet
    from phaser_lint.prefilter import Requirement


class Filter(Record):
    """What can be told of one contract without its pattern."""

    type: str
    scope: str
    globs: CompiledGlobs
    judges_contract_files: bool
    raw_text: bool
    requirement: Requirement


class Kept(Record):
    """A stored set whose second part has not been opened yet."""

    has_problems: bool
    folders: tuple[str, ...]
    filters: tuple[Filter, ...]
    sealed: bytes


class Places(Record):
    """The folders whose contracts count for a project, and where their set is stored."""

    folders: tuple[str, ...]
    path: str
    identity: Identity | None

    def are_empty(self) -> bool:
        """Tell whether there is no file at all in any of the folders."""
        return self.identity is not None and not any(self.identity[-1])


def places_of(root: str, *, home: str, cache: str) -> Places:
    """Return the places of the project at *root*, with their identity of this moment."""
    folders = [os.path.join(root, name) for name in PROJECT_FOLDERS]
    if home:
        folders.append(os.path.join(home, USER_FOLDER))
    path = store_path(cache, (root, home, sys.version)) if cache else ""
    return Places(tuple(folders), path, identity_of(folders))


def open_kept(places: Places) -> Kept | None:
    """Return the stored set of *places*, or ``None`` if there is none that is sound."""
    if not places.path or places.identity is None:
        return None
    try:
        found = read_stored(places.path, places.identity)
        if found is None:
            return None
        (has_problems, folders, filters), sealed = found
        return Kept(has_problems, folders, tuple(Filter(*each) for each in filters), sealed)
    except (ValueError, EOFError, TypeError):  # not what a checksum lets through, but no trust
        return None


def unsealed(kept: Kept) -> ContractSet | None:
    """Return the whole set of a kept one; ``None`` if that part is garbled."""
    from phaser_lint.model import Contract, ContractProblem, ContractSet

    try:
        found = open_second(kept.sealed)
        if found is None:
            return None
        contracts, problems = found
        return ContractSet(
            tuple(Contract(*each) for each in contracts),
            tuple(ContractProblem(*each) for each in problems),
            kept.folders,
        )
    except (ValueError, EOFError, TypeError):
        return None


def load_kept(root: str, *, home: str, cache: str) -> ContractSet:
    """Return the contracts of the project at *root*, stored from now on where that is sound."""
    places = places_of(root, home=home, cache=cache)
    kept = open_kept(places)
    contracts = unsealed(kept) if kept is not None else None
    if contracts is not None:
        return contracts
    from phaser_lint.contracts.load import load_contracts

    loaded = load_contracts(root=root, home=home)
    # Read again what was there before the files were read: they may have changed in between.
    if places.path and places.identity is not None:
        write_stored(places.path, places.identity, first=_first(loaded), second=_second(loaded))
    return loaded


def _first(loaded: ContractSet) -> tuple[object, ...]:
    from phaser_lint.selection import names_folder

    folders = tuple(f"{folder}/" for folder in loaded.folders)
    filters = tuple(
        (
            contract.type,
            contract.scope,
            contract.globs,
            names_folder(contract.file_glob, folders),
            contract.raw_text,
            contract.requirement,
        )
        for contract in loaded.contracts
    )
    return bool(loaded.problems), loaded.folders, filters


def _second(loaded: ContractSet) -> tuple[object, ...]:
    return (
        tuple(tuple(contract) for contract in loaded.contracts),
        tuple(tuple(problem) for problem in loaded.problems),
    )
