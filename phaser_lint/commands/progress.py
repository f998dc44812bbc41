"""How far a long scan is: a progress bar on a terminal, a line a minute elsewhere.

A contract that runs away takes two seconds on every file: hours, on many.
"""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeVar

    from rich.progress import Progress

    Item = TypeVar("Item")

_QUIET_SECONDS = 0.5
_EVERY = 64
_LINE_SECONDS = 60.0


def shown(items: Iterator[Item], total: int) -> Iterator[Item]:
    """Yield *items*, with a bar on standard error once they take longer than half a second."""
    last = time.monotonic()
    bar: Progress | None = None
    try:
        for number, item in enumerate(items):
            late = time.monotonic() - last > _QUIET_SECONDS
            if late and bar is None:
                bar = _started(total)
            if bar is not None and (late or number % _EVERY == 0):
                bar.update(bar.task_ids[0], completed=number)
                last = time.monotonic()
            yield item
    finally:
        if bar is not None:
            bar.stop()


def told(items: Iterator[Item], total: int) -> Iterator[Item]:
    """Yield *items*, with a line on standard error for every minute that they take."""
    last = time.monotonic()
    for number, item in enumerate(items):
        if time.monotonic() - last > _LINE_SECONDS:
            sys.stderr.write(f"{number:,} of {total:,} files checked\n")
            last = time.monotonic()
        yield item


def _started(total: int) -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    bar = Progress(
        TextColumn("checking"),
        BarColumn(),
        MofNCompleteColumn(),
        console=Console(stderr=True),
        transient=True,
    )
    bar.add_task("checking", total=total)
    bar.start()
    return bar
