"""An event that is too large to be read as a whole, without its longest texts.

    {"tool_name": "Write", "tool_input": {"file_path": "a.py", "content": "…100 MB…"}}
    {"tool_name": "Write", "tool_input": {"file_path": "a.py", "content": ""}}

Everything else stays where it was, so tool and path are known for certain, wherever they stand. The
texts are skipped in pieces, and never held together.
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.core.checked_files import FileSize

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

_LONGEST_TEXT = 1024 * 1024
_MOST_BYTES = 256 * 1024 * 1024
"""Of standard input, which may have no end."""
_PIECE = 64 * 1024


class LargeEvent(dict[str, "Any"]):
    """An event without its longest texts."""

    size = FileSize(0, 0)
    """Of the longest, as a file."""


class Outline(bytes):
    """The JSON of a ``LargeEvent``."""

    size = FileSize(0, 0)


def large_event(data: bytes, value: Any) -> Any:
    """Return the *value* of the JSON *data* as the event that it is, where that is an outline."""
    if not isinstance(data, Outline) or not isinstance(value, dict):
        return value
    event = LargeEvent(value)
    event.size = data.size
    return event


def outline_of(start: bytes, read: Callable[[int], bytes], *, limit: int) -> bytes:
    """Return the outline of *start* and what *read* gives; *start* where it is over *limit*, too.

    What is cut short gives an outline that is no JSON.
    """
    kept, text, size, passed = bytearray(), _Text(), FileSize(0, 0), 0
    is_in_text = False
    for piece in _pieces(start, read):
        passed += len(piece)
        place = 0
        piece = text.left + piece
        text = text._replace(left=b"")
        while place < len(piece):
            if not is_in_text:
                end = piece.find(b'"', place) + 1
                kept += piece[place : end or None]
                place, is_in_text = end or len(piece), bool(end)
                text = _Text(len(kept))
                continue
            end, is_in_text = _end_of_text(piece, place)
            text = text.with_part(piece[place:end])
            kept += piece[place:end] if text.length <= _LONGEST_TEXT else b""
            if is_in_text:
                text, place = text._replace(left=piece[end:]), len(piece)
                continue
            if text.length > _LONGEST_TEXT:
                del kept[text.begin :]
                size = max(size, text.size())
            kept += b'"'
            place = end + 1
        if len(kept) > limit or passed > _MOST_BYTES:
            return start
    found = Outline(kept)
    found.size = size
    return found


class _Text(Record):
    """A text as far as it was passed: its place in the outline, and the half of an escape."""

    begin: int = 0
    length: int = 0
    plain_bytes: int = 0
    line_ends: int = 0
    left: bytes = b""

    def with_part(self, part: bytes) -> _Text:
        """Return it with another *part*, of which each ``\\u…`` counts for three bytes."""
        plain = part.replace(b"\\\\", b"x")
        escapes = plain.count(b"\\") + 2 * plain.count(b"\\u")
        return self._replace(
            length=self.length + len(part),
            plain_bytes=self.plain_bytes + len(plain) - escapes,
            line_ends=self.line_ends + plain.count(b"\\n"),
        )

    def size(self) -> FileSize:
        """Return its size as a file."""
        return FileSize(self.plain_bytes, self.line_ends + 1)


def _pieces(start: bytes, read: Callable[[int], bytes]) -> Iterator[bytes]:
    for place in range(0, len(start), _PIECE):
        yield start[place : place + _PIECE]
    while piece := read(_PIECE):
        yield piece


def _end_of_text(piece: bytes, place: int) -> tuple[int, bool]:
    """Return how far *piece* is of the text that goes on at *place*, and whether that goes on."""
    rest = piece[place:]
    if b'"' not in rest.replace(b"\\\\", b"").replace(b'\\"', b""):
        is_cut = (len(rest) - len(rest.rstrip(b"\\"))) % 2
        return len(piece) - is_cut, True
    end = piece.find(b'"', place)
    while (end - place - len(piece[place:end].rstrip(b"\\"))) % 2:
        end = piece.find(b'"', end + 1)
    return end, False
