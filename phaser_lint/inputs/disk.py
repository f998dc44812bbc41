"""Files on disk: only regular ones are opened, and none over 10 MB is read."""

from __future__ import annotations

import os
import stat

from phaser_lint.model import ProposedFile, Skip
from phaser_lint.text import decode, is_binary

MAXIMUM_BYTES = 10 * 1024 * 1024
TOO_LARGE = "larger than 10 MB"
BINARY = "binary"
NOT_REGULAR = "not a regular file"


class NotRegularError(OSError):
    """A directory, a FIFO, a device or a socket: opening one may hang, or never end."""

    def __init__(self) -> None:
        super().__init__(NOT_REGULAR)


def read_bytes(path: str, *, limit: int) -> bytes:
    """Return the first *limit* bytes of a regular file; raises ``OSError``.

    The file is checked before it is opened and again after: a FIFO may take its name in between.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise NotRegularError
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise NotRegularError
        return file.read(limit)


def read_file(root: str, path: str) -> ProposedFile | Skip:
    """Return the file at *path* under *root* as it is on disk, or why it is not judged."""
    try:
        data = read_bytes(os.path.join(root, path), limit=MAXIMUM_BYTES + 1)
    except NotRegularError:
        return Skip(path, NOT_REGULAR)
    except OSError as error:
        return Skip(path, f"cannot be read: {error.strerror or error}")
    return file_of(path, data)


def file_of(path: str, data: bytes) -> ProposedFile | Skip:
    """Return the file whose content is *data*, or why it is not judged."""
    if len(data) > MAXIMUM_BYTES:
        return Skip(path, TOO_LARGE)
    text = decode(data)
    return Skip(path, BINARY) if is_binary(text) else ProposedFile(path, text)
