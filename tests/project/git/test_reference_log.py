"""Git's logs of references, read without git."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.git.reference_log import LogEntry, before_pushes, log_entries

if TYPE_CHECKING:
    from pathlib import Path

NONE, ONE, TWO, THREE = ("0" * 40, "1" * 40, "2" * 40, "3" * 40)


def line(old: str, new: str, action: str) -> str:
    return f"{old} {new} A B <a@example.org> 1700000000 +0100\t{action}\n"


def test_entries(tmp_path: Path) -> None:
    """Garbled lines are skipped; what came after a size is returned, and a new log is no such."""
    path = tmp_path / "HEAD"
    first, second = line(NONE, ONE, "commit (initial): x"), line(ONE, TWO, "reset: moving to w")
    path.write_text(f"{first}garbled\n{second}")
    entries = log_entries(str(path))
    assert entries == (
        LogEntry(NONE, ONE, 1700000000, "commit (initial): x"),
        LogEntry(ONE, TWO, 1700000000, "reset: moving to w"),
    )
    assert [entry.is_commit() for entry in entries] == [True, False]
    assert log_entries(str(path), after=len(f"{first}garbled\n")) == entries[1:]
    assert log_entries(str(path), after=len(first) + 3) is None
    assert log_entries(str(path), after=10_000) is None


@pytest.mark.parametrize("time", ["²", "1" * 5_000, "-1", ""])
def test_a_time_that_is_no_number(tmp_path: Path, time: str) -> None:
    """Its line is skipped as a garbled one."""
    path = tmp_path / "HEAD"
    garbled = line(NONE, ONE, "commit: x").replace("1700000000", time)
    path.write_text(f"{garbled}{line(ONE, TWO, 'commit: y')}", encoding="utf-8")
    assert log_entries(str(path)) == (LogEntry(ONE, TWO, 1700000000, "commit: y"),)


def test_no_log(tmp_path: Path) -> None:
    """Neither a missing one nor a FIFO is waited for."""
    assert log_entries(str(tmp_path / "none")) == ()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "fifo")
        assert log_entries(str(tmp_path / "fifo")) == ()


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([], THREE),
        ([(NONE, ONE, "fetch"), (ONE, THREE, "fetch: fast-forward")], THREE),
        ([(NONE, THREE, "update by push")], ""),
        ([(NONE, ONE, "fetch"), (ONE, THREE, "update by push")], ONE),
        ([(ONE, TWO, "update by push"), (TWO, THREE, "update by push")], ONE),
        ([(ONE, TWO, "update by push"), (TWO, THREE, "fetch")], THREE),
    ],
)
def test_before_pushes(entries: list[tuple[str, str, str]], expected: str) -> None:
    """What a remote-tracking branch was by its remote."""
    logged = [LogEntry(old, new, 0, action) for old, new, action in entries]
    assert before_pushes(logged, THREE) == expected
