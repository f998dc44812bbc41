"""The loop: it takes messages in their order, then checks the texts that wait, one by one.

Between two texts it takes what came meanwhile: of a text that was changed again, only the latest
is checked. While nothing comes, it checks what changed on the disk.

pygls, the field's own, was tried in its place (2.1.1). It fails eleven checks of life, order and
bad messages: after a shutdown and to malformed parameters it gives no answer, and below odd line
separators an edit lands elsewhere. It takes half a second to import.
"""

from __future__ import annotations

from _queue import Empty, SimpleQueue
from collections.abc import Callable, Collection, Iterator
from threading import Thread

from phaser_lint.core import JsonValue, Record, parse_json_value, render_compact_json, scan_json
from phaser_lint.core.errors import PhaserError
from phaser_lint.core.text import make_harmless
from phaser_lint.editor.background import Background, BackgroundWork
from phaser_lint.editor.client_session import (
    INTERNAL_ERROR,
    INVALID_PARAMETERS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    NOT_INITIALIZED,
    PARSE_ERROR,
    REQUEST_CANCELLED,
    REQUEST_FAILED,
    ClientSession,
    make_error_response,
    make_response,
)
from phaser_lint.editor.log import Log
from phaser_lint.editor.message_parameters import InvalidParametersError, find_member
from phaser_lint.editor.methods import BY_NAME, CHECK_NEXT, RECHECK_CHANGED, load_handler


def serve_client(
    read_bytes: Callable[[int], bytes],
    write: Callable[[bytes], object],
    *,
    home: str,
    cache: str,
    log: Log,
) -> int:
    """Run the language server's loop for one client until it says goodbye or is gone; return the
    exit code.

    *read_bytes* returns what there is of so many bytes, nothing at the end, and *write* takes some.
    *home* and *cache* are folders of the user.
    """
    session = ClientSession(home=home, cache=cache, log=log)
    arrivals = Arrivals(read_bytes, log)
    background = Background(arrivals.add)
    try:
        while True:
            seconds = session.recheck_seconds if session.documents else None
            arrived = arrivals.take(wait=not session.waiting, seconds=seconds)
            if not _take_arrivals(session, arrived, write):
                return 0 if session.phase == "shut down" else 1
            if session.documents and not (arrived or session.waiting):
                _run_step(session, RECHECK_CHANGED)
            if session.waiting:
                _run_step(session, CHECK_NEXT)
            if session.documents or session.work:
                # A client may write on before it reads, and the thread sends results.
                arrivals.listen_beside()
            _send_messages(session, write)
            while session.work:
                background.add(session.work.pop())
    except OSError as error:
        log.write(f"the client cannot be written to: {error}")
        return 1
    finally:
        background.end()


def _take_arrivals(
    session: ClientSession, arrived: list[Arrived], write: Callable[[bytes], object]
) -> bool:
    """Take what *arrived*, and send what that leads to; false where the client says goodbye."""
    messages = [arrival.message for arrival in arrived if isinstance(arrival, Frame)]
    cancelled = {
        number
        for message in messages
        if find_member(message, "method") == "$/cancelRequest"
        and isinstance(number := find_member(message, "params", "id"), (int, str))
    }
    for arrival in arrived:
        if arrival is None:
            return False
        if isinstance(arrival, Finished):
            try:
                if isinstance(arrival.result, PhaserError):
                    session.show_once(str(arrival.result))
                elif isinstance(arrival.result, Exception):
                    raise arrival.result
                else:
                    arrival.work.take(session, arrival.result)
            except Exception as error:
                show_failure(session, error)
        elif arrival.fault:
            session.log.write(arrival.fault)
            session.outbox.append(make_error_response(None, PARSE_ERROR, arrival.fault))
        elif find_member(arrival.message, "method") == "exit":
            return False
        else:
            dispatch_message(session, arrival.message, cancelled)
        _send_messages(session, write)
    return True


def _run_step(session: ClientSession, handler: str) -> None:
    try:
        load_handler(handler)(session)
    except Exception as error:
        show_failure(session, error)


def _send_messages(session: ClientSession, write: Callable[[bytes], object]) -> None:
    for message in session.outbox:
        write(frame_message(message))
    session.outbox.clear()


# One message to the function of its row, and the answer that the protocol asks for.


def dispatch_message(
    session: ClientSession, message: JsonValue, cancelled: Collection[JsonValue]
) -> None:
    """Call the function of the *message*'s row; for *cancelled* requests nobody waits."""
    if not isinstance(message, dict):
        session.outbox.append(
            make_error_response(None, INVALID_REQUEST, "expected one message, an object")
        )
        return
    method, number = message.get("method"), message.get("id")
    if method is None and "id" in message:
        session.take_answer(number, message.get("result"))
        return
    if not isinstance(method, str) or not isinstance(number, (int, str, type(None))):
        text = "method: expected a text; id: a number or a text"
        session.outbox.append(make_error_response(None, INVALID_REQUEST, text))
        return
    session.log.write(f"{method} {'' if number is None else number}".rstrip())
    if "id" not in message:
        _take_notification(session, method, message.get("params"))
    else:
        fault = (REQUEST_CANCELLED, "cancelled") if number in cancelled else None
        fault = fault or _explain_refusal(session, method)
        if fault is None:
            try:
                answer = load_handler(BY_NAME[method].handler)(session, message.get("params"))
                session.outbox.append(make_response(number, answer))
            except InvalidParametersError as error:
                fault = INVALID_PARAMETERS, str(error)
            except PhaserError as error:
                fault = REQUEST_FAILED, make_harmless(str(error))
            except Exception as error:
                show_failure(session, error)
                fault = INTERNAL_ERROR, _describe_error(error)
        if fault:
            session.outbox.append(make_error_response(number, *fault))


def _take_notification(session: ClientSession, name: str, params: JsonValue) -> None:
    """Take a notification, which nobody answers; before and after a session there is none."""
    method = BY_NAME.get(name)
    if method is None or method.is_request or session.phase != "initialized":
        session.log.write(f"{name}: nothing done")
        return
    try:
        load_handler(method.handler)(session, params)
    except InvalidParametersError as error:
        session.log.write(f"{name}: {error}")
    except Exception as error:
        show_failure(session, error)


def _explain_refusal(session: ClientSession, name: str) -> tuple[int, str] | None:
    """Return why a request is not answered now, if it is not."""
    if session.phase == "shut down":
        return INVALID_REQUEST, f"{name} after shutdown: expected exit"
    if session.phase == "new" and name != "initialize":
        return NOT_INITIALIZED, f"{name} before initialize"
    if session.phase == "initialized" and name == "initialize":
        return INVALID_REQUEST, "initialize a second time"
    method = BY_NAME.get(name)
    if method is None or not method.is_request or (method.is_pulled and not session.pulls):
        return METHOD_NOT_FOUND, f"{name}: no such request"
    return None


def show_failure(session: ClientSession, error: Exception) -> None:
    """Show the user, once, an error in the server's loop that should not have happened."""
    session.log.traceback(error)
    session.show_once(
        "something failed, and what the editor shows may be out of date: "
        f"{_describe_error(error)}. "
        "Restart the server; with phaser-lint lsp --log FILE it writes down what to report."
    )


def _describe_error(error: Exception) -> str:
    return make_harmless(f"{type(error).__name__}: {error}".partition("\n")[0])


# What comes to a server: messages of the client, and results of work in the thread.
#
# A thread reads, so that between two texts everything is known that the client has sent by then.
# It begins after the first one: contracts that are not stored yet are read by all cores, which a
# program of several threads cannot do.

_BLOCK = 1 << 16


class Finished(Record):
    """Work that the thread has done, and its result."""

    work: BackgroundWork
    result: object


class Arrivals:
    """All that comes, in its order; *read_bytes* returns what there is of so many."""

    def __init__(self, read_bytes: Callable[[int], bytes], log: Log) -> None:
        self._read_bytes = read_bytes
        self._log = log
        self._frames = FrameReader()
        self._queue: SimpleQueue[list[Arrived]] = SimpleQueue()
        self._thread: Thread | None = None

    def take(self, *, wait: bool, seconds: float | None = None) -> list[Arrived]:
        """Return what came to the loop by now; with *wait* something at least, unless nothing does
        for long.

        That is so many *seconds*, once another thread reads.
        """
        if self._thread is None:
            return self._receive() if wait else []
        try:
            arrivals = self._queue.get(timeout=seconds) if wait else []
        except Empty:
            return []
        while not self._queue.empty():
            arrivals += self._queue.get()
        return arrivals

    def add(self, work: BackgroundWork, work_result: object) -> None:
        """Add a result of work in the thread."""
        self._queue.put([Finished(work, work_result)])

    def listen_beside(self) -> None:
        """Have another thread read from now on."""
        if self._thread is None:
            self._thread = Thread(target=self._listen, daemon=True)
            self._thread.start()

    def _listen(self) -> None:
        while True:
            # Together: what cancels a request often comes right behind it.
            received = self._receive()
            self._queue.put(received)
            if None in received:
                return

    def _receive(self) -> list[Arrived]:
        try:
            received = self._read_bytes(_BLOCK)
            if received:
                return [*self._frames.feed(received)]
        except Exception as error:  # otherwise the thread would end unnoticed
            return [Frame(fault=f"the client cannot be read: {error}"), None]
        if self._frames.is_unfinished():
            self._log.write("the client ended in the middle of a message")
        return [None]


# Messages on the wire: JSON behind a header with its number of bytes, written and read.
#
#     Content-Length: 46
#
#
#
#     {"jsonrpc": "2.0", "method": "initialized"}
#
# After a wrong length a server must still read on. An object that is whole is taken as it is,
# whatever length its header has, and after what cannot be read the stream goes on at the next one.

LARGEST = 256 * 1024 * 1024
_NAME = b"content-length:"
# Longer headers are none.
_LONGEST_HEADER = 4096
# A large message comes in a thousand pieces: each must not cost a search of all the others.
_LONGEST_END = 64


class Frame(Record):
    """A message that came, or what was wrong with what came in its place."""

    message: JsonValue = None
    fault: str = ""


Arrived = Frame | Finished | None
"""``None`` is the end of all messages."""


def frame_message(message: JsonValue) -> bytes:
    """Return the bytes of a *message* to write, a header with its length first."""
    body = render_compact_json(message).encode("ascii")
    return b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


class FrameReader:
    """Takes the bytes of a stream as they come, and gives the messages in them."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._length: int | None = None

    def feed(self, received: bytes) -> Iterator[Frame]:
        """Yield the messages for the loop that are whole by now."""
        self._buffer += received
        while self._buffer:
            before = len(self._buffer), self._length
            if self._length is None:
                yield from self._take_header()
            else:
                yield from self._body(self._length)
            if before == (len(self._buffer), self._length):
                return

    def is_unfinished(self) -> bool:
        """Tell whether the stream ended in the middle of a message."""
        return self._length is not None or bool(self._buffer.strip())

    def _take_header(self) -> Iterator[Frame]:
        """Take the next header off, with what comes before it."""
        # In what may be a large message, the header is most often at its start.
        start = self._buffer[:_LONGEST_HEADER].lower().find(_NAME)
        start = self._buffer.lower().find(_NAME) if start < 0 else start
        if start < 0:
            yield from self._without_header()
            return
        end, size = _find_header_end(self._buffer, start)
        if end < 0:
            if len(self._buffer) - start > _LONGEST_HEADER:
                yield self._drop_frame(start + len(_NAME), "a header without an end")
            return
        if self._buffer[:start].strip() and not _holds_headers(self._buffer[:start]):
            yield Frame(fault=f"{start} bytes that are no message")
        length = bytes(self._buffer[start + len(_NAME) : end]).partition(b"\n")[0].strip()
        if not length.isdigit() or int(length[:12]) > LARGEST:
            wrong_length = length[:20].decode("ascii", "backslashreplace")
            yield self._drop_frame(
                end + size, f"Content-Length: expected a number, not {wrong_length!r}"
            )
            return
        del self._buffer[: end + size]
        self._length = int(length)

    def _without_header(self) -> Iterator[Frame]:
        """Drop what cannot become a header any more: a message without a length, or junk."""
        end, size = _find_header_end(self._buffer, 0)
        if end >= 0:
            yield self._drop_frame(end + size, "a header without Content-Length")
        elif len(self._buffer) > _LONGEST_HEADER:
            yield self._drop_frame(len(self._buffer) - len(_NAME), "bytes that are no message")

    def _body(self, length: int) -> Iterator[Frame]:
        buffer = self._buffer
        if len(buffer) < length:
            # Nothing but white space can follow an object that is whole.
            is_closed = buffer[-_LONGEST_END:].rstrip().endswith(b"}")
            message = _parse_object(bytes(buffer)) if is_closed else None
            if message is None:
                return
            self._length = None
            buffer.clear()
            yield Frame(message)
            yield Frame(fault="Content-Length is larger than the message")
            return
        self._length = None
        message = _parse_object(bytes(buffer[:length]))
        if message is not None:
            del buffer[:length]
            yield Frame(message)
            return
        message, end = _parse_first_object(bytes(buffer))
        next_header = buffer.lower().find(_NAME)
        del buffer[: end or (len(buffer) if next_header < 0 else next_header)]
        if end:
            yield Frame(message)
        yield Frame(fault=f"Content-Length: {length} is not what the message has")

    def _drop_frame(self, end: int, fault: str) -> Frame:
        del self._buffer[:end]
        return Frame(fault=fault)


def _find_header_end(buffer: bytearray, start: int) -> tuple[int, int]:
    """Return where the empty line behind a header starts, and how long that is; -1 without one."""
    starts_and_sizes = [(buffer.find(empty, start), len(empty)) for empty in (b"\r\n\r\n", b"\n\n")]
    return min(((at, size) for at, size in starts_and_sizes if at >= 0), default=(-1, 0))


def _holds_headers(lines: bytearray) -> bool:
    names = (line.partition(b":")[0] for line in bytes(lines).splitlines() if line.strip())
    return lines.endswith(b"\n") and all(name.replace(b"-", b"").isalpha() for name in names)


def _parse_object(body: bytes) -> JsonValue:
    """Return the value of *body*; ``None`` where it is no JSON of an object or a list."""
    try:
        message = parse_json_value(body)
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, (dict, list)) else None


def _parse_first_object(received: bytes) -> tuple[JsonValue, int]:
    """Return the object that *received* begins with, and where it ends; 0 where there is none."""
    text = received.decode("utf-8", "surrogateescape")
    start = len(text) - len(text.lstrip())
    try:
        message, end = scan_json(text, start)
    except (ValueError, RecursionError):
        return None, 0
    if not isinstance(message, (dict, list)):
        return None, 0
    return message, len(text[:end].encode("utf-8", "surrogateescape"))
