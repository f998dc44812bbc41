"""What a run could not check stands in the output of each command, not only on standard error.

One project a cause, and each command of the table in it. The outputs of a command are what it
prints, or the file that it writes for who reads it; where there is no verdict at all, as where git
fails, there is no output either, and the exit code is that of an incomplete run.
"""

from __future__ import annotations

import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.hostile_git import HostileGit
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tests.conftest import Git, Run

ENDLESS = "a" * 60 + "b\n"
CAUSES: dict[str, dict[str, str]] = {
    "out of time": {
        "a.py": ENDLESS,
        ".claude/contracts/slow.yaml": contract("slow", pattern="(a|aa)+$"),
    },
    "too many matches": {
        "a.py": "many\n" * 10_050,
        ".claude/contracts/many.yaml": contract("many", pattern="many", unless_match="many"),
    },
    "invalid contract": {".claude/contracts/bad.yaml": contract("bad", type="nothing")},
    "unreadable file": {},
    "large file": {"a.py": "x = 1\n" * 2_000_000},
    "a NUL": {"a.py": "x = 1  # \0\n" * 3},
    "git fails": {},
    "left out": {"left.py": "x = 1\n"},
}
WORDS = {
    "out of time": "slow",
    "too many matches": "many",
    "invalid contract": "bad.yaml",
    "unreadable file": "cannot be read",
    "large file": "larger than 10 MB",
    "a NUL": "control characters",
    "git fails": "fatal: nobody is to know",
    "left out": "sparse checkout",
}


class Row(NamedTuple):
    """A command, and what its output says; what is not listed is said by the cause's own word."""

    command: str
    words: Mapping[str, str] = {}
    """By cause another word; empty where the command says nothing, for the reason beside it."""
    written: str = ""
    """The file that it writes, in place of standard output."""
    stdin: Mapping[str, str] = {}


INCOMPLETE = dict.fromkeys([*CAUSES][:4], "incomplete: ")
# Standard error names the contracts and the files: on a terminal both are one text.
TOTALS = {
    **INCOMPLETE,
    "large file": "1 file not read: larger than 10 MB",
    "a NUL": "1 file not read: binary by its control characters",
    "left out": "1 file not read: left out by the sparse checkout",
}
SCAN = "scan --no-cache --project-contracts --timeout 50"
SHARD = f"{SCAN} --shard 1/1 --format json=shard.json"
ENFORCE_ALL = "enforce --all --timeout 50 --format"
COUNTED = {
    "out of time": "1 undecided",
    "too many matches": "1 undecided",
    "invalid contract": "1 contract problem",
    "unreadable file": "1 undecided",
}
# An answer that is none: the baseline is not written, and standard error says why.
NOT_WRITTEN = dict.fromkeys([*CAUSES][:4], '"problem": "not everything could be checked"')
NOT_READ = dict.fromkeys(("large file", "a NUL", "left out"), '"not_read": 1')
# Contract files and their examples are all that is read.
OF_CONTRACTS_ALONE = dict.fromkeys(
    ("out of time", "too many matches", "unreadable file", "large file", "a NUL", "left out"), ""
)
# Commits are read, not the disk.
OF_COMMITS = {"unreadable file": "", "left out": ""}
# One named file is read; git is asked for nothing.
OF_ONE_FILE = {"git fails": "", "left out": ""}
# About one contract, which is not the invalid one.
OF_ONE_CONTRACT = {"invalid contract": "", "too many matches": ""}
# What an edit makes is checked before it is on the disk.
BEFORE_EDIT = dict.fromkeys(("git fails", "unreadable file", "large file", "a NUL", "left out"), "")

ROWS = [
    Row(f"{SCAN} --format concise", TOTALS),
    Row(f"{SCAN} --format full", TOTALS),
    Row(f"{SCAN} --statistics", TOTALS),
    Row(
        f"{SCAN} --statistics --format json",
        {
            **dict.fromkeys([*CAUSES][:4], '"complete": false'),
            **NOT_READ,
        },
    ),
    Row(f"{SCAN} --format json"),
    Row(f"{SCAN} --format github"),
    Row(f"{SCAN} --format sarif"),
    Row(f"{SCAN} --format gitlab"),
    Row(f"{SCAN} --format junit"),
    Row(f"{SCAN} --format rdjson"),
    Row(f"{SCAN} --format markdown"),
    Row(f"{SCAN} --format html"),
    Row(f"{SCAN} --format text=report.txt", written="report.txt"),
    Row(SHARD, written="shard.json"),
    Row("merge shard.json --format concise", {**TOTALS, "git fails": ""}),
    Row("merge shard.json --format junit", {"git fails": ""}),
    Row("pre-commit --timeout 50 -- a.py", {**TOTALS, **OF_ONE_FILE}),
    Row("action"),
    Row("action", written="summary.md"),
    Row("action", written="report.sarif"),
    Row(
        "action",
        {
            "out of time": "undecided<<",
            "too many matches": "undecided<<",
            "invalid contract": "contract-problems<<",
            "unreadable file": "undecided<<",
            "large file": "skipped<<",
            "a NUL": "skipped<<",
            "left out": "skipped<<",
        },
        written="output",
    ),
    Row("enforce --file a.py --timeout 50 --format text", OF_ONE_FILE),
    Row("enforce --file a.py --timeout 50 --format json", OF_ONE_FILE),
    Row(f"{ENFORCE_ALL} text"),
    Row(f"{ENFORCE_ALL} text --quiet"),
    Row(f"{ENFORCE_ALL} json"),
    Row("contracts check", COUNTED),
    Row("baseline --json --timeout 50", {**NOT_WRITTEN, **NOT_READ}),
    Row("list", OF_CONTRACTS_ALONE),
    Row("list --json", OF_CONTRACTS_ALONE),
    Row("test", {**OF_CONTRACTS_ALONE, "invalid contract": "1 contract problem"}),
    Row("test --json", OF_CONTRACTS_ALONE),
    Row("why no-print a.py", {**OF_ONE_CONTRACT, "out of time": "", "left out": ""}),
    Row(
        "try (a|aa)+$ --glob *.py --json",
        {**OF_ONE_CONTRACT, "large file": "a.py", "a NUL": "a.py"},
    ),
    Row("history --timeout 50", {**COUNTED, **OF_COMMITS}),
    Row("history --timeout 50 --json", OF_COMMITS),
    # It writes no file that would lack a contract.
    Row("export --agents-md", {**OF_CONTRACTS_ALONE, "invalid contract": ""}, written="AGENTS.md"),
    Row("hook", BEFORE_EDIT, stdin={"tool": "Write", "content": ENDLESS + "many\n" * 10_050}),
    Row(
        "hook",
        BEFORE_EDIT,
        stdin={"tool": "Write", "content": ENDLESS + "many\n" * 10_050 + "print(1)\n"},
    ),
    Row(
        "hook",
        {
            "out of time": "a.py",
            "too many matches": "a.py",
            "unreadable file": "Cannot read file",
            "git fails": "",
            "left out": "",
        },
        stdin={"tool": "Edit", "old_string": "nowhere", "new_string": "x"},
    ),
    # A contract file is named with the edit.
    Row(
        "hook",
        {"git fails": "", "invalid contract": "", "left out": ""},
        stdin={"name": "PostToolUse"},
    ),
    # What changed is checked, and what is left out did not.
    Row("hook", {"left out": ""}, stdin={"name": "Stop"}),
]


@contextmanager
def project(cause: str, git: Git, folder: Path) -> Iterator[tuple[Path, dict[str, str]]]:
    """The project in which the *cause* is, edited since its commit, and variables for git."""
    with without_privileges() if cause == "unreadable file" else _given(folder) as root:
        files = {"a.py": "x = 1\n", ".claude/contracts/no-print.yaml": contract()}
        write_files(root, {**files, **CAUSES[cause], "report.txt": "", "shard.json": ""})
        write_files(root, dict.fromkeys(("summary.md", "report.sarif", "output"), ""))
        git(root, "init", "-q")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "one")
        with (root / "a.py").open("a") as file:
            file.write("y = 1\n")
        variables = {"HOME": str(root / ".git")}
        if cause == "unreadable file":
            (root / "a.py").chmod(0)
        if cause == "left out":
            git(root, "update-index", "--skip-worktree", "left.py")
            (root / "left.py").unlink()
        if cause == "git fails":
            hostile = HostileGit(root.parent / "hostile")
            environment = hostile.environment(os.environ, of="ls-files", way="refuse")
            names = {"PATH", *(name for name in environment if name.startswith("HOSTILE_"))}
            variables |= {name: environment[name] for name in names}
        yield root, variables


@contextmanager
def _given(folder: Path) -> Iterator[Path]:
    folder.mkdir(parents=True)
    yield folder


def output_of(row: Row, run: Run, root: Path, variables: Mapping[str, str]) -> tuple[int, str, str]:
    """The exit code, the command's own output, and standard error."""
    runner = {
        "GITHUB_WORKSPACE": str(root),
        "GITHUB_STEP_SUMMARY": str(root / "summary.md"),
        "GITHUB_OUTPUT": str(root / "output"),
        "PHASER_SARIF_FILE": "report.sarif",
    }
    for name in ("summary.md", "output", ".phaser/baseline.jsonl"):
        (root / name).unlink(missing_ok=True)
    environment = {**variables, **(runner if row.command == "action" else {})}
    stdin = b""
    if row.stdin:
        keys = dict(row.stdin)
        tool, name = keys.pop("tool", "Write"), keys.pop("name", "PreToolUse")
        path = {"file_path": root / "a.py"}
        event_keys = {"session_id": f"{name}-{len(row.stdin)}", "cwd": root, **path, **keys}
        stdin = event(tool, name=name, **event_keys)
    outcome = run(*row.command.split(), stdin=stdin, cwd=root, env=environment)
    if not row.written:
        return outcome.code, outcome.out, outcome.err
    file = root / row.written
    text = file.read_text() if file.exists() else ""
    return outcome.code, text, f"{outcome.out}{outcome.err}"


# The first waits for its pattern in each command, the other runs each command twice.
SLOW = ("out of time", "unreadable file")


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize(
    "cause",
    [pytest.param(each, marks=pytest.mark.slow) if each in SLOW else each for each in CAUSES],
)
def test_every_command_says_it(cause: str, run: Run, git: Git, tmp_path: Path) -> None:
    """A table of commands and causes: the word in the output, or none for a reason."""
    if cause == "unreadable file":
        # Without privileges Python's own modules may be out of reach: they are loaded before.
        with project("out of time", git, tmp_path / "loading") as (root, variables):
            for row in ROWS:
                output_of(row, run, root, variables)
    wrong = []
    with project(cause, git, tmp_path / "project") as (root, variables):
        for row in ROWS:
            code, output, error_output = output_of(row, run, root, variables)
            word = row.words.get(cause, WORDS[cause])
            silent = code in (2, 3) and not output.strip() and WORDS[cause] in error_output
            is_said = word in output or (cause == "git fails" and silent)
            if not is_said or "Traceback" in error_output:
                wrong.append(
                    (row.command, row.written, dict(row.stdin), code, word, output, error_output)
                )
    assert wrong == []
