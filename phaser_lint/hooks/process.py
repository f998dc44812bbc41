"""The process of a hook: standard input to a handler, its response to standard output.

The client reads standard output as JSON and drops all of it where anything else stands there. So
the handler never has it: what is printed, by a program that the handler starts too, goes to
standard error. The exit code is 0; to the client 2 means to block, and Python itself ends so after
a wrong flag.
"""

from __future__ import annotations

import os
import sys

from phaser_lint.core.text import MAXIMUM_BYTES, dumps
from phaser_lint.hooks.event_types import event_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.hooks.event_handlers import Handler, HandlerTable

_PIECE = 64 * 1024


def run(*handlers: Handler | HandlerTable, fail_closed: bool = False) -> None:
    """Answer the event on standard input with the handler that takes it.

    Each of *handlers* is a function of one event that returns a response, or ``None`` for nothing
    to say. Its annotation tells which event: ``PreToolUseInput``, or a union, or ``BaseToolInput``
    for all events of a tool; without one it takes every event. A mapping from events
    (``"PreToolUse"`` or ``PreToolUseInput``) to functions does too.

    Whatever goes wrong (the handler fails, ends the process, returns something else, nothing takes
    the event, the event is no event) the user is told, and the call goes on; with *fail_closed* it
    is denied or blocked. The traceback is on standard error. Nothing is raised.
    """
    channel = _take_standard_output()
    _write(channel, _answer(handlers, fail_closed=fail_closed))
    _settle()


def _take_standard_output() -> int:
    """Return a descriptor for the answer; from now on whatever is printed goes to standard error.

    The descriptor and not only ``sys.stdout``, for what a program started by the handler prints.
    """
    _open_closed_streams()
    channel = os.dup(1)
    os.dup2(2, 1)
    return channel


def _open_closed_streams() -> None:
    """Put nothing where a standard stream was closed; the next file opened would be taken for it.

    So was the answer's own descriptor: with ``2>&-`` it became standard error.
    """
    for descriptor in (0, 1, 2):
        try:
            os.fstat(descriptor)
        except OSError:
            _silence(descriptor)


def _answer(handlers: Sequence[Handler | HandlerTable], *, fail_closed: bool) -> str:
    raw: dict[str, Any] = {}
    try:
        raw = event_json(_read())
        from phaser_lint.hooks.event_handlers import handle

        return dumps(handle(raw, handlers))
    except BaseException as error:  # sys.exit(2), too: it would block, and say nothing
        return dumps(_failed(error, raw, fail_closed=fail_closed))


def _failed(error: BaseException, raw: dict[str, Any], *, fail_closed: bool) -> dict[str, Any]:
    from phaser_lint.core.errors import PhaserError
    from phaser_lint.hooks.failure import described, failed

    script = os.path.basename(sys.argv[0]) if sys.argv and sys.argv[0] else "hook"
    try:
        if isinstance(error, PhaserError):
            sys.stderr.write(f"{script}: {described(error)}\n")
        else:
            sys.__excepthook__(type(error), error, error.__traceback__)
    except (OSError, ValueError, AttributeError):  # nobody reads standard error
        pass
    return failed(error, raw=raw, script=script, fail_closed=fail_closed)


def _read() -> bytes:
    """Return standard input, at least one byte too much if it is larger than an event may be."""
    parts, size = [], 0
    try:
        while size <= MAXIMUM_BYTES and (part := os.read(0, _PIECE)):
            parts.append(part)
            size += len(part)
    except OSError:  # closed: the same as empty
        return b""
    return b"".join(parts)


def _write(channel: int, answer: str) -> None:
    left = (answer + "\n").encode("ascii")
    try:
        while left:
            left = left[os.write(channel, left) :]
        os.close(channel)
    except OSError:  # nobody listens
        return


def _settle() -> None:
    """Flush what was printed; a stream that nobody reads must not decide the exit code.

    Python ends with 120 where the last flush fails.
    """
    for stream, descriptor in ((sys.stdout, 1), (sys.stderr, 2)):
        try:
            stream.flush()
        except (OSError, ValueError, AttributeError):
            _silence(descriptor)


def _silence(descriptor: int) -> None:
    try:
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, descriptor)
        if nothing != descriptor:
            os.close(nothing)
    except OSError:
        return
