"""What is counted, on disk: a file a day, to which each run that found something adds lines.

    hook fired no-print no-todo
    pre-commit overridden no-print

A place, what happened, and the ids of contracts: no path, no text, no project. Lines are added in
one write to the end of the file, so that several processes may do so at once. A file does not grow
beyond 128 KB, and those of more than 180 days ago go when a new one begins.
"""

from __future__ import annotations

import os
import time

from phaser_lint.files.regular_file import read_bytes
from phaser_lint.record import Record
from phaser_lint.system import APPEND, open_itself

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

DAYS_KEPT = 180
LARGEST_DAY = 128 * 1024
PLACES = ("hook", "pre-commit", "scan")
KINDS = ("fired", "overridden")
_ENDING = ".txt"
_ID = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
_LONGEST_ID = 64


class CountedRun(Record):
    """That contracts of some *ids* fired in a run, or directives let pass what they found."""

    day: str
    place: str
    kind: str
    ids: tuple[str, ...]


class CountedDays(Record):
    """All runs of some days. ``garbled`` lines could not be read, ``full`` days hold no more."""

    runs: tuple[CountedRun, ...]
    garbled: int
    full: tuple[str, ...]


def counts_folder(home: str) -> str:
    """Return the folder of the files."""
    return os.path.join(home, ".phaser", "counts")


def day_of(seconds: float) -> str:
    """Return the day of a time, where the user is: ``2026-11-22``."""
    return time.strftime("%Y-%m-%d", time.localtime(seconds))


def add_runs(folder: str, runs: Iterable[CountedRun], *, now: float) -> None:
    """Add *runs*, all of today, to the file of the day; a disk that takes nothing is no matter."""
    lines = [f"{run.place} {run.kind} {' '.join(run.ids)}\n" for run in runs if run.ids]
    try:
        os.makedirs(folder, mode=0o700, exist_ok=True)
        descriptor = open_itself(os.path.join(folder, f"{day_of(now)}{_ENDING}"), APPEND)
        try:
            size = os.fstat(descriptor).st_size
            if lines and size < LARGEST_DAY:
                os.write(descriptor, "".join(lines).encode("ascii", "replace"))
        finally:
            os.close(descriptor)
    except OSError:
        return
    if not size:
        _discard(folder, before=day_of(now - DAYS_KEPT * 24 * 3600))


def days_since(folder: str, first: str) -> CountedDays:
    """Return what was counted on the day *first* and after it; raises ``OSError``."""
    runs: list[CountedRun] = []
    garbled, full = 0, []
    for day, path in _files(folder):
        if day < first:
            continue
        data = read_bytes(path, limit=2 * LARGEST_DAY)
        full += [day] if len(data) >= LARGEST_DAY else []
        for line in data.decode("ascii", "replace").splitlines():
            run = _run(day, line)
            garbled += run is None
            runs += [] if run is None else [run]
    return CountedDays(tuple(runs), garbled, tuple(full))


def first_day(folder: str) -> str:
    """Return the first day that there is a file of; empty where there is none."""
    return next((day for day, _ in _files(folder)), "")


def clear_days(folder: str) -> int:
    """Remove the files of all days, and return how many they were; raises ``OSError``."""
    found = list(_files(folder))
    for _, path in found:
        os.remove(path)
    return len(found)


def _run(day: str, line: str) -> CountedRun | None:
    place, kind, *ids = line.split(" ") if line.count(" ") > 1 else ("", "")
    if place not in PLACES or kind not in KINDS or not all(map(_is_id, ids)):
        return None
    return CountedRun(day, place, kind, tuple(ids))


def _is_id(text: str) -> bool:
    return 0 < len(text) <= _LONGEST_ID and _ID.issuperset(text)


def _discard(folder: str, *, before: str) -> None:
    try:
        for day, path in list(_files(folder)):
            if day < before:
                os.remove(path)
    except OSError:
        return


def _files(folder: str) -> Iterator[tuple[str, str]]:
    """Yield the day and the path of each file, in their order."""
    try:
        names = sorted(os.listdir(folder))
    except FileNotFoundError:
        return
    for name in names:
        day = name.removesuffix(_ENDING)
        if (
            name.endswith(_ENDING)
            and len(day) == 10
            and not day.replace("-", "").strip("0123456789")
        ):
            yield day, os.path.join(folder, name)
