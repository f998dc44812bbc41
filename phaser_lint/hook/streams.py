"""The streams of ``phaser-lint hook``: whatever they are, its exit code stays its own.

A client that closed one of them, or whose pipe is gone, would take 1, 2 or 3 for a denial.
"""

from __future__ import annotations

import os
import sys

from phaser_lint.core.text import event_bytes


def read_event() -> bytes:
    """Return the event on standard input; see ``event_bytes``."""
    try:
        return event_bytes(sys.stdin.buffer.read)
    except OSError:  # open for writing alone: the same as empty
        return b""


def write(out: str, err: str = "") -> None:
    """Write an answer to both streams, as far as somebody takes it."""
    for stream, text in ((sys.stdout, out), (sys.stderr, err)):
        try:
            stream.write(text)
        except (OSError, AttributeError):  # unbuffered and full; closed, so that there is none
            continue


def flush() -> None:
    """Write out what was printed; where nobody takes it, it goes nowhere."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
