"""What a scan by ``uvx`` costs that was never installed, beside one that was, in starts of Python.

    python benchmarks/uvx.py dist/phaser_lint-X.Y.Z-py3-none-any.whl [ROUNDS]

Processor time of whole processes, the least of all rounds, taken in turns: what the network takes
is not in it. ``UV_CACHE_DIR`` is a folder of its own, removed before each run with an empty cache.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import CHECKOUT, Tool, least, timed

ROUNDS = 4


def main() -> None:
    """Print the table."""
    wheel = str(Path(sys.argv[1]).resolve())
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else ROUNDS
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # it would have every start compile anew
    with tempfile.TemporaryDirectory() as folder:
        project, cache = Path(folder, "shop"), Path(folder, "uv")
        shutil.copytree(CHECKOUT / "examples" / "shop", project)
        os.environ |= {"HOME": folder, "UV_CACHE_DIR": str(cache)}
        _print(_tools(wheel, Path(folder, "installed"), project, cache), rounds)


def _tools(wheel: str, installed: Path, project: Path, cache: Path) -> list[Tool]:
    uv, python = ("uv", "--quiet"), ("--python", sys.executable)
    subprocess.run((*uv, "venv", *python, installed), check=True)
    into = ("--python", str(installed / "bin" / "python"))
    subprocess.run((*uv, "pip", "install", *into, wheel), check=True)
    scan = ("phaser-lint", "scan", "--root", str(project))
    by_uvx = ("uvx", *python, "--from", wheel, *scan)
    return [
        Tool("bare Python", (sys.executable, "-I", "-c", "pass")),
        Tool("`uvx`, empty cache", by_uvx, removes=cache),
        Tool("`uvx` again", by_uvx),
        Tool("installed", (str(installed / "bin" / scan[0]), *scan[1:])),
    ]


def _print(tools: list[Tool], rounds: int) -> None:
    times = timed(tools, rounds)
    start = least(times[tools[0].name])
    print("| scan | starts of Python |\n|---|---|")
    for tool in tools[1:]:
        assert {run.code for run in times[tool.name]} == {1}, tool.name  # the example has an error
        print(f"| {tool.name} | {least(times[tool.name]) / start:.1f} |")


if __name__ == "__main__":
    main()
