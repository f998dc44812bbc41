"""Files of this program's cache: private to the user, written whole or not at all, checksummed.

They hold plain data in Python's ``marshal`` form. Nothing in them is executed, and what is garbled,
cut short, or somebody else's is as good as missing.
"""

from __future__ import annotations

import os
import stat
from _imp import source_hash

from phaser_lint.system import CREATE, HAS_OWNERS, READ, is_open_to_others, is_own, open_itself

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
