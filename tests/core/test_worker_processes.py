"""Work done by other processes: the same results in the same order, whatever becomes of them."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.core.worker_processes import WorkAhead, choose_process_count, map_in_processes

if TYPE_CHECKING:
    from collections.abc import Sequence

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are forked on Linux")

ITEMS = [str(number) for number in range(500)]
HERE = os.getpid()


@pytest.fixture(autouse=True)
def _only_thread() -> None:
    """Beside a thread nothing is forked: those that other tests left may take a moment to end."""
    last = time.monotonic() + 60
    while threading.active_count() > 1 and time.monotonic() < last:
        time.sleep(0.01)


def is_worker() -> bool:
    return os.getpid() != HERE


def doubled(words: Sequence[str]) -> list[Any]:
    return [word * 2 for word in words]


def dies(words: Sequence[str]) -> list[Any]:
    """A worker that the kernel kills in the middle of its work, for want of memory."""
    if is_worker() and "200" in words:
        os.kill(os.getpid(), signal.SIGKILL)
    return doubled(words)


def fails(words: Sequence[str]) -> list[Any]:
    """Something that goes wrong in a worker only."""
    if is_worker():
        raise OSError(24, "Too many open files")
    return doubled(words)


def gives_what_cannot_be_sent(words: Sequence[str]) -> list[Any]:
    """An object that is no plain data."""
    return [object()] * len(words) if is_worker() else doubled(words)


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("work", [doubled, dies, fails, gives_what_cannot_be_sent])
@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_every_item_has_its_result(work: Any, count: int) -> None:
    """In the order of the items; what a worker could not do is done here."""
    assert list(map_in_processes(work, ITEMS, count=count)) == [word * 2 for word in ITEMS]
    assert_no_child_is_left()


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("times", [8, pytest.param(50, marks=pytest.mark.slow)])
@pytest.mark.parametrize("work", [fails, dies])
def test_nobody_waits_for_workers_that_have_ended(work: Any, times: int) -> None:
    """One ends between two looks at it, with the last block in its hands."""
    signal.alarm(120)
    try:
        for _ in range(times):
            assert list(map_in_processes(work, ITEMS[150:214], count=3)) == doubled(ITEMS[150:214])
    finally:
        signal.alarm(0)
    assert_no_child_is_left()


def test_no_worker_is_left_when_nobody_wants_the_rest() -> None:
    """As after Ctrl-C."""
    doubled_words = map_in_processes(doubled, ITEMS, count=2)
    assert next(doubled_words) == "00"
    doubled_words.close()  # type: ignore[attr-defined]
    assert_no_child_is_left()


def test_workers_that_wait_for_room_are_stopped() -> None:
    """Of three or more, each once held open what the ones before it wrote to: no end came."""

    def large(words: Sequence[str]) -> list[Any]:
        return ["x" * 5000 for _ in words]

    large_texts = map_in_processes(large, ITEMS * 10, count=4)
    assert len(next(large_texts)) == 5000
    signal.alarm(120)
    try:
        large_texts.close()  # type: ignore[attr-defined]
    finally:
        signal.alarm(0)
    assert_no_child_is_left()


def no_more(*arguments: object) -> Any:
    raise BlockingIOError(11, "Resource temporarily unavailable")


@pytest.mark.parametrize("name", ["fork", "pipe"])
def test_without_another_process_the_work_is_done_here(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A container allows so many processes, a shell so many open files."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    open_before = len(os.listdir("/proc/self/fd"))
    monkeypatch.setattr(os, name, no_more)
    assert list(map_in_processes(doubled, ITEMS, count=3)) == [item * 2 for item in ITEMS]
    assert len(os.listdir("/proc/self/fd")) == open_before


def test_an_error_of_the_work_itself_is_raised_here() -> None:
    """A worker's failure is tried again here, so a real one shows."""

    def broken(words: Sequence[str]) -> list[Any]:
        raise ValueError(words[0])

    with pytest.raises(ValueError, match=r"^0$"):
        list(map_in_processes(broken, ITEMS, count=2))
    assert_no_child_is_left()


def test_processes_are_for_many_items(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few items are done before a process has started."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1, 2, 3})
    assert [
        choose_process_count(number_of_items) for number_of_items in (0, 1, 511, 512, 1024, 100_000)
    ] == [
        1,
        1,
        1,
        2,
        3,
        4,
    ]


def test_a_process_with_threads_is_not_forked() -> None:
    """A lock that another thread holds would never open in the child."""
    stop = threading.Event()
    thread = threading.Thread(target=stop.wait)
    thread.start()
    try:
        assert choose_process_count(100_000) == 1
    finally:
        stop.set()
        thread.join()


@pytest.mark.parametrize("work", [doubled, dies, fails, gives_what_cannot_be_sent])
def test_work_ahead_has_its_result(monkeypatch: pytest.MonkeyPatch, work: Any) -> None:
    """What the other process could not do is done here."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    begun = WorkAhead(lambda: work(ITEMS))
    assert begun.result() == doubled(ITEMS)
    assert_no_child_is_left()


def test_work_ahead_goes_on_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """In another process, where there is a core for it."""
    for cores, is_here in (({0, 1}, False), ({0}, True)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda process, cores=cores: cores)
        assert (WorkAhead(os.getpid).result() == HERE) is is_here
    assert_no_child_is_left()


def test_work_ahead_that_nobody_wants_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long it would take."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    WorkAhead(lambda: time.sleep(600)).close()
    assert_no_child_is_left()


def assert_no_child_is_left() -> None:
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
