"""How long the hook takes after a shell command, as a multiple of the interpreter's own start.

    /tmp/bench/bin/python benchmarks/after_command.py [ROUNDS]

Made and read as ``benchmarks/hook.py``. The project is a git repository of 1,000 files with the 20
contracts of that benchmark. A bare ``git status`` is a row of its own: a check cannot cost less.
The last rows are of repositories with as many references, packed or a file each: what they cost a
check, or a stop, after a bad commit is to be no more than twice ``git for-each-ref`` there.
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
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from hook_project import FILE, event, file_text, write_project

ROUNDS = 40
FILES = 1_000
REFERENCES = 100_000
COMMITS = (1_000, REFERENCES)
"""How many different commits the references have."""
_FIRST = -2
_BAD = "src/bad.py"
STATUS = ("git", "status", "--porcelain", "-z", "--untracked-files=all", "--no-renames")


class Row(NamedTuple):
    """A command that is measured, what it reads, what happens before, and a part of its answer."""

    name: str
    command: tuple[str, ...]
    stdin: bytes = b""
    before: Callable[[int], None] = lambda _: None
    expected: bytes = b""


def main() -> None:
    """Measure every row and print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    folder = Path(tempfile.mkdtemp(prefix="phaser-lint-benchmark-")).resolve()
    try:
        (folder / "home").mkdir()
        os.environ.update(HOME=str(folder / "home"), GIT_OPTIONAL_LOCKS="0")
        os.environ.pop("XDG_CACHE_HOME", None)
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        # What one row writes would be news to another.
        kept, dirty, clean, broken = (
            _repository(folder / name) for name in ("kept", "dirty", "clean", "broken")
        )
        rows = [*_rows(kept, dirty, clean, broken), *_rows_of_references(folder)]
        seconds = _measured(rows, rounds, folder)
    finally:
        shutil.rmtree(folder)
    bare = statistics.median(seconds[0])
    lines = [
        f"Python {sys.version.split()[0]}, {FILES} files. Median of {rounds}. "
        f"Bare `python -I -c pass`: {bare * 1000:.1f} ms.",
        "",
        "| case | ratio | median |",
        "|---|---|---|",
    ]
    for row, spent in zip(rows[1:], seconds[1:], strict=True):
        median = statistics.median(spent)
        lines.append(f"| {row.name} | {median / bare:.2f} | {median * 1000:.1f} ms |")
    sys.stdout.write("\n".join([*lines, ""]))


def _repository(root: Path) -> Path:
    write_project(root, 20)
    (root / ".git").rmdir()
    for number in range(FILES):
        path = root / f"src/part_{number % 40}/module_{number}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"x = {number}\n")
    for words in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "First")):
        _git(root, *words)
    return root


def _rows(kept: Path, dirty: Path, clean: Path, broken: Path) -> list[Row]:
    text = file_text()
    bad = f"{text}\n\ndef main() -> None:\n    print(fetch_1)\n"
    nothing = b"{}\n"
    return [
        Row("bare", (sys.executable, "-I", "-c", "pass")),
        Row("git status alone", (*STATUS[:1], "-C", str(kept), *STATUS[1:])),
        _after("`ls`: no check", kept, command="ls src", expected=nothing),
        _after("changed nothing", kept, expected=nothing),
        _after(
            "changed nothing, 30 files not committed",
            dirty,
            before=lambda _: _change_thirty(dirty),
            expected=nothing,
        ),
        _after("wrote one clean file", clean, before=_writing(clean, text), expected=nothing),
        _after("wrote one broken file", broken, before=_writing(broken, bad)),
    ]


def _rows_of_references(folder: Path) -> list[Row]:
    few = _repository(folder / "few")
    rows = _after_commit(few, "no other reference")
    for commits in COMMITS:
        for kind in ("packed", "loose"):
            root = _repository(folder / f"{kind}-{commits}")
            _add_references(root, commits)
            if kind == "packed":
                _git(root, "pack-refs", "--all")
            title = f"{REFERENCES:,} {kind} references to {commits:,} commits"
            listing = ("git", "-C", str(root), "for-each-ref")
            rows += [Row(f"git for-each-ref, {title}", listing), *_after_commit(root, title)]
    return rows


def _after_commit(root: Path, title: str) -> list[Row]:
    check = _after(f"a bad commit, {title}", root, before=_committing(root), expected=_BAD.encode())
    value = {**json.loads(check.stdin), "hook_event_name": "Stop", "stop_hook_active": False}
    stop = Row(f"Stop, {title}", check.command, json.dumps(value).encode(), expected=check.expected)
    return [check, stop]


def _add_references(root: Path, commits: int) -> None:
    """Add branches of a remote, each commit a file's change upon the first."""
    lines = [
        f"commit refs/keep\nmark :{number}\ncommitter A <a@example.org> {number} +0000\ndata 1\nx\n"
        f"from refs/heads/main^0\nM 100644 inline src/part_1/module_1.py\ndata 8\n{number:08}\n"
        for number in range(1, commits + 1)
    ]
    marks = [
        f"reset refs/remotes/origin/b{number}\nfrom :{number % commits + 1}\n\n"
        for number in range(REFERENCES)
    ]
    stream = "".join([*lines, *marks, "reset refs/keep\nfrom ", "0" * 40, "\n\n"])
    _git(root, "-c", "core.logAllRefUpdates=false", "fast-import", "--quiet", stdin=stream)
    _git(root, "repack", "-q", "-a", "-d")
    long_ago = 1_700_000_000
    for path in (root / ".git/objects").rglob("*"):
        os.utime(path, (long_ago, long_ago))


def _committing(root: Path) -> Callable[[int], None]:
    """Return a function that commits a broken file, in place of the earlier one."""

    def commit(number: int) -> None:
        (root / _BAD).write_text(f"print({number})\n")
        _git(root, "add", _BAD)
        again = () if number == _FIRST else ("--amend",)
        _git(root, "commit", "-q", *again, "-m", "Bad")

    return commit


def _git(root: Path, *words: str, stdin: str = "") -> None:
    identity = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(("git", *identity, *words), cwd=root, check=True, input=stdin.encode())


def _after(
    name: str,
    root: Path,
    *,
    command: str = "make test",
    before: Callable[[int], None] = lambda _: None,
    expected: bytes = b"",
) -> Row:
    """Return the row of the hook, as ``install`` writes it, after a shell command."""
    program = Path(sys.executable).parent / "phaser-lint"
    install = [str(program), "install", "--scope", "local", "--force", "--root", str(root)]
    subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
    settings = json.loads((root / ".claude/settings.local.json").read_text())
    entry = settings["hooks"]["PostToolUse"][0]["hooks"][0]
    stdin = event(root, "PostToolUse", "Bash", command=command)
    return Row(name, (entry["command"], *entry["args"]), stdin, before, expected)


def _writing(root: Path, text: str) -> Callable[[int], None]:
    def write(number: int) -> None:
        (root / FILE).write_text(f"{text}# {number}\n")

    return write


def _change_thirty(root: Path) -> None:
    for number in range(30):
        path = root / f"src/part_{number}/module_{number}.py"
        if path.read_text().count("\n") == 1:
            path.write_text(f"x = {number}\ny = 1\n")


def _measured(rows: list[Row], rounds: int, folder: Path) -> list[list[float]]:
    seconds: list[list[float]] = [[] for _ in rows]
    # The first rounds are not counted: they find nothing stored, and files that are not settled.
    for round_ in range(_FIRST, rounds):
        for row, spent in zip(rows, seconds, strict=True):
            row.before(round_)
            if round_ < 0:
                time.sleep(0.15)
            took, answer = _run(row, folder)
            if round_ >= 0 and row.expected not in answer:
                sys.exit(f"{row.name}: not the expected answer: {answer.decode()}")
            if round_ >= 0:
                spent.append(took)
    return seconds


def _run(row: Row, folder: Path) -> tuple[float, bytes]:
    with (folder / "event.json").open("w+b") as given, (folder / "out").open("w+b") as out:
        given.write(row.stdin)
        given.seek(0)
        start = time.perf_counter()
        actions = [
            (os.POSIX_SPAWN_DUP2, given.fileno(), 0),
            (os.POSIX_SPAWN_DUP2, out.fileno(), 1),
        ]
        process = os.posix_spawnp(row.command[0], row.command, os.environ, file_actions=actions)
        _, status = os.waitpid(process, 0)
        took = time.perf_counter() - start
        out.seek(0)
        answer = out.read()
    if status:
        sys.exit(f"{row.name}: exit code {os.waitstatus_to_exitcode(status)}")
    return took, answer


if __name__ == "__main__":
    main()
