"""An event that is too large to be read as a whole, without its longest texts.

    {"tool_name": "Write", "tool_input": {"file_path": "a.py", "content": "…100 MB…"}}
    {"tool_name": "Write", "tool_input": {"file_path": "a.py", "content": ""}}

Everything else stays where it was, so tool and path are known for certain, wherever they stand. The
texts are skipped in pieces, and never held together.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import Any

from phaser_lint.core import Record
from phaser_lint.core.file_size import FileSize

_LONGEST_TEXT = 1024 * 1024
_MOST_BYTES = 256 * 1024 * 1024
"""Of standard input, which may have no end."""
_PIECE = 64 * 1024


class LargeEvent(dict[str, "Any"]):
    """An event without its longest texts."""

    size = FileSize(0, 0)
    """Of the longest, as a file."""


class JsonOutline(bytes):
    """The JSON of a ``LargeEvent``."""

    size = FileSize(0, 0)


def make_large_event(payload: bytes, event_json: Any) -> Any:
    """Return *event_json*, as a ``LargeEvent`` where *payload* is a ``JsonOutline``."""
    if not isinstance(payload, JsonOutline) or not isinstance(event_json, dict):
        return event_json
    event = LargeEvent(event_json)
    event.size = payload.size
    return event


def read_json_outline(start: bytes, read_next: Callable[[int], bytes], *, limit: int) -> bytes:
    """Return the outline of JSON too large to hold, without its longest texts: of *start*, and of
    what *read_next* gives.

    Where that is over *limit*, too, it is *start*. What is cut short gives no JSON.
    """
    outline_bytes, text, size, size_read = bytearray(), _Text(), FileSize(0, 0), 0
    is_in_text = False
    pieces = (start[offset : offset + _PIECE] for offset in range(0, len(start), _PIECE))
    for piece in chain(pieces, iter(partial(read_next, _PIECE), b"")):
        size_read += len(piece)
        offset = 0
        piece = text.remainder + piece
        text = text._replace(remainder=b"")
        while offset < len(piece):
            if not is_in_text:
                end = piece.find(b'"', offset) + 1
                outline_bytes += piece[offset : end or None]
                offset, is_in_text = end or len(piece), bool(end)
                text = _Text(len(outline_bytes))
                continue
            end, is_in_text = _find_text_end(piece, offset)
            text = text.with_piece(piece[offset:end])
            outline_bytes += piece[offset:end] if text.length <= _LONGEST_TEXT else b""
            if is_in_text:
                text, offset = text._replace(remainder=piece[end:]), len(piece)
                continue
            if text.length > _LONGEST_TEXT:
                del outline_bytes[text.begin :]
                size = max(size, text.size())
            outline_bytes += b'"'
            offset = end + 1
        if len(outline_bytes) > limit or size_read > _MOST_BYTES:
            return start
    outline = JsonOutline(outline_bytes)
    outline.size = size
    return outline


class _Text(Record):
    """A text as far as it was passed: its place in the outline, and the half of an escape."""

    begin: int = 0
    length: int = 0
    plain_bytes: int = 0
    line_ends: int = 0
    remainder: bytes = b""

    def with_piece(self, piece: bytes) -> _Text:
        """Return it with another *piece*, of which each ``\\u…`` counts for three bytes."""
        unescaped = piece.replace(b"\\\\", b"x")
        escapes = unescaped.count(b"\\") + 2 * unescaped.count(b"\\u")
        return self._replace(
            length=self.length + len(piece),
            plain_bytes=self.plain_bytes + len(unescaped) - escapes,
            line_ends=self.line_ends + unescaped.count(b"\\n"),
        )

    def size(self) -> FileSize:
        """Return its size as a file."""
        return FileSize(self.plain_bytes, self.line_ends + 1)


def _find_text_end(piece: bytes, offset: int) -> tuple[int, bool]:
    """Return how far *piece* is of the text that goes on at *offset*, and whether that goes on."""
    tail = piece[offset:]
    if b'"' not in tail.replace(b"\\\\", b"").replace(b'\\"', b""):
        is_cut = (len(tail) - len(tail.rstrip(b"\\"))) % 2
        return len(piece) - is_cut, True
    end = piece.find(b'"', offset)
    while (end - offset - len(piece[offset:end].rstrip(b"\\"))) % 2:
        end = piece.find(b'"', end + 1)
    return end, False
