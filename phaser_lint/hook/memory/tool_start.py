"""When an agent called a tool whose event does not say how long it ran, by the transcript.

Codex and Gemini CLI start no hook before a command and send no time with it. What it commits, and
what a hook that knows nothing of the session finds, would else be older than the session.
"""

from __future__ import annotations

import os
import re
from datetime import datetime, timezone

from phaser_lint.agent import Event
from phaser_lint.project.regular_file import read_bytes_from

_TIME = re.compile(rb'"(?:timestamp|startTime)"\s*:\s*"([^"]{1,40})"')
_HEAD, _TAIL = 64 * 1024, 4 * 1024 * 1024


def find_tool_start(event: Event, *, latest: float) -> float:
    """Return when the tool of *event* was called, or else when its transcript begins, in seconds of
    the epoch; *latest* where neither is known, or is later.

    The first line that names the call counts: a command could write more of them.
    """
    try:
        size = os.stat(event.transcript).st_size if event.transcript else 0
        tail = read_bytes_from(event.transcript, max(0, size - _TAIL), limit=_TAIL) if size else b""
        head = read_bytes_from(event.transcript, 0, limit=_HEAD) if size else b""
    except OSError:
        return latest
    offset = tail.find(os.fsencode(f'"{event.call}"')) if event.call else -1
    line = tail[tail.rfind(b"\n", 0, offset) + 1 :].partition(b"\n")[0] if offset >= 0 else b""
    # What the model gave the tool may hold a time, too: of several the earliest.
    called, began = _TIME.findall(line), _TIME.findall(head)[:1]
    seconds = latest
    for written in called or began:
        try:
            moment = datetime.fromisoformat(written.decode("ascii").replace("Z", "+00:00"))
            moment = moment.replace(tzinfo=moment.tzinfo or timezone.utc)
            seconds = min(seconds, moment.timestamp())
        except (ValueError, OverflowError):
            continue
    return seconds
