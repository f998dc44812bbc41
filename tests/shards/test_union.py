"""The union of all shards is an unsharded run, byte for byte, in every format."""

from __future__ import annotations

import itertools
import os
from random import Random
from typing import TYPE_CHECKING

import pytest

from phaser_lint.outputs.formats import FORMATS
from tests.shards.generated import made

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Outcome, Run

FLAGS = ("--project-contracts", "--no-cache")
# Most patterns here end at once; two of the contracts never do.
TIMEOUT = ("--timeout", "400")


def write(root: Path, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        full = os.path.join(root, path)
        os.makedirs(os.path.dirname(full), exist_ok=True)
        with open(full, "wb") as stream:
            stream.write(data)


def all_formats(folder: Path) -> tuple[str, ...]:
    folder.mkdir()
    return tuple(f"--format={name}={folder / name}" for name in FORMATS)


def contents(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in sorted(folder.iterdir())}


def union(run: Run, root: Path, folder: Path, number: int, *flags: str) -> tuple[Outcome, Path]:
    """What ``merge`` says of all shards, given in another order than theirs, and its formats."""
    reports = []
    for shard in range(number, 0, -1):
        report = folder / f"{shard}-of-{number}.json"
        done = run("scan", f"--shard={shard}/{number}", f"--format=json={report}", *flags, cwd=root)
        assert done.code in (0, 1, 2), done.err
        assert report.exists(), done.err
        reports.append(str(report))
    formats = all_formats(folder / f"merged-{number}")
    return run("merge", *formats, *reports), folder / f"merged-{number}"


def options(random: Random) -> tuple[str, ...]:
    chosen = random.choice(((), (), ("--since", "HEAD"), ("--staged",), ("--since", "HEAD~1")))
    if random.random() < 0.15:
        chosen += ("--no-ignores",)
    if random.random() < 0.15:
        chosen += ("--severity", random.choice(("error", "warning")))
    return chosen


@pytest.mark.parametrize("seed", range(24))
def test_union_of_generated_projects(
    project: MakeProject, run: Run, git: Git, tmp_path: Path, seed: int
) -> None:
    """Contracts of all types, directives, binaries, time-outs, renames, revisions, baselines."""
    random = Random(seed)
    given = made(random)
    root = project({"first": ""}, contracts=given.contracts, commit=True)
    write(root, given.before)
    git(root, "add", "-A")
    git(root, "commit", "-q", "--allow-empty", "-m", "before")
    flags = (*FLAGS, *TIMEOUT, *options(random))
    if random.random() < 0.5:
        baseline = str(tmp_path / "baseline.jsonl")
        if run("baseline", *FLAGS, "--file", baseline, cwd=root).code == 0:
            flags += ("--baseline", baseline)
    for path in given.before:
        (root / path).unlink()
    write(root, given.after)
    if "--staged" in flags or random.random() < 0.7:
        git(root, "add", "-A")

    formats = all_formats(tmp_path / "whole")
    whole = run("scan", *flags, *formats, cwd=root)
    for number in (1, random.randrange(2, 8)):
        merged, folder = union(run, root, tmp_path, number, *flags)
        if merged.err.startswith("phaser-lint: ") and "git add them" in merged.err:
            assert "--since" in " ".join(flags)
            continue
        assert contents(folder) == contents(tmp_path / "whole")
        assert merged == whole


def test_generated_projects_show_everything(
    project: MakeProject, run: Run, git: Git, tmp_path: Path
) -> None:
    """Otherwise the test above would prove little: each kind of finding and of note occurs."""
    seen = []
    for number, seed in itertools.product((0,), range(24)):
        random = Random(seed)
        given = made(random)
        root = project({"first": ""}, contracts=given.contracts, commit=True)
        write(root, given.after)
        outcome = run("scan", *FLAGS, *TIMEOUT, cwd=root)
        seen.append(outcome.out + outcome.err + str(number))
    together = "\n".join(seen)
    for said in (
        "directive suppresses nothing: no-file",
        "directive suppresses nothing: ignore-all",
        "directive names nobody",
        "directive ignores nothing",
        "the glob of",
        "has contracts of its own",
        "undecided: slow",
        "(contract skipped)",
        "unknown key",
        "skipped (binary",
        "ignored",
        ": no-file\n",
        ": has-file\n",
        ": anywhere\n",
        ": holds-anywhere\n",
    ):
        assert said in together, said
