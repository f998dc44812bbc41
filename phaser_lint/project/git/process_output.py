"""Git at work, and how it ended. What its answers are read by is in ``answers``.

A git that takes longer than there is time, or has too much to say, is ended with all that it
started.
"""

from __future__ import annotations

import _signal  # type: ignore[import-not-found]
import os
import select
import time

from phaser_lint.core import IS_POSIX, STARTED_GROUPS
from phaser_lint.core.errors import GitError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.project.git import GitCommand

_LARGEST = 1024 * 1024
_PIECE = 64 * 1024
_SHORTEST_WAIT, _LONGEST_WAIT = 0.0002, 0.02
MOST_PRINTED = 256 * 1024 * 1024
"""What git may print, in bytes: the names of two million files are less."""


NO_SUCH = 1
"""What ``rev-parse --verify`` ends with where nothing has the name."""

ID_LENGTHS = (40, 64)
"""How long an object's id is: SHA-1, SHA-256."""
HEXADECIMAL = b"0123456789abcdef"
_NO_REASON = ("warning: ", "hint: ")
_MOST_LINES = 8
_NOT_FETCHED = "warning: lazy fetching disabled"
PARTIAL = (
    "; this clone is partial, and nothing is fetched here: git fetch --refetch --no-filter brings "
    "all of it"
)
"""The end of a message where a part of a partial clone is missing."""


def find_git_reason(words: bytes) -> str:
    """Return why git failed: the line that tells it among its *words* on standard error.

    What git sets off below it belongs to it: the names of "unknown repository extensions found:",
    or the command that has git trust a clone of another user. It begins with a tab.
    """
    all_lines = decode_git_path(words).strip().split("\n")
    lines = [line for line in all_lines if not line.startswith(_NO_REASON)] or all_lines[:1]
    last = max(
        index for index, line in enumerate(lines[:_MOST_LINES]) if not index or line[:1] == "\t"
    )
    reason = lines[0].strip()
    for line in lines[1 : last + 1]:
        # What is set off goes on after a colon, as a list does; other lines are sentences.
        is_beside = line[:1] == "\t" or reason.endswith(":") or not line.strip()
        reason += f"{'' if is_beside else '.'} {line.strip()}".rstrip()
    return reason.encode("utf-8", "replace").decode("utf-8") or "failed without a word"


def is_object_id(name: bytes | str) -> bool:
    """Tell whether *name*, a word of the output of git's process or of its files, has the shape of
    an object's id: SHA-1 or SHA-256, all of it.
    """
    letters = name if isinstance(name, bytes) else name.encode("ascii", "replace")
    return len(letters) in ID_LENGTHS and not letters.strip(HEXADECIMAL)


def require_final_zero(command: GitCommand, output: bytes) -> bytes:
    """Return the *output* of git's ``-z``; raises ``GitError`` if it lacks the last zero."""
    if output and "-z" in command.words and output[-1:] != b"\0":
        raise GitError(f"git {command.name}: its answer has no end")
    return output


def require_git_output(git: Running) -> bytes:
    """Return what *git*, which has ended, printed; raises ``GitError`` in its words."""
    if git.code:
        raise GitError(f"git {git.command.name}: {explain_git_end(git)}")
    return require_final_zero(git.command, git.output)


def explain_git_end(git: Running) -> str:
    """Return why *git* failed, which has ended; of a partial clone with what brings the rest."""
    return f"{git.reason()}{PARTIAL if _NOT_FETCHED in decode_git_path(git.words) else ''}"


def explain_unreadable_answer(name: str) -> GitError:
    """Return the error for output of git that cannot be read; *name* is git's command."""
    return GitError(f"git {name}: its answer cannot be understood")


class Running:
    """Git at work beside this process, started without ``subprocess``, and how it has ended.

    To import that takes half an interpreter's start, and the hook asks git after every shell
    command of an agent. To be closed. Raises ``GitError``.
    """

    code: int
    """Its exit code, negative for a signal; as the others known by ``end``."""
    output: bytes
    words: bytes
    """Its own words, on standard error."""

    def __init__(self, command: GitCommand, stdin: bytes = b"") -> None:
        if command.seconds_left() <= 0:
            raise command.late()
        self.command = command
        self._unwritten = memoryview(stdin)
        self._number = 0
        self._code: int | None = None
        self._own_ends: list[int] = []
        other_ends: list[int] = []
        try:
            for _ in range(3):
                reading, writing = os.pipe()
                self._own_ends.append(reading)
                other_ends.append(writing)
            # Of the first pipe git is the reader.
            self._own_ends[0], other_ends[0] = other_ends[0], self._own_ends[0]
            self._start(other_ends)
        except OSError as error:  # thousands of filters make too long a command line
            self.close()
            raise GitError(f"git {command.name} does not start: {error.strerror}") from None
        except BaseException:
            self.close()
            raise
        finally:
            for descriptor in other_ends:
                os.close(descriptor)
        if stdin:
            os.set_blocking(self._own_ends[0], False)
        else:
            os.close(self._own_ends.pop(0))

    def _start(self, ends: Sequence[int]) -> None:
        """Start git with these *ends* of its three streams, in a session of its own."""
        _, words, environment, _ = self.command
        actions = [
            (os.POSIX_SPAWN_DUP2, end, stream_number) for stream_number, end in enumerate(ends)
        ]
        # The handler of a signal raises: until its number is known nobody could end git. By this
        # name the module is there already, and the hook imports nothing for it.
        mask = _signal.pthread_sigmask(_signal.SIG_BLOCK, (_signal.SIGINT, _signal.SIGTERM))
        try:
            self._number = os.posix_spawnp(
                words[0], words, environment, file_actions=actions, setsid=True, setsigmask=mask
            )
        except NotImplementedError:  # an older macOS
            self._number = os.posix_spawnp(
                words[0], words, environment, file_actions=actions, setpgroup=0, setsigmask=mask
            )
        finally:
            if self._number:
                STARTED_GROUPS.add(self._number)
            _signal.pthread_sigmask(_signal.SIG_SETMASK, mask)

    def end(self, *, most: int = MOST_PRINTED) -> Running:
        """Wait for the end of git, once, and return it as it has ended.

        Raises ``GitError`` where that takes too long, or it prints more than *most* bytes.
        """
        # What it must not take longer than begins with the wait: it may have ended long ago.
        until = time.monotonic() + max(self.command.seconds_left(), 0)
        texts = self._read(until, most)
        if texts is None:
            raise self.command.late()
        self.output, self.words = texts
        if len(self.output) > most and most < MOST_PRINTED:
            raise GitError(f"git {self.command.name} prints more than {most // 1024} kB")
        if max(map(len, texts)) > MOST_PRINTED:
            megabytes = MOST_PRINTED // 1024 // 1024
            raise GitError(f"git {self.command.name}: it prints more than {megabytes} MB")
        code = self._wait(until)
        if code is None:
            raise self.command.late()
        self.code = code
        return self

    def reason(self) -> str:
        """Return why git failed, from what it said: the first line that is not a warning."""
        return find_git_reason(self.words)

    def _read(self, until: float, most: int) -> tuple[bytes, bytes] | None:
        """Return what git prints and its own words; ``None`` where that is not all in time.

        Of what is too much comes a little more than is wanted.
        """
        printed, words = bytearray(), bytearray()
        buffers = dict(zip(self._own_ends[-2:], (printed, words), strict=True))
        poll = select.poll()
        for descriptor in self._own_ends:
            poll.register(descriptor)
        while buffers and len(printed) <= most and len(words) <= MOST_PRINTED:
            seconds_left = until - time.monotonic()
            ready = poll.poll(seconds_left * 1000) if seconds_left > 0 else ()
            if not ready:
                return None
            for descriptor, _ in ready:
                if descriptor not in buffers:
                    if not self._write(descriptor):
                        poll.unregister(descriptor)
                        self._own_ends.remove(descriptor)
                        os.close(descriptor)
                elif piece := os.read(descriptor, _PIECE):
                    buffers[descriptor] += piece
                else:
                    poll.unregister(descriptor)
                    del buffers[descriptor]
        return bytes(printed), bytes(words)

    def _write(self, descriptor: int) -> bool:
        """Write what there is room for; false where no more is to be written."""
        try:
            size = os.write(descriptor, self._unwritten[:_PIECE])
        except BlockingIOError:
            return True
        except OSError:  # git may end before it has read all
            return False
        self._unwritten = self._unwritten[size:]
        return bool(self._unwritten)

    def _wait(self, until: float) -> int | None:
        """Return git's exit code; ``None`` where it goes on after *until*."""
        pause = _SHORTEST_WAIT
        while self._code is None:
            number, status = os.waitpid(self._number, os.WNOHANG)
            if number:
                self._code = os.waitstatus_to_exitcode(status)
            elif time.monotonic() >= until:
                return None
            else:
                time.sleep(pause)
                pause = min(2 * pause, _LONGEST_WAIT)
        return self._code

    def closed_folders(self) -> dict[str, str]:
        """Return the folders that git could not open, from the root, each with the reason."""
        begin, end = "warning: could not open directory '", "': "
        words = decode_git_path(self.words).strip().split("\n")
        warnings = [word.removeprefix(begin) for word in words if word.startswith(begin)]
        return {folder: reason for folder, _, reason in (word.rpartition(end) for word in warnings)}

    def close(self) -> None:
        """End the process of git, if it has not ended, and all that it started."""
        if self._number:
            try:  # noqa: SIM105 - the hook does not import contextlib
                os.killpg(self._number, 9)
            except OSError:  # nobody is left, as nearly always
                pass
            if self._code is None:
                os.waitpid(self._number, 0)
            STARTED_GROUPS.discard(self._number)
            self._number = 0
        while self._own_ends:
            os.close(self._own_ends.pop())


def start_git(command: GitCommand, stdin: bytes = b"") -> Running:
    """Start git beside this process, reading *stdin*; to be closed. Raises ``GitError``."""
    if hasattr(os, "posix_spawnp"):
        return Running(command, stdin)
    from phaser_lint.project.git.windows_process import RunningOnWindows

    return RunningOnWindows(command, stdin)


def run_git_to_end(command: GitCommand, *, stdin: bytes = b"", most: int = _LARGEST) -> Running:
    """Run git's process to its end, give it *stdin*, and return it as it has ended; nobody that it
    started is left then.

    Raises ``GitError`` where it does not start, takes longer than its limits allow, or prints more
    than *most* bytes.
    """
    running = start_git(command, stdin)
    try:
        return running.end(most=most)
    finally:
        running.close()


def run_git_command(command: GitCommand, stdin: bytes = b"") -> bytes:
    """Run git's *command* to its end; return what it prints. Raises ``GitError`` in its words."""
    return require_git_output(run_git_to_end(command, stdin=stdin, most=MOST_PRINTED))


def split_names(output: bytes) -> list[str]:
    """Return the paths in git's *output* with ``-z``, where a zero ends each, decoded."""
    return [name for name in decode_git_path(output).split("\0") if name]


def decode_git_path(name: bytes) -> str:
    """Return the path that git prints as *name*; on Windows it may be other than UTF-8."""
    return os.fsdecode(name) if IS_POSIX else name.decode("utf-8", "surrogateescape")
