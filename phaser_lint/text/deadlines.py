"""When what reads a text has to stop: by the time of the processor, as ``regex`` counts it.

A machine that is busy elsewhere decides nothing.
"""

from __future__ import annotations

import time


def make_deadline(seconds: float | None) -> float | None:
    """Return the deadline for what is done with a text: what the clock (processor time) shows in so
    many *seconds*; ``None`` without a limit.
    """
    return None if seconds is None else time.process_time() + seconds


def require_time_left(deadline: float | None) -> float | None:
    """Return the seconds that are left until the *deadline* of work on a text; raises
    ``TimeoutError`` if none is.
    """
    left = None if deadline is None else deadline - time.process_time()
    if left is not None and left <= 0:
        raise TimeoutError
    return left


class LateReaderError(TimeoutError):
    """What reads a text had no time left; its own text says what was read."""


def keep_to_deadline(deadline: float | None, reading: str) -> None:
    """Raise ``LateReaderError`` where anything that reads a text, or edits it, has passed its
    *deadline*.
    """
    if deadline is not None and time.process_time() >= deadline:
        raise LateReaderError(reading)
