"""The knowledge graph of maenifold, where its program is installed; silent where it is not.

    maenifold --tool buildcontext --payload '{"conceptName": "auth", "depth": 1, …}'

The program is started without a shell, in a process group of its own, for some names at a time. It
has a second a name and five seconds in all. Its group is ended in any case, so that nothing it
started goes on.
"""

from __future__ import annotations

import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from phaser_lint.core import render_json_line
from phaser_lint.core.process_groups import end_process_group, start_process_group
from phaser_lint.core.text import make_printable
from phaser_lint.report.context.links import find_link_target
from phaser_lint.report.context.maenifold_program import PROGRAM
from phaser_lint.report.context.plain_text import Bounds

SECONDS_A_NAME = 1.0
SECONDS = 5.0
AT_ONCE = 4
LARGEST_ANSWER = 64 * 1024
_LOOK_SECONDS = 0.05
# The program's answer for an unknown name.
_UNKNOWN = "Direct relations (0 CONCEPTS)"
_LATE = "it took too long"


class _NoAnswerError(Exception):
    """The program failed, or took too long: the message says which."""


def ask_maenifold(
    program: str,
    names: Sequence[str],
    bounds: Bounds,
    *,
    seconds_a_name: float = SECONDS_A_NAME,
    seconds: float = SECONDS,
    failed: Callable[[str], object],
) -> dict[str, str]:
    """Return what maenifold's *program* answers for each name; what fails or is late is left out.

    *failed* gets a line for each name of those.
    """
    end = time.monotonic() + seconds
    waiting, answers = list(reversed(names)), dict[str, str]()
    failures = dict[str, str]()

    def work() -> None:
        while waiting and time.monotonic() < end:
            try:
                name = waiting.pop()
            except IndexError:
                return
            until = min(end, time.monotonic() + seconds_a_name)
            try:
                answer = _ask_about_name(program, name, bounds, until=until)
            except _NoAnswerError as error:
                failures[name] = str(error)
                continue
            if answer and _UNKNOWN not in answer:
                answers[name] = answer

    workers = [threading.Thread(target=work) for _ in names[:AT_ONCE]]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for name in names:
        why = failures.get(name) or (waiting and name in waiting and _LATE) or ""
        if why:
            failed(f"{PROGRAM} gave no context on [[{make_printable(name)}]]: {why}")
    return {name: answers[name] for name in names if name in answers}


def _ask_about_name(program: str, name: str, bounds: Bounds, *, until: float) -> str:
    payload = {
        "conceptName": find_link_target(name),
        "depth": bounds.depth,
        "includeContent": True,
        "maxEntities": bounds.entities,
    }
    command = [program, "--tool", "buildcontext", "--payload", render_json_line(payload)]
    try:
        process = start_process_group(command, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    except (OSError, ValueError) as error:
        raise _NoAnswerError(f"it could not be started: {error}") from None
    try:
        output = _read_output(process, until)
        code = 0
        if len(output) < LARGEST_ANSWER:
            code = process.wait(max(0.0, until - time.monotonic()))
    except (TimeoutError, subprocess.TimeoutExpired):
        raise _NoAnswerError(_LATE) from None
    finally:
        # The group outlives its leader while a child of it runs.
        end_process_group(process.pid)
        assert process.stdout is not None
        process.stdout.close()
        process.wait()
    if code:
        raise _NoAnswerError(f"it ended with {code}")
    return output.decode("utf-8", "replace").strip()


def _read_output(process: subprocess.Popen[bytes], until: float) -> bytes:
    """Return what the process prints, up to a limit; raises ``TimeoutError``."""
    output = bytearray()

    def collect() -> None:
        assert process.stdout is not None
        with suppress(OSError, ValueError):  # it was closed meanwhile
            while chunk := process.stdout.read(LARGEST_ANSWER - len(output)):
                output.extend(chunk)

    reader = threading.Thread(target=collect, daemon=True)
    reader.start()
    while reader.is_alive():
        seconds = until - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        has_ended = process.poll() is not None
        reader.join(min(seconds, _LOOK_SECONDS))
        # Its child may keep the pipe open for ever after it.
        if has_ended:
            break
    return bytes(output)
