"""A git that prints without end is ended: the memory, the time, and the words that it gets."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.errors import GitError
from phaser_lint.project import GitLimits, Root
from phaser_lint.project.git import run_git
from tests.left_behind import left_behind

if TYPE_CHECKING:
    from pathlib import Path

TOO_MUCH = "git ls-files: it prints more than 256 MB"
LATE_GIT = "git ls-files took over"
# What git does, how long it may take, and what is said of it.
ROWS = {
    "prints": ("exec yes", 60, TOO_MUCH),
    "prints, and has a child that does": ("yes & wait", 60, TOO_MUCH),
    "warns": ("exec yes >&2", 60, TOO_MUCH),
    "warns, and prints nothing": ("yes >&2; true", 60, TOO_MUCH),
    "prints much, and is late": (
        "while :; do head -c 30000 /dev/zero; done",
        1,
        f"{LATE_GIT} 1 seconds",
    ),
    "prints slowly": ("while :; do echo x; done", 2, f"{LATE_GIT} 2 seconds"),
    "warns slowly": ("while :; do echo x >&2; done", 2, f"{LATE_GIT} 2 seconds"),
}
PATIENCE = 20.0


@pytest.mark.one_row_in(12)
@pytest.mark.parametrize(("does", "seconds", "expected_error"), ROWS.values(), ids=ROWS)
def test_an_endless_git_ends_with_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, does: str, seconds: int, expected_error: str
) -> None:
    """It ends with one sentence, and no reader of its output fails aloud."""
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    (tmp_path / "bin").mkdir()
    for folder in ("objects", "refs"):
        (tmp_path / "top" / ".git" / folder).mkdir(parents=True)
    (tmp_path / "top" / ".git" / "HEAD").write_text("ref: refs/heads/main\n")
    program = tmp_path / "bin" / "git"
    program.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/group\n{does}\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=":")
    start = time.monotonic()
    with pytest.raises(GitError) as error:
        run_git(Root(str(tmp_path / "top"), GitLimits(seconds=seconds)), "ls-files")
    assert time.monotonic() - start < (
        PATIENCE if expected_error == TOO_MUCH else seconds + PATIENCE
    )
    assert str(error.value) == expected_error
    assert left_behind([(tmp_path / "group").read_text().strip()]) == []
    for thread in threading.enumerate():
        if thread.daemon and thread is not threading.current_thread():
            thread.join(1)
    assert failed == []
