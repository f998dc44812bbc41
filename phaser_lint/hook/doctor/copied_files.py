"""Files of a checkout in a copy of it: what a run reads of them, and nothing else.

A contract may be a link to a device that never ends, or to a key outside of the project, and so may
the folder and the configuration be. No run reads them, so nothing of them is copied. In the copy an
empty folder has the name, of which a run reports that it is not read, too.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress

from phaser_lint.contract.discover import ContractPlace, list_contract_files, list_contract_places
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core import READ, belongs_to_user
from phaser_lint.core.cache_file import is_process_dead
from phaser_lint.project import explain_link_out
from phaser_lint.project.levels import CONFIGURATION, Levels
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.temporary_folder import make_temporary_folder

try:
    import fcntl
except ImportError:  # Windows has none, and knows of no process that it is dead
    fcntl = None  # type: ignore[assignment]

# Contracts in a subfolder are no contracts, which a run reports, too.
_UNREAD = "unread.yaml"
_PREFIX = "phaser-lint-doctor-"
_OURS = re.compile(re.escape(_PREFIX) + r"(\d+)-\w+")


@contextmanager
def make_own_folder() -> Iterator[str]:
    """Yield a new temporary folder for the doctor's copied files, which is gone at the end; raises
    ``UsageError``.

    What a process that was killed left of its own goes first.
    """
    with make_temporary_folder(f"{_PREFIX}{os.getpid()}-") as folder:
        discard_killed_copies(os.path.dirname(folder))
        lock = _lock_folder(folder)
        try:
            yield os.path.realpath(folder)
        finally:
            _unlock_folder(lock)


def discard_killed_copies(folder: str) -> None:
    """Remove copies of a project that a killed ``doctor`` of this user left in *folder*.

    One of another container, whose number means nothing here, holds a lock on what it made.
    """
    with os.scandir(folder) as entries:
        ours_by_name = [
            (folder_entry, ours)
            for folder_entry in entries
            if (ours := _OURS.fullmatch(folder_entry.name))
        ]
    for folder_entry, ours in ours_by_name:
        try:
            is_folder = folder_entry.is_dir(follow_symlinks=False)
            is_mine = is_folder and belongs_to_user(folder_entry.stat(follow_symlinks=False))
        except OSError:  # another one removed it
            continue
        if is_mine and is_process_dead(ours[1]):
            lock = _lock_folder(folder_entry.path)
            if lock is not None:
                shutil.rmtree(folder_entry.path, ignore_errors=True)
            _unlock_folder(lock)


def _lock_folder(folder: str) -> int | None:
    """Return a descriptor that locks *folder*; ``None`` where another process does, or none can."""
    descriptor = None
    try:
        if fcntl is not None:
            descriptor = os.open(folder, READ)
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        _unlock_folder(descriptor)
        descriptor = None
    return descriptor


def _unlock_folder(descriptor: int | None) -> None:
    if descriptor is not None:
        os.close(descriptor)


def copy_deciding_files(levels: Levels, included: Sequence[ContractPlace], copy: str) -> None:
    """Copy what decides a verdict into *copy*: contracts of *levels*, *included*, configuration."""
    start = levels.base or levels.root
    shown_places = [
        place._replace(shown=os.path.relpath(place.folder, start))
        for place in list_contract_places(levels, home="", included=included)
        if place.source != "pack"
    ]
    copy_contracts(shown_places, copy)
    copy_file(levels.configuration, os.path.join(copy, CONFIGURATION), bound=start)


def copy_contracts(contract_places: Iterable[ContractPlace], copy: str) -> None:
    """Copy contract files of places, shown by paths from the root, into the folder *copy*."""
    for place in contract_places:
        for file in list_contract_files(place):
            copy_file(file.path, os.path.join(copy, file.shown), bound=place.bound)


def copy_file(source: str, target: str, *, bound: str) -> None:
    """Copy, for the doctor, what a run reads of a file, a contract or a configuration, to *target*,
    in a copy of the checkout; nothing where none is.

    *bound*: the folder that no link may lead out of, if any.
    """
    if not os.path.lexists(source):
        return
    with suppress(OSError):
        os.makedirs(os.path.dirname(target), exist_ok=True)
        content = None
        if not (bound and explain_link_out(source, bound)):
            with suppress(OSError):
                content = read_bytes(source, limit=MAXIMUM_BYTES + 1)
        if content is None:
            os.makedirs(os.path.join(target, _UNREAD), exist_ok=True)
        else:
            with open(target, "wb") as file:
                file.write(content)
