"""How large a file is, in bytes and in lines."""

from __future__ import annotations

from phaser_lint.record import Record
from phaser_lint.text import encode


class FileSize(Record):
    """Of what is larger than a file that is read, ``lines`` are those of its start."""

    bytes: int
    lines: int


def size_of_bytes(data: bytes, size: int | None = None) -> FileSize:
    """Return the size of a file that holds *data*, or of one of so many bytes that starts so."""
    # A last line counts without its end, too.
    lines = data.count(b"\n") + (data[-1:] not in (b"", b"\n"))
    return FileSize(len(data) if size is None else size, lines)


def size_of_text(text: str) -> FileSize:
    """Return the size of a file that holds *text* in UTF-8."""
    return size_of_bytes(encode(text))
