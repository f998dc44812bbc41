"""Names and sizes in commands that keep, split, merge and count: pictures and huge files too."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

KEBAB = contract("kebab", type="file_name", pattern=r"[a-z-]+\.\w+", file_glob="assets/")
SHORT = contract("short", type="file_limits", pattern=None, max_lines=3, max_bytes=9, file_glob="*")
FILES: dict[str, str | bytes] = {
    "assets/Photo.png": b"\x89PNG\0\0",
    "assets/photo.png": b"\x89PNG\0\0",
    "assets/film.bin": b"\0" * 10,
    "assets/Huge.txt": b"a\n" * (6 * 1024 * 1024),
    "src/a.py": "1\n2\n3\n4\n",
    "src/b.py": "1\n2\n3\n",
}
FOUND_VIOLATIONS = [
    ("kebab", "assets/Huge.txt", "Use the logger."),
    ("short", "assets/Huge.txt",
     "Use the logger. (over 5,242,881 lines, at most 3; 12,582,912 bytes, at most 9)"),
    ("kebab", "assets/Photo.png", "Use the logger."),
    ("short", "assets/film.bin", "Use the logger. (1 line, at most 3; 10 bytes, at most 9)"),
    ("short", "src/a.py", "Use the logger. (4 lines, at most 3; 8 bytes, at most 9)"),
]  # fmt: skip
FLAGS = ("--project-contracts", "--format=json")


@pytest.fixture
def root(project: MakeProject, git: Git) -> Path:
    """A project with the files beside what is committed."""
    project_root = project({}, contracts={"a.yaml": KEBAB, "b.yaml": SHORT}, commit=True)
    write_files(project_root, FILES)
    git(project_root, "add", "-A")
    return project_root


def violations_in_json(text: str) -> list[tuple[str, str, str]]:
    """Id, path and message of each violation in a JSON report."""
    return [
        (violation["rule_id"], violation["path"], violation["message"])
        for violation in json.loads(text)["violations"]
    ]


def test_every_scan_checks_names_and_sizes(root: Path, run: Run) -> None:
    """From the disk, the cache, the index, a revision, and merged from shards."""
    for flags in ((), (), ("--no-cache",), ("--staged",), ("--since", "HEAD"), ("src", "assets")):
        assert violations_in_json(run("scan", *FLAGS, *flags, cwd=root).out) == FOUND_VIOLATIONS, (
            flags
        )
    reports = [str(root.parent / f"{number}.json") for number in (1, 2, 3)]
    for number, report in enumerate(reports, start=1):
        run("scan", *FLAGS[:1], f"--shard={number}/3", f"--format=json={report}", cwd=root)
    assert (
        violations_in_json(run("merge", "--format=json", *reports, cwd=root).out)
        == FOUND_VIOLATIONS
    )


def test_names_and_sizes_are_said_by_one_commit_hook(root: Path, run: Run) -> None:
    """The hook for content says them, and the one for the tree does not say them again."""
    names = sorted(FILES)
    output = run("pre-commit", "--", *names, cwd=root)
    assert (output.code, output.out.count(" [")) == (1, len(FOUND_VIOLATIONS))
    assert run("pre-commit", "--tree", "--", cwd=root).out == "0 errors, 0 warnings\n"


@pytest.mark.slow
def test_a_baseline_counts_files_for_names_and_sizes(root: Path, run: Run) -> None:
    """It counts files, not lines; a file that grows beyond it is new, one that shrinks is not."""
    output = run("baseline", "--project-contracts", cwd=root).out
    counts = "5 violations in 4 files; 1 file not read: larger than 10 MB"
    assert output.startswith(f".phaser/baseline.jsonl: {counts}\n")
    (root / "src/a.py").write_text("1\n2\n3\n4\n5\n")
    report = json.loads(run("scan", *FLAGS, cwd=root).out)
    assert [violation["path"] for violation in report["violations"]] == ["src/a.py"]
    (root / "src/a.py").write_text("1\n2\n3\n4")
    assert violations_in_json(run("scan", *FLAGS, cwd=root).out) == []
    (root / "src/a.py").write_text("1\n")
    pruned = run("baseline", "--project-contracts", "--prune", cwd=root).out
    counts = "1 entry removed; 4 violations in 3 files; 1 file not read: larger than 10 MB"
    assert pruned.startswith(f".phaser/baseline.jsonl: {counts}\n")


@pytest.mark.slow
def test_at_stop_a_huge_file_that_shrank_is_old(root: Path, run: Run, git: Git) -> None:
    """Its size in the last commit is known, though only its start is read."""
    git(root, "commit", "-qm", "all", "--no-verify")
    (root / "assets/Huge.txt").write_bytes(b"a\n" * (6 * 1024 * 1024 - 1))
    assert violations_in_json(run("scan", *FLAGS, "--since", "HEAD", cwd=root).out) == []
    (root / "assets/Huge.txt").write_bytes(b"a\n" * (6 * 1024 * 1024 + 1))
    assert [
        violation[1]
        for violation in violations_in_json(run("scan", *FLAGS, "--since", "HEAD", cwd=root).out)
    ] == ["assets/Huge.txt"]
