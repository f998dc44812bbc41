"""Reading from disk: only regular files are opened, and no more than a limit is read."""

from __future__ import annotations

import os
import stat
from _imp import source_hash

from phaser_lint.core import CREATE, HAS_OWNERS, READ, is_open_to_others, is_own, open_itself
from phaser_lint.core.text import file_text, is_binary, is_garbled, is_utf_16

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Identity: TypeAlias = tuple[int, ...]
    """Size, times of the last change of content and of status (ns), inode, device, mode."""


MAXIMUM_BYTES = 10 * 1024 * 1024
TOO_LARGE = "larger than 10 MB"
NOT_REGULAR = "not a regular file"
SYMBOLIC_LINK = "symbolic link"
WITHOUT_LINES = (NOT_REGULAR, SYMBOLIC_LINK)
"""Why something is not checked that is no file at all."""


class NotRegularError(OSError):
    """A directory, a FIFO, a device or a socket: opening one may hang, or never end."""

    def __init__(self) -> None:
        super().__init__(NOT_REGULAR)


def read_bytes(path: str, *, limit: int) -> bytes:
    """Return the first *limit* bytes of a regular file; raises ``OSError``."""
    return read_known(path, os.stat(path), limit=limit)


def read_known(path: str, status: os.stat_result, *, limit: int) -> bytes:
    """Return what ``read_bytes`` does for a file whose *status* was asked a moment ago.

    The file is checked before it is opened and again after: a FIFO may take its name in between.
    """
    if not stat.S_ISREG(status.st_mode):
        raise NotRegularError
    return _opened(os.open(path, READ), limit)[1]


def read_from(path: str, start: int, *, limit: int) -> bytes:
    """Return up to *limit* bytes of a regular file from the byte *start* on; raises ``OSError``."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise NotRegularError
    descriptor = os.open(path, READ)
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotRegularError
        os.lseek(descriptor, start, os.SEEK_SET)
        return _to_the_end(descriptor, b"", limit)
    finally:
        os.close(descriptor)


def read_listed(path: str, *, limit: int) -> tuple[os.stat_result, bytes]:
    """Return the status of a regular file, from before it was read, and its first *limit* bytes.

    For a name which the listing of its folder calls a regular file: without that, opening it may
    have an effect by itself. Raises ``OSError``, also where it has become a link meanwhile.
    """
    return _opened(open_itself(path, READ), limit)


def _opened(descriptor: int, limit: int) -> tuple[os.stat_result, bytes]:
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotRegularError
        size = status.st_size
        data = os.read(descriptor, min(limit, size + 1))
        # One more byte was asked for. A file may grow while it is read, and the size of one in
        # /proc says nothing.
        if data and len(data) != size:
            data = _to_the_end(descriptor, data, limit)
        return status, data
    finally:
        os.close(descriptor)


def _to_the_end(descriptor: int, data: bytes, limit: int) -> bytes:
    while len(data) < limit and (more := os.read(descriptor, limit - len(data))):
        data += more
    return data


def is_garbled_at(path: str) -> bool:
    """Tell whether a binary file was written as text all the same; false where it is gone."""
    try:
        return is_garbled(file_text(read_bytes(path, limit=MAXIMUM_BYTES)))
    except (OSError, ValueError):
        return False


def is_utf_16_at(path: str) -> bool:
    """Tell whether the file at *path* is UTF-16; false where it cannot be read."""
    try:
        return is_utf_16(read_bytes(path, limit=MAXIMUM_BYTES))
    except OSError:
        return False


def read_text(path: str) -> str | None:
    """Return the text of a file that can be checked: regular, small enough, not binary."""
    try:
        data = read_bytes(path, limit=MAXIMUM_BYTES + 1)
    except (OSError, ValueError):
        return None
    text = file_text(data) if len(data) <= MAXIMUM_BYTES else None
    return None if text is None or is_binary(text) else text


# What tells whether a file or folder is the same as before, without reading it.

_FINE_TICK, _COARSE_TICK = 100_000_000, 2_000_000_000


def identity_of(status: os.stat_result) -> Identity:
    """Return the identity that *status* shows."""
    return (
        status.st_size,
        status.st_mtime_ns,
        status.st_ctime_ns,
        status.st_ino,
        status.st_dev,
        status.st_mode,
    )


def is_settled(identity: Identity, *, now: int) -> bool:
    """Tell whether a change after *now* (nanoseconds) must show in the identity.

    Two changes within one tick of the file system's clock look like one. Some file systems keep
    whole seconds.
    """
    modified, changed = identity[1], identity[2]
    coarse = modified % 1_000_000_000 == 0 and changed % 1_000_000_000 == 0
    tick = _COARSE_TICK if coarse else _FINE_TICK
    return modified < now - tick and changed < now - tick


# Files of this program's cache: private to the user, written whole or not at all, checksummed.
#
# They hold plain data in Python's ``marshal`` form. Nothing in them is executed, and what is
# garbled, cut short, or somebody else's is as good as missing.

_CHECKSUM_KEY = 0x7068617365
CHECKSUM_BYTES = 8
_LARGEST = 256 * 1024 * 1024


def checksum(data: bytes | memoryview) -> bytes:
    """Return eight bytes that tell *data* from what was garbled or cut short."""
    return source_hash(_CHECKSUM_KEY, data)


def read_private(path: str) -> bytes | None:
    """Return the content of a regular file that belongs to this user alone, or ``None``."""
    try:
        descriptor = open_itself(path, READ)
    except OSError:
        return None
    try:
        status = os.fstat(descriptor)
        private = is_own(status) and not is_open_to_others(status)
        # A folder can be opened, but "open" would raise for it.
        if not stat.S_ISREG(status.st_mode) or not private or status.st_size > _LARGEST:
            return None
        with open(descriptor, "rb", buffering=0, closefd=False) as file:
            return file.readall()
    except OSError:  # a disk that fails
        return None
    finally:
        os.close(descriptor)


def write_private(path: str, *parts: bytes) -> bool:
    """Write *parts*, one after the other, atomically; false, and nothing is left behind, where that
    is not possible.
    """
    temporary = f"{path}.{os.getpid()}"
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        # One that a killed process of the same number left.
        discard(temporary)
        with open(open_itself(temporary, CREATE), "wb") as file:
            file.writelines(parts)
        os.replace(temporary, path)
    except OSError:
        discard(temporary)
        return False
    return True


def discard_older(folder: str, *, than: int) -> None:
    """Remove the files of *folder* that were last written before the time *than* (ns).

    Those go as well, however new, that a killed process left half written.
    """
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                left = is_dead(entry.name.rpartition(".")[2]) and "." in entry.name
                if left or entry.stat(follow_symlinks=False).st_mtime_ns < than:
                    discard(entry.path)
    except OSError:
        return


def is_dead(number: str) -> bool:
    """Tell whether *number* is that of a process which is not there any more; false in doubt."""
    if not HAS_OWNERS:  # Windows takes the signal 0 for Ctrl-C, and would interrupt the process
        return False
    if not (number.isascii() and number.isdigit() and len(number) < 10 and int(number)):
        return False
    try:
        os.kill(int(number), 0)
    except ProcessLookupError:
        return True
    except OSError:  # somebody else's
        return False
    return False


def discard(path: str) -> None:
    """Remove a file if it is there."""
    try:
        os.unlink(path)
    except OSError:
        return
