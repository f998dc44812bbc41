"""Messages as they travel: whole, in pieces, and with headers that are wrong."""

from __future__ import annotations

from typing import Any

import pytest

from phaser_lint.editor.loop import Frame, FrameReader, frame_message

ONE, TWO = {"id": 1}, {"id": 2, "method": "é"}
A, B = frame_message(ONE), frame_message(TWO)
BODY = b'{"id": 1}'


def not_length(length: int) -> str:
    """The fault of a length that is not the message's."""
    return f"Content-Length: {length} is not what the message has"


def no_number(length: str) -> str:
    """The fault of a length that is none."""
    return f"Content-Length: expected a number, not {length!r}"


def read(*pieces: bytes) -> list[Frame]:
    """What a reader makes of a stream that comes in *pieces*."""
    reader = FrameReader()
    return [frame for piece in pieces for frame in reader.feed(piece)]


def test_a_message_is_framed() -> None:
    """Its length is that of its bytes."""
    assert B == b'Content-Length: 29\r\n\r\n{"id": 2, "method": "\\u00e9"}'


@pytest.mark.parametrize(
    "pieces",
    [
        (A + B,),
        (A, B),
        tuple(bytes((byte,)) for byte in A + B),
        (A[:5], A[5:-3], A[-3:] + B[:1], B[1:]),
        (b"content-length:9\r\n\r\n" + BODY + B,),
        (b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n" + A + B,),
        (A.replace(b"\r\n\r\n", b"\r\nContent-Type: x\r\n\r\n") + B,),
        (A.replace(b"\r\n", b"\n") + B,),
        (b"\r\n" + A + b"\r\n\r\n" + B,),
        (b"Content-Length: 11\r\n\r\n" + BODY + b"\r\n" + B,),
    ],
)
def test_a_message_is_read_however_it_is_cut(pieces: tuple[bytes, ...]) -> None:
    """However it is cut, and however the header is written."""
    assert read(*pieces) == [Frame(ONE), Frame(TWO)]


@pytest.mark.parametrize(
    ("stream", "frames"),
    [
        (b"Content-Length: 12\r\n\r\n" + BODY + B, [ONE, not_length(12), TWO]),
        (b"Content-Length: 4\r\n\r\n" + BODY + B, [ONE, not_length(4), TWO]),
        (b"Content-Length: 4\r\n\r\n{no}" + B, [not_length(4), TWO]),
        (b"Content-Length: 5\r\n\r\n12345" + B, [not_length(5), TWO]),
        (b'Content-Length: 4\r\n\r\n"\xff\xff"' + B, [not_length(4), TWO]),
        (b"Content-Type: x\r\n\r\n" + BODY + B, ["28 bytes that are no message", TWO]),
        (BODY + B, ["9 bytes that are no message", TWO]),
        (b"hello there" + B, ["11 bytes that are no message", TWO]),
        (b"\0" * 300 + b"\n" + B, ["301 bytes that are no message", TWO]),
        (b"x" * 9000 + B, ["9000 bytes that are no message", TWO]),
        (b"Content-Length: -1\r\n\r\n" + B, [no_number("-1"), TWO]),
        (b"Content-Length: x\xff\r\n\r\n" + B, [no_number("x\\xff"), TWO]),
        (b"Content-Length: 999999999999\r\n\r\n" + B, [no_number("999999999999"), TWO]),
        (b"Content-Length: " + b"9" * 50 + b"\r\n\r\n" + B, [no_number("9" * 20), TWO]),
    ],
)
def test_the_stream_is_found_again(stream: bytes, frames: list[Any]) -> None:
    """A wrong header costs a message at most, never those that follow."""
    assert [frame.fault or frame.message for frame in read(stream)] == frames


def test_nobody_waits_for_what_is_whole() -> None:
    """An object that is whole is a message, however much more its header promised."""
    reader = FrameReader()
    assert list(reader.feed(b"Content-Length: 900\r\n\r\n" + BODY)) == [
        Frame(ONE),
        Frame(fault="Content-Length is larger than the message"),
    ]
    assert list(reader.feed(B)) == [Frame(TWO)]


def test_junk_is_not_kept() -> None:
    """A stream that never holds a header takes no memory."""
    reader = FrameReader()
    faults = [frame.fault for _ in range(20) for frame in reader.feed(b"x" * 4000)]
    assert set(faults) == {"bytes that are no message"}
    assert list(reader.feed(B)) == [Frame(fault="15 bytes that are no message"), Frame(TWO)]


@pytest.mark.parametrize(
    ("content", "is_message_open"),
    [(b"", False), (A, False), (b"\r\n", False), (A[:-1], True), (b"Con", True)],
)
def test_a_stream_may_end_within_a_message(content: bytes, is_message_open: bool) -> None:
    """A stream may end in the middle of a message."""
    reader = FrameReader()
    assert len(list(reader.feed(content))) == content.count(b"}")
    assert reader.is_unfinished() is is_message_open
