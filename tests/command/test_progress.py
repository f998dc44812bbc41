"""How far a long scan is; a short one says nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.command import scan

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pytest


class Clock:
    """Time goes on by so many seconds with each item."""

    def __init__(self) -> None:
        self.now = 0.0

    def monotonic(self) -> float:
        return self.now

    def count_slowly(self, number: int, *, seconds: float) -> Iterator[int]:
        for number_of_item in range(number):
            self.now += seconds
            yield number_of_item


def test_a_short_scan_is_silent(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = Clock()
    monkeypatch.setattr(scan, "time", clock)
    assert list(scan.with_progress_lines(clock.count_slowly(1_000, seconds=0.05), 1_000)) == list(
        range(1_000)
    )
    assert list(scan.with_progress_bar(clock.count_slowly(1_000, seconds=0.0001), 1_000)) == list(
        range(1_000)
    )
    assert capsys.readouterr() == ("", "")


def test_a_line_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """On standard error, without a terminal."""
    clock = Clock()
    monkeypatch.setattr(scan, "time", clock)
    assert list(scan.with_progress_lines(clock.count_slowly(1_003, seconds=50.0), 1_003)) == list(
        range(1_003)
    )
    out, err = capsys.readouterr()
    lines = err.splitlines()
    assert (out, len(lines)) == ("", 501)
    assert (lines[0], lines[-1]) == ("1 of 1,003 files checked", "1,001 of 1,003 files checked")


def test_a_bar_moves_with_every_slow_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not only with every 64th."""
    clock, steps = Clock(), []

    class Bar:
        task_ids = (0,)

        def update(self, task: int, *, completed: int) -> None:
            steps.append(completed)

        def stop(self) -> None:
            steps.append("stopped")

    monkeypatch.setattr(scan, "time", clock)
    monkeypatch.setattr(scan, "_start_progress_bar", lambda total: Bar())
    assert list(scan.with_progress_bar(clock.count_slowly(4, seconds=2.0), 4)) == [0, 1, 2, 3]
    assert steps == [0, 1, 2, 3, "stopped"]
