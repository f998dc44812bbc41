"""A change that takes files out of the reach of contracts says so, and is no failure for it.

Each row is a change of one real repository, and all that a scan says of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.check.comparison.test_contracts_of_revision import (
    CLEAN,
    Change,
    commit_and_write,
    notes_of_outcome,
)
from tests.command.made import contract, no_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

TOP = ".claude/contracts/no-print.yaml"
OTHER = ".claude/contracts/other.yaml"
NESTED = "lib/.claude/contracts/no-print.yaml"
IN_APP = contract(file_glob="app/**")
NO_FILE_IS_LEFT = (
    f"{TOP}: note: no-print selects no file any more: this change moves or deletes all of them"
)


def body(name: str) -> str:
    return f"import os\n\n\ndef {name}():\n    return os.getcwd()\n"


FILES = {**{f"app/{name}.py": body(name) for name in "abc"}, TOP: IN_APP}
GONE = tuple(f"app/{name}.py" for name in "abc")
MOVED = {f"src/app/{name}.py": f"{body(name)}print(1)\n" for name in "abc"}

SILENT = {
    "moved within the glob": Change({"app/d/a.py": body("a")}, ("app/a.py",)),
    "one deleted": Change({}, ("app/a.py",)),
    "one deleted, and another written": Change({"new.py": "x = 1\n"}, ("app/a.py",)),
    "moved, and the glob with them": Change({**MOVED, TOP: contract(file_glob="src/**")}, GONE),
    "files that had to go": Change(
        {"d.py": body("a")}, ("app/a.py",), before={TOP: no_file("app/a*")}
    ),
    "files that had to go, by a new contract": Change(
        {OTHER: contract("other", file_glob="app/a*")}, ("app/a.py",)
    ),
    "a nearer contract of that id": Change(
        {"lib/a.py": body("a")}, ("app/a.py",), before={NESTED: contract()}
    ),
}
TOLD = {
    "all moved": Change(MOVED, GONE, (NO_FILE_IS_LEFT,)),
    "all moved, by a path pattern": Change(
        MOVED,
        GONE,
        (NO_FILE_IS_LEFT,),
        before={TOP: contract(file_glob="**", path_pattern="^app/")},
    ),
    "all deleted": Change({}, GONE, (NO_FILE_IS_LEFT,)),
    "one moved": Change(
        {"a.py": f"{body('a')}print(1)\n"},
        ("app/a.py",),
        ("a.py: note: no longer checked by no-print: it was app/a.py",),
    ),
    "several moved": Change(
        {"a.py": body("a"), "b.py": body("b")},
        ("app/a.py", "app/b.py"),
        ("a.py: note: no longer checked by no-print: it was app/a.py; nor are b.py",),
    ),
    "one moved, from several": Change(
        {"a.py": body("a")},
        ("app/a.py",),
        ("a.py: note: no longer checked by 2 contracts (no-print, other): it was app/a.py",),
        before={OTHER: contract("other", file_glob="app/**")},
    ),
    "each contract by itself": Change(
        {"a.py": body("a")},
        ("app/a.py",),
        (
            "a.py: note: no longer checked by no-print: it was app/a.py",
            f"{OTHER}: note: other selects no file any more: "
            "this change moves or deletes all of them",
        ),
        before={OTHER: contract("other", file_glob="app/a*")},
    ),
    "all contracts of a file": Change(
        {"a.py": body("a")},
        ("app/a.py",),
        ("a.py: note: no longer checked by 2 contracts (no-exec, no-print): it was app/a.py",),
        before={OTHER: contract("no-exec", file_glob="app/**")},
    ),
    "a file of a level below": Change(
        {"app/d.py": body("d")},
        ("lib/d.py",),
        ("app/d.py: note: no longer checked by lib/other: it was lib/d.py",),
        before={
            "lib/.claude/contracts/other.yaml": contract("other"),
            "lib/d.py": body("d"),
            "lib/e.py": "",
        },
    ),
}


@pytest.fixture
def change(project: MakeProject) -> Path:
    return project(FILES)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", SILENT.values(), ids=SILENT)
def test_a_file_that_no_contract_lost_is_no_note(
    run: Run, git: Git, change: Path, row: Change
) -> None:
    commit_and_write(change, git, row)
    outcome = run("scan", "--since", "HEAD", cwd=change)
    assert [
        note
        for note in notes_of_outcome(outcome)
        if "no longer checked" in note or "any more" in note
    ] == []


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", TOLD.values(), ids=TOLD)
def test_a_contract_that_lost_files_is_a_note(
    run: Run, git: Git, change: Path, row: Change
) -> None:
    """Be the new name known to git, or not."""
    commit_and_write(change, git, row)
    untracked = run("scan", "--since", "HEAD", cwd=change)
    git(change, "add", "-A")
    assert [untracked] * 2 == [untracked, run("scan", "--since", "HEAD", cwd=change)]
    assert (untracked.code, untracked.out, notes_of_outcome(untracked)) == (0, CLEAN, row.said)


@pytest.mark.parametrize("name", ["one moved", "several moved", "a file of a level below"])
def test_a_quiet_scan_of_what_is_staged_says_it_too(
    run: Run, git: Git, change: Path, name: str
) -> None:
    """As git's own hook runs it."""
    commit_and_write(change, git, TOLD[name])
    git(change, "add", "-A")
    (change / "a.py").unlink(missing_ok=True)
    assert run("scan", "--staged", "--quiet", cwd=change) == (
        0,
        "",
        "".join(f"{line}\n" for line in TOLD[name].said),
    )


def test_where_contracts_change_too_those_of_the_base_tell_what_was_checked(
    run: Run, git: Git, change: Path
) -> None:
    """A glob that was corrected for one of the files only."""
    commit_and_write(change, git, Change({**MOVED, TOP: contract(file_glob="src/app/a.py")}, GONE))
    outcome = run("scan", "--since", "HEAD", cwd=change)
    assert notes_of_outcome(outcome)[:2] == (
        f"{TOP}:1: note: contract no-print changed: file_glob",
        "src/app/b.py: note: no longer checked by no-print: it was app/b.py; nor are src/app/c.py",
    )


def test_what_a_run_leaves_out_is_none_of_its_notes(run: Run, git: Git, change: Path) -> None:
    commit_and_write(change, git, TOLD["one moved"])
    flags = (["--exclude", "app/"], ["lib"])
    (change / "lib").mkdir()
    outcomes = [run("scan", *arguments, "--since", "HEAD", cwd=change) for arguments in flags]
    assert [note for note in map(notes_of_outcome, outcomes) if "no longer" in "".join(note)] == []


def test_a_merge_of_shards_tells_it_once(run: Run, git: Git, change: Path) -> None:
    commit_and_write(change, git, TOLD["each contract by itself"])
    for number in ("1", "2"):
        arguments = ("--shard", f"{number}/2", "--since", "HEAD")
        run("scan", *arguments, "--format", f"json=../{number}.json", cwd=change)
    outcome = run("merge", "../1.json", "../2.json", cwd=change)
    assert notes_of_outcome(outcome) == TOLD["each contract by itself"].said
