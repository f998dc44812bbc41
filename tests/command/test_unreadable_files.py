"""A file that may not be read leaves a run incomplete, wherever a contract asks for its content."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Git, Run

# The home folder is out of reach, too.
FLAGS = ("--project-contracts", "--no-cache")
BAD = "print(1)\n"
WHY = "cannot be read: Permission denied"
UNREAD_LINES = f"a.py: undecided: no-print: {WHY}\n"
CONTRACTS = {
    ".phaser/contracts/no-print.yaml": contract(),
    ".phaser/contracts/names.yaml": contract("names", type="file_name", pattern="[a-z.]+"),
    ".phaser/contracts/present.yaml": contract(
        "present", type="file_exists", pattern=None, file_glob="a.py"
    ),
}


@pytest.fixture(name="root")
def _root(run: Run, git: Git, tmp_path: Path) -> Iterator[Path]:
    """A repository in which one of two files, edited since the last commit, may not be read."""
    # Without privileges Python's own modules may be out of reach: they are loaded before.
    write_files(tmp_path, {"a.py": BAD, **CONTRACTS})
    git(tmp_path, "init", "-q")
    for command in ("scan --since HEAD", "pre-commit --tree --", "baseline", "why no-print a.py"):
        run(*command.split(), cwd=tmp_path)
    run("hook", stdin=event(name="Stop", cwd=tmp_path), cwd=tmp_path)
    with without_privileges() as root:
        write_files(root, {"a.py": BAD, "b.py": BAD, "c.txt": "", **CONTRACTS})
        git(root, "init", "-q")
        git(root, "add", "-A")
        git(root, "commit", "-q", "-m", "one")
        write_files(root, {"a.py": BAD * 2})
        for name in ("a.py", "c.txt"):
            (root / name).chmod(0o000)
        yield root


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("arguments", "counts"),
    [
        (("scan", *FLAGS, "b.py"), "1 file checked"),
        (("scan", *FLAGS, "--rule=names"), f"1 file checked, 1 skipped ({WHY}: 1)"),
        (("scan", *FLAGS, "--rule=present"), f"0 files checked, 1 skipped ({WHY}: 1)"),
    ],
)
def test_an_unreadable_file_is_checked_by_its_name(
    run: Run, root: Path, arguments: tuple[str, ...], counts: str
) -> None:
    """It is named, and its name is checked: more is not asked for."""
    outcome = run(*arguments, "--exit-zero", cwd=root)
    assert (outcome.code, outcome.err.split("\n")[-2]) == (0, counts)


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(
    "arguments",
    [
        ("scan", *FLAGS),
        ("scan", *FLAGS, "--since", "HEAD"),
        ("scan", *FLAGS, "a.py"),
        ("pre-commit", "--", "a.py"),
        ("pre-commit", "--since", "HEAD", "--", "a.py"),
    ],
)
def test_an_unreadable_file_makes_a_run_incomplete(
    run: Run, root: Path, arguments: tuple[str, ...]
) -> None:
    """Nobody sees what a run that passes says of what it skipped."""
    outcome = run(*arguments, cwd=root, env={"GIT_INDEX_FILE": ".git/index"})
    assert outcome.code == 2
    assert UNREAD_LINES in outcome.err
    assert f"1 skipped ({WHY}: 1), 1 undecided\n" in outcome.err


def test_an_unreadable_file_is_in_both_lists(run: Run, root: Path) -> None:
    """It is in both lists, and a kept result hides nothing."""
    for _ in range(2):
        flags = ("--project-contracts", "--cache-dir=cache", "--format=json")
        report = json.loads(run("scan", *flags, cwd=root).out)
        assert report["skipped"] == [{"path": "a.py", "reason": WHY}]
        assert report["undecided"] == [
            {"rule_id": "no-print", "path": "a.py", "reason": WHY, "level": ""}
        ]
        assert report["checked"] == ["b.py"]


def test_no_baseline_is_written(run: Run, root: Path) -> None:
    """What the file holds is neither gone nor new later."""
    (root / "a.py").chmod(0o644)
    assert run("baseline", *FLAGS, cwd=root).code == 0
    baseline_text = (root / ".phaser/baseline.jsonl").read_text()
    (root / "a.py").chmod(0o000)
    for change in ("--update", "--prune"):
        outcome = run("baseline", *FLAGS, change, cwd=root)
        why = ".phaser/baseline.jsonl: not written: not everything could be checked\n"
        assert outcome == (2, "", UNREAD_LINES + why)
    assert (root / ".phaser/baseline.jsonl").read_text() == baseline_text


def test_why_says_that_a_file_is_unreadable(run: Run, root: Path) -> None:
    """As the scan has it."""
    outcome = run("why", "no-print", "a.py", cwd=root)
    assert outcome.out.endswith(f"  text       no: {WHY}\n  undecided  {WHY}\nundecided\n")


def test_stop_tells_of_an_unreadable_file(run: Run, root: Path) -> None:
    """Told to who reads it, and nobody is held for it."""
    stopped = json.loads(run("hook", stdin=event(name="Stop", cwd=root), cwd=root).out)
    assert stopped.keys() == {"systemMessage"}
    assert stopped["systemMessage"].startswith(f"Not checked: no-print on a.py: {WHY}.\n")


def test_an_unreadable_list_calls_nothing_unlisted(run: Run, root: Path) -> None:
    """What it may hold is not called unlisted; what another list has is known without it."""
    items_listed = contract("listed", type="items_listed", pattern=r"def (\w+)", listed_in="*.txt")
    write_files(root, {"b.py": "def f():\n", ".phaser/contracts/listed.yaml": items_listed})
    flags = (*FLAGS, "--rule=listed", "--quiet", "b.py")
    assert run("scan", *flags, cwd=root) == (
        2, "", f"b.py: undecided: listed: the list c.txt {WHY}\n"
    )  # fmt: skip
    write_files(root, {"d.txt": "f\n"})
    assert run("scan", *flags, cwd=root) == (0, "", "")
