"""Work on the machine's other cores: many items, with the results in order.

Processes are forked where that is safe and worth it (Linux, many items); they share what is loaded
already and send back plain data. A worker that dies or fails loses nothing: its items are done
again here.
"""

from __future__ import annotations

import marshal
import os
import select
import signal
import sys
from collections.abc import Callable, Iterator, Sequence

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from io import FileIO
    from typing import Any

    WorkOnItems = Callable[[Sequence[str]], list[Any]]
    """From some items to as many results of plain data (what ``marshal`` takes)."""

_LARGEST_BLOCK = 64
_BLOCKS_EACH = 32
_WORTH_A_PROCESS = 512
# In a pipe, which holds 64 kB, the numbers of all blocks wait for whoever is free.
_NUMBER = 4
_MOST_BLOCKS = 16_000


def choose_process_count(item_count: int, *, worth: int = _WORTH_A_PROCESS) -> int:
    """Return how many worker processes pay for *item_count* items; so many are *worth* another one.

    This one alone where it cannot be forked: below a framework of Apple's a forked process may stop
    for ever, Windows cannot fork, and while other threads run one of them may hold a lock for ever.
    """
    threading = sys.modules.get("threading")
    if (
        item_count < worth
        or sys.platform != "linux"
        or not hasattr(os, "sched_getaffinity")
        or (threading is not None and threading.active_count() > 1)
    ):
        return 1
    return min(len(os.sched_getaffinity(0)), 1 + item_count // worth, 8)


def map_in_processes(work: WorkOnItems, inputs: Sequence[str], *, count: int) -> Iterator[Any]:
    """Yield what *work* makes of each of *inputs*, in order, by *count* worker processes."""
    if count == 1:
        for text in inputs:  # that each result comes at once
            yield from work([text])
        return
    # Small enough that all are done at nearly the same time.
    size = min(_LARGEST_BLOCK, len(inputs) // (count * _BLOCKS_EACH) + 1)
    size = max(size, -(-len(inputs) // _MOST_BLOCKS))
    block_count = -(-len(inputs) // size)

    def work_on(number: int) -> list[Any]:
        return work(inputs[number * size : (number + 1) * size])

    team = _Team(work_on, block_count, helpers=count - 1)
    try:
        for number in range(block_count):
            yield from team.results_of(number)
    finally:
        team.close()


class _Team:
    """This process and some others at so many blocks: whoever is free takes the next one."""

    def __init__(self, work: Callable[[int], list[Any]], count: int, *, helpers: int) -> None:
        self._work = work
        self._done: dict[int, list[Any]] = {}
        self._waiting = _open_number_pipe(count) if helpers else None
        forks = [_fork_process(self._serve) for _ in range(helpers if self._waiting else 0)]
        self._helpers = [process for process in forks if process]
        self._sending = list(self._helpers)

    def results_of(self, number: int) -> list[Any]:
        """Return the results of a block; each is asked for once, in their order."""
        while number not in self._done and self._sending:
            block = self._next_number()
            if block is not None:
                try:
                    self._done[block] = self._work(block)
                except Exception:  # raised again when its turn comes, whoever took what
                    continue
            # With nothing left to do here, the others are waited for.
            self._receive(seconds=None if block is None else 0.0)
        # Nobody is at work any more, so it was lost, or there never was a helper.
        return self._done.pop(number) if number in self._done else self._work(number)

    def _next_number(self) -> int | None:
        number = os.read(self._waiting.fileno(), _NUMBER) if self._waiting else b""
        return int.from_bytes(number, "little") if number else None

    def _receive(self, *, seconds: float | None) -> None:
        """Take what the helpers have sent; *seconds* to wait for it, ``None``: until it comes."""
        poller = select.poll()
        by_number = {process.pipe.fileno(): process for process in self._sending}
        for number in by_number:
            poller.register(number)
        for number, _ in poller.poll(seconds):
            pipe = by_number[number].pipe
            try:
                block, block_results = _read_message(pipe)
            except (OSError, ValueError, EOFError, TypeError):  # it could not, or has ended
                self._sending.remove(by_number[number])
            else:
                self._done[block] = block_results

    def _serve(self) -> Iterator[Any]:
        while (number := self._next_number()) is not None:
            yield number, self._work(number)

    def close(self) -> None:
        """End the other processes."""
        if self._waiting:
            self._waiting.close()
        for process in self._helpers:
            process.close()


def _open_number_pipe(count: int) -> FileIO | None:
    """Return a pipe that holds the numbers of so many blocks; ``None`` where there can be none."""
    try:
        reader, writer = os.pipe()
    except OSError:  # too many open files
        return None
    with os.fdopen(writer, "wb") as stream:
        stream.write(b"".join(number.to_bytes(_NUMBER, "little") for number in range(count)))
    return os.fdopen(reader, "rb", buffering=0)


class WorkAhead:
    """What *work* returns, plain data, from another process while this one does something else."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work

        def serve() -> Iterator[Any]:
            yield work()

        self._process = _fork_process(serve) if choose_process_count(1, worth=1) > 1 else None

    def result(self) -> Any:
        """Return it; where the other process could not do the work it is done here."""
        try:
            return _read_message(self._process.pipe) if self._process else self._work()
        except (OSError, ValueError, EOFError, TypeError):
            return self._work()
        finally:
            self.close()

    def close(self) -> None:
        """End the other process."""
        if self._process:
            self._process.close()
        self._process = None


class _Process(Record):
    """A forked process, and what it writes."""

    number: int
    pipe: FileIO

    def close(self) -> None:
        self.pipe.close()
        ended, _ = os.waitpid(self.number, os.WNOHANG)
        if not ended:
            # It may be in the middle of a long search. Nor would closing the pipe end it when it
            # waits for room there: processes forked later hold that end as well.
            os.kill(self.number, signal.SIGKILL)
            os.waitpid(self.number, 0)


def _fork_process(work: Callable[[], Iterator[Any]]) -> _Process | None:
    """Return a process that sends what *work* yields; ``None`` where there can be none."""
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
        # Nothing of a worker may reach the terminal or the parent's buffers: it never returns, and
        # the parent redoes what is not written.
        try:
            with open(writer, "wb") as pipe:
                for message in work():
                    # Version 2 looks for no equal objects: twice as fast, and there are hardly any.
                    packed = marshal.dumps(message, 2)
                    pipe.write(len(packed).to_bytes(8, "little"))
                    pipe.write(packed)
                    pipe.flush()
        finally:
            os._exit(0)
    os.close(writer)
    # Without a buffer: what is in one does not show as ready.
    return _Process(number, os.fdopen(reader, "rb", buffering=0))


def _read_message(pipe: FileIO) -> Any:
    return marshal.loads(_read_exactly(pipe, int.from_bytes(_read_exactly(pipe, 8), "little")))


def _read_exactly(pipe: FileIO, size: int) -> bytearray:
    # In one place: pieces that are joined take twice the memory, whose pages cost time as well.
    message = bytearray(size)
    view = memoryview(message)
    while view:
        number = pipe.readinto(view)
        if not number:
            raise EOFError
        view = view[number:]
    return message
