"""What contract files held when they were read: those that did not change are not read again."""

from __future__ import annotations

import time

from phaser_lint.contract.read import unpacked
from phaser_lint.contract.store import files_by_path
from phaser_lint.core.cache_file import open_part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import TypeAlias

    from phaser_lint.contract.discover import ContractPlace, FoundContracts
    from phaser_lint.contract.read import Loaded
    from phaser_lint.contract.store import Identity, Stored

    Where: TypeAlias = tuple[str, str, str]
    Held: TypeAlias = Mapping[Where, Loaded]
    """What contract files held, by path, and the level and source that they were read for."""

# On a machine that other processes keep busy a few files have hardly used their time.
_LEAST_SECONDS, _WAITING_SECONDS = 1.0, 6.0


def is_late(end: float) -> bool:
    """Tell whether no more contract files are to be read, where *end* is of the monotonic clock."""
    over = time.monotonic() - end
    return over > _WAITING_SECONDS or (over > 0 and time.process_time() > _LEAST_SECONDS)


class RememberingReader:
    """Reads contract files, but for those whose content is known, and remembers what they held.

    ``late`` has those that there was no time for: by path, how they are shown.
    """

    def __init__(self, known: Held, *, end: float | None) -> None:
        from phaser_lint.contract.contract_reader import FileReader

        self._known = known
        self._files = FileReader(end=end)
        self.held: dict[Where, Loaded] = {}
        self.late: dict[str, str] = {}

    def read(self, files: Sequence[FoundContracts], place: ContractPlace) -> list[Loaded]:
        """Return what ``FileReader.read`` returns."""
        # A level's own folder may be included at the root, too.
        places: list[Where] = [(file.path, place.level, place.source) for file in files]
        found = [*zip(places, files, strict=True)]
        unknown = [
            (where, file) for where, file in found if file.problem or where not in self._known
        ]
        loaded = self._files.read_in_time([file for _, file in unknown], place)
        new = {
            where: each
            for (where, _), each in zip(unknown, loaded, strict=True)
            if each is not None
        }
        held = {
            where: new[where] if where in new else self._known[where]
            for where in places
            if where in new or where in self._known
        }
        self.late.update({file.path: file.shown for where, file in found if where not in held})
        self.held.update(held)
        return list(held.values())


def unchanged(held: Held, then: Identity | None, now: Identity | None) -> Held:
    """Return what those files *held* that are the same now as then."""
    same = _same(then, now)
    return {where: each for where, each in held.items() if where[0] in same}


def stored_files(stored: Stored | None, now: Identity | None) -> Held:
    """Return what the files held, when they were *stored*, that are the same *now*."""
    same = _same(None if stored is None else stored.identity, now)
    opened = open_part(stored.rest) if stored is not None and same else None
    if opened is None:
        return {}

    return {where: unpacked(each) for where, each in opened[-1].items() if where[0] in same}


def _same(before: Identity | None, now: Identity | None) -> set[str]:
    """Return the files that are the same in both, read by the same program."""
    if before is None or now is None or before[0] != now[0]:
        return set()
    after = files_by_path(now)
    return {path for path, file in files_by_path(before).items() if file == after.get(path)}
