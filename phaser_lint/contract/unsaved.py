"""Contracts as they would be with one file as an editor holds it, which is not saved.

The other files are read once, and again when they change on disk.
"""

from __future__ import annotations

import os
import stat

from phaser_lint.contract.contract_reader import FileReader
from phaser_lint.contract.held_files import RememberingReader, stored_files
from phaser_lint.contract.load import load_contracts
from phaser_lint.contract.store import file_identity
from phaser_lint.contract.stored_filters import stored_for
from phaser_lint.project.folders import DISK
from phaser_lint.project.root import Level, is_contract_file, name_of, places_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeAlias

    from phaser_lint.contract.discover import ContractPlace, FoundContracts
    from phaser_lint.contract.model import ContractSet
    from phaser_lint.contract.read import Loaded
    from phaser_lint.contract.stored_filters import Places
    from phaser_lint.project.root import Levels

    ReadSaved: TypeAlias = Callable[[FoundContracts, ContractPlace], Loaded]

# Of all examples in a file: who types waits for them.
_SECONDS_LOST = 0.2


class _WithUnsaved:
    """What is on disk, but for the file at *path*, which holds *data*, there or not."""

    def __init__(self, path: str, data: bytes) -> None:
        self._path = path
        self._data = data

    def names(self, folder: str) -> list[str]:
        own = [os.path.basename(self._path)] if folder == os.path.dirname(self._path) else []
        try:
            names = DISK.names(folder)
        except FileNotFoundError:
            if own:
                return own
            raise
        return [*names, *(name for name in own if name not in names)]

    def mode(self, path: str) -> int:
        return stat.S_IFREG if path == self._path else DISK.mode(path)

    def is_there(self, path: str) -> bool:
        return path == self._path or DISK.is_there(path)

    def resolved(self, path: str) -> str:
        return DISK.resolved(path)

    def read(self, path: str, *, limit: int) -> bytes:
        return self._data[:limit] if path == self._path else DISK.read(path, limit=limit)


class UnsavedContracts:
    """The contracts of a project with one of its files as it is typed; see ``with_text``.

    *read_saved* may know what the other files hold.
    """

    def __init__(self, read_saved: ReadSaved | None = None) -> None:
        self._read_saved = read_saved or self._on_disk
        self._held: dict[tuple[str, str, str], tuple[Any, Loaded]] = {}

    def with_text(self, path: str, data: bytes, *, levels: Levels, home: str) -> ContractSet:
        """Return what ``load_contracts`` would, were *data* in the file at *path*."""
        folders = _WithUnsaved(path, data)

        def read(files: Sequence[FoundContracts], place: ContractPlace) -> list[Loaded]:
            reader = FileReader(folders, seconds_lost=_SECONDS_LOST)
            return [
                reader.read([file], place)[0]
                if file.path == path or file.problem
                else self._read_saved(file, place)
                for file in files
            ]

        levels = _with_level_of(path, levels, home=home)
        return load_contracts(levels, home=home, read=read, folders=folders)

    def _on_disk(self, file: FoundContracts, place: ContractPlace) -> Loaded:
        where = file.path, place.level, place.source
        identity = file_identity(file.path)
        kept = self._held.get(where)
        if kept is None or kept[0] != identity:
            kept = identity, FileReader().read([file], place)[0]
            self._held[where] = kept
        return kept[1]


def with_file(places: Places, path: str, data: bytes, *, end: float | None) -> ContractSet:
    """Return the contracts of *places*, were *data* in the file at *path*.

    What is stored of the other files counts. After *end*, a reading of the monotonic clock, no more
    than one of them is read, and what is left counts for nothing.
    """
    reader = RememberingReader(stored_files(stored_for(places), places.identity), end=end)

    def read(file: FoundContracts, place: ContractPlace) -> Loaded:
        return next(iter(reader.read([file], place)), [])

    contracts = UnsavedContracts(read)
    return contracts.with_text(path, data, levels=places.levels, home=places.home)


def _with_level_of(path: str, levels: Levels, *, home: str) -> Levels:
    """Return *levels* with that of the contract file at *path*, which may be its first one."""
    if not is_contract_file(path.replace(os.sep, "/")):
        return levels
    folder = os.path.dirname(os.path.dirname(os.path.dirname(path)))
    if folder in (each.folder for each in levels.levels) or folder == home:
        return levels
    own = Level(name_of(folder, levels.root), folder, places_in(folder, home=home))
    return levels._replace(levels=(own, *levels.levels))
