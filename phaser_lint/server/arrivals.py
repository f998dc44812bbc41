"""What comes to a server: messages of the client, and results of the work beside.

A thread reads, so that between two texts everything is known that the client has sent by then. It
begins after the first one: contracts that are not stored yet are read by all cores, which a program
of several threads cannot do.
"""

from __future__ import annotations

from _queue import Empty, SimpleQueue
from threading import Thread

from phaser_lint.record import Record
from phaser_lint.server.frames import Frame, FrameReader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, TypeAlias

    from phaser_lint.server.background import Work
    from phaser_lint.server.log import Log

    Arrived: TypeAlias = "Frame | Finished | None"
    """``None`` is the end of all messages."""

_BLOCK = 1 << 16


class Finished(Record):
    """Work that was done beside, and its result."""

    work: Work
    result: Any


class Arrivals:
    """All that comes, in its order; *read* returns what there is of so many bytes."""

    def __init__(self, read: Callable[[int], bytes], log: Log) -> None:
        self._read = read
        self._log = log
        self._frames = FrameReader()
        self._queue: SimpleQueue[list[Arrived]] = SimpleQueue()
        self._thread: Thread | None = None

    def take(self, *, wait: bool, seconds: float | None = None) -> list[Arrived]:
        """Return what came by now; with *wait* something at least, unless nothing does for long.

        That is so many *seconds*, once another thread reads.
        """
        if self._thread is None:
            return self._heard() if wait else []
        try:
            found = self._queue.get(timeout=seconds) if wait else []
        except Empty:
            return []
        while not self._queue.empty():
            found += self._queue.get()
        return found

    def add(self, work: Work, result: Any) -> None:
        """Add a result of work beside."""
        self._queue.put([Finished(work, result)])

    def listen_beside(self) -> None:
        """Have another thread read from now on."""
        if self._thread is None:
            self._thread = Thread(target=self._listen, daemon=True)
            self._thread.start()

    def _listen(self) -> None:
        while True:
            # Together: what cancels a request often comes right behind it.
            heard = self._heard()
            self._queue.put(heard)
            if None in heard:
                return

    def _heard(self) -> list[Arrived]:
        try:
            data = self._read(_BLOCK)
            if data:
                return [*self._frames.feed(data)]
        except Exception as error:  # the end of a thread alone nobody would notice
            return [Frame(fault=f"the client cannot be read: {error}"), None]
        if self._frames.left():
            self._log.say("the client ended in the middle of a message")
        return [None]
