"""What it costs to run a hook as an agent does, next to the bare process.

    python benchmarks/host.py [ROUNDS]

Each row is a command that is run in turn by ``subprocess.run`` and by the executor, every round all
of them, so that a busy machine slows all alike. "delivered" is the time from the start of the
process until it had taken the whole event; "overhead" what the executor adds to a run.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import time
from typing import NamedTuple

from phaser_lint.agent import DEFAULT
from phaser_lint.agent.hook_process import Command, run_hook_command
from phaser_lint.hook.doctor.made_events import encode_event, make_write_event

ROUNDS = 40
DELIVERED_LIMIT, OVERHEAD_LIMIT, JSON_LIMIT = 0.100, 0.050, 0.010
READS = "import sys; sys.stdin.buffer.read()"


class Row(NamedTuple):
    """A command, and how much of an event it gets."""

    name: str
    words: tuple[str, ...]
    size: int


ROWS = (
    Row("cat, 1 kB", ("cat",), 1_000),
    Row("cat, 1 MB", ("cat",), 1_000_000),
    Row("sh, reads nothing", ("/bin/sh", "-c", "exit 0"), 1_000),
    Row("Python, 1 kB", (sys.executable, "-I", "-S", "-c", READS), 1_000),
    Row("Python, 1 MB", (sys.executable, "-I", "-S", "-c", READS), 1_000_000),
)


def main() -> None:
    """Measure every row and print the table; exit code 1 where a limit is passed."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    bare: dict[Row, list[float]] = {row: [] for row in ROWS}
    whole: dict[Row, list[float]] = {row: [] for row in ROWS}
    delivered: dict[Row, list[float]] = {row: [] for row in ROWS}
    made: list[float] = []
    for _ in range(rounds):
        for row in ROWS:
            start = time.perf_counter()
            event = make_write_event(DEFAULT, "/project", "src/app.py", "x" * row.size)
            data = encode_event(DEFAULT, event)
            made.append(time.perf_counter() - start)
            bare[row].append(_bare(row, data))
            start = time.perf_counter()
            result = run_hook_command(Command(row.words, environment=dict(os.environ)), data)
            whole[row].append(time.perf_counter() - start)
            if result.delivered is not None:
                delivered[row].append(result.delivered)
    passed = _print(bare, whole, delivered, made)
    raise SystemExit(0 if passed else 1)


def _bare(row: Row, data: bytes) -> float:
    start = time.perf_counter()
    subprocess.run(row.words, input=data, capture_output=True, check=False)
    return time.perf_counter() - start


def _print(
    bare: dict[Row, list[float]],
    whole: dict[Row, list[float]],
    delivered: dict[Row, list[float]],
    made: list[float],
) -> bool:
    passed = max(made) < JSON_LIMIT or statistics.median(made) < JSON_LIMIT
    lines = ["| command | bare | executor | overhead | delivered (p95) |", "|---|---|---|---|---|"]
    for row in ROWS:
        overhead = statistics.median(whole[row]) - statistics.median(bare[row])
        late = _p95(delivered[row]) if len(delivered[row]) > 1 else None
        passed = passed and overhead < OVERHEAD_LIMIT and (late is None or late < DELIVERED_LIMIT)
        shown = "not read" if late is None else _ms(late)
        figures = _ms(statistics.median(bare[row])), _ms(statistics.median(whole[row]))
        lines.append(f"| {row.name} | {figures[0]} | {figures[1]} | {_ms(overhead)} | {shown} |")
    size = len(json.dumps(make_write_event(DEFAULT, "/project", "src/app.py", "x" * 1000)))
    lines += ["", f"event of {size} bytes made in {_ms(statistics.median(made))} (median)"]
    sys.stdout.write("\n".join([*lines, ""]))
    return passed


def _p95(seconds: list[float]) -> float:
    return statistics.quantiles(seconds, n=20, method="inclusive")[-1]


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.2f} ms"


if __name__ == "__main__":
    main()
