"""Work on the machine's other cores: many items with the results in order, or one thing meanwhile.

Processes are forked where that is safe and worth it (Linux, many items); they share what is loaded
already and send back plain data. A worker that dies or fails loses nothing: its items are done
again here.
"""

from __future__ import annotations

import marshal
import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, BinaryIO

    Work = Callable[[Sequence[str]], list[Any]]
    """From some items to as many results of plain data (what ``marshal`` takes)."""

_BLOCK = 64
_WORTH_A_PROCESS = 512


def processes(items: int) -> int:
    """Return how many processes are worth it for so many *items*."""
    if sys.platform != "linux" or items < _WORTH_A_PROCESS or _has_threads():
        return 1
    return min(len(os.sched_getaffinity(0)), 1 + items // _WORTH_A_PROCESS, 8)


def _has_threads() -> bool:
    # Forking with other threads under way can deadlock on a lock that one of them holds.
    threading = sys.modules.get("threading")
    return threading is not None and threading.active_count() > 1


def spread(work: Work, items: Sequence[str], *, count: int) -> Iterator[Any]:
    """Yield the result of *work* for each of *items*, in their order, with *count* processes."""
    blocks = [items[start : start + _BLOCK] for start in range(0, len(items), _BLOCK)]
    helpers = [_Helper(work, blocks[number::count]) for number in range(1, count)]
    try:
        for index, block in enumerate(blocks):
            number = index % count
            yield from work(block) if number == 0 else helpers[number - 1].next_block(block)
    finally:
        for helper in helpers:
            helper.stop()


class Beside:
    """What *work* returns (plain data), found by another process until it is asked for.

    Where that is not possible, or goes wrong, the work is done here when it is asked for. To be
    closed: work that nobody asks for any more is stopped.
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._process = 0
        if sys.platform != "linux" or _has_threads() or len(os.sched_getaffinity(0)) < 2:
            return
        reader, writer = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(reader)
            _serve(writer, lambda _: [work()], [("",)])
        os.close(writer)
        self._pipe = os.fdopen(reader, "rb")

    def result(self) -> Any:
        """Return the result; raises what *work* raises."""
        if not self._process:
            return self._work()
        results = _received(self._pipe)
        return self._work() if results is None else results[0]

    def close(self) -> None:
        """End the other process."""
        if self._process:
            from signal import SIGKILL

            self._pipe.close()
            os.kill(self._process, SIGKILL)
            os.waitpid(self._process, 0)
            self._process = 0


def _received(pipe: BinaryIO) -> list[Any] | None:
    """Return the next results that a process wrote; ``None`` if it could not."""
    try:
        size = int.from_bytes(pipe.read(8), "little")
        data = pipe.read(size)
        if size and len(data) == size:
            results: list[Any] = marshal.loads(data)
            return results
    except (OSError, ValueError, EOFError, TypeError):
        pass
    return None


class _Helper:
    """A forked process that does its blocks one after the other and writes each result."""

    def __init__(self, work: Work, blocks: Sequence[Sequence[str]]) -> None:
        self._work = work
        reader, writer = os.pipe()
        self._process = os.fork()
        if self._process == 0:
            os.close(reader)
            _serve(writer, work, blocks)
        os.close(writer)
        self._pipe = os.fdopen(reader, "rb")

    def next_block(self, block: Sequence[str]) -> list[Any]:
        results = _received(self._pipe)
        return self._work(block) if results is None else results

    def stop(self) -> None:
        self._pipe.close()
        os.waitpid(self._process, 0)


def _serve(writer: int, work: Work, blocks: Sequence[Sequence[str]]) -> None:
    """Write the results of each block; never returns. The parent redoes what is not written."""
    code = 1
    try:
        with open(writer, "wb") as pipe:
            for block in blocks:
                data = marshal.dumps(work(block))
                pipe.write(len(data).to_bytes(8, "little"))
                pipe.write(data)
                pipe.flush()
        code = 0
    except BaseException:  # nothing of a worker may reach the terminal or the parent's buffers
        code = 1
    finally:
        os._exit(code)
