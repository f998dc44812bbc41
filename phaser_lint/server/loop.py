"""The loop: what came is taken in its order, then the texts that wait are judged, one by one.

A thread reads, so that between two texts everything is known that the client has sent by then:
of a text that was changed again, the latest alone is judged.
"""

from __future__ import annotations

from _queue import SimpleQueue
from threading import Thread

from phaser_lint.record import Record
from phaser_lint.server.background import Background
from phaser_lint.server.client_session import ClientSession
from phaser_lint.server.dispatch import dispatch, failed
from phaser_lint.server.frames import Frame, FrameReader, framed
from phaser_lint.server.judging import judge_next
from phaser_lint.server.messages import PARSE_ERROR, failure

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from phaser_lint.server.background import Work
    from phaser_lint.server.log import Log

    Arrived: TypeAlias = "Frame | _Finished | None"
    """A message, a result of work beside, or the end of all messages."""

_BLOCK = 1 << 16


class _Finished(Record):
    """Work that was done beside, and its result."""

    work: Work
    result: Any


def serve(
    read: Callable[[int], bytes],
    write: Callable[[bytes], object],
    *,
    home: str,
    cache: str,
    log: Log,
) -> int:
    """Serve one client until it says goodbye or is gone; returns the exit code.

    *read* returns what there is of so many bytes, nothing at the end, and *write* takes some.
    *home* and *cache* are folders of the user.
    """
    session = ClientSession(home=home, cache=cache, log=log)
    arrived: SimpleQueue[list[Arrived]] = SimpleQueue()
    Thread(target=_receive, args=(read, arrived, log), daemon=True).start()
    background = Background(lambda work, result: arrived.put([_Finished(work, result)]))
    while True:
        batch = [] if session.waiting and arrived.empty() else arrived.get()
        while not arrived.empty():
            batch += arrived.get()
        cancelled = {_cancelled(each) for each in batch} - {None}
        for each in batch:
            if each is None or _is_exit(each):
                return 0 if session.phase == "shut down" else 1
            _take(session, each, cancelled)
            _send(session, write)
        if session.waiting:
            _guarded(session, judge_next, session)
        for work in session.work:
            background.add(work)
        session.work.clear()
        _send(session, write)


def _receive(read: Callable[[int], bytes], arrived: SimpleQueue[list[Arrived]], log: Log) -> None:
    frames = FrameReader()
    try:
        while data := read(_BLOCK):
            # Together: what cancels a request often comes right behind it.
            arrived.put([*frames.feed(data)])
        if frames.left():
            log.say("the client ended in the middle of a message")
    except (OSError, ValueError) as error:  # closed on the other side, or on this one
        log.say(f"the client cannot be read: {error}")
    arrived.put([None])


def _take(session: ClientSession, arrived: Arrived, cancelled: set[Any]) -> None:
    if isinstance(arrived, _Finished):
        _guarded(session, arrived.work.done, session, arrived.result)
    elif isinstance(arrived, Frame) and arrived.fault:
        session.log.say(arrived.fault)
        session.outbox.append(failure(None, PARSE_ERROR, arrived.fault))
    elif isinstance(arrived, Frame):
        dispatch(session, arrived.message, cancelled)


def _guarded(session: ClientSession, do: Callable[..., Any], *arguments: Any) -> None:
    try:
        do(*arguments)
    except Exception as error:
        failed(session, error)


def _send(session: ClientSession, write: Callable[[bytes], object]) -> None:
    for message in session.outbox:
        write(framed(message))
    session.outbox.clear()


def _cancelled(arrived: Arrived) -> Any:
    message = arrived.message if isinstance(arrived, Frame) else None
    if not isinstance(message, dict) or message.get("method") != "$/cancelRequest":
        return None
    params = message.get("params")
    number = params.get("id") if isinstance(params, dict) else None
    return number if isinstance(number, (int, str)) else None


def _is_exit(arrived: Arrived) -> bool:
    message = arrived.message if isinstance(arrived, Frame) else None
    return isinstance(message, dict) and message.get("method") == "exit"
