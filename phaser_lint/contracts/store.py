"""Loaded contracts, kept in the user's cache folder, so that the hook need not read YAML.

A stored set counts only if every contract file and folder has the identity (name, size, times,
inode) it had when the set was loaded, and this program, Python and the regular-expression engine
are the same. Any doubt is a miss, and a miss is only slower, never different.

The file is written atomically, private to the user, and holds plain data in Python's ``marshal``
form behind checksums: nothing in it is executed, and what is garbled or cut short is a miss.
"""

from __future__ import annotations

import marshal
import os
import stat
import sys
import time
from _imp import source_hash

from phaser_lint import __version__
from phaser_lint.regex_engine import engine_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, TypeAlias

    Identity: TypeAlias = tuple[Any, ...]

_FORMAT = 1
_MAGIC = b"phaser-lint contracts\n"
_CHECKSUM_KEY = 0x7068617365
_CHECKSUM_BYTES = 8
_LARGEST = 64 * 1024 * 1024
# A file changed twice within one tick of the file system's clock keeps its identity.
_FINE_TICK, _COARSE_TICK = 100_000_000, 2_000_000_000


def store_path(cache: str, names: Sequence[str]) -> str:
    """Return the file for the set that *names* (folders and options) stand for."""
    key = "\0".join(names).encode("utf-8", "surrogateescape")
    return os.path.join(cache, "contracts", source_hash(_CHECKSUM_KEY, key).hex())


def identity_of(folders: Sequence[str]) -> Identity | None:
    """Return what tells whether the contract files of *folders* are still the same.

    ``None`` where that cannot be told: a folder that cannot be listed, a dangling link.
    """
    try:
        found = tuple(_folder_identity(folder) for folder in folders)
        engine = os.stat(engine_path())
    except OSError:
        return None
    build = (engine.st_size, engine.st_mtime_ns, engine.st_ino)
    return (_FORMAT, __version__, sys.version, build, tuple(folders), found)


def _folder_identity(folder: str) -> tuple[Any, ...] | None:
    try:
        entries = os.scandir(folder)
    except FileNotFoundError:
        return None
    with entries:
        found = [(entry.name, *_status_identity(entry.stat())) for entry in entries]
    found.sort()
    return tuple(found)


def _status_identity(status: os.stat_result) -> tuple[int, ...]:
    return (
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_ino,
        status.st_dev,
        status.st_mode,
    )


def is_settled(identity: Identity, *, now: int) -> bool:
    """Tell whether a later change must show in the identity; *now* in nanoseconds.

    Right after a change it need not: the next one may fall into the same tick of the clock.
    """
    times = [moment for files in identity[-1] if files for file in files for moment in file[2:4]]
    coarse = any(moment % 1_000_000_000 == 0 for moment in times)
    tick = _COARSE_TICK if coarse else _FINE_TICK
    return all(moment < now - tick for moment in times)


def read_stored(path: str, identity: Identity) -> tuple[Any, bytes] | None:
    """Return the first part of a stored set and the bytes of its second, or ``None``."""
    data = _read_private(path)
    if data is None or not data.startswith(_MAGIC):
        return None
    start = len(_MAGIC) + 2 * _CHECKSUM_BYTES + 8
    size = int.from_bytes(data[start - 8 : start], "little")
    first, second = data[start : start + size], data[start + size :]
    if data[len(_MAGIC) : len(_MAGIC) + _CHECKSUM_BYTES] != _checksum(first):
        return None
    stored_identity, value = marshal.loads(first)
    sealed = data[len(_MAGIC) + _CHECKSUM_BYTES : start - 8] + second
    return (value, sealed) if stored_identity == identity else None


def open_second(sealed: bytes) -> Any | None:
    """Return the second part of a stored set; ``None`` if it is garbled."""
    checksum, data = sealed[:_CHECKSUM_BYTES], sealed[_CHECKSUM_BYTES:]
    return marshal.loads(data) if _checksum(data) == checksum else None


def write_stored(path: str, identity: Identity, *, first: Any, second: Any) -> bool:
    """Store both parts for *identity*; false where that is not possible, or not yet sound."""
    if not is_settled(identity, now=time.time_ns()):
        return False
    try:
        head, tail = marshal.dumps((identity, first)), marshal.dumps(second)
    except ValueError:  # a newer regex may keep something in its byte code that is no plain data
        return False
    size = len(head).to_bytes(8, "little")
    data = b"".join((_MAGIC, _checksum(head), _checksum(tail), size, head, tail))
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
        with open(os.open(temporary, flags, 0o600), "wb") as file:
            file.write(data)
        os.replace(temporary, path)
    except OSError:
        _discard(temporary)
        return False
    return True


def _discard(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:
        return


def _read_private(path: str) -> bytes | None:
    """Return the content of a regular file that belongs to this user alone."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with open(descriptor, "rb", buffering=0) as file:
        status = os.fstat(descriptor)
        private = status.st_uid == os.geteuid() and not status.st_mode & 0o077
        if not stat.S_ISREG(status.st_mode) or not private or status.st_size > _LARGEST:
            return None
        return file.readall()


def _checksum(data: bytes) -> bytes:
    return source_hash(_CHECKSUM_KEY, data)
