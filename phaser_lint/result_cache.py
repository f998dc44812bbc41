"""Results of files that did not change, kept between scans.

A result counts only while the file has the identity (size, times, inode, device, mode) that it had,
and the contracts, the options and the versions are the same. A file that changed within the last
tick of the file system's clock is not kept: a second change in that tick would not show. What ran
out of time is not kept either, nor is anything about which files exist.
"""

from __future__ import annotations

import marshal
import os
import sys

from phaser_lint import __version__
from phaser_lint.private_file import CHECKSUM_BYTES, checksum, read_private, write_private
from phaser_lint.regex_engine import engine_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    from phaser_lint.many_files import Result
    from phaser_lint.model import ContractSet, Limits

    Identity: TypeAlias = tuple[int, ...]

_FORMAT = 1
_FINE_TICK, _COARSE_TICK = 100_000_000, 2_000_000_000
_UNDECIDED = 3
"""The place of what is undecided in a packed verdict."""


def cache_path(folder: str, *, root: str, key: str) -> str:
    """Return the file that holds the results of the project at *root* under *key*."""
    name = f"{root}\0{key}".encode("utf-8", "surrogateescape")
    return os.path.join(folder, "results", checksum(name).hex())


def key_of(contracts: ContractSet, *, limits: Limits, ignores: bool) -> str:
    """Return what has to be the same for a result to count, the file itself apart."""
    engine = os.stat(engine_path())
    build = (engine.st_size, engine.st_mtime_ns, engine.st_ino)
    options = (limits.pattern_seconds, ignores, contracts.folders)
    # What is derived from a pattern follows from it, and may be written in another order each time.
    given = tuple(each._replace(requirement=None, code=None) for each in contracts.contracts)
    judged = repr((given, options)).encode("utf-8", "surrogatepass")
    return repr((_FORMAT, __version__, sys.version, build, checksum(judged).hex(), len(judged)))


class ResultCache:
    """The kept results of one project; ``save`` writes them back if any is new.

    ``places`` tells of each path which contracts select it: the globs are part of the key.
    """

    def __init__(self, path: str, *, now: int) -> None:
        self._path = path
        self._now = now
        self._known, self.places = _read(path)
        self._kept: dict[str, tuple[Identity, Result]] = {}
        self._changed = False

    def known(self, root: str, path: str) -> tuple[Identity | None, bool, Result]:
        """Return the identity of a file now, whether its result is known, and the result.

        The identity is taken before the file is read: one that changes meanwhile is judged again.
        """
        try:
            status = os.lstat(os.path.join(root, path))
        except OSError:
            return None, False, None
        identity = (
            status.st_size,
            status.st_mtime_ns,
            status.st_ctime_ns,
            status.st_ino,
            status.st_dev,
            status.st_mode,
        )
        entry = self._known.get(path)
        if entry is None or entry[0] != identity:
            return identity, False, None
        self._kept[path] = entry
        return identity, True, entry[1]

    def keep(self, path: str, identity: Identity | None, result: Result) -> None:
        """Keep the *result* of a file, if a later change of the file is bound to show."""
        undecided = isinstance(result, tuple) and result[_UNDECIDED]
        if identity is None or undecided or not self._is_settled(identity):
            return
        if isinstance(result, str) and result.startswith("cannot be read"):
            return  # a permission of a folder above does not show in the file
        self._kept[path] = (identity, result)
        self._changed = True

    def _is_settled(self, identity: Identity) -> bool:
        _, modified, changed, *_ = identity
        coarse = modified % 1_000_000_000 == 0 and changed % 1_000_000_000 == 0
        tick = _COARSE_TICK if coarse else _FINE_TICK
        return max(modified, changed) < self._now - tick

    def save(self, listed: Sequence[str]) -> None:
        """Write what is known of the *listed* files, if it differs from what was read.

        A scan that asked for some of them only keeps what is known of the others.
        """
        others = {path: self._known[path] for path in listed if path in self._known}
        kept = {**others, **self._kept}
        if self._changed or len(kept) != len(self._known):
            places = {path: self.places[path] for path in listed if path in self.places}
            data = marshal.dumps((kept, places))
            write_private(self._path, checksum(data) + data)


def _read(path: str) -> tuple[dict[str, tuple[Identity, Any]], dict[str, tuple[int, ...]]]:
    data = read_private(path)
    if data is None or checksum(data[CHECKSUM_BYTES:]) != data[:CHECKSUM_BYTES]:
        return {}, {}
    try:
        kept, places = marshal.loads(data[CHECKSUM_BYTES:])
    except (ValueError, EOFError, TypeError):
        return {}, {}
    return kept, places
