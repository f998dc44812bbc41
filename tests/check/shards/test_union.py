"""The union of all shards is an unsharded run, byte for byte, in every format."""

from __future__ import annotations

import json
import os
import re
from random import Random
from typing import TYPE_CHECKING

import pytest

from phaser_lint.report.formats import FORMATS
from tests.check.shards.generated import draw_project
from tests.command.made import contract, no_file

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Outcome, Run

FLAGS = ("--project-contracts", "--no-cache")
# Most patterns here end at once; two of the contracts never do.
TIMEOUT = ("--timeout", "250")
SEEDS = range(16)
_ORIGIN = re.compile(r'<p class="origin">.*?</p>|<p>Command: .*?</p>')


def write_contents(root: Path, files: dict[str, bytes]) -> None:
    for path, content in files.items():
        absolute_path = os.path.join(root, path)
        os.makedirs(os.path.dirname(absolute_path), exist_ok=True)
        with open(absolute_path, "wb") as stream:
            stream.write(content)


def all_formats(folder: Path) -> tuple[str, ...]:
    folder.mkdir()
    return tuple(f"--format={name}={folder / name}" for name in FORMATS)


def read_formats(folder: Path) -> dict[str, str]:
    """Each file; of the page, all but where it comes from: the command, the project, the hour."""
    texts = {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())}
    return {name: _ORIGIN.sub("", text) for name, text in texts.items()}


def merge_shards(
    run: Run, root: Path, folder: Path, number: int, *flags: str
) -> tuple[Outcome, Path]:
    """What ``merge`` says of all shards, given in another order than theirs, and its formats."""
    reports = []
    for shard in range(number, 0, -1):
        report = folder / f"{shard}-of-{number}.json"
        outcome = run(
            "scan", f"--shard={shard}/{number}", f"--format=json={report}", *flags, cwd=root
        )
        assert outcome.code in (0, 1, 2), outcome.err
        assert report.exists(), outcome.err
        reports.append(str(report))
    formats = all_formats(folder / f"merged-{number}")
    return run("merge", *formats, *reports), folder / f"merged-{number}"


def draw_options(random: Random) -> tuple[str, ...]:
    chosen = random.choice(((), (), ("--since", "HEAD"), ("--staged",), ("--since", "HEAD~1")))
    if random.random() < 0.15:
        chosen += ("--no-ignores",)
    if random.random() < 0.15:
        chosen += ("--severity", random.choice(("error", "warning")))
    return chosen


def prepare_changed_project(
    project: MakeProject, run: Run, git: Git, folder: Path, seed: int
) -> tuple[Path, tuple[str, ...]]:
    """A project, changed since its last commit, and the flags of a scan."""
    random = Random(seed)
    drawn_project = draw_project(random)
    root = project({"first": ""}, contracts=drawn_project.contracts, commit=True)
    write_contents(root, drawn_project.before)
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "before")
    flags = (*FLAGS, *TIMEOUT, *draw_options(random))
    if random.random() < 0.5:
        baseline = str(folder / "baseline.jsonl")
        if run("baseline", *FLAGS, *TIMEOUT, "--file", baseline, cwd=root).code == 0:
            flags += ("--baseline", baseline)
    for path in drawn_project.before:
        os.unlink(os.path.join(root, path))
    write_contents(root, drawn_project.after)
    if "--staged" in flags or random.random() < 0.7:
        git(root, "add", "-A")
    return root, flags


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize(
    "seed", [*SEEDS[:5], *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS[5:])]
)
def test_merged_shards_are_one_scan_of_a_drawn_project(
    project: MakeProject, run: Run, git: Git, tmp_path: Path, seed: int
) -> None:
    """Contracts of all types, directives, binaries, time-outs, revisions, baselines, odd names."""
    root, flags = prepare_changed_project(project, run, git, tmp_path, seed)
    formats = all_formats(tmp_path / "whole")
    whole_outcome = run("scan", *flags, *formats, cwd=root)
    for number in (1, 2 + seed % 6):
        merged_outcome, folder = merge_shards(run, root, tmp_path, number, *flags)
        assert read_formats(folder) == read_formats(tmp_path / "whole")
        assert merged_outcome == whole_outcome


@pytest.mark.parametrize(
    "number", [3, *(pytest.param(number, marks=pytest.mark.slow) for number in (1, 2, 5))]
)
def test_merged_shards_are_one_scan_of_sets_of_files(
    project: MakeProject, run: Run, tmp_path: Path, number: int
) -> None:
    """What goes with a file may be in another shard, and so may the other files of its set."""
    changed_together = contract(
        "together",
        type="changed_together",
        pattern=None,
        file_glob="*.py",
        with_glob="{dir}/*.md",
    )
    items_listed = contract(
        "listed", type="items_listed", pattern=None, item="{name}", listed_in="{dir}/a.md"
    )
    files = {f"{folder}/{name}": "1\n" for folder in "abcdef" for name in ("x.py", "y.py", "a.md")}
    root = project(
        files, contracts={"a.yaml": changed_together, "b.yaml": items_listed}, commit=True
    )
    write_contents(
        root, {path: b"2 x.py\n" for path in files if path[0] in "abcd" or path[2:] == "x.py"}
    )
    write_contents(root, {f"{folder}/a.md": b"1\n" for folder in "ab"})
    flags = (*FLAGS, "--since", "HEAD")
    whole_outcome = run("scan", *flags, *all_formats(tmp_path / "whole"), cwd=root)
    assert whole_outcome.err.startswith("4 errors, 0 warnings\n12 files checked, 10 existing")
    merged_outcome, folder = merge_shards(run, root, tmp_path, number, *flags)
    assert read_formats(folder) == read_formats(tmp_path / "whole")
    assert merged_outcome == whole_outcome


def test_merged_shards_report_once_what_renamed_files_lost(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """The old path may be in another shard than the new one."""
    keep = contract("keep", type="keep_pattern", pattern=r"def (test_\w+)", file_glob="*.py")
    texts = {name: f"def test_{name}\n" + f"{name}\n" * 3 + "def test_lost\n" for name in "abcdef"}
    before = {f"{name}.py": text for name, text in texts.items()}
    root = project(before, contracts={"a.yaml": keep}, commit=True)
    for name, text in texts.items():
        (root / f"{name}.py").unlink()
        write_contents(root, {f"new/{name}.py": text.replace("def test_lost\n", "").encode()})
    flags = (*FLAGS, "--since", "HEAD")
    whole_outcome = run("scan", *flags, *all_formats(tmp_path / "whole"), cwd=root)
    assert whole_outcome.err.startswith("6 errors")
    merged_outcome, folder = merge_shards(run, root, tmp_path, 3, *flags)
    assert read_formats(folder) == read_formats(tmp_path / "whole")
    assert merged_outcome == whole_outcome


@pytest.mark.slow
def test_merged_shards_count_existing_violations_once(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """Of a baseline: what is still there, on files and on globs, and what is gone, counted once."""
    contracts = {
        "a.yaml": contract(),
        "b.yaml": contract("holds", type="file_contains", pattern="SPDX", file_glob="*.py"),
        "c.yaml": contract("has", type="file_exists", pattern=None, file_glob="/LICENSE"),
        "d.yaml": contract("notes", type="file_contains", pattern="x", file_glob="/NOTES"),
        "e.yaml": no_file("*.lock"),
    }
    files = {f"{name}.py": "print(1)\nprint(1)\n" for name in "abcdef"}
    locks = {f"{name}.lock": "" for name in "abc"}
    root = project({**files, **locks}, contracts=contracts)
    baseline = str(tmp_path / "baseline.jsonl")
    run("baseline", *FLAGS, "--file", baseline, cwd=root)
    (root / "a.py").write_text("SPDX\nprint(1)\n")  # two entries less
    (root / "b.py").unlink()  # two more
    (root / "a.lock").unlink()
    (root / "d.lock").write_text("")
    (root / "LICENSE").write_text("MIT\n")
    (root / "g.py").write_text("SPDX\nprint(1)\n")

    flags = (*FLAGS, "--baseline", baseline)
    whole_outcome = run("scan", *flags, *all_formats(tmp_path / "whole"), cwd=root)
    assert whole_outcome.err == (
        f"{baseline}: note: 6 baseline entries no longer occur; "
        f"phaser-lint baseline --prune --file {baseline} removes them, "
        "or moves them with their code\n"
        "2 errors, 0 warnings\n10 files checked, 16 existing violations (in the baseline)\n"
    )
    for number in range(1, 8):
        merged_outcome, folder = merge_shards(run, root, tmp_path, number, *flags)
        assert read_formats(folder) == read_formats(tmp_path / "whole")
        assert merged_outcome == whole_outcome


def test_merged_shards_keep_the_cells_of_notebooks(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """Each violation keeps its cell."""
    printed = {"output_type": "stream", "name": "stdout", "text": "print(3)"}
    cells = [
        {"source": ["x\n", "print(1)"], "outputs": [printed]},
        {"source": "print(2)\nprint(2)"},
    ]
    text = json.dumps({"cells": cells}, indent=1)
    files = {f"{name}.ipynb": text for name in "abc"} | {"d.ipynb": "print(4)"}
    root = project(files, contracts={"a.yaml": contract(file_glob="*.ipynb")})
    whole_outcome = run("scan", *FLAGS, *all_formats(tmp_path / "whole"), cwd=root)
    assert whole_outcome.err == (
        "d.ipynb: note: no notebook of format 4: its JSON is checked as plain text\n"
        "13 errors, 0 warnings\n4 files checked\n"
    )
    for number in (1, 2, 5):
        merged_outcome, folder = merge_shards(run, root, tmp_path, number, *FLAGS)
        assert read_formats(folder) == read_formats(tmp_path / "whole")
        assert merged_outcome == whole_outcome


PHRASES = (
    "directive suppresses nothing: no-file",
    "directive suppresses nothing: ignore-all",
    "directive names nobody",
    "directive ignores nothing",
    "the glob of",
    "undecided: slow:",
    "undecided: slow-tree:",
    "(contract skipped)",
    "unknown key",
    "skipped (binary",
    " ignored",
    " existing violation",
    "newly skipped: ",
    "new directive: ",
    "no longer occur",
    "[no-file]\n",
    "[not-ignorable]\n",
    "[has-file]\n",
    "[anywhere]\n",
    "[holds]\n",
    "[holds-anywhere]\n",
)


@pytest.mark.slow
def test_generated_projects_show_everything(
    project: MakeProject, run: Run, git: Git, tmp_path: Path
) -> None:
    """Otherwise the test above would prove little: each kind of finding and of note occurs."""
    outcomes = []
    for seed in SEEDS:
        folder = tmp_path / str(seed)
        folder.mkdir()
        root, flags = prepare_changed_project(project, run, git, folder, seed)
        outcomes.append(run("scan", *flags, cwd=root))
    all_output = "\n".join(outcome.out + outcome.err for outcome in outcomes)
    assert [phrase for phrase in PHRASES if phrase not in all_output] == []
    assert {outcome.code for outcome in outcomes} == {0, 1, 2}
