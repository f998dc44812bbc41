"""How large a file is, in bytes and in lines: asked of few, those skipped and those with limits."""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.text import encode_text


class FileSize(Record):
    """Of what is larger than a file that is read, ``lines`` are those of its start.

    A line end of text is one byte, be it written as two: git makes it either on a checkout.
    """

    bytes: int
    lines: int


def measure_content(content: bytes, size: int | None = None) -> FileSize:
    """Return the ``FileSize`` of *content*: text, unless its *size* in bytes is given."""
    # In bytes that are no text a carriage return is any number.
    has_returns = b"\r" in content and b"\0" not in content
    pairs = content.count(b"\r\n") if has_returns else 0
    line_ends = content.count(b"\n") + (content.count(b"\r") - pairs if has_returns else 0)
    # A last line counts without its end, too.
    endings = (b"", b"\n", b"\r") if has_returns else (b"", b"\n")
    lines = line_ends + (content[-1:] not in endings)
    return FileSize(len(content) - pairs if size is None else size, lines)


def measure_text(text: str) -> FileSize:
    """Return the record of its size (``FileSize``) of a checked file that holds *text* in UTF-8."""
    return measure_content(encode_text(text))


def find_file_size(file: TextFile | Skip) -> FileSize:
    """Return how large a checked *file*, or a skipped one, is, as far as that is known."""
    return file.size or measure_text("" if isinstance(file, Skip) else file.text)
