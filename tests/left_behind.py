"""The processes that a program left behind, told by the group that each of its children began."""

from __future__ import annotations

import subprocess
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_SECONDS = 2.0


def left_behind(groups: Collection[str]) -> list[str]:
    """The processes of *groups* that go on a while after they were ended; one that died does not.

    Where nobody takes an orphan's end, it is listed for ever, as ``Z``.
    """
    end = time.monotonic() + _SECONDS
    while (remaining := _find_processes(groups)) and time.monotonic() < end:
        time.sleep(0.02)
    return remaining


def _find_processes(groups: Collection[str]) -> list[str]:
    process_lines = subprocess.run(
        ["ps", "-A", "-o", "pgid=,stat=,args="], capture_output=True, text=True, check=True
    ).stdout
    rows = [line.split(None, 2) for line in process_lines.splitlines()]
    return [" ".join(row) for row in rows if row[0] in groups and not row[1].startswith("Z")]
