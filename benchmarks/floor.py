"""What no scan of a tree by patterns can do without, in seconds of the processor.

A C program that lists and reads the files, one pass of ``hyperscan`` over their bytes with
supersets of the patterns, and a start of Python.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import hyperscan
from tools import Tool, least, timed

SOURCE = Path(__file__).with_name("floor.c")
_TIMES = 3
_FLAGS = (
    hyperscan.HS_FLAG_SINGLEMATCH
    | hyperscan.HS_FLAG_MULTILINE
    | hyperscan.HS_FLAG_ALLOWEMPTY
    | hyperscan.HS_FLAG_PREFILTER
)


def reader(folder: Path) -> Path:
    """Compile the program into *folder* and return it."""
    program = folder / "floor"
    subprocess.run(["cc", "-O2", "-o", program, SOURCE], check=True)
    return program


def floor_of(root: Path, patterns: list[str], program: Path) -> float:
    """Return the seconds for the tree at *root* and the patterns."""
    reads = Tool("reads", (str(program), str(root)))
    bare = Tool("bare", (sys.executable, "-I", "-c", "pass"))
    times = timed([reads, bare], _TIMES)
    return least(times["reads"]) + least(times["bare"]) + _pass_over(root, patterns)


def _pass_over(root: Path, patterns: list[str]) -> float:
    files = [path.read_bytes() for path in sorted(root.rglob("*.py"))]
    expressions = [pattern.encode() for pattern in patterns if _is_taken(pattern)]
    database = hyperscan.Database()
    database.compile(expressions=expressions, flags=_FLAGS)
    taken = []
    for _ in range(_TIMES):
        start = time.process_time()
        for data in files:
            database.scan(data, match_event_handler=_ignored)
        taken.append(time.process_time() - start)
    return min(taken)


def _is_taken(pattern: str) -> bool:
    try:
        hyperscan.Database().compile(expressions=[pattern.encode()], flags=_FLAGS)
    except hyperscan.error:
        return False
    return True


def _ignored(*_: object) -> None: ...
