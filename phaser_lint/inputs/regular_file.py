"""Reading from disk: only regular files are opened, and no more than a limit is read."""

from __future__ import annotations

import os
import stat

from phaser_lint.text import decode, is_binary

MAXIMUM_BYTES = 10 * 1024 * 1024
TOO_LARGE = "larger than 10 MB"
NOT_REGULAR = "not a regular file"


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
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotRegularError
        return _read(descriptor, status.st_size, limit)
    finally:
        os.close(descriptor)


def _read(descriptor: int, size: int, limit: int) -> bytes:
    data = os.read(descriptor, min(limit, size + 1))
    if 0 < len(data) == size:
        return data  # one more byte was asked for: this is the end
    # A file that grows while it is read, and one whose size says nothing (/proc).
    while 0 < len(data) < limit and (more := os.read(descriptor, limit - len(data))):
        data += more
    return data


def read_text(path: str) -> str | None:
    """Return the text of a file that can be judged: regular, small enough, not binary."""
    try:
        data = read_bytes(path, limit=MAXIMUM_BYTES + 1)
    except (OSError, ValueError):
        return None
    text = decode(data) if len(data) <= MAXIMUM_BYTES else None
    return None if text is None or is_binary(text) else text
