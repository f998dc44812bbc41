"""Work that takes longer than a key, done in a thread: of each kind only the newest waits."""

from __future__ import annotations

from _queue import Empty, SimpleQueue
from collections.abc import Callable
from threading import Lock, Thread

from phaser_lint.core import Record
from phaser_lint.editor.client_session import ClientSession

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_PAUSE = 0.2


class BackgroundWork(Record):
    """Something to ``do`` in the thread; the session then is to ``take`` the result.

    Another one with the same ``key`` takes its place while it waits.
    """

    key: object
    do: Callable[[], object]
    take: Callable[[ClientSession, Any], None]


class Background:
    """One thread for all work; *finished* is called there, with the work and its result.

    What fails gives the exception as its result.
    """

    def __init__(self, finished: Callable[[BackgroundWork, Any], None]) -> None:
        self._finished = finished
        self._waiting: dict[object, BackgroundWork] = {}
        self._lock = Lock()
        self._ready: SimpleQueue[bool] = SimpleQueue()
        self._thread: Thread | None = None

    def add(self, work: BackgroundWork) -> None:
        """Have *work* done in the background."""
        with self._lock:
            self._waiting.pop(work.key, None)
            self._waiting[work.key] = work
        self._ready.put(True)
        if self._thread is None:
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()

    def end(self) -> None:
        """Start nothing more in the background, once the work in progress is done."""
        with self._lock:
            self._waiting = {}
        self._ready.put(False)

    def _run(self) -> None:
        while self._ready.get():
            while self._comes_more():
                pass
            # One at a time, the newest first: a git that never answers takes its whole time for
            # each, and who types is told of the text before the project.
            while work := self._newest_waiting():
                try:
                    result = work.do()
                except Exception as error:
                    result = error
                self._finished(work, result)

    def _newest_waiting(self) -> BackgroundWork | None:
        with self._lock:
            return self._waiting.popitem()[1] if self._waiting else None

    def _comes_more(self) -> bool:
        """Tell whether more work comes now: while somebody types, this would only slow him down."""
        try:
            has_more = self._ready.get(timeout=_PAUSE)
        except Empty:
            return False
        if not has_more:
            self._ready.put(False)
        return has_more
