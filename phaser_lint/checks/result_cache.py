"""Results of files that did not change, kept between scans.

A result counts only while the file has the identity (size, times, inode, device, mode) that it had,
and the contracts, the options and the versions are the same. A file that changed within the last
tick of the file system's clock is not kept: a second change in that tick would not show. What ran
out of time is not kept either. Which files exist is asked afresh, but a folder that did not change
is not listed again.
"""

from __future__ import annotations

import marshal
import os

from phaser_lint.contracts.store import program_identity
from phaser_lint.files.identity import identity_of, is_settled
from phaser_lint.files.private_file import (
    CHECKSUM_BYTES,
    checksum,
    discard_older,
    read_private,
    write_private,
)
from phaser_lint.files.walk import Listings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from phaser_lint.checks.results import Result
    from phaser_lint.engine.judge import Judge
    from phaser_lint.files.identity import Identity

_FORMAT = 5
_KEPT_UNUSED = 30 * 24 * 3600 * 1_000_000_000
"""How long (ns) results stay that no scan has written again."""
_UNDECIDED = 3
"""The place of what is undecided in a packed verdict."""


def cache_path(folder: str, *, root: str, key: str, kind: str = "results") -> str:
    """Return the file that holds what is kept of a *kind* of the project at *root* under *key*."""
    name = f"{root}\0{key}".encode("utf-8", "surrogateescape")
    return os.path.join(folder, kind, checksum(name).hex())


def key_of(judge: Judge) -> str | None:
    """Return what has to be the same for a result to count, the file itself apart.

    ``None`` where a package is in no file of its own (a zip archive): one cannot be told from the
    next.
    """
    program = program_key()
    if program is None:
        return None
    contracts = judge.contracts
    options = (judge.limits.pattern_seconds, judge.ignores, contracts.folders)
    # What is derived from a pattern follows from it, and may be written in another order each time.
    given = tuple(
        each._replace(requirement=None, starts=None, code=None) for each in contracts.contracts
    )
    judged = repr((given, options)).encode("utf-8", "surrogatepass")
    return repr((program, checksum(judged).hex(), len(judged)))


def program_key() -> str | None:
    """Return what has to be the same for a listing to count; ``None`` as for ``key_of``."""
    try:
        return repr((_FORMAT, program_identity()))
    except OSError:
        return None


class ListingCache:
    """What the folders of one project held; ``save`` writes it back if any is new.

    It is asked before the contracts are known: the folders tell which there are.
    """

    def __init__(self, path: str, *, now: int) -> None:
        self._path = path
        self._now = now
        self.listings = Listings(_read(path), now=now)

    def save(self) -> None:
        """Write what folders hold, if it is not what was read."""
        if self.listings.changed:
            _write(self._path, self.listings.kept, now=self._now)


class ResultCache:
    """The kept results of one project; ``save`` writes them back if any is new.

    *now* is the time (ns) before anything is looked at.
    """

    def __init__(self, path: str, *, now: int) -> None:
        self._path = path
        self._now = now
        self._known: dict[str, tuple[Identity, Result]] = _read(path)
        self._kept: dict[str, tuple[Identity, Result]] = {}
        self._changed = False

    def known(self, root: str, paths: Iterable[str]) -> dict[str, Result]:
        """Return the results of those of *paths* that did not change."""
        folder, results = os.path.join(root, ""), {}
        for path in paths:
            entry = self._known.get(path)
            if entry is None:
                continue
            try:
                identity = identity_of(os.lstat(folder + path))
            except OSError:
                continue
            if entry[0] == identity:
                self._kept[path] = entry
                results[path] = entry[1]
        return results

    def keep(self, path: str, identity: Identity | None, result: Result) -> None:
        """Keep the *result* of a file, if a later change of the file is bound to show.

        *identity* is the one from before the file was read: had it changed meanwhile, it shows.
        """
        undecided = isinstance(result, tuple) and result[_UNDECIDED]
        if identity is None or undecided or not is_settled(identity, now=self._now):
            return
        if isinstance(result, str) and result.startswith("cannot be read"):
            return  # a permission of a folder above does not show in the file
        self._kept[path] = (identity, result)
        self._changed = True

    def save(self) -> None:
        """Write what is known of the files that were asked for, if it is not what was read."""
        gone = len(self._kept) != len(self._known)
        if self._changed or gone:
            _write(self._path, self._kept, now=self._now)


def _write(path: str, kept: Any, *, now: int) -> None:
    # Version 2 looks for no equal objects: twice as fast, and there are hardly any.
    data = marshal.dumps(kept, 2)
    # Every change of a contract starts a file, and a killed scan may leave one.
    if write_private(path, checksum(data) + data):
        discard_older(os.path.dirname(path), than=now - _KEPT_UNUSED)


def _read(path: str) -> Any:
    data = read_private(path)
    if data is None:
        return {}
    view = memoryview(data)[CHECKSUM_BYTES:]
    if checksum(view) != data[:CHECKSUM_BYTES]:
        return {}
    try:
        kept = marshal.loads(view)
    except (ValueError, EOFError, TypeError):
        return {}
    return kept if isinstance(kept, dict) else {}
