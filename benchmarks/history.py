"""What a check of the last commits costs, compared with ``git log -p`` of as many.

    python benchmarks/history.py 7 CLONE...

For each clone a contract that breaks nothing, tried by itself and on the last 200 commits, in turns
with git. Printed are the least seconds of the processors, which other programs disturb least, and
the medians of whole processes.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools import Tool, least, median, timed

COMMITS = "200"
PATTERN = (r"\brequests\.get\(", "--glob", "*.py")


def tools_of(root: Path) -> list[Tool]:
    """Return what is timed: git, the same commits, and the same without commits."""
    program = (sys.executable, "-m", "phaser_lint")
    tried = (*program, "try", *PATTERN, "--root", str(root))
    return [
        Tool("git log -p", ("git", "-C", str(root), "log", "-p", "--no-merges", "-n", COMMITS)),
        Tool("try --history", (*tried, "--history", COMMITS)),
        Tool("try", tried),
    ]


def main() -> None:
    """Print a table with a row for each clone."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", type=int)
    parser.add_argument("clones", type=Path, nargs="+")
    given = parser.parse_args()
    print("clone, what, processor seconds, of git's, median seconds, of git's")
    for root in given.clones:
        runs = timed(tools_of(root.resolve()), given.rounds)
        base = runs["git log -p"]
        for name, each in runs.items():
            spent, whole = least(each) / least(base), median(each) / median(base)
            print(
                f"{root.name}, {name}, {least(each):.3f}, {spent:.2f}, "
                f"{median(each):.3f}, {whole:.2f}"
            )


if __name__ == "__main__":
    main()
