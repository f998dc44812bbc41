"""A program that answers in a moment, started without ``subprocess``.

The hook asks git after every shell command of an agent, and importing ``subprocess`` costs as much
as git itself. A program that takes long, or has much to say, is left alone.
"""

from __future__ import annotations

import os

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_SECONDS = 3
_LARGEST = 1024 * 1024
# The least that a pipe holds on any system.
_PIPE = 16 * 1024


class End(Record):
    """How a program ended: its exit code, negative for a signal, and what it printed."""

    code: int
    output: bytes


def ended(
    words: tuple[str, ...], environment: Mapping[str, str], *, stdin: bytes = b""
) -> End | None:
    """Run *words* and return the end.

    ``None`` where it does not start, takes over 3 seconds, or has more to say than 1 MB, or where
    there is more to be said to it than a pipe holds.
    """
    if len(stdin) > _PIPE:
        return None
    if not hasattr(os, "posix_spawnp"):
        return _run(words, environment, stdin)
    asked = _asked(stdin)
    reading, writing = os.pipe()
    try:
        try:
            process = os.posix_spawnp(
                words[0],
                words,
                environment,
                file_actions=[
                    (os.POSIX_SPAWN_DUP2, asked, 0),
                    (os.POSIX_SPAWN_DUP2, writing, 1),
                    (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
                ],
            )
        except OSError:  # it is not installed
            return None
        finally:
            os.close(writing)
            os.close(asked)
        output = _read(reading)
        if output is None:
            os.kill(process, 9)
        _, status = os.waitpid(process, 0)
        return None if output is None else End(os.waitstatus_to_exitcode(status), output)
    finally:
        os.close(reading)


def _asked(stdin: bytes) -> int:
    """Return what *stdin* can be read from: nobody has to write while the program runs."""
    asked, asking = os.pipe()
    os.write(asking, stdin)
    os.close(asking)
    return asked


def _run(words: tuple[str, ...], environment: Mapping[str, str], stdin: bytes) -> End | None:
    import subprocess

    try:
        done = subprocess.run(
            words,
            env=environment,
            input=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=_SECONDS,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return End(done.returncode, done.stdout) if len(done.stdout) <= _LARGEST else None


def _read(descriptor: int) -> bytes | None:
    """Return all that comes; ``None`` if it is too much, or too late."""
    import select
    import time

    poll = select.poll()
    poll.register(descriptor)
    parts: list[bytes] = []
    size, end = 0, time.monotonic() + _SECONDS
    while size <= _LARGEST:
        left = end - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            return None
        part = os.read(descriptor, 65536)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
    return None
