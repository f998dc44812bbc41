"""Run a hook command as an agent does: JSON in, two streams and an exit code out.

    run(Command(("phaser-lint-hook",)), b'{"hook_event_name": "Stop"}')
    run(Command("phaser-lint-hook | tee log", shell=True, seconds=5.0), data)

Whatever the command does, the answer is a ``Result``: one that cannot start, does not read what it
is given, prints without end, outlives its time or leaves processes behind. Nothing of it goes on
running: it has a session of its own, which is stopped as a whole, and what left that session is
found by a mark in its environment (Linux).
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import sys
import time
from contextlib import suppress
from uuid import uuid4

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import IO, Any

KEPT_BYTES = 1024 * 1024
"""What is kept of each stream; the rest is read and counted."""
_PIPE_BYTES = 64 * 1024
_TICK_SECONDS = 0.02
_PIECE = 256 * 1024
# As few system calls as an event needs: most fit into a pipe at once.
_WRITTEN_AT_ONCE = 64 * 1024
_MARK = "PHASER_LINT_HOST_RUN"
_PASSES = 5


class Command(Record):
    """What an agent's settings say: words to execute, or one line for the shell."""

    words: tuple[str, ...] | str
    shell: bool = False
    folder: str = ""
    """The working directory; that of this process if empty."""
    environment: Mapping[str, str] = {}
    """The whole environment of the command."""
    seconds: float = 60.0


class Result(Record):
    """How a command ended."""

    code: int | None = None
    """The exit code, negative for a signal; ``None`` if it did not start or ran out of time."""
    out: bytes = b""
    err: bytes = b""
    out_size: int = 0
    """All that was printed, kept or not."""
    seconds: float = 0.0
    delivered: float | None = None
    """Seconds from the start until the command had taken the whole input, if it did."""
    problem: str = ""
    """Why it could not start."""
    timed_out: bool = False
    left_behind: bool = False
    """It ended and left processes that went on, which were stopped."""
    left_unread: bool = False
    """It did not take the whole input, which was more than a pipe holds by itself."""


def run(command: Command, data: bytes) -> Result:
    """Run *command* with *data* on its standard input; never raises for what the command does."""
    mark = uuid4().hex
    start = time.monotonic()
    if not command.words:
        return Result(problem="there is no command")
    try:
        process = subprocess.Popen(
            _argument(command),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=command.folder or None,
            env={**command.environment, _MARK: mark},
            start_new_session=True,
            bufsize=0,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return Result(problem=_start_problem(error, command), seconds=time.monotonic() - start)
    streams = _Streams(process, data, start)
    try:
        timed_out = streams.attend(start + command.seconds)
        seconds = time.monotonic() - start
    finally:
        left = _stop(process, mark)
        streams.close()
    return Result(
        code=None if timed_out else process.returncode,
        out=bytes(streams.kept["out"]),
        err=bytes(streams.kept["err"]),
        out_size=streams.sizes["out"],
        seconds=seconds,
        delivered=streams.delivered,
        # Of less it depends on who is quicker whether the pipe is still there to be written to.
        left_unread=streams.delivered is None and len(data) > _PIPE_BYTES,
        timed_out=timed_out,
        left_behind=left and not timed_out,
    )


def _argument(command: Command) -> list[str]:
    if isinstance(command.words, str):
        return ["/bin/sh", "-c", command.words] if command.shell else [command.words]
    return list(command.words)


def _start_problem(error: Exception, command: Command) -> str:
    if isinstance(error, OSError) and error.filename == command.folder and command.folder:
        return f"{command.folder}: {error.strerror}"
    if isinstance(error, OSError) and error.strerror:
        return f"{_argument(command)[0]}: {error.strerror}"
    return str(error)


class _Streams:
    """The three pipes of a process, attended to until it has ended or its time has."""

    def __init__(self, process: subprocess.Popen[bytes], data: bytes, start: float) -> None:
        self._process = process
        self._data = memoryview(data)
        self._start = start
        self._selector = selectors.DefaultSelector()
        self.kept = {"out": bytearray(), "err": bytearray()}
        self.sizes = {"out": 0, "err": 0}
        self.delivered: float | None = None
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for pipe, name in ((process.stdout, "out"), (process.stderr, "err")):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe, selectors.EVENT_READ, name)
        os.set_blocking(process.stdin.fileno(), False)
        self._selector.register(process.stdin, selectors.EVENT_WRITE, "in")
        self._write(process.stdin)

    def attend(self, end: float) -> bool:
        """Write and read until the process ended; true if *end* came first."""
        while self._process.poll() is None:
            left = end - time.monotonic()
            if left <= 0:
                return True
            if self._only_waiting():
                with suppress(subprocess.TimeoutExpired):
                    self._process.wait(left)
            else:
                self._once(min(left, _TICK_SECONDS))
        # What it printed stands in the pipes already; who else holds them open is not waited for.
        while self._once(0.0):
            if time.monotonic() > end:
                break
        return False

    def _only_waiting(self) -> bool:
        """Tell whether both outputs were closed, so that only the end is left to see."""
        names = [key.data for key in self._selector.get_map().values()]
        return "out" not in names and "err" not in names

    def _once(self, seconds: float) -> bool:
        """Do what can be done now; false if nothing was read."""
        read = False
        for key, _ in self._selector.select(seconds):
            pipe: Any = key.fileobj
            if key.data == "in":
                self._write(pipe)
            else:
                read |= self._read(pipe, key.data)
        return read

    def _write(self, pipe: IO[bytes]) -> None:
        try:
            while self._data:
                written = os.write(pipe.fileno(), self._data[:_WRITTEN_AT_ONCE])
                self._data = self._data[written:]
            self.delivered = time.monotonic() - self._start
        except BlockingIOError:
            return
        except OSError:  # it does not read: that is its own affair
            self._data = self._data[:0]
        self._drop(pipe)

    def _read(self, pipe: IO[bytes], name: str) -> bool:
        try:
            data = os.read(pipe.fileno(), _PIECE)
        except BlockingIOError:
            return False
        except OSError:
            data = b""
        if not data:
            self._drop(pipe)
            return False
        self.sizes[name] += len(data)
        kept = self.kept[name]
        kept += data[: KEPT_BYTES - len(kept)]
        return True

    def _drop(self, pipe: IO[bytes]) -> None:
        self._selector.unregister(pipe)
        with suppress(OSError):
            pipe.close()

    def close(self) -> None:
        """Close what is still open."""
        for key in list(self._selector.get_map().values()):
            pipe: Any = key.fileobj
            self._drop(pipe)
        self._selector.close()


def _stop(process: subprocess.Popen[bytes], mark: str) -> bool:
    """End everything that the command started; tells whether there was more than itself."""
    alone = process.poll() is not None
    left = _kill_group(process.pid) and alone
    process.wait()
    for _ in range(_PASSES):
        found = list(_marked(mark))
        if not found:
            break
        left = left or alone
        for number in found:
            with suppress(OSError):
                os.kill(number, signal.SIGKILL)
        time.sleep(_TICK_SECONDS / 10)
    return left


def _kill_group(number: int) -> bool:
    try:
        os.killpg(number, signal.SIGKILL)
    except OSError:  # nobody is left in it
        return False
    return True


def _marked(mark: str) -> Iterator[int]:
    """Yield the processes of this user that were started with *mark* in their environment."""
    if sys.platform != "linux":
        return
    wanted = f"{_MARK}={mark}".encode()
    for name in os.listdir("/proc"):
        if name.isdigit():
            try:
                with open(f"/proc/{name}/environ", "rb", buffering=0) as file:
                    if wanted in file.read():
                        yield int(name)
            except OSError:
                continue
