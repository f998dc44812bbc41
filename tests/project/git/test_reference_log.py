"""Git's logs of references, read without git."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.git.reference_log import (
    LogEntry,
    find_commit_before_pushes,
    read_reference_log,
)

if TYPE_CHECKING:
    from pathlib import Path

NO_COMMIT, FIRST_COMMIT, SECOND_COMMIT, THREE = ("0" * 40, "1" * 40, "2" * 40, "3" * 40)


def line(old: str, new: str, action: str) -> str:
    return f"{old} {new} A B <a@example.org> 1700000000 +0100\t{action}\n"


def test_garbled_lines_of_a_log_are_skipped(tmp_path: Path) -> None:
    """Garbled lines are skipped; what came after a size is returned, and a new log is no such."""
    path = tmp_path / "HEAD"
    first_line, second_line = (
        line(NO_COMMIT, FIRST_COMMIT, "commit (initial): x"),
        line(FIRST_COMMIT, SECOND_COMMIT, "reset: moving to w"),
    )
    path.write_text(f"{first_line}garbled\n{second_line}")
    entries = read_reference_log(str(path))
    assert entries == (
        LogEntry(NO_COMMIT, FIRST_COMMIT, 1700000000, "commit (initial): x"),
        LogEntry(FIRST_COMMIT, SECOND_COMMIT, 1700000000, "reset: moving to w"),
    )
    assert [log_entry.is_commit() for log_entry in entries] == [True, False]
    assert read_reference_log(str(path), after=len(f"{first_line}garbled\n")) == entries[1:]
    assert read_reference_log(str(path), after=len(first_line) + 3) is None
    assert read_reference_log(str(path), after=10_000) is None


@pytest.mark.parametrize("time", ["²", "1" * 5_000, "-1", ""])
def test_a_time_that_is_no_number(tmp_path: Path, time: str) -> None:
    """Its line is skipped as a garbled one."""
    path = tmp_path / "HEAD"
    garbled = line(NO_COMMIT, FIRST_COMMIT, "commit: x").replace("1700000000", time)
    path.write_text(f"{garbled}{line(FIRST_COMMIT, SECOND_COMMIT, 'commit: y')}", encoding="utf-8")
    assert read_reference_log(str(path)) == (
        LogEntry(FIRST_COMMIT, SECOND_COMMIT, 1700000000, "commit: y"),
    )


def test_a_missing_log_is_not_waited_for(tmp_path: Path) -> None:
    """Neither a missing one nor a FIFO is waited for."""
    assert read_reference_log(str(tmp_path / "none")) == ()
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "fifo")
        assert read_reference_log(str(tmp_path / "fifo")) == ()


@pytest.mark.parametrize(
    ("entries", "expected"),
    [
        ([], THREE),
        ([(NO_COMMIT, FIRST_COMMIT, "fetch"), (FIRST_COMMIT, THREE, "fetch: fast-forward")], THREE),
        ([(NO_COMMIT, THREE, "update by push")], ""),
        (
            [(NO_COMMIT, FIRST_COMMIT, "fetch"), (FIRST_COMMIT, THREE, "update by push")],
            FIRST_COMMIT,
        ),
        (
            [
                (FIRST_COMMIT, SECOND_COMMIT, "update by push"),
                (SECOND_COMMIT, THREE, "update by push"),
            ],
            FIRST_COMMIT,
        ),
        ([(FIRST_COMMIT, SECOND_COMMIT, "update by push"), (SECOND_COMMIT, THREE, "fetch")], THREE),
    ],
)
def test_the_log_tells_what_a_remote_was_before_a_push(
    entries: list[tuple[str, str, str]], expected: str
) -> None:
    """What a remote-tracking branch was by its remote."""
    logged = [LogEntry(old, new, 0, action) for old, new, action in entries]
    assert find_commit_before_pushes(logged, THREE) == expected
