"""A progress bar on a terminal, for scans long enough to need one."""

from __future__ import annotations

import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import TypeVar

    from rich.progress import Progress

    Item = TypeVar("Item")

_QUIET_SECONDS = 0.5
_EVERY = 64


def shown(items: Iterator[Item], total: int) -> Iterator[Item]:
    """Yield *items*, with a bar on standard error once they take longer than half a second."""
    start = time.monotonic()
    bar: Progress | None = None
    try:
        for number, item in enumerate(items):
            if number % _EVERY == 0:
                if bar is None and time.monotonic() - start > _QUIET_SECONDS:
                    bar = _started(total)
                if bar is not None:
                    bar.update(bar.task_ids[0], completed=number)
            yield item
    finally:
        if bar is not None:
            bar.stop()


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
