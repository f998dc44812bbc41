"""What ``phaser enforce --stdin`` costs beside ``phaser-lint hook``, by processor time, in pairs.

    /tmp/bench/bin/python -m compileall -q /tmp/bench/lib
    /tmp/bench/bin/python benchmarks/enforce.py [ROUNDS]

The project and its events are those of ``benchmarks/hook.py``. Each round starts the two one after
the other, a whole process for each, and counts the processor time of both: how busy the machine is
does not matter. The ratio is the median of the rounds' own ratios. Each answer is compared with the
expected one; another answer ends the benchmark with exit code 1.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from hook_project import Case, cases, write_project

ROUNDS, LIMIT = 40, 1.15
COUNT = 20
FLAGS = {"PreToolUse": ("--severity", "error"), "PostToolUse": ("--severity", "warning")}


class Ran(NamedTuple):
    """Seconds of processor time, and the answer."""

    seconds: float
    answer: bytes


def main() -> None:
    """Measure every row and print the table."""
    rounds = int(sys.argv[1]) if sys.argv[1:] else ROUNDS
    folder = Path(tempfile.mkdtemp(prefix="phaser-lint-benchmark-")).resolve()
    programs = Path(sys.executable).parent
    try:
        os.environ["HOME"] = str(folder)
        for name in ("PYTHONDONTWRITEBYTECODE", "XDG_CACHE_HOME"):
            os.environ.pop(name, None)
        root = folder / "project"
        write_project(root, COUNT)
        time.sleep(0.2)  # until the contracts are settled
        rows = [_row(case, programs, rounds) for case in cases(root) if not case.changes_contract]
    finally:
        shutil.rmtree(folder)
    head = f"| case, {COUNT} contracts | hook | enforce | ratio | to be reached |\n"
    sys.stdout.write(f"Median of {rounds}.\n\n{head}|---|---|---|---|---|\n{''.join(rows)}")


def _row(case: Case, programs: Path, rounds: int) -> str:
    name = json.loads(case.event)["hook_event_name"]
    hook = (str(programs / "phaser-lint"), "hook")
    enforce = (str(programs / "phaser"), "enforce", "--stdin", *FLAGS[name])
    pairs = []
    # The first round is not counted: it finds nothing stored.
    for _ in range(rounds + 1):
        one, other = _run(hook, case.event), _run(enforce, case.event)
        if (b'"deny"' in one.answer, b'"deny"' in other.answer) != (case.denies, case.denies):
            sys.exit(f"{case.name}: not the expected answers: {one.answer!r}, {other.answer!r}")
        pairs.append((one.seconds, other.seconds))
    hooks, enforced = zip(*pairs[1:], strict=True)
    ratio = statistics.median(other / one for one, other in pairs[1:])
    milliseconds = [f"{statistics.median(each) * 1000:.1f} ms" for each in (hooks, enforced)]
    mark = f"{LIMIT}" if ratio <= LIMIT else f"{LIMIT} **missed**"
    return f"| {case.name} | {' | '.join(milliseconds)} | {ratio:.2f} | {mark} |\n"


def _run(command: tuple[str, ...], event: bytes) -> Ran:
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as taken:
        given.write(event)
        given.seek(0)
        actions = [
            (os.POSIX_SPAWN_DUP2, given.fileno(), 0),
            (os.POSIX_SPAWN_DUP2, taken.fileno(), 1),
            (os.POSIX_SPAWN_OPEN, 2, os.devnull, os.O_WRONLY, 0),
        ]
        process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
        _, status, used = os.wait4(process, 0)
        if status:
            sys.exit(f"{command}: exit code {os.waitstatus_to_exitcode(status)}")
        taken.seek(0)
        return Ran(used.ru_utime + used.ru_stime, taken.read())


if __name__ == "__main__":
    main()
