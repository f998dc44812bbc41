"""Results of files that did not change, kept between scans.

A result counts only while the file has the identity (size, times, inode, device, mode) that it had,
and the contracts, the options and the versions are the same. A file that changed within the last
tick of the file system's clock is not kept: a second change in that tick would not show. What ran
out of time is not kept either. Which files exist is asked afresh, but a folder that did not change
is not listed again.
"""

from __future__ import annotations

import marshal
import struct
from collections.abc import Callable, Iterable

from phaser_lint.check.results import Sharing
from phaser_lint.core import OpenFolder
from phaser_lint.core.cache_file import CacheFile, checksum
from phaser_lint.project.regular_file import identity_of, is_settled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from phaser_lint.check.results import PlainVerdict
    from phaser_lint.project.regular_file import Identity

    CacheEntries: TypeAlias = dict[str, tuple[bytes, PlainVerdict]]

_UNDECIDED, _SKIPPED = 3, -1
"""The places of what is undecided in a packed verdict, and of why the file was skipped."""
_MOST_UNPACKED = 8192
"""Results that are held as they are used: a hundred thousand would take thirty megabytes."""
_IDENTITY = struct.Struct("<QqqQQQ")
"""Of an ``Identity``: forty-eight bytes, where a tuple of numbers takes four hundred."""


class ResultCache:
    """The kept results of one project; ``save`` writes them back if any is new.

    All scans of a project share them, whatever part of it they look at. *started_at* is the time
    (ns) before anything is looked at. *decided_by* tells of a path what of other files decides.
    """

    def __init__(
        self,
        file: CacheFile,
        *,
        started_at: int,
        decided_by: Callable[[str], str] | None = None,
    ) -> None:
        self._file = file
        self._decided_by = decided_by
        self._digests: dict[str, bytes] = {}
        self._started_at = started_at
        self._same: dict[str, PlainVerdict] = {}
        self._sharing = Sharing()
        self._new: dict[str, CacheEntries] = {}
        self._number_new = 0
        self._packed: dict[str, bytes] = {}

    def known(self, root: str, paths: Iterable[str]) -> dict[str, PlainVerdict]:
        """Return the results of those of *paths* that did not change."""
        by_folder: dict[str, list[str]] = {}
        for path in paths:
            by_folder.setdefault(path[: path.rfind("/") + 1], []).append(path)
        # Read again to be written: held meanwhile, it would be most of the memory of a scan.
        folders = self._file.read_mapping()
        with OpenFolder(root) as root_folder:
            for folder in by_folder.keys() & folders.keys():
                entries, start = _unpack_entries(folders[folder]), len(folder)
                for path in by_folder[folder]:
                    cache_entry = entries.get(path[start:])
                    if cache_entry and cache_entry[0] == self._key(
                        path, _identity_at(root_folder, path)
                    ):
                        self._same[path] = self._sharing.of(cache_entry[1])
        return dict(self._same)

    def keep(self, path: str, identity: Identity | None, plain_verdict: PlainVerdict) -> None:
        """Keep the *plain_verdict* of a file, if a later change of the file is bound to show.

        *identity* is the one from before the file was read: had it changed meanwhile, it shows.
        """
        undecided = isinstance(plain_verdict, tuple) and plain_verdict[_UNDECIDED]
        if identity is None or undecided or not is_settled(identity, now_ns=self._started_at):
            return
        skipped = plain_verdict[_SKIPPED] if isinstance(plain_verdict, tuple) else plain_verdict
        if skipped and skipped.startswith("cannot be read"):
            return  # a permission of a folder above does not show in the file
        key = self._key(path, _pack_identity(identity))
        if not key:
            return
        cache_entry = key, plain_verdict
        place = path.rfind("/") + 1
        self._new.setdefault(path[:place], {})[path[place:]] = cache_entry
        self._number_new += 1
        if self._number_new == _MOST_UNPACKED:
            self._pack()

    def _key(self, path: str, identity: bytes | None) -> bytes | None:
        """Return the *identity* of a file mixed with what decides besides it, as long."""
        decided_by = self._decided_by(path) if self._decided_by and identity else ""
        if not decided_by or not identity:
            return identity
        if decided_by not in self._digests:
            digest = checksum(decided_by.encode("utf-8", "surrogatepass"))
            self._digests[decided_by] = (digest * _IDENTITY.size)[: _IDENTITY.size]
        pairs = zip(identity, self._digests[decided_by], strict=True)
        return bytes([left ^ right for left, right in pairs])

    def _pack(self) -> None:
        for folder, new in self._new.items():
            before = _unpack_entries(self._packed[folder]) if folder in self._packed else {}
            self._packed[folder] = _pack_entries({**before, **new})
        self._new, self._number_new = {}, 0

    def save(self, looked_at: Callable[[str], bool]) -> None:
        """Write what is known if any of it is new.

        *looked_at* tells of a file or folder (ending in a slash) whether this scan has seen it if
        it is there: otherwise it is forgotten.
        """
        self._pack()
        if not self._packed:
            return
        before = self._file.read_mapping()
        seen_folders = {path[: path.rfind("/") + 1] for path in self._same}
        folders_to_write = {
            folder: packed
            for folder, packed in before.items()
            if folder in seen_folders or not looked_at(folder)
        }
        for folder, packed in self._packed.items():
            old = _unpack_entries(before[folder]).items() if folder in before else ()
            remaining_entries = {
                name: cache_entry
                for name, cache_entry in old
                if self._holds(folder + name, looked_at)
            }
            folders_to_write[folder] = (
                _pack_entries({**remaining_entries, **_unpack_entries(packed)})
                if remaining_entries
                else packed
            )
        if self._file.write(folders_to_write):
            self._file.discard_unused(now_ns=self._started_at)

    def _holds(self, path: str, looked_at: Callable[[str], bool]) -> bool:
        return path in self._same or not looked_at(path)


def _pack_entries(entries: CacheEntries) -> bytes:
    """Return the *entries* of a folder as they are written; nearly all are of clean files."""
    plain_verdicts = {
        name: plain_verdict
        for name, (_, plain_verdict) in entries.items()
        if plain_verdict is not None
    }
    identities = b"".join([identity for identity, _ in entries.values()])
    return marshal.dumps(("\0".join(entries), identities, plain_verdicts), 2)


def _unpack_entries(packed: bytes) -> CacheEntries:
    """Return what ``_pack_entries`` packed."""
    names, identities, plain_verdicts = marshal.loads(packed)
    places = range(0, len(identities), _IDENTITY.size)
    single_identities = [identities[place : place + _IDENTITY.size] for place in places]
    identified_names = zip(names.split("\0"), single_identities, strict=True)
    return {name: (identity, plain_verdicts.get(name)) for name, identity in identified_names}


def _identity_at(root: OpenFolder, path: str) -> bytes | None:
    """Return the packed identity of what stands at *path*; ``None`` where nothing is seen."""
    try:
        return _pack_identity(identity_of(root.status(path, of_links=True)))
    except OSError:
        return None


def _pack_identity(identity: Identity) -> bytes:
    """Return an identity as bytes, none for one that holds a number of more than eight."""
    try:
        return _IDENTITY.pack(*identity)
    except struct.error:
        return b""
