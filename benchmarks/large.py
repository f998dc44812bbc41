"""What a large repository costs: beside `git status`, alint, or a bare start of Python.

    python benchmarks/large.py [ROUNDS] [--tools FOLDER] [--trees FOLDER] [--only PART ...]
        [--million] [--processor]

It installs phaser-lint from this checkout, and alint, makes trees of small files in git, and times
whole processes in turn, so that a busy machine slows all alike. A figure is the least of its rounds
divided by the least of what it is compared with, in the same rounds. With --processor it is the
processor time of the process and all that it starts, which a busy machine changes less.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shlex
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from scan import RULES
from tools import Tools, install, machine, write_alint, write_contracts

PARTS = ("files", "folders", "levels", "contracts", "starts", "formats")
GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_AUTHOR_NAME": "a",
    "GIT_AUTHOR_EMAIL": "a@example.org",
    "GIT_COMMITTER_NAME": "a",
    "GIT_COMMITTER_EMAIL": "a@example.org",
}


class Case(NamedTuple):
    """A command in a folder, what comes before each run of it, and what it should reach."""

    name: str
    command: tuple[str, ...]
    folder: Path
    compared_with: str = ""
    reach: float | None = None
    before: Callable[[], object] | None = None


class Trees(NamedTuple):
    """Makes repositories of small files, and the commands that are run in them."""

    tools: Tools
    folder: Path

    def git(self, root: Path, *arguments: str) -> None:
        subprocess.run(("git", "-C", str(root), *arguments), check=True, capture_output=True)

    def repository(self, name: str, *, folders: int, files: int) -> Path:
        """Return a repository with so many *folders*, in each so many *files*, and 20 contracts."""
        root = self.folder / name
        if (root / ".git").exists():
            return root
        for number in range(folders):
            folder = root / f"part{number // 100}" / f"m{number}"
            folder.mkdir(parents=True)
            for file_number in range(files):
                (folder / f"f{file_number}.py").write_text(f"x{number} = {file_number}\n")
        write_contracts(root / ".claude" / "contracts", RULES)
        self.git(self.folder, "init", "-q", str(root))
        self.git(root, "add", "-A")
        self.git(root, "commit", "-qm", "files")
        return root

    def scan(self, *flags: str, cache: str = "cache") -> tuple[str, ...]:
        program = self.tools.program("phaser-lint")
        return (program, "scan", "-q", "--cache-dir", str(self.folder / cache), *flags)

    def first_scan(self, root: Path, *, of: str, reach: float, name: str = "first scan") -> Case:
        """Return the case of a scan without any results kept."""

        def forget() -> None:
            shutil.rmtree(self.folder / "first", ignore_errors=True)

        return Case(name, self.scan(cache="first"), root, of, reach, forget)

    def stop(self, root: Path) -> tuple[str, ...]:
        """Return the command of an agent's hook at Stop, with the event on standard input."""
        event = self.folder / f"stop-{root.name}.json"
        keys = {"session_id": "a", "cwd": str(root), "hook_event_name": "Stop"}
        event.write_text(json.dumps({**keys, "stop_hook_active": False}))
        program = self.tools.program("phaser-lint-hook")
        return ("sh", "-c", f"exec {shlex.quote(program)} < {shlex.quote(str(event))}")

    def precommit(self, *flags: str) -> tuple[str, ...]:
        return (self.tools.program("phaser-lint"), "pre-commit", *flags)


def processor_seconds() -> float:
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def least_seconds(
    cases: list[Case], rounds: int, clock: Callable[[], float] = time.perf_counter
) -> dict[str, float]:
    """Return the least seconds of each case; they run in turn, once unmeasured."""
    environment = {**os.environ, **GIT}
    seconds: dict[str, float] = {}
    for number in range(rounds + 1):
        for case in cases:
            if case.before is not None:
                case.before()
            start = clock()
            done = subprocess.run(
                case.command, cwd=case.folder, env=environment, capture_output=True, check=False
            )
            spent = clock() - start
            if done.returncode not in (0, 1):
                raise SystemExit(f"{case.name}: {done.stderr.decode()}")
            if number:
                seconds[case.name] = min(spent, seconds.get(case.name, spent))
    return seconds


def report(title: str, cases: list[Case], rounds: int, clock: Callable[[], float]) -> None:
    """Print the ratio of each case to what it is compared with."""
    seconds = least_seconds(cases, rounds, clock)
    print(f"\n{title}\n\n| case | seconds | ratio | of | to be reached |\n|---|---|---|---|---|")
    for case in cases:
        if not case.compared_with:
            continue
        ratio = seconds[case.name] / seconds[case.compared_with]
        reach = "" if case.reach is None else f"{case.reach}"
        cells = (case.name, f"{seconds[case.name]:.3f}", f"{ratio:.2f}", case.compared_with, reach)
        print(f"| {' | '.join(cells)} |")


def cases_of_files(trees: Trees, files: int) -> list[Case]:
    """Return the cases of a repository in which nothing, or little, changed."""
    folders = files // 100
    root = trees.repository(f"files-{files}", folders=folders, files=100)
    copied = trees.folder / f"copied-{files}"
    cloned = trees.folder / f"cloned-{files}"
    alint_rules = write_alint(trees.folder / "alint", RULES)
    changed = [
        root / f"part{n // 100}" / f"m{n}" / "f0.py"
        for n in range(0, folders, max(folders // 100, 1))
    ]

    def change() -> None:
        for path in changed:
            path.write_text(f"y = {time.time_ns()}\n")

    def write_index() -> None:
        trees.git(root, "update-index", "--force-write-index")

    def scan_again() -> None:
        # `git status` writes the index anew after a commit; one of this second tells nothing yet.
        time.sleep(2.2)
        subprocess.run(trees.scan(), cwd=root, env={**os.environ, **GIT}, check=False)

    def commit() -> None:
        change()
        trees.git(root, "commit", "-qam", "change")

    def copy() -> None:
        # The one before stays until then: its inodes would be taken again.
        new = shutil.copytree(root, copied.with_name("new"), symlinks=True)
        shutil.rmtree(copied, ignore_errors=True)
        new.rename(copied)

    def clone() -> None:
        new = cloned.with_name("new")
        trees.git(trees.folder, "clone", "-q", str(root), str(new))
        shutil.rmtree(cloned, ignore_errors=True)
        new.rename(cloned)

    status = Case("git status", ("git", "status"), root)
    return [
        status,
        Case("nothing changed", trees.scan(), root, status.name, 2.5, scan_again),
        Case(
            "nothing changed, `--since HEAD`", trees.scan("--since", "HEAD"), root, status.name, 3
        ),
        Case("tree hook", trees.precommit("--tree"), root, status.name, 2),
        Case("100 changed", trees.scan(), root, status.name, 3, change),
        Case("Stop, 100 changed", trees.stop(root), root, status.name, 2.5),
        Case("git's index written anew", trees.scan(), root, status.name, None, write_index),
        Case("after a commit", trees.scan(), root, status.name, 4.5, commit),
        Case("a copied checkout", trees.scan(), copied, status.name, 6, copy),
        Case("a fresh clone", trees.scan(), cloned, status.name, 6, clone),
        Case("alint", trees.tools.alint(root, alint_rules), root),
        trees.first_scan(root, of="alint", reach=2.5),
    ]


def cases_of_folders(trees: Trees) -> list[Case]:
    """Return the cases of 30,000 folders with a file each."""
    root = trees.repository("folders", folders=30_000, files=1)
    alint_rules = write_alint(trees.folder / "alint", RULES)
    return [
        Case("git status", ("git", "status"), root),
        Case("tree hook", trees.precommit("--tree"), root, "git status", 2),
        Case("nothing changed", trees.scan(), root, "git status", 2.5),
        Case("alint", trees.tools.alint(root, alint_rules), root),
        trees.first_scan(root, of="alint", reach=1.8),
    ]


def bare_start(trees: Trees) -> Case:
    """Return a start of Python that imports nothing."""
    command = (trees.tools.program("python"), "-I", "-c", "pass")
    return Case("a bare start", command, trees.folder)


def cases_of_levels(trees: Trees) -> list[Case]:
    """Return the cases of 1,000 folders with a contract of their own."""
    root = trees.repository("levels", folders=1_000, files=2)
    for folder in root.glob("part*/m*"):
        contracts = folder / ".claude" / "contracts"
        if not contracts.exists():
            write_contracts(contracts, {f"no-{folder.name}": rf"\bno_{folder.name}\("})
    trees.git(root, "add", "-A")
    subprocess.run(
        ("git", "-C", str(root), "commit", "-qm", "levels"), check=False, capture_output=True
    )
    return [
        bare_start(trees),
        Case("1,000 levels, nothing changed", trees.scan(), root, "a bare start", 12),
        trees.first_scan(root, of="a bare start", reach=60, name="1,000 levels, first scan"),
    ]


def cases_of_contracts(trees: Trees) -> list[Case]:
    """Return what listing many contracts costs, once they are stored."""
    cases = [bare_start(trees)]
    for number, reach in ((200, 8), (2_000, 20), (10_000, 70)):
        root = trees.folder / f"contracts-{number}"
        if not root.exists():
            rules = {f"no-{place}": rf"\bname{place}\(" for place in range(number)}
            write_contracts(root / ".claude" / "contracts", rules)
            trees.git(trees.folder, "init", "-q", str(root))
        command = (trees.tools.program("phaser-lint"), "list", "--json")
        cases.append(Case(f"list, {number} contracts", command, root, "a bare start", reach))
    return cases


def cases_of_starts(trees: Trees) -> list[Case]:
    """Return what commands cost on a small project."""
    root = trees.repository("small", folders=2, files=1)
    program = trees.tools.program("phaser-lint")
    return [
        bare_start(trees),
        Case("--version", (program, "--version"), root, "a bare start", 1.7),
        Case("scan of two files", trees.scan(), root, "a bare start", 3.2),
        Case("pre-commit of a file", trees.precommit("part0/m0/f0.py"), root, "a bare start", 3.6),
        Case("pre-commit of the tree", trees.precommit("--tree"), root, "a bare start", 3.6),
    ]


def cases_of_formats(trees: Trees) -> list[Case]:
    """Return what 100,000 violations cost each format; nothing changed."""
    root = trees.folder / "violations"
    if not root.exists():
        write_contracts(root / ".claude" / "contracts", {"no-bad": r"\bbad\("})
        for number in range(1_000):
            (root / f"f{number}.py").write_text("".join(f"bad({line})\n" for line in range(100)))
    commands = {
        name: trees.scan("--format", f"{name}={trees.folder / 'out'}")
        for name in ("concise", "json", "sarif", "html")
    }
    reaches = {"concise": 60, "json": 1.5, "sarif": 2, "html": 1.5}
    return [
        bare_start(trees),
        *(
            Case(
                name,
                command,
                root,
                "a bare start" if name == "concise" else "concise",
                reaches[name],
            )
            for name, command in commands.items()
        ),
    ]


def main() -> None:
    """Print a table a part."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rounds", nargs="?", type=int, default=3)
    parser.add_argument("--tools", type=Path)
    parser.add_argument("--trees", type=Path)
    parser.add_argument("--only", nargs="*", choices=PARTS, default=PARTS)
    parser.add_argument("--million", action="store_true", help="a million files, too: minutes")
    parser.add_argument("--processor", action="store_true", help="take processor time")
    flags = parser.parse_args()
    clock = processor_seconds if flags.processor else time.perf_counter
    with tempfile.TemporaryDirectory() as temporary:
        folder = flags.trees or Path(temporary) / "trees"
        folder.mkdir(parents=True, exist_ok=True)
        trees = Trees(install(flags.tools or Path(temporary) / "tools"), folder)
        print(machine(trees.tools))
        parts = {
            "files": ("100,000 files", lambda: cases_of_files(trees, 100_000)),
            "folders": ("30,000 folders", lambda: cases_of_folders(trees)),
            "levels": ("1,000 levels", lambda: cases_of_levels(trees)),
            "contracts": ("Many contracts", lambda: cases_of_contracts(trees)),
            "starts": ("Small commands", lambda: cases_of_starts(trees)),
            "formats": ("100,000 violations", lambda: cases_of_formats(trees)),
        }
        for name in flags.only:
            title, cases = parts[name]
            report(title, cases(), flags.rounds, clock)
        if flags.million:
            report("1,000,000 files", cases_of_files(trees, 1_000_000)[:2], flags.rounds, clock)


if __name__ == "__main__":
    main()
