"""What context on links costs: the hook with ``--augment`` against the hook without it.

    python benchmarks/context.py [ROUNDS]

Three ways are compared on events with and without a link: the hook as ``install`` writes it, the
same process with ``--augment``, and that hook next to a second process that looks for links.
Every round runs every way once, so that a busy machine slows all alike; the figures are
ratios of the fastest tenth, since others' work only ever adds. Another answer than the expected one
ends the benchmark with exit code 1.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hook_project import FILE, event, file_text, write_project, written

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_entry

ROUNDS = 40
LIMIT = 1.05
WITHOUT_LINK = ("prompt", "tool call", "clean Write")


def main() -> None:
    """Measure every way on every event and print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    folder = Path(tempfile.mkdtemp(prefix="phaser-lint-benchmark-")).resolve()
    try:
        (folder / "home").mkdir()
        os.environ.update({"HOME": str(folder / "home"), "PATH": "/usr/bin:/bin"})
        os.environ.pop("XDG_CACHE_HOME", None)
        write_project(folder / "project", 20)
        (folder / "project" / "notes.md").write_text("See [[no-print-0]].\n", encoding="utf-8")
        subprocess.run(["git", "init", "-q"], cwd=folder / "project", check=True)
        rows = [_row(name, data, rounds) for name, data in _events(folder / "project").items()]
    finally:
        shutil.rmtree(folder)
    head = ["| event | with --augment | limit | a second process |", "|---|---|---|---|"]
    sys.stdout.write("\n".join([*head, *rows, ""]))


def _events(root: Path) -> dict[str, bytes]:
    def prompt(text: str) -> bytes:
        found = {"hook_event_name": "UserPromptSubmit", "cwd": str(root), "prompt": text}
        return json.dumps(found).encode()

    return {
        "prompt": prompt("fix the basket " * 50),
        "tool call": event(root, "PreToolUse", "Bash", command="ls -la"),
        "clean Write": written(root, FILE, file_text()),
        "a shell's [[ ]]": event(root, "PreToolUse", "Bash", command='[[ -f "$x" ]] && ls'),
        "a name nobody knows": prompt("fix [[tool.ruff.lint]]"),
        "a contract's name": prompt("fix [[no-print-0]]"),
    }


def _row(name: str, data: bytes, rounds: int) -> str:
    entry = make_hook_entry(WantedHook("local"))
    plain = (entry["command"], *entry["args"])
    ways: list[list[float]] = [[], [], []]
    for _ in range(rounds + 1):
        without, answer = _run(plain, data)
        both, found = _run((*plain, "--augment"), data)
        second, _ = _run((*plain, "--augment"), data)
        if json.loads(answer) or bool(json.loads(found)) != (name == "a contract's name"):
            sys.exit(f"{name}: not the expected answer: {answer!r} {found!r}")
        for way, seconds in zip(ways, (without, both, without + second), strict=True):
            way.append(seconds)
    # The first round is not counted: it finds nothing stored, and the disk cold.
    base, both, two = (statistics.quantiles(way[1:], n=10)[0] for way in ways)
    limit = str(LIMIT) if name in WITHOUT_LINK else ""
    missed = " **missed**" if limit and both / base > LIMIT else ""
    return f"| {name} | {both / base:.2f} | {limit}{missed} | {two / base:.2f} |"


def _run(command: tuple[str, ...], data: bytes) -> tuple[float, bytes]:
    start = time.perf_counter()
    done = subprocess.run(command, input=data, capture_output=True, check=True)
    return time.perf_counter() - start, done.stdout


if __name__ == "__main__":
    main()
