"""What a folder and a file cost, in looks at the disk: they are counted, not timed."""

from __future__ import annotations

import shutil
import subprocess
import time
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event, no_file
from tests.conftest import PROGRAM, dated_an_hour_ago, write_files
from tests.counted_work import calls_of, looks_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

STRACE = shutil.which("strace") or ""
TREE = ("pre-commit", "--tree", "--")


def made(project: MakeProject, count: int, contract_text: str) -> Path:
    """A project with so many folders of one file each."""
    files = {f"folder{number}/a.py": "" for number in range(count)}
    return project(files, contracts={"a.yaml": contract_text}, commit=True)


def added_by_two_hundred(
    project: MakeProject, work: Callable[[Path], object], contract_text: str
) -> int:
    """How many looks two hundred folders more cost."""
    few, many = (made(project, count, contract_text) for count in (20, 220))
    return looks_of(lambda: work(many)) - looks_of(lambda: work(few))


def test_a_folder_costs_the_tree_hook_two_looks(project: MakeProject, run: Run) -> None:
    """Whether it may be a level; nothing else of it is asked, twice or once."""

    def check(root: Path) -> None:
        assert run(*TREE, cwd=root).code == 0

    for contract_text in (contract(), no_file("*.pem")):
        # A contract that was written a moment ago is read once more: some fifty looks.
        assert round(added_by_two_hundred(project, check, contract_text) / 200) == 2


def test_a_tree_that_no_contract_asks_about_selects_no_file(project: MakeProject, run: Run) -> None:
    """The names tell where levels may be; no glob is asked about any of them."""
    calls = []
    for contract_text in (contract(), no_file("a.py")):
        root = made(project, 50, contract_text)
        work = partial(run, *TREE, cwd=root)
        calls.append(calls_of(work, function_name="_matching_groups"))
    assert calls[0] == 0 < calls[1]


needs_strace = pytest.mark.skipif(not STRACE, reason="strace is not installed")


def scanned(root: Path, *flags: str) -> list[str]:
    """The system calls of a scan, one a line, with the paths of what is open."""
    time.sleep(0.2)  # what changed a moment ago is not remembered
    log, cache = root.parent / "calls", root.parent / "cache"
    scan = (str(PROGRAM), "scan", f"--cache-dir={cache}")
    subprocess.run((STRACE, "-qq", "-y", "-s0", "-o", log, *flags, *scan), cwd=root, check=True)
    return log.read_text().splitlines()


def calls_for(folder: str, lines: list[str]) -> list[str]:
    """What was called for a *folder*, and for what is in it."""
    calls = [line.partition("(")[0] for line in lines if folder in line]
    return ["stat" if call in ("fstat", "lstat", "newfstatat", "statx") else call for call in calls]


@needs_strace
def test_system_calls_of_a_folder_and_its_file(project: MakeProject) -> None:
    """A status each where nothing changed; in a copied checkout each is read, and once."""
    root = made(project, 500, contract())
    scanned(root)
    assert calls_for("folder499", scanned(root)) == ["stat", "stat"]
    copy = shutil.copytree(root, root.with_name("copied"))
    listed = ["stat", "openat", "stat", "getdents64", "getdents64", "close"]
    assert calls_for("folder499", scanned(copy)) == [*listed, "openat", "stat", "read", "close"]


@pytest.mark.slow
@needs_strace
def test_git_is_started_to_compare_where_the_checkout_is_known(
    project: MakeProject,
) -> None:
    """It would compare each file of a new checkout, of which nothing is known, for nobody.

    It says what it tracks, and is asked for the rest where folders hold more.
    """
    root = made(project, 2_000, contract())
    starts = [" ".join(scanned(root, "-f", "-s99", "-e", "execve")) for _ in range(2)]
    assert ["diff-files" in start for start in starts] == [False, True]
    assert [start.count("ls-files") for start in starts] == [1, 1]
    assert ["--others" in start for start in starts] == [False, False]
    (root / "folder7/new.py").touch()
    for is_known in (True, False):
        if not is_known:
            shutil.rmtree(root.parent / "cache")
        start = " ".join(scanned(root, "-f", "-s99", "-e", "execve"))
        assert (start.count("ls-files"), start.count("--others")) == (2, 1)


@pytest.mark.slow
@needs_strace
def test_system_calls_of_a_level(project: MakeProject) -> None:
    """Its three folders and both files a status each, and nothing else."""
    root = made(project, 500, contract())
    contracts = root / "folder499/.claude/contracts"
    contracts.mkdir(parents=True)
    (contracts / "own.yaml").write_text(contract("own"))
    scanned(root)
    assert calls_for("folder499", scanned(root)) == ["stat"] * 5


@needs_strace
def test_programs_that_a_scan_since_head_starts(project: MakeProject) -> None:
    """Git's own files say which commit HEAD is, and what it shares with itself is no question."""
    starts = starts_of_git(made(project, 2, contract()), "scan", "--since", "HEAD")
    assert len(starts) == 5
    assert not [line for line in starts if '"HEAD' in line]


@pytest.mark.one_row_in(2)
@needs_strace
@pytest.mark.parametrize(("end", "number"), [("folder0/a.py", 1), ("--tree", 2)])
def test_a_clean_commit_asks_git_for_its_index(project: MakeProject, end: str, number: int) -> None:
    """It has the contract files, too; what HEAD has only a violation asks, and, once for the whole
    commit, whether that changes contracts.
    """
    assert len(starts_of_git(made(project, 2, contract()), "pre-commit", end)) == number


def starts_of_git(root: Path, *words: str, stdin: bytes = b"", code: int = 0) -> list[str]:
    """The calls that start git for the command, which ends with the exit *code*."""
    log = root.parent / "calls"
    traced = (STRACE, "-qq", "-o", log, "-f", "-s99", "-e", "execve", str(PROGRAM), *words)
    done = subprocess.run(traced, cwd=root, input=stdin, capture_output=True, check=False)
    assert done.returncode == code
    return [line for line in log.read_text().splitlines() if "/git" in line.partition(",")[0]]


COMPARED = {
    "since": ("scan", "--since", "HEAD~1"),
    "since the default branch": ("scan", "--since", "origin/main"),
    "staged": ("scan", "--staged"),
    "edit": ("hook",),
    "command": ("hook",),
    "stop": ("hook",),
}


@pytest.mark.slow
@needs_strace
@pytest.mark.one_row_in(15)
@pytest.mark.parametrize("path", ["a.txt", "m/1"])
@pytest.mark.parametrize("way", COMPARED)
def test_a_default_branch_that_did_something_else_costs_three_starts_of_git(
    project: MakeProject, git: Git, run: Run, environment: dict[str, str], way: str, path: str
) -> None:
    """A colleague merges every hour, and hardly ever what the violation is in."""
    frozen = {"type": "file_frozen", "pattern": None, "file_glob": "/m/", "changes": ["modify"]}
    contracts = {
        "a.yaml": contract("words", pattern="cart", file_glob="*.txt"),
        "b.yaml": contract("frozen", **frozen),
    }
    counts = []
    for theirs in ({}, {"b": "2\n", "new.txt": "1\n"}):
        root = project({"a.txt": "1\n", "m/1": "1\n", "b": "1\n"}, contracts=contracts, commit=True)
        with dated_an_hour_ago(environment, root):
            git(root, "branch", "-M", "main")
            git(root, "switch", "-q", "-c", "topic")
            for branch, files in (("topic", {"own": "1\n"}), ("main", theirs)):
                git(root, "switch", "-q", branch)
                write_files(root, files)
                git(root, "add", "--all")
                git(root, "commit", "-q", "-m", "Work") if files else None
            git(root, "update-ref", "refs/remotes/origin/main", "main")
            git(root, "switch", "-q", "topic")
        after_command = event("Bash", name="PostToolUse", cwd=root, command="make")
        run("hook", stdin=after_command, cwd=root)
        if way != "edit":
            write_files(root, {path: "cart\n"})
            git(root, "add", "--all")
        events = {
            "edit": event(cwd=root, file_path=root / path, content="cart\n"),
            "command": after_command,
            "stop": event("", name="Stop", cwd=root, stop_hook_active=False),
        }
        stdin, code = events.get(way, b""), 0 if way in events else 1
        counts.append(len(starts_of_git(root, *COMPARED[way], stdin=stdin, code=code)))
    assert counts[1] - counts[0] <= 3


def test_nothing_is_listed_at_stop_where_nobody_asks_which_files_there_are(
    project: MakeProject, run: Run
) -> None:
    """Of a hundred thousand files git is asked what changed, and that is all; a link gives one of
    them another name.
    """
    calls = []
    cases = (
        (contract(), "", False), (no_file("b.py"), "", False), (contract(), "b = 1\n", False),
        (contract(), "b = 1\n", True),
    )  # fmt: skip
    for contract_text, change, has_link in cases:
        root = made(project, 3, contract_text)
        (root / "folder0/a.py").write_text(change)
        if has_link:
            (root / "folder1/b.py").symlink_to("../folder0/a.py")
        stop = event("", name="Stop", cwd=root, stop_hook_active=False)
        work = partial(run, "hook", stdin=stop, cwd=root)
        calls.append(calls_of(work, function_name="list_repository_files"))
    assert calls == [0, 1, 0, 1]
