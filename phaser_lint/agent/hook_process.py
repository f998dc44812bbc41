"""Run a hook command as an agent does: JSON in, two streams and an exit code out.

    run_hook_command(Command(("phaser-lint-hook",)), b'{"hook_event_name": "Stop"}')
    run_hook_command(Command("phaser-lint-hook | tee log", shell=True, seconds=5.0), data)

Whatever the command does, the answer is a ``ProcessResult``: one that cannot start, does not read
what it is given, prints without end, outlives its time or leaves processes behind. Nothing of it
goes on running: it has a session of its own, which is stopped as a whole, and what left that
session is found by a mark in its environment (Linux).
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Mapping
from contextlib import suppress
from uuid import uuid4

from phaser_lint.core import IS_POSIX, Record
from phaser_lint.core.process_groups import end_process_group, start_process_group

KEPT_BYTES = 1024 * 1024
"""What is kept of each stream; the rest is read and counted."""
_PIPE_BYTES = 64 * 1024
_TICK_SECONDS = 0.002
_PIECE = 256 * 1024
_LAST_SECONDS = 1.0
_MARK = "PHASER_LINT_HOST_RUN"
_PASSES = 5
_POWERSHELL = ("powershell", "-NoProfile", "-NonInteractive", "-Command")
# By itself it ends with 0 or 1, and with 0 where there is no such program.
_ITS_END = "; if ($null -eq $LASTEXITCODE) { exit 127 }; exit $LASTEXITCODE"


class Command(Record):
    """The command in an agent's settings: words to execute, or one line for the shell."""

    words: tuple[str, ...] | str
    shell: bool = False
    folder: str = ""
    """The working directory; that of this process if empty."""
    environment: Mapping[str, str] = {}
    """The whole environment of the command."""
    seconds: float = 60.0


class ProcessResult(Record):
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


def run_hook_command(command: Command, event: bytes) -> ProcessResult:
    """Run a hook's *command* with *event* as input; return how it ended, and never raise."""
    mark = uuid4().hex
    start = time.monotonic()
    start_ticks = _count_ticks_since_boot()
    if not command.words:
        return ProcessResult(problem="there is no command")
    try:
        process = start_process_group(
            _make_arguments(command),
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            environment={**command.environment, _MARK: mark},
            folder=command.folder or None,
        )
    except (OSError, ValueError, subprocess.SubprocessError) as error:
        return ProcessResult(
            problem=_describe_start_problem(error, command), seconds=time.monotonic() - start
        )
    streams = _Streams(process, event, start)
    try:
        # With a limit ``wait`` looks again after up to 50 ms: a hook of 20 ms was said to take 31.
        waiting = threading.Thread(target=process.wait, daemon=True)
        waiting.start()
        waiting.join(max(0.0, start + command.seconds - time.monotonic()))
        timed_out = waiting.is_alive()
        seconds = time.monotonic() - start
    finally:
        has_left_processes = _stop_processes(process, mark, start_ticks)
        streams.close()
    return ProcessResult(
        code=None if timed_out else process.returncode,
        out=bytes(streams.kept["out"]),
        err=bytes(streams.kept["err"]),
        out_size=streams.sizes["out"],
        seconds=seconds,
        delivered=streams.delivered,
        # Of less it depends on who is quicker whether the pipe is still there to be written to.
        left_unread=streams.delivered is None and len(event) > _PIPE_BYTES,
        timed_out=timed_out,
        left_behind=has_left_processes and not timed_out,
    )


def _make_arguments(command: Command) -> list[str]:
    if isinstance(command.words, str):
        return make_shell_command(command.words) if command.shell else [command.words]
    return list(command.words)


def _describe_start_problem(error: Exception, command: Command) -> str:
    if isinstance(error, OSError) and error.filename == command.folder and command.folder:
        return f"{command.folder}: {error.strerror}"
    if isinstance(error, OSError) and error.strerror:
        return f"{_make_arguments(command)[0]}: {error.strerror}"
    return str(error)


class _Streams:
    """The three pipes of a process, each attended to by a thread: Windows can wait for no pipe."""

    def __init__(self, process: subprocess.Popen[bytes], event: bytes, start: float) -> None:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        self.kept = {"out": bytearray(), "err": bytearray()}
        self.sizes = {"out": 0, "err": 0}
        self.delivered: float | None = None
        self._pipes = {"in": process.stdin, "out": process.stdout, "err": process.stderr}
        self._threads = [
            threading.Thread(target=self._write, args=(event, start), daemon=True),
            *(threading.Thread(target=self._read, args=(name,), daemon=True) for name in self.kept),
        ]
        for thread in self._threads:
            thread.start()

    def _write(self, event: bytes, start: float) -> None:
        remaining = memoryview(event)
        with suppress(OSError):  # it does not read: that is its own affair
            while remaining:
                remaining = remaining[self._pipes["in"].write(remaining) :]
            self.delivered = time.monotonic() - start
        with suppress(OSError):
            self._pipes["in"].close()

    def _read(self, name: str) -> None:
        output = self.kept[name]
        with suppress(OSError):
            while chunk := self._pipes[name].read(_PIECE):
                self.sizes[name] += len(chunk)
                output += chunk[: KEPT_BYTES - len(output)]

    def close(self) -> None:
        """Wait for what the pipes still hold; nobody writes to them any more."""
        end = time.monotonic() + _LAST_SECONDS
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in self._pipes.values():
                pipe.close()


def _stop_processes(process: subprocess.Popen[bytes], mark: str, start_ticks: int) -> bool:
    """End everything that the command started; return whether there was more than itself."""
    alone = process.poll() is not None
    has_left_processes = end_process_group(process.pid) and alone
    process.wait()
    for number in range(_PASSES):
        process_ids, may_be_more = _find_marked_processes(mark, start_ticks)
        if not process_ids and not may_be_more:
            break
        has_left_processes = has_left_processes or (alone and bool(process_ids))
        for process_id in process_ids:
            with suppress(OSError):
                os.kill(process_id, signal.SIGKILL)
        time.sleep(_TICK_SECONDS * 2**number)
    return has_left_processes


def _find_marked_processes(mark: str, start_ticks: int) -> tuple[list[int], bool]:
    """Return the processes of this user that were started with *mark* in their environment.

    With them, whether there may be more: ``setsid setsid sleep 300 & exit 0`` is searched while
    one becomes the next. What is older than the command becomes none of its own: a thread of the
    kernel, which root cannot read either, or what ``env -i`` started, which has no environment.
    """
    if sys.platform != "linux":
        return [], False
    variable = f"{_MARK}={mark}".encode()
    process_ids, may_be_more = [], False
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            if _read_start_ticks(name) < start_ticks:
                continue
            with open(f"/proc/{name}/environ", "rb", buffering=0) as file:
                environment = file.read()
        except PermissionError:
            continue
        except OSError:  # it has ended since it was listed
            may_be_more = True
            continue
        if variable in environment:
            process_ids.append(int(name))
        elif not environment and os.path.exists(f"/proc/{name}/exe"):
            may_be_more = True  # it is being started; threads of the kernel have no program
    return process_ids, may_be_more


def _count_ticks_since_boot() -> int:
    if sys.platform != "linux":
        return 0
    return int(time.clock_gettime(time.CLOCK_BOOTTIME) * os.sysconf("SC_CLK_TCK"))


def _read_start_ticks(name: str) -> int:
    """Return when the process of that number began, in ticks since boot; raises ``OSError``."""
    with open(f"/proc/{name}/stat", "rb", buffering=0) as file:
        # The name of the program stands in brackets, and may hold some itself.
        return int(file.read().rpartition(b")")[2].split()[19])


def make_shell_command(line: str) -> list[str]:
    """Return the words that run a hook's *line* in a shell: PowerShell on Windows."""
    return ["/bin/sh", "-c", line] if IS_POSIX else [*_POWERSHELL, f"{line}{_ITS_END}"]
