"""Work on the machine's other cores: many items with the results in order, or one thing meanwhile.

Processes are forked where that is safe and worth it (Linux, many items); they share what is loaded
already and send back plain data. A worker that dies or fails loses nothing: its items are done
again here.
"""

from __future__ import annotations

import marshal
import os
import sys

from phaser_lint.record import Record

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
        able = sys.platform == "linux" and not _has_threads()
        worth = able and len(os.sched_getaffinity(0)) > 1
        self._process = _forked(lambda _: [work()], [("",)]) if worth else None

    def result(self) -> Any:
        """Return the result; raises what *work* raises."""
        results = _received(self._process.pipe) if self._process else None
        return self._work() if results is None else results[0]

    def close(self) -> None:
        """End the other process."""
        if self._process:
            _end(self._process)
            self._process = None


class _Process(Record):
    """A forked process, and what it writes."""

    number: int
    pipe: BinaryIO


def _forked(work: Work, blocks: Sequence[Sequence[str]]) -> _Process | None:
    """Return a process that does *blocks* one after the other; ``None`` where there can be none."""
    try:
        reader, writer = os.pipe()
    except OSError:  # too many open files
        return None
    try:
        number = os.fork()
    except OSError:  # a container's limit on processes, or too little memory
        os.close(reader)
        os.close(writer)
        return None
    if number == 0:
        os.close(reader)
        _serve(writer, work, blocks)
    os.close(writer)
    return _Process(number, os.fdopen(reader, "rb"))


def _end(process: _Process) -> None:
    from signal import SIGKILL

    process.pipe.close()
    # It may be in the middle of a long search. Nor would closing the pipe end it when it waits for
    # room there: processes forked later hold that end of the pipe as well.
    os.kill(process.number, SIGKILL)
    os.waitpid(process.number, 0)


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
    """A process that does its blocks, if there can be one; else they are done here."""

    def __init__(self, work: Work, blocks: Sequence[Sequence[str]]) -> None:
        self._work = work
        self._process = _forked(work, blocks)

    def next_block(self, block: Sequence[str]) -> list[Any]:
        results = _received(self._process.pipe) if self._process else None
        return self._work(block) if results is None else results

    def stop(self) -> None:
        if self._process:
            _end(self._process)


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
