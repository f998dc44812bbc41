"""Shards and their reports: who checks which file, and what a part says of itself."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.shards.json_report import parse_json_report
from phaser_lint.contract.shard import find_shard
from phaser_lint.report.formats import FORMATS
from phaser_lint.report.json import render
from tests.command.made import contract, no_file
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

FLAGS = ("--project-contracts", "--no-cache")
FILES = {f"src/{name}.py": "print(1)\n" for name in "abcdefghij"}
CONTRACTS = {
    "a.yaml": contract(severity="warning"),
    "b.yaml": contract("has", type="file_exists", pattern=None, file_glob="/LICENSE"),
}


@pytest.mark.parametrize(
    ("path", "shards"),
    [
        ("a.py", {1: 1, 2: 2, 3: 2, 7: 6}),
        ("src/日本.py", {1: 1, 2: 1, 3: 3, 7: 2}),
        ("\udcff.py", {1: 1, 2: 1, 3: 3, 7: 6}),
    ],
)
def test_a_path_belongs_to_a_shard(path: str, shards: dict[int, int]) -> None:
    """For good: two versions, or two systems, may share a run's work."""
    digits = hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()[:16]
    assert {number: int(digits, 16) % number + 1 for number in shards} == shards
    assert {number: find_shard(path, number) for number in shards} == shards


@pytest.mark.parametrize("number", [2, 3, 7, 16])
def test_shards_are_balanced(number: int) -> None:
    """Names that differ in a digit are spread as well as any."""
    sizes = Counter(
        find_shard(f"src/module_{index}/test_{index}.py", number) for index in range(9000)
    )
    assert sorted(sizes) == list(range(1, number + 1))
    assert max(sizes.values()) < 1.15 * 9000 / number


def test_shards_share_the_files(project: MakeProject, run: Run) -> None:
    """Each file is in one of them, and no two of them need be alike."""
    root = project(FILES, contracts=CONTRACTS)
    checked_paths = []
    for number in (1, 2, 3):
        outcome = run("scan", f"--shard={number}/3", "--format=json", *FLAGS, cwd=root)
        report = json.loads(outcome.out)
        assert report["report"] == "phaser-lint shard"
        assert all(find_shard(path, 3) == number for path in report["checked"])
        checked_paths += report["checked"]
    assert sorted(checked_paths) == sorted(FILES)


def test_a_shard_does_not_check_which_files_exist(project: MakeProject, run: Run) -> None:
    """It has no error for LICENSE, which may be another's, and no note on globs."""
    files = {"src/a.py": "", "b.md": "x\n"}
    root = project(files, contracts={**CONTRACTS, "c.yaml": contract("idle", file_glob="*.js")})
    for number in (1, 2):
        outcome = run("scan", f"--shard={number}/2", *FLAGS, cwd=root)
        count = sum(find_shard(path, 2) == number for path in ("src/a.py",))
        assert outcome.code == 0
        assert outcome.out == "0 errors, 0 warnings\n"
        assert outcome.err == (
            f"{root}: note: shard {number} of 2: which files exist is checked by phaser-lint "
            "merge, from the JSON reports of all shards\n"
            f"shard {number} of 2, {count} file{'' if count == 1 else 's'} checked\n"
        )


@pytest.mark.parametrize("format_name", FORMATS)
def test_every_format_says_that_it_is_a_part(
    project: MakeProject, run: Run, format_name: str
) -> None:
    """Which one of how many, and what it does not check."""
    root = project(FILES, contracts=CONTRACTS)
    outcome = run(
        "scan", "--shard=2/3", f"--format={format_name}={root.parent / 'out'}", *FLAGS, cwd=root
    )
    rendered = (root.parent / "out").read_text(encoding="utf-8")
    assert "shard 2 of 3: which files exist is checked by phaser-lint merge" in rendered
    assert "shard 2 of 3" in outcome.err


def test_quiet_says_so_too(project: MakeProject, run: Run) -> None:
    """On standard error, as all that was not checked."""
    root = project({}, contracts=CONTRACTS)
    outcome = run("scan", "--shard=2/3", "--quiet", *FLAGS, cwd=root)
    assert outcome == (0, "", "shard 2 of 3: which files exist was not checked\n")


def test_a_part_is_no_clean_whole_to_a_build_server(project: MakeProject, run: Run) -> None:
    """In JUnit and HTML, whose readers look at one test or one headline."""
    root = project({}, contracts=CONTRACTS)
    outcome = run("scan", "--shard=2/3", "--format=junit", *FLAGS, cwd=root)
    assert '<skipped type="part" message="shard 2 of 3, 0 files checked">' in outcome.out
    outcome = run("scan", "--shard=2/3", "--format=html", *FLAGS, cwd=root)
    assert "This run is incomplete" in outcome.out


def test_the_report_of_a_shard_is_read_back(project: MakeProject, run: Run) -> None:
    """The report of a shard is read as it was written, with every part of it."""
    files = {f"{name}.py": "print(1)\n# phaser:ignore-file no-file\n" for name in "abcdef"}
    contracts = {**CONTRACTS, "c.yaml": no_file("*.py"), "d.yaml": contract("off", enabled=False)}
    root = project(files, contracts=contracts, commit=True)
    run("baseline", "--file=../baseline", *FLAGS, cwd=root)
    (root / "inside/.phaser/contracts").mkdir(parents=True)
    for name in "abcdef":
        (root / f"inside/.phaser/contracts/{name}.yaml").write_text(contract())
    for since in ((), ("--since=HEAD",)):
        flags = ("--shard=1/2", "--baseline=../baseline", "--format=json", *FLAGS, *since)
        out = run("scan", *flags, cwd=root).out
        assert render(parse_json_report(out, "a.json")) == out


def test_a_shard_exits_for_its_own_files(project: MakeProject, run: Run) -> None:
    """A shard's is of its own files, the merge's that of all: as a scan of everything has it."""
    root = project(FILES, contracts=CONTRACTS)
    reports = [str(root.parent / f"{number}.json") for number in (1, 2)]
    for number, report in enumerate(reports, start=1):
        flags = (f"--shard={number}/2", f"--format=json={report}", *FLAGS)
        assert run("scan", *flags, cwd=root).code == 0
        assert run("scan", *flags, "--fail-on=warning", cwd=root).code == 1
    assert run("merge", *reports).code == 1
    (root / "LICENSE").write_text("MIT\n")
    for number, report in enumerate(reports, start=1):
        run("scan", f"--shard={number}/2", f"--format=json={report}", *FLAGS, cwd=root)
    assert run("merge", *reports).code == 0
    assert run("merge", "--fail-on=warning", *reports).code == 1
    assert run("merge", "--quiet", *reports).err == ""


# When a page was made, and by which command: of the merge it is another one.
ORIGIN = re.compile(rb'<p class="origin">.*?</p>|<p>Command: .*?</p>')


@pytest.mark.slow
def test_shards_in_processes_merge_to_one_scan(
    project: MakeProject, environment: dict[str, str], tmp_path: Path
) -> None:
    """As a build server does it: a checkout for each shard, all at once, then the merge."""
    files = {**FILES, "src/k.py": "# phaser:ignore-file no-file\n", "x.lock": "x\n"}
    contracts = {**CONTRACTS, "c.yaml": no_file("*.lock"), "d.yaml": no_file("k.py")}
    roots = [project(files, contracts=contracts) for _ in range(4)]
    reports = [f"{tmp_path}/{number}.json" for number in range(1, 5)]
    running = [
        subprocess.Popen(
            (str(PROGRAM), "scan", f"--shard={number}/4", f"--format=json={report}"),
            cwd=root,
            env=environment,
            stderr=subprocess.PIPE,
        )
        for number, (root, report) in enumerate(zip(roots, reports, strict=True), start=1)
    ]
    for process in running:
        process.communicate(timeout=60)

    def answer(*command: str) -> tuple[int, bytes, bytes]:
        process_result = subprocess.run(
            (str(PROGRAM), *command), cwd=roots[0], env=environment, capture_output=True, timeout=60
        )
        return (
            process_result.returncode,
            ORIGIN.sub(b"", process_result.stdout),
            process_result.stderr,
        )

    for format_name in FORMATS:
        assert answer("merge", f"--format={format_name}", *reports) == answer(
            "scan", f"--format={format_name}"
        )
