"""Git at work on Windows, which has no ``posix_spawn`` and waits for no pipes."""

from __future__ import annotations

import time
from subprocess import DEVNULL, PIPE, TimeoutExpired
from threading import Thread

from phaser_lint.core.errors import GitError
from phaser_lint.core.process_groups import end_process_group, start_process_group
from phaser_lint.project.git.process_output import MOST_PRINTED, Running

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO

    from phaser_lint.project.git import GitCommand

_PIECE = 64 * 1024


class RunningOnWindows(Running):
    """Git at work, started by ``subprocess``, with a thread for each of its streams."""

    def __init__(self, command: GitCommand, stdin: bytes = b"") -> None:
        if command.seconds_left() <= 0:
            raise command.late()
        self.command = command
        self._stdin = stdin
        try:
            self._process = start_process_group(
                command.words,
                stdin=PIPE if stdin else DEVNULL,
                stderr=PIPE,
                environment=command.environment,
            )
        except OSError as error:
            raise GitError(f"git {command.name} does not start: {error.strerror}") from None

    def _read(self, until: float, most: int) -> tuple[bytes, bytes] | None:
        """``communicate`` would fill all memory from a git that prints without end."""
        printed, words = bytearray(), bytearray()
        jobs = [
            (Thread(target=self._read_pipe, args=(pipe, into, limit), daemon=True), into, limit)
            for pipe, into, limit in (
                (self._process.stdout, printed, most),
                (self._process.stderr, words, MOST_PRINTED),
            )
        ]
        if self._process.stdin:
            writing = Thread(
                target=_write_to_pipe, args=(self._process.stdin, self._stdin), daemon=True
            )
            jobs.append((writing, words, MOST_PRINTED))
        for thread, _, _ in jobs:
            thread.start()
        for thread, into, limit in jobs:
            thread.join(max(until - time.monotonic(), 0))
            if len(into) > limit:
                break
            if thread.is_alive():
                return None
        return bytes(printed), bytes(words)

    def _read_pipe(self, pipe: IO[bytes], into: bytearray, most: int) -> None:
        try:
            while len(into) <= most and (piece := pipe.read(_PIECE)):
                into += piece
        except (OSError, ValueError):  # git is late: what it prints is closed while it is read
            return
        # Who waits for the end of its other output would wait until it is late.
        if len(into) > most:
            end_process_group(self._process.pid)

    def _wait(self, until: float) -> int | None:
        try:
            return self._process.wait(max(until - time.monotonic(), 0))
        except TimeoutExpired:
            return None

    def close(self) -> None:
        """End git on Windows, if it has not ended, and all that it started."""
        if self._process.poll() is None:
            end_process_group(self._process.pid)
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                pipe.close()
        self._process.wait()


def _write_to_pipe(pipe: IO[bytes], content: bytes) -> None:
    unwritten = memoryview(content)
    try:
        with pipe:
            while unwritten:
                unwritten = unwritten[pipe.write(unwritten) :]
    except OSError:  # git may end before it has read all
        pass
