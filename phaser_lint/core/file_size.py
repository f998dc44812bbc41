"""How large a file is, in bytes and in lines."""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.core.text import encode


class FileSize(Record):
    """Of what is larger than a file that is read, ``lines`` are those of its start.

    A line end of text is one byte, be it written as two: git makes it either on a checkout.
    """

    bytes: int
    lines: int


def size_of_bytes(data: bytes, size: int | None = None) -> FileSize:
    """Return the size of a file that holds *data*: text, unless its *size* in bytes is given."""
    # A last line counts without its end, too.
    lines = data.count(b"\n") + (data[-1:] not in (b"", b"\n"))
    if size is None:
        size = len(data) - (0 if b"\0" in data else data.count(b"\r\n"))
    return FileSize(size, lines)


def size_of_text(text: str) -> FileSize:
    """Return the size of a file that holds *text* in UTF-8."""
    return size_of_bytes(encode(text))
