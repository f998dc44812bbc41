"""Programs with all that they start: how such a group is started, and how it is ended.

What is to be ended as a whole is started with ``start_new_session=True``. Windows knows no groups:
there it is the tree below the process, which a program of its own ends.
"""

from __future__ import annotations

import os
import subprocess
import threading
from signal import SIGINT, SIGTERM, getsignal, signal

from phaser_lint.core import STARTED_GROUPS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any


def start_process_group(
    words: Sequence[str],
    *,
    stdin: int,
    stderr: int,
    environment: Mapping[str, str] | None = None,
    folder: str | None = None,
    bufsize: int = 0,
) -> subprocess.Popen[bytes]:
    """Start a program as a group of processes, itself and all that it starts, which
    ``end_process_group`` can end.

    The rest as ``Popen`` takes it. Raises ``OSError`` and ``ValueError``.
    """
    # A signal's handler raises. While the program starts nobody could end it: its number is known
    # only once it runs.
    pending_signals: list[tuple[Any, Any]] = []
    signal_numbers = (
        (SIGINT, SIGTERM) if threading.current_thread() is threading.main_thread() else ()
    )
    handlers = {
        number: handler for number in signal_numbers if callable(handler := getsignal(number))
    }
    for number in handlers:
        signal(number, lambda *signal_and_frame: pending_signals.append(signal_and_frame))
    process = None
    try:
        process = subprocess.Popen(
            words,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=stderr,
            bufsize=bufsize,
            cwd=folder,
            env=environment,
            start_new_session=True,
        )
        STARTED_GROUPS.add(process.pid)
    finally:
        for number, handler in handlers.items():
            signal(number, handler)
        if pending_signals and process:
            end_process_group(process.pid)
        for number, frame in pending_signals:
            handlers[number](number, frame)
    return process


def end_process_group(number: int) -> bool:
    """End the process *number* and all that it started; false where nobody is left."""
    words = ("taskkill", "/f", "/t", "/pid", str(number))
    try:
        if not hasattr(os, "killpg"):
            return subprocess.run(words, capture_output=True, check=False).returncode == 0
        os.killpg(number, 9)
    except OSError:
        return False
    finally:
        STARTED_GROUPS.discard(number)
    return True
