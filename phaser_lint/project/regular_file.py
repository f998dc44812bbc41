"""Reading from disk: only regular files are opened, and no more than a limit is read."""

from __future__ import annotations

import os
import stat

from phaser_lint.core import READ, open_unless_link
from phaser_lint.core.text import (
    MAXIMUM_BYTES,
    TOO_LARGE,
    decode_file,
    is_binary,
    is_garbled,
    is_utf_16,
)

BINARY = "binary"
GARBLED = "binary by its control characters"
"""A text, but for these: whoever wrote it takes it for checked, as nobody does a picture."""
NOT_REGULAR = "not a regular file"
SYMBOLIC_LINK = "symbolic link"
WITHOUT_LINES = (NOT_REGULAR, SYMBOLIC_LINK)
"""Why something is not checked that is no file at all."""


class NotRegularError(OSError):
    """A directory, a FIFO, a device or a socket: opening one may hang, or never end."""

    def __init__(self) -> None:
        super().__init__(NOT_REGULAR)


def read_bytes(path: str, *, limit: int, status: os.stat_result | None = None) -> bytes:
    """Return the first *limit* bytes of a regular file, and open nothing else; raises ``OSError``.

    *status*: its own, where that was asked a moment ago. The file is checked before it is opened
    and again after: a FIFO may take its name in between.
    """
    if not stat.S_ISREG((status or os.stat(path)).st_mode):
        raise NotRegularError
    return _read_descriptor(os.open(path, READ), limit)[1]


def read_bytes_from(path: str, start: int, *, limit: int) -> bytes:
    """Return up to *limit* bytes of a regular file from the byte *start* on; raises ``OSError``."""
    descriptor = open_regular_file(path)
    try:
        os.lseek(descriptor, start, os.SEEK_SET)
        return _read_to_end(descriptor, b"", limit)
    finally:
        os.close(descriptor)


def open_regular_file(path: str) -> int:
    """Return the descriptor of a regular file to read; raises ``OSError`` for all else."""
    if not stat.S_ISREG(os.stat(path).st_mode):
        raise NotRegularError
    descriptor = os.open(path, READ)
    if not stat.S_ISREG(os.fstat(descriptor).st_mode):
        os.close(descriptor)
        raise NotRegularError
    return descriptor


def read_listed_file(path: str, *, limit: int) -> tuple[os.stat_result, bytes]:
    """Return the status of a regular file in a listing, from before it was read, and its first
    *limit* bytes.

    For a name which the listing of its folder calls a regular file: without that, opening it may
    have an effect by itself. Raises ``OSError``, also where it has become a link meanwhile.
    """
    return _read_descriptor(open_unless_link(path, READ), limit)


def _read_descriptor(descriptor: int, limit: int) -> tuple[os.stat_result, bytes]:
    try:
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise NotRegularError
        size = status.st_size
        content = os.read(descriptor, size + 1 if size < limit else limit)
        # One more byte was asked for. A file may grow while it is read, and the size of one in
        # /proc says nothing.
        if content and len(content) not in (size, limit):
            content = _read_to_end(descriptor, content, limit)
        return status, content
    finally:
        os.close(descriptor)


def _read_to_end(descriptor: int, content: bytes, limit: int) -> bytes:
    while len(content) < limit and (piece := os.read(descriptor, limit - len(content))):
        content += piece
    return content


def is_garbled_file(path: str) -> bool:
    """Tell whether the file at *path* is a binary one that was written as text."""
    try:
        return is_garbled(decode_file(read_bytes(path, limit=MAXIMUM_BYTES)))
    except (OSError, ValueError):
        return False


def is_utf_16_file(path: str) -> bool:
    """Tell whether the regular file at *path* is UTF-16; false where it cannot be read."""
    try:
        return is_utf_16(read_bytes(path, limit=MAXIMUM_BYTES))
    except OSError:
        return False


def read_text_or_reason(path: str) -> tuple[str | None, str]:
    """Return the text of the regular file at *path*, and ``""``; or ``None``, and why it has none
    that is checked.
    """
    try:
        content = read_bytes(path, limit=MAXIMUM_BYTES + 1)
    except (OSError, ValueError) as error:
        return None, f"Cannot read file: {getattr(error, 'strerror', None) or error}"
    if len(content) > MAXIMUM_BYTES:
        return None, f"Cannot read file: {TOO_LARGE}"
    text = decode_file(content)
    return (None, "Binary file detected") if is_binary(text) else (text, "")


def read_checkable_text(path: str) -> str | None:
    """Return the text at *path*; ``None``: not regular, too large, binary, or unreadable."""
    return read_text_or_reason(path)[0]
