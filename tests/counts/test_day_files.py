"""What is counted, on disk: by several processes at once, within bounds, garbled or not."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from phaser_lint.counts import day_files
from phaser_lint.counts.day_files import (
    DAYS_KEPT,
    LARGEST_DAY,
    CountedDays,
    CountedRun,
    add_runs,
    clear_days,
    days_since,
    first_day,
)

if TYPE_CHECKING:
    from pathlib import Path

NOW = 1_795_000_000.0
DAY = 24 * 3600
TODAY = day_files.day_of(NOW)
WRITER = """
import sys
from phaser_lint.counts.day_files import CountedRun, add_runs
for number in range(300):
    run = CountedRun("", "scan", "fired", (sys.argv[2], f"a-{number}", "b" * 60))
    add_runs(sys.argv[1], [run], now=1_795_000_000.0)
"""


def run(*ids: str, place: str = "scan", kind: str = "fired", day: str = TODAY) -> CountedRun:
    return CountedRun(day, place, kind, ids)


def test_what_is_added_is_read(tmp_path: Path) -> None:
    """By day, in the order of the runs; one that found nothing is none."""
    folder = str(tmp_path / "counts")
    add_runs(folder, [run("a", "b"), run(kind="overridden")], now=NOW)
    add_runs(folder, [run("c", place="pre-commit", kind="overridden")], now=NOW)
    add_runs(folder, [run("d", place="hook")], now=NOW + DAY)
    tomorrow = day_files.day_of(NOW + DAY)
    last = run("d", place="hook", day=tomorrow)
    today = (run("a", "b"), run("c", place="pre-commit", kind="overridden"))
    assert days_since(folder, TODAY) == CountedDays((*today, last), 0, ())
    assert days_since(folder, tomorrow) == CountedDays((last,), 0, ())
    assert first_day(folder) == TODAY
    text = (tmp_path / "counts" / f"{TODAY}.txt").read_text()
    assert text == "scan fired a b\npre-commit overridden c\n"
    if os.name == "posix":
        assert oct((tmp_path / "counts" / f"{TODAY}.txt").stat().st_mode & 0o777) == "0o600"


def test_several_processes_at_once(tmp_path: Path) -> None:
    """No line is lost, and none is torn."""
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, str(tmp_path), name]) for name in "xy"
    ]
    assert [writer.wait() for writer in writers] == [0, 0]
    found = days_since(str(tmp_path), TODAY)
    assert (len(found.runs), found.garbled) == (600, 0)
    for name in "xy":
        numbers = [each.ids[1] for each in found.runs if each.ids[0] == name]
        assert numbers == [f"a-{number}" for number in range(300)]


@pytest.mark.parametrize(
    ("text", "garbled"),
    [
        ("", 0),
        ("scan fired a\n", 0),
        ("scan fired a", 0),
        ("\n", 1),
        ("scan fired\n", 1),
        ("scan fired \n", 1),
        ("scan  fired a\n", 1),
        ("elsewhere fired a\n", 1),
        ("scan burned a\n", 1),
        ("scan fired a/b\n", 1),
        ("scan fired ../../etc\n", 1),
        (f"scan fired {'a' * 65}\n", 1),
        ("scan fired \x1b[2J\n\0\0\0\xff\n", 2),
    ],
)
def test_lines_that_cannot_be_read(tmp_path: Path, text: str, garbled: int) -> None:
    """They are passed over and counted; what stands around them is read."""
    lines = f"scan fired first\n{text}"
    (tmp_path / f"{TODAY}.txt").write_bytes(lines.encode("latin-1"))
    found = days_since(str(tmp_path), TODAY)
    assert found.garbled == garbled
    assert found.runs[0] == run("first")


def test_a_day_is_full(tmp_path: Path) -> None:
    """It takes no more, and that is said."""
    many = run(*(f"contract-{number}" for number in range(500)))
    for _ in range(40):
        add_runs(str(tmp_path), [many], now=NOW)
    (path,) = tmp_path.iterdir()
    assert LARGEST_DAY <= path.stat().st_size < LARGEST_DAY + 10_000
    assert days_since(str(tmp_path), TODAY).full == (TODAY,)


def test_old_days_go(tmp_path: Path) -> None:
    """When a new one begins; nothing else in the folder does."""
    (tmp_path / "notes.txt").write_text("mine")
    days = [day_files.day_of(NOW - number * DAY) for number in (DAYS_KEPT + 1, DAYS_KEPT - 1)]
    for day in days:
        (tmp_path / f"{day}.txt").write_text("scan fired a\n")
    add_runs(str(tmp_path), [run("a")], now=NOW)
    assert {path.name for path in tmp_path.iterdir()} == {
        f"{days[1]}.txt",
        f"{TODAY}.txt",
        "notes.txt",
    }
    assert clear_days(str(tmp_path)) == 2
    assert [path.name for path in tmp_path.iterdir()] == ["notes.txt"]


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="the system has no such flag")
def test_a_link_is_not_followed(tmp_path: Path) -> None:
    """Nobody's other file grows."""
    folder = tmp_path / "counts"
    folder.mkdir()
    (tmp_path / "mine").write_text("mine\n")
    (folder / f"{TODAY}.txt").symlink_to(tmp_path / "mine")
    add_runs(str(folder), [run("a")], now=NOW)
    assert (tmp_path / "mine").read_text() == "mine\n"


def test_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A run ends as it would have ended."""
    (tmp_path / "file").write_text("")
    add_runs(str(tmp_path / "file" / "counts"), [run("a")], now=NOW)
    assert days_since(str(tmp_path / "none"), TODAY) == CountedDays((), 0, ())
    assert first_day(str(tmp_path / "none")) == ""
