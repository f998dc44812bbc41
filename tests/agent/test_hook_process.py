"""The executor: whatever a hook does, the answer is a result and nothing goes on running."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from phaser_lint.agent.hook_process import KEPT_BYTES, Command, ProcessResult, run_hook_command

EVENT = b'{"hook_event_name": "PreToolUse"}\n'


def run_command(
    words: str | tuple[str, ...], content: bytes = EVENT, seconds: float = 20.0
) -> ProcessResult:
    return run_hook_command(
        Command(words, isinstance(words, str), environment=dict(os.environ), seconds=seconds),
        content,
    )


def code_and_output(process_result: ProcessResult) -> tuple[int | None, bytes, bytes]:
    return process_result.code, process_result.out, process_result.err


def python(code: str) -> tuple[str, ...]:
    return (sys.executable, "-I", "-c", code)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("cat",), (0, EVENT, b"")),
        ("cat", (0, EVENT, b"")),
        ("cat >&2; exit 2", (2, b"", EVENT)),
        ("echo out; echo err >&2; exit 1", (1, b"out\n", b"err\n")),
        ("true | exit 3", (3, b"", b"")),
        ("kill -9 $$", (-9, b"", b"")),
        (("printf", "%s", "a b$HOME"), (0, b"a b$HOME", b"")),
        ("exit 127", (127, b"", b"")),
        ("phaser-lint-no-such-command 2>/dev/null", (127, b"", b"")),
    ],
)
def test_a_process_returns_its_code_and_both_streams(
    words: str | tuple[str, ...], expected: tuple[int | None, bytes, bytes]
) -> None:
    """Both streams apart, the code as it is; a list of words sees no shell."""
    assert code_and_output(run_command(words)) == expected


@pytest.mark.parametrize("size", [0, 1, 64 * 1024 + 1, 5_000_000])
def test_the_whole_input_arrives(size: int) -> None:
    """Also what is larger than a pipe, while the hook answers already."""
    process_result = run_command(
        python("import sys; print(len(sys.stdin.buffer.read()))"), b"x" * size
    )
    assert code_and_output(process_result) == (0, b"%d\n" % size, b"")
    assert process_result.delivered is not None
    assert not process_result.left_unread


@pytest.mark.parametrize(
    "words",
    [
        "exit 4",
        "exec 0<&-; sleep 0.1; exit 4",
        "exec 0<&- >&- 2>&-; sleep 0.1; exit 4",
        "head -c 1 >/dev/null; exit 4",
    ],
)
def test_a_hook_that_does_not_read(words: str) -> None:
    """Megabytes that nobody takes: no wait, no broken pipe."""
    process_result = run_command(words, b"x" * 3_000_000)
    assert (process_result.code, process_result.delivered, process_result.timed_out) == (
        4,
        None,
        False,
    )
    assert process_result.left_unread


def test_endless_output_is_bounded() -> None:
    """A hundred megabytes are read and counted, and the beginning is kept."""
    process_result = run_command("head -c 100000000 /dev/zero; head -c 3000000 /dev/zero >&2")
    sizes = (process_result.out_size, len(process_result.out), len(process_result.err))
    assert sizes == (100_000_000, KEPT_BYTES, KEPT_BYTES)
    assert process_result.code == 0


@pytest.mark.parametrize(
    ("words", "folder", "problem"),
    [
        (("phaser-lint-no-such-command",), "", "phaser-lint-no-such-command: No such file"),
        (("/etc/passwd",), "", "/etc/passwd: Permission denied"),
        (("true",), "/no/such/folder", "/no/such/folder: No such file"),
        (("a\0b",), "", "embedded null byte"),
        ((), "", "there is no command"),
        (("true", "x" * 3_000_000), "", "true: Argument list too long"),
    ],
)
def test_a_program_that_cannot_start_has_a_reason(
    words: tuple[str, ...], folder: str, problem: str
) -> None:
    """A result with the reason, and no exit code."""
    process_result = run_hook_command(
        Command(words, folder=folder, environment=dict(os.environ)), EVENT
    )
    assert process_result.code is None
    assert process_result.problem.startswith(problem)


LINGERS = (
    ("sleep 300", True, False),
    ("sleep 300 & sleep 300", True, False),
    ("trap '' TERM HUP INT; sleep 300", True, False),
    ("yes", True, False),
    ("sleep 300 & exit 0", False, True),
    ("sleep 300 >/dev/null 2>&1 & exit 0", False, True),
)
LINGERS_ELSEWHERE = (
    ("setsid sleep 300 & exit 0", False, True),
    ("setsid setsid sleep 300 >/dev/null 2>&1 & exit 0", False, True),
    ("(setsid sleep 300 &) ; sleep 300", True, False),
)


def alive(mark: str) -> list[str]:
    """The commands that still run with *mark* in their environment."""
    process_ids = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if mark.encode() in (folder / "environ").read_bytes():
                    process_ids.append((folder / "cmdline").read_text())
            except OSError:
                continue
    return process_ids


@pytest.mark.one_row_in(2)
@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
@pytest.mark.parametrize(("words", "timed_out", "leaves_processes"), LINGERS + LINGERS_ELSEWHERE)
def test_nothing_goes_on_running(
    words: str, timed_out: bool, leaves_processes: bool, request: pytest.FixtureRequest
) -> None:
    """At the timeout or after the end: children, in the background, in a session of their own."""
    mark = f"TESTED_HERE={request.node.name}-{os.getpid()}"
    environment = {**os.environ, "TESTED_HERE": mark.partition("=")[2]}
    start = time.monotonic()
    process_result = run_hook_command(
        Command(words, True, environment=environment, seconds=0.4), EVENT
    )
    assert (process_result.timed_out, process_result.left_behind) == (timed_out, leaves_processes)
    assert process_result.code == (None if timed_out else 0)
    # What was killed is there until its turn comes, on a machine that has much else to do.
    while alive(mark) and time.monotonic() - start < 30:
        time.sleep(0.05)
    assert alive(mark) == []
    assert time.monotonic() - start < 100  # far below the 300 s that they would sleep


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_a_stranger_without_an_environment_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What ``env -i`` started looked like a process that is being started: 60 ms for each hook.

    So did, for root, each thread of the kernel.
    """
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    stranger = subprocess.Popen(("sleep", "60"), env={})
    try:
        counts = []
        for _ in range(20):
            pauses.clear()
            run_command("exit 0")
            counts.append(len(pauses))
    finally:
        stranger.kill()
        stranger.wait()
    # Others start and end meanwhile, which is a reason to look again.
    assert min(counts) == 0


def test_an_answer_is_not_held_up_by_what_lingers() -> None:
    """What was printed before the end counts, although the pipe stays open."""
    assert code_and_output(run_command("sleep 300 & echo answered")) == (0, b"answered\n", b"")


def test_the_environment_is_the_given_one(tmp_path: Path) -> None:
    """Nothing of this process leaks in; the working directory is the given one."""
    command = Command(("/usr/bin/env",), folder=str(tmp_path), environment={"A": "1"})
    lines = run_hook_command(command, b"").out.decode().split("\n")
    assert sorted(line.partition("=")[0] for line in lines if line) == ["A", "PHASER_LINT_HOST_RUN"]
    assert (
        run_hook_command(Command("pwd", True, str(tmp_path), {}), b"").out
        == f"{tmp_path}\n".encode()
    )
