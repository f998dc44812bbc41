"""Git for a moment, started without ``subprocess``.

The hook asks git after every shell command of an agent, and importing ``subprocess`` costs as much
as git itself. A git that takes longer than there is time, or has too much to say, is ended with all
that it started.
"""

from __future__ import annotations

import os
import time

from phaser_lint.core import Record, decoded
from phaser_lint.core.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.project.git.git_command import GitCommand

_LARGEST = 1024 * 1024
# The least that a pipe holds on any system.
_PIPE = 16 * 1024
_PIECE = 64 * 1024
_SHORTEST_WAIT, _LONGEST_WAIT = 0.0002, 0.02


NO_SUCH = 1
"""What ``rev-parse --verify`` ends with where nothing has the name."""

_LENGTHS = (40, 64)
_NO_REASON = ("warning: ", "hint: ")
_HEXADECIMAL = b"0123456789abcdef"


class ProcessEnd(Record):
    """How git ended: its exit code, negative for a signal, what it printed, and its own words."""

    code: int
    output: bytes
    words: bytes = b""

    def reason(self) -> str:
        """Return why git failed, from what it said: the first line that is not a warning."""
        return reason_in(self.words)


def reason_in(words: bytes) -> str:
    """Return why git failed, from what it said in *words*."""
    lines = decoded(words).strip().split("\n")
    line = next((line for line in lines if not line.startswith(_NO_REASON)), lines[0])
    return line.encode("utf-8", "replace").decode("utf-8") or "failed without a word"


def is_object_id(name: bytes) -> bool:
    """Tell whether *name* has the shape of an object's name: SHA-1 or SHA-256, all of it."""
    return len(name) in _LENGTHS and not name.strip(_HEXADECIMAL)


def require_id(name: str) -> str:
    """Return *name*; raises ``ValueError`` where it has not the shape of an object's name."""
    if not is_object_id(name.encode("ascii", "replace")):
        raise ValueError(name)
    return name


def require_ids(names: Sequence[str]) -> None:
    """Raise ``ValueError`` where one of *names* has not the shape of an object's name.

    100,000 at once take a tenth of the time that they take one by one.
    """
    letters = "".join(names).encode("ascii", "replace")
    if letters.translate(None, _HEXADECIMAL) or not {*map(len, names)}.issubset(_LENGTHS):
        raise ValueError(names)


def object_names_in(line: str) -> list[str]:
    """Return the names of objects that *line* has between blanks; raises ``ValueError``."""
    ids = line.split()
    require_ids(ids)
    return ids


def require_final_zero(command: GitCommand, output: bytes) -> bytes:
    """Return the *output*; raises ``GitError`` where a command with ``-z`` ends without a zero."""
    if output and "-z" in command.words and output[-1:] != b"\0":
        raise GitError(f"git {command.name}: its answer has no end")
    return output


class AnswerGuard:
    """What reads an answer of git: where it has not the shape that it is read by, git has failed.

    To be entered; raises ``GitError`` with the name of what git was asked.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        """Begin to read."""

    def __exit__(self, kind: type[BaseException] | None, error: object, _: object) -> None:
        """Raise ``GitError`` for a part that is missing, too much, or no number."""
        if kind is not None and issubclass(kind, (ValueError, IndexError, StopIteration)):
            raise unintelligible(self._name) from None


def unintelligible(name: str) -> GitError:
    """Return the error of an answer that cannot be read, to what *name* asks git."""
    return GitError(f"git {name}: its answer cannot be understood")


def run_to_end(command: GitCommand, *, stdin: bytes = b"") -> ProcessEnd:
    """Run git and return the end; nobody that it started is left then.

    Raises ``GitError`` where it does not start, takes longer than its limits allow, or has more to
    say than 1 MB, and where there is more to be said to it than a pipe holds.
    """
    if len(stdin) > _PIPE:
        raise GitError(f"git {command.name} would be asked for too much at once")
    seconds_left = command.seconds_left()
    if seconds_left <= 0:
        raise command.late()
    deadline = time.monotonic() + seconds_left
    if not hasattr(os, "posix_spawnp"):
        return _run(command, stdin)
    process, *pipes = _spawn(command, stdin)
    status = None
    try:
        streams = _read_pipes(pipes, deadline)
        if streams is not None:
            _require_small(command, streams[0])
            wait, no_end = _SHORTEST_WAIT, (0, 0)
            while (end := os.waitpid(process, os.WNOHANG)) == no_end:
                if time.monotonic() >= deadline:
                    break
                time.sleep(wait)
                wait = min(2 * wait, _LONGEST_WAIT)
            status = None if end == no_end else end[1]
    finally:
        _end_group(process)
        if status is None:
            os.waitpid(process, 0)
        for pipe in pipes:
            os.close(pipe)
    if streams is None or status is None:
        raise command.late()
    return ProcessEnd(os.waitstatus_to_exitcode(status), *streams)


def _spawn(command: GitCommand, stdin: bytes) -> tuple[int, int, int]:
    """Start git; return its number, and the pipes of what it prints and of its own words."""
    # All that git reads is in the pipe before: nobody has to write while it runs.
    stdin_pipe, writing_stdin = os.pipe()
    os.write(writing_stdin, stdin)
    os.close(writing_stdin)
    reading, writing = os.pipe()
    hearing, speaking = os.pipe()
    process = 0
    try:
        process = os.posix_spawnp(
            command.words[0],
            command.words,
            command.environment,
            file_actions=[
                (os.POSIX_SPAWN_DUP2, stdin_pipe, 0),
                (os.POSIX_SPAWN_DUP2, writing, 1),
                (os.POSIX_SPAWN_DUP2, speaking, 2),
            ],
            setpgroup=0,
        )
    except OSError as error:
        raise GitError(f"git {command.name} does not start: {error.strerror}") from None
    finally:
        unused = () if process else (reading, hearing)
        for descriptor in (stdin_pipe, writing, speaking, *unused):
            os.close(descriptor)
    return process, reading, hearing


def _run(command: GitCommand, stdin: bytes) -> ProcessEnd:
    from phaser_lint.project.git.repository import (
        Running,  # Windows cannot do without ``subprocess``
    )

    running = Running(command, reads=bool(stdin))
    try:
        end = running.end(stdin)
    finally:
        running.close()
    _require_small(command, end.output)
    return end


def _require_small(command: GitCommand, output: bytes) -> None:
    if len(output) > _LARGEST:
        raise GitError(f"git {command.name} prints more than {_LARGEST // 1024} kB")


def _end_group(process: int) -> None:
    """End all that the *process* started, which is the first of its group."""
    try:
        os.killpg(process, 9)
    except OSError:  # nobody is left, as nearly always
        return


def _read_pipes(pipes: Sequence[int], deadline: float) -> tuple[bytes, bytes] | None:
    """Return what comes out of both *pipes*; ``None`` where that is not all in time.

    Of what is too much comes a little more than is wanted.
    """
    import select

    poll = select.poll()
    buffers: dict[int, bytearray] = {}
    for pipe in pipes:
        poll.register(pipe)
        buffers[pipe] = bytearray()
    output, words = buffers.values()
    open_count = len(pipes)
    while open_count and len(output) <= _LARGEST:
        seconds_left = deadline - time.monotonic()
        ready_pipes = poll.poll(seconds_left * 1000) if seconds_left > 0 else ()
        if not ready_pipes:
            return None
        for pipe, _ in ready_pipes:
            piece = os.read(pipe, _PIECE)
            if not piece:
                poll.unregister(pipe)
                open_count -= 1
            elif len(buffers[pipe]) <= _LARGEST:
                buffers[pipe] += piece
    return bytes(output), bytes(words)
