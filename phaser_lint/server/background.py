"""What takes longer than a key, done beside: of each kind of work the newest alone waits."""

from __future__ import annotations

import time
from _queue import SimpleQueue
from threading import Lock, Thread

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from phaser_lint.server.client_session import ClientSession

_PAUSE = 0.05


class Work(Record):
    """Something to ``do`` beside, and what becomes of the result in the session afterwards.

    Another one with the same ``key`` takes its place while it waits.
    """

    key: Any
    do: Callable[[], Any]
    done: Callable[[ClientSession, Any], None]


class Background:
    """One thread for all work; *finished* is called there, with the work and its result.

    What fails gives the exception as its result.
    """

    def __init__(self, finished: Callable[[Work, Any], None]) -> None:
        self._finished = finished
        self._waiting: dict[Any, Work] = {}
        self._lock = Lock()
        self._ready: SimpleQueue[None] = SimpleQueue()
        self._thread: Thread | None = None

    def add(self, work: Work) -> None:
        """Have *work* done."""
        with self._lock:
            self._waiting[work.key] = work
        self._ready.put(None)
        if self._thread is None:
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()

    def _run(self) -> None:
        while True:
            self._ready.get()
            # While somebody types, each key brings newer work, which this would only slow down.
            time.sleep(_PAUSE)
            with self._lock:
                key = next(iter(self._waiting), None)
                work = self._waiting.pop(key, None)
            if work is not None:
                self._finished(work, _result(work))


def _result(work: Work) -> Any:
    try:
        return work.do()
    except Exception as error:
        return error
