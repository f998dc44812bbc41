"""Messages as they travel: JSON behind a header that says how many bytes it has, and back.

    Content-Length: 46\r\n
    \r\n
    {"jsonrpc": "2.0", "method": "initialized"}

A length that is wrong must not make a server deaf. An object that is whole is taken as it is,
whatever its header says, and after what cannot be read the stream goes on at the next header.
"""

from __future__ import annotations

from phaser_lint.json_text import compact, loads
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

LARGEST = 256 * 1024 * 1024
_NAME = b"content-length:"
# Longer headers are none.
_LONGEST_HEADER = 4096
# A large message comes in a thousand pieces: none of them is worth a look at all the others.
_LONGEST_END = 64


class Frame(Record):
    """A message that came, or what was wrong with what came in its place."""

    message: Any = None
    fault: str = ""


def framed(message: Any) -> bytes:
    """Return the bytes of a *message*, its header first."""
    body = compact(message).encode("ascii")
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class FrameReader:
    """Takes the bytes of a stream as they come, and gives the messages in them."""

    def __init__(self) -> None:
        self._held = bytearray()
        self._length: int | None = None

    def feed(self, data: bytes) -> Iterator[Frame]:
        """Yield what is whole by now."""
        self._held += data
        while self._held:
            before = len(self._held), self._length
            if self._length is None:
                yield from self._header()
            else:
                yield from self._body(self._length)
            if before == (len(self._held), self._length):
                return

    def left(self) -> bool:
        """Tell whether the stream ended in the middle of a message."""
        return self._length is not None or bool(self._held.strip())

    def _header(self) -> Iterator[Frame]:
        """Take the next header off, with what stands in front of it."""
        start = _place_of_header(self._held)
        if start < 0:
            yield from self._without_header()
            return
        end, size = _end_of_header(self._held, start)
        if end < 0:
            if len(self._held) - start > _LONGEST_HEADER:
                yield self._dropped(start + len(_NAME), "a header without an end")
            return
        if self._held[:start].strip() and not _are_headers(self._held[:start]):
            yield Frame(fault=f"{start} bytes that are no message")
        said = bytes(self._held[start + len(_NAME) : end]).partition(b"\n")[0].strip()
        if not said.isdigit() or int(said[:12]) > LARGEST:
            shown = said[:20].decode("ascii", "backslashreplace")
            yield self._dropped(end + size, f"Content-Length: expected a number, not {shown!r}")
            return
        del self._held[: end + size]
        self._length = int(said)

    def _without_header(self) -> Iterator[Frame]:
        """Drop what cannot become a header any more: a message without a length, or junk."""
        end, size = _end_of_header(self._held, 0)
        if end >= 0:
            yield self._dropped(end + size, "a header without Content-Length")
        elif len(self._held) > _LONGEST_HEADER:
            yield self._dropped(len(self._held) - len(_NAME), "bytes that are no message")

    def _body(self, length: int) -> Iterator[Frame]:
        held = self._held
        if len(held) < length:
            # Nothing but white space can follow an object that is whole.
            is_closed = held[-_LONGEST_END:].rstrip().endswith(b"}")
            message = _object(bytes(held)) if is_closed else None
            if message is None:
                return
            self._length = None
            held.clear()
            yield Frame(message)
            yield Frame(fault="Content-Length is larger than the message")
            return
        self._length = None
        message = _object(bytes(held[:length]))
        if message is not None:
            del held[:length]
            yield Frame(message)
            return
        found, end = _first_object(bytes(held))
        del held[: end or _next_header(held)]
        if end:
            yield Frame(found)
        yield Frame(fault=f"Content-Length: {length} is not what the message has")

    def _dropped(self, end: int, fault: str) -> Frame:
        del self._held[:end]
        return Frame(fault=fault)


def _place_of_header(held: bytearray) -> int:
    """Return where ``Content-Length:`` stands, behind whatever else; -1 where it does not."""
    place = held[:_LONGEST_HEADER].lower().find(_NAME)
    return place if place >= 0 else held.lower().find(_NAME)


def _next_header(held: bytearray) -> int:
    place = held.lower().find(_NAME)
    return len(held) if place < 0 else place


def _end_of_header(held: bytearray, start: int) -> tuple[int, int]:
    """Return where the empty line behind a header starts, and how long that is; -1 without one."""
    found = [(held.find(mark, start), len(mark)) for mark in (b"\r\n\r\n", b"\n\n")]
    return min((each for each in found if each[0] >= 0), default=(-1, 0))


def _are_headers(lines: bytearray) -> bool:
    names = (line.partition(b":")[0] for line in bytes(lines).splitlines() if line.strip())
    return lines.endswith(b"\n") and all(name.replace(b"-", b"").isalpha() for name in names)


def _object(body: bytes) -> Any:
    """Return the value of *body*; ``None`` where it is no JSON of an object or a list."""
    try:
        value = loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, (dict, list)) else None


def _first_object(data: bytes) -> tuple[Any, int]:
    """Return the object that *data* begins with, and where it ends; 0 where there is none."""
    from json import JSONDecoder  # rare, and it brings ``re`` along

    text = data.decode("utf-8", "surrogateescape")
    start = len(text) - len(text.lstrip())
    try:
        value, end = JSONDecoder().raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, 0
    if not isinstance(value, (dict, list)):
        return None, 0
    return value, len(text[:end].encode("utf-8", "surrogateescape"))
