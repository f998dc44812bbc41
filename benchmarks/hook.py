"""How long the hook takes, as a multiple of the interpreter's own start.

    python -m venv /tmp/bench && /tmp/bench/bin/pip install .
    /tmp/bench/bin/python -m compileall -q /tmp/bench/lib
    /tmp/bench/bin/python benchmarks/hook.py [ROUNDS] [--public WHEELS [SEED ...]]

Run it with the interpreter that phaser-lint is installed for; nothing else is needed. It makes
projects of its own in a temporary folder, lets ``install`` write its settings there, and runs the
very commands that stand in them as an agent does: a whole process for each event. Every round runs
every case once, next to a bare ``python -I -c pass``, so that a busy machine slows all alike.

``--public`` measures twenty patterns that others wrote instead, for each seed (``hook_public``);
the packages that hold them are kept in WHEELS.

Each answer is compared with the expected one; another answer ends the benchmark with exit code 1.
"""

from __future__ import annotations

import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from hook_project import CHANGED, Case, cases, changed_contract, write_levels, write_project

ROUNDS = 40
CLEAN, DENIED, NOTHING = (1.3, 1.1), (2.0, 1.6), (1.2, 1.05)
LIMITS = {
    "clean Write": CLEAN,
    "clean Edit": CLEAN,
    "clean, after the edit": CLEAN,
    "denied Write": DENIED,
    "first run after a contract changed": (5.0, 3.0),
    "no contracts": NOTHING,
    "unknown tool": NOTHING,
    "a file no glob matches": NOTHING,
    "clean Write, --protect": CLEAN,
    "clean Edit, --protect": CLEAN,
    "clean Write, 1 of 8 levels above": CLEAN,
    "clean Write, 8 of 8 levels above": CLEAN,
}
TEAM_LIMITS = {"clean Write": (1.7, 1.7), "denied Write": (2.4, 2.4)}
# Of two hundred contracts only the growth has a limit, next to p95 and memory.
MANY_LIMIT = (1.25, 1.1)
# Eight levels above a file against one with the same contracts.
LEVELS_LIMIT = (1.02, 1.01)
# By the size of what is written.
PUBLIC_LIMITS = {"10 kB": (1.2, 1.1), "300 kB": (1.8, 1.5)}
PUBLIC_SEEDS = [1, 2, 3]
MEMORY_LIMIT = 8.0
P95_TIMES = 2.5
# Starts a program with standard input and output from files, and tells its peak memory. A child
# starts with the peak of its parent, so the parent has to be smaller than a bare interpreter.
LAUNCHER = """
import posix, sys
event, answer, *command = sys.argv[1:]
actions = [
    (posix.POSIX_SPAWN_OPEN, 0, event, posix.O_RDONLY, 0),
    (posix.POSIX_SPAWN_OPEN, 1, answer, posix.O_WRONLY | posix.O_TRUNC, 0),
]
process = posix.posix_spawn(command[0], command, posix.environ, file_actions=actions)
print(posix.wait4(process, 0)[2].ru_maxrss)
"""


class Run(NamedTuple):
    """A row: the command as the settings hold it, the case, and the settings file's scope."""

    scope: str
    count: int
    command: tuple[str, ...]
    case: Case
    root: Path

    @property
    def name(self) -> str:
        return f"{self.case.name}, {self.count} contracts" if self.count else self.case.name


class Figures(NamedTuple):
    """What was measured of a row: seconds of each round, and the peak memory in MB."""

    seconds: list[float]
    memory: float

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def p95(self) -> float:
        return statistics.quantiles(self.seconds, n=20, method="inclusive")[-1]


def main() -> None:
    """Measure every row and print the table."""
    rounds = int(sys.argv[1]) if sys.argv[1:] and sys.argv[1].isdecimal() else ROUNDS
    folder = Path(tempfile.mkdtemp(prefix="phaser-lint-benchmark-")).resolve()
    try:
        os.environ.update(_environment(folder))
        runs = _public_runs(folder) if "--public" in sys.argv else _runs(folder)
        bare, figures = _measured(runs, rounds, folder)
    finally:
        shutil.rmtree(folder)
    sys.stdout.write("\n".join([*_head(bare, rounds), *_table(bare, figures), ""]))


def _environment(folder: Path) -> dict[str, str]:
    (folder / "home").mkdir()
    # A real project's runs find their modules compiled.
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.pop("XDG_CACHE_HOME", None)
    programs = str(Path(sys.executable).parent)
    return {"HOME": str(folder / "home"), "PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin"}


def _runs(folder: Path) -> list[Run]:
    runs: list[Run] = []
    for count in (20, 200):
        root = folder / f"project-{count}"
        write_project(root, count)
        command = _installed(root, "local")
        wanted = cases(root) if count == 20 else cases(root)[:1] + cases(root)[3:5]
        runs += [Run("local", count, command, case, root) for case in wanted]
        if count == 20:
            # The agent starts a command that is one string through a shell.
            team = ("/bin/sh", "-c", *_installed(root, "project"))
            chosen = [case for case in cases(root) if case.name in TEAM_LIMITS]
            runs += [Run("project", count, team, case, root) for case in chosen]
            named = [case._replace(name=f"{case.name}, --protect") for case in cases(root)[:2]]
            runs += [Run("local", count, (*command, "--protect"), case, root) for case in named]
    for levels in (1, 8):
        root = folder / f"levels-{levels}"
        case = write_levels(root, levels)
        runs.append(Run("local", 20, _installed(root, "local"), case, root))
    empty = folder / "project-0"
    write_project(empty, 0)
    nothing = cases(empty)[0]._replace(name="no contracts")
    return [*runs, Run("local", 0, _installed(empty, "local"), nothing, empty)]


def _public_runs(folder: Path) -> list[Run]:
    # It reads rule files, which the rest does not need.
    from hook_public import public_cases

    wheels, *seeds = sys.argv[sys.argv.index("--public") + 1 :]
    found = public_cases(folder, Path(wheels), [int(seed) for seed in seeds] or PUBLIC_SEEDS)
    return [Run("local", 0, _installed(root, "local"), case, root) for root, case in found]


def _installed(root: Path, scope: str) -> tuple[str, ...]:
    """Return the command that ``install`` writes for the hook before an edit."""
    program = Path(sys.executable).parent / "phaser-lint"
    command = [str(program), "install", "--scope", scope, "--root", str(root)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    name = "settings.json" if scope == "project" else "settings.local.json"
    settings = json.loads((root / ".claude" / name).read_text(encoding="utf-8"))
    entry = settings["hooks"]["PreToolUse"][0]["hooks"][0]
    return (entry["command"], *entry.get("args", ()))


def _measured(
    runs: list[Run], rounds: int, folder: Path
) -> tuple[Figures, list[tuple[Run, Figures]]]:
    bare = (sys.executable, "-I", "-c", "pass")
    of_bare: list[float] = []
    seconds: list[list[float]] = [[] for _ in runs]
    # The first round is not counted: it finds nothing stored, and the disk cold.
    for round_ in range(rounds + 1):
        of_bare.append(_run(bare, b"")[0])
        for run, spent in zip(runs, seconds, strict=True):
            if run.case.changes_contract:
                _change_contract(run.root, round_)
            elif round_ == 0:
                _run(run.command, run.case.event)
            took, answer = _run(run.command, run.case.event)
            _check(run, answer)
            spent.append(took)
    memory = []
    for run in runs:
        if run.case.changes_contract:
            _change_contract(run.root, rounds + 1)
        memory.append(_memory(run.command, run.case.event, folder))
    measured = [Figures(each[1:], peak) for each, peak in zip(seconds, memory, strict=True)]
    return Figures(of_bare[1:], _memory(bare, b"", folder)), list(zip(runs, measured, strict=True))


def _change_contract(root: Path, round_: int) -> None:
    path = root / ".claude" / "contracts" / f"{CHANGED}-0.yaml"
    path.write_text(changed_contract(round_), encoding="utf-8")
    # What was changed a moment ago is not stored yet by any run: wait for the usual case.
    time.sleep(0.15)


def _run(command: tuple[str, ...], event: bytes) -> tuple[float, bytes]:
    """Return the seconds from the start of the process to its end, and what it answered."""
    # Nobody has to read or write while the process runs: the answer fits into a pipe.
    given, taken = _as_file(event), os.pipe()
    actions = [(os.POSIX_SPAWN_DUP2, given, 0), (os.POSIX_SPAWN_DUP2, taken[1], 1)]
    start = time.perf_counter()
    process = os.posix_spawn(command[0], command, os.environ, file_actions=actions)
    status = os.waitpid(process, 0)[1]
    spent = time.perf_counter() - start
    os.close(given)
    os.close(taken[1])
    with open(taken[0], "rb") as answer:
        answered = answer.read()
    if status:
        sys.exit(f"{command}: exit code {os.waitstatus_to_exitcode(status)}")
    return spent, answered


def _as_file(event: bytes) -> int:
    """Return what the event can be read from: a pipe, as from an agent, where it fits into one."""
    if len(event) < 60_000:
        given, written = os.pipe()
        os.write(written, event)
        os.close(written)
        return given
    with tempfile.TemporaryFile() as file:
        file.write(event)
        file.seek(0)
        return os.dup(file.fileno())


def _check(run: Run, answer: bytes) -> None:
    decision = json.loads(answer).get("hookSpecificOutput", {}).get("permissionDecision")
    if decision != "deny" if run.case.denies else answer != b"{}\n":
        sys.exit(f"{run.name}: not the expected answer: {answer.decode()}")


def _memory(command: tuple[str, ...], event: bytes, folder: Path) -> float:
    """Return the peak memory of the process, in MB."""
    given, taken = folder / "event.json", folder / "answer.json"
    given.write_bytes(event)
    taken.touch()
    launcher = (sys.executable, "-I", "-S", "-c", LAUNCHER, str(given), str(taken), *command)
    found = subprocess.run(launcher, check=True, stdout=subprocess.PIPE).stdout
    # Kilobytes everywhere but on macOS.
    return int(found) / (1024 * 1024 if sys.platform == "darwin" else 1024)


def _head(bare: Figures, rounds: int) -> list[str]:
    names = ("phaser-lint", "regex", "PyYAML", "pathspec")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} processors"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return [
        f"{machine}; {python}; {versions}. Median of {rounds}.",
        f"Bare `python -I -c pass`: median {bare.median * 1000:.1f} ms, "
        f"p95 {bare.p95 * 1000:.1f} ms, peak memory {bare.memory:.1f} MB.",
        "",
        "| case | scope | ratio | reach | stretch | p95 | memory over bare | met |",
        "|---|---|---|---|---|---|---|---|",
    ]


def _table(bare: Figures, figures: list[tuple[Run, Figures]]) -> list[str]:
    few = next((found.median for run, found in figures if run.count == 20), 0.0)
    rows = []
    for run, found in figures:
        limit = _limit(run)
        rows.append(_row(run, found, bare, found.median / bare.median, limit))
        if run.count == 200 and run.case.name == "clean Write":
            against = run._replace(count=0, case=run.case._replace(name="200 against 20, clean"))
            rows.append(_row(against, found, bare, found.median / few, MANY_LIMIT))
        if run.case.name == "clean Write, 8 of 8 levels above":
            one = next(each.median for one, each in figures if "1 of 8" in one.case.name)
            against = run._replace(
                count=0, case=run.case._replace(name="8 levels against 1, clean")
            )
            rows.append(_row(against, found, bare, found.median / one, LEVELS_LIMIT))
    return rows


def _limit(run: Run) -> tuple[float, float] | None:
    of_size = [limit for size, limit in PUBLIC_LIMITS.items() if f"of {size}," in run.case.name]
    if of_size:
        return of_size[0]
    limits = TEAM_LIMITS if run.scope == "project" else LIMITS
    return limits[run.case.name] if run.count < 200 else None


def _row(
    run: Run, found: Figures, bare: Figures, ratio: float, limit: tuple[float, float] | None
) -> str:
    over = found.memory - bare.memory
    late = not run.case.changes_contract and found.p95 > P95_TIMES * bare.p95
    marks = [
        *([_mark(ratio, *limit)] if limit else []),
        *(["**p95 missed**"] if late else []),
        *(["**memory missed**"] if over > MEMORY_LIMIT else []),
    ]
    reach, stretch = limit or ("", "")
    return (
        f"| {run.name} | {run.scope} | {ratio:.2f} | {reach} | {stretch} "
        f"| {found.p95 * 1000:.0f} ms | {over:+.1f} MB | {', '.join(marks)} |"
    )


def _mark(ratio: float, reach: float, stretch: float) -> str:
    return "**missed**" if ratio > reach else "stretch" if ratio <= stretch else "reach"


if __name__ == "__main__":
    main()
