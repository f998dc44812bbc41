"""The contracts of a project as they were stored, as far as the hook's clean path needs them.

What is stored has two parts. The first is here: the globs, and of each contract the literals that
its pattern requires, and the compiled pattern. The second is the whole ``ContractSet``, needed only
when something may be wrong with an edit, and what each file held (``contracts.read``).
"""

from __future__ import annotations

import sys
import time

from phaser_lint import __file__ as own_file
from phaser_lint.contracts.store import file_identity, identity_of, read_stored, store_path
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import TypeAlias

    from phaser_lint.contracts.store import Identity, Sealed, Stored
    from phaser_lint.files.levels import Levels
    from phaser_lint.globs.match import CompiledGlobs
    from phaser_lint.search.prefilter import Requirement

    Filter: TypeAlias = tuple[bool | None, bool, str, Requirement, bytes]
    """Of a contract that a file can break: whether a match does, or none (``None``: something else,
    for the engine to judge), and whether it sees the raw text; the pattern if it is plain text,
    what the pattern requires, and its packed byte code (empty where there is none)."""
    Group: TypeAlias = tuple[CompiledGlobs, bool, tuple[Filter, ...]]
    """Globs, whether they name a folder of contract files, and the contracts that have them."""


class StoredFilters(Record):
    """A stored set whose second part has not been opened yet."""

    has_problems: bool
    folders: tuple[str, ...]
    groups: tuple[Group, ...]
    sealed: Sealed


class Places(Record):
    """The levels whose contracts count, and where their set is stored.

    ``identity`` was taken at ``moment`` (nanoseconds) or after it.
    """

    path: str
    moment: int
    identity: Identity | None
    levels: Levels

    def are_empty(self) -> bool:
        """Tell whether there is no file at all in any of the folders."""
        return self.identity is not None and not any(
            listed[1] for listed in self.identity[-1] if listed is not None
        )


def places_of(levels: Levels, *, home: str, cache: str) -> Places:
    """Return the places of *levels*, and the user's, with their identity of this moment.

    Without *home* those of the project alone.
    """
    # Two installations would write over each other's sets, at each switch, under one name.
    folders = [level.folder for level in levels.levels]
    names = (levels.top, *folders, home, sys.version, sys.executable, own_file)
    path = store_path(cache, names) if cache else ""
    return identified(Places(path, 0, None, levels), home=home)


def identified(places: Places, *, home: str, included: Sequence[str] | None = None) -> Places:
    """Return *places* with their identity of this moment, that of the folders *included* too.

    What the configuration includes is known from the stored set, as long as it stays the same.
    """
    levels, moment = places.levels, time.time_ns()
    names = _included_then(places) if included is None else included
    identity = identity_of(
        levels.folders(home=home),
        configuration=levels.configuration,
        included=[f"{levels.base}/{name}" for name in names],
    )
    return places._replace(moment=moment, identity=identity)


def _included_then(places: Places) -> Sequence[str]:
    try:
        now = file_identity(places.levels.configuration)
    except OSError:
        return ()
    stored = stored_at(places.path) if now and places.path else None
    if stored is None or stored.identity[1] != now:
        return ()
    start = len(places.levels.base) + 1
    return [folder[start:] for folder in stored.identity[2]]


def open_filters(places: Places) -> StoredFilters | None:
    """Return the stored set of *places*, or ``None`` if there is none that is sound."""
    stored = stored_for(places)
    return _kept(stored) if stored and stored.identity == places.identity else None


def stored_for(places: Places) -> Stored | None:
    """Return what is stored for *places*, sound or not; ``None`` if there is nothing."""
    return stored_at(places.path) if places.path and places.identity else None


def stored_at(path: str) -> Stored | None:
    """Return the set stored at *path*, whose ever it is; ``None`` if there is none to be read."""
    try:
        return read_stored(path)
    except (ValueError, EOFError, TypeError):  # not what a checksum lets through, but no trust
        return None


def _kept(stored: Stored) -> StoredFilters | None:
    try:
        has_problems, folders, groups = stored.first
        return StoredFilters(has_problems, folders, groups, stored.sealed)
    except (ValueError, TypeError):
        return None
