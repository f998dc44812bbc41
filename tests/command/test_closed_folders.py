"""A folder that cannot be listed is said to be skipped, wherever it counts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files
from tests.privileges import without_privileges

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.conftest import Run

FLAGS = ("--project-contracts", "--no-cache")
BAD = "print(1)\n"
NOT_LISTED = "1 skipped (folder cannot be listed: Permission denied: 1)\n"
NAME = "1 file not read: folder cannot be listed: Permission denied (src/closed/)\n"


@pytest.fixture(name="root")
def _root(run: Run, tmp_path: Path) -> Iterator[Path]:
    """A project with a violation that can be seen, and one that cannot."""
    # Without privileges Python's own modules may be out of reach: they are loaded before.
    write_files(tmp_path, {"a.py": BAD, ".phaser/contracts/a.yaml": contract()})
    shard, report = ("--shard=1/1", "--format=json"), tmp_path / "report.json"
    report.write_text(run("scan", *FLAGS, *shard, cwd=tmp_path).out)
    assert run("merge", "--format=json", str(report), cwd=tmp_path).code == 1
    assert run("baseline", *FLAGS, cwd=tmp_path).code == 0
    assert run("baseline", *FLAGS, "--prune", cwd=tmp_path).code == 0
    assert run("scan", *FLAGS, cwd=tmp_path).code == 0
    with without_privileges() as root:
        write_files(
            root,
            {
                "src/a.py": BAD,
                "src/closed/b.py": BAD,
                "tests/c.py": "",
                ".phaser/contracts/a.yaml": contract(),
            },
        )
        (root / "src/closed").chmod(0o000)
        yield root
        (root / "src/closed").chmod(0o755)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("paths", "message"),
    [
        (("tests",), "1 file checked\n"),
        (("src/a.py",), "1 file checked\n"),
        ((), f"2 files checked, {NOT_LISTED}"),
        (("--tree",), f"0 files checked, {NOT_LISTED}"),
        (("src",), f"1 file checked, {NOT_LISTED}"),
        (("tests", "."), f"2 files checked, {NOT_LISTED}"),
        (("tests", "--tree"), f"1 file checked, {NOT_LISTED}"),
        (("--exclude=src/closed/",), "2 files checked\n"),
        (("--exclude=**/closed/**", "src"), "1 file checked\n"),
        (("--exclude=src/closed/*",), f"2 files checked, {NOT_LISTED}"),
    ],
)
def test_a_closed_folder_is_said_only_where_it_was_asked_for(
    run: Run, root: Path, paths: tuple[str, ...], message: str
) -> None:
    """Nothing is said where it was not asked for."""
    name = NAME if message.endswith(NOT_LISTED) else ""
    assert run("scan", *FLAGS, *paths, cwd=root).err == f"{name}{message}"


def test_one_shard_says_that_a_folder_is_closed(run: Run, root: Path) -> None:
    """One of them says it, and the merged report is that of one run."""
    whole_output = run("scan", *FLAGS, "--format=json", cwd=root).out
    assert json.loads(whole_output)["skipped"] == [
        {"path": "src/closed/", "reason": "folder cannot be listed: Permission denied"}
    ]
    shards = [
        run("scan", *FLAGS, f"--shard={n}/3", "--format=json", cwd=root).out for n in (1, 2, 3)
    ]
    folder = root / "reports"
    folder.mkdir()
    reports = [folder / f"{number}.json" for number in range(3)]
    for report, shard in zip(reports, shards, strict=True):
        report.write_text(shard)
    assert run("merge", "--format=json", *map(str, reports), cwd=root).out == whole_output


def test_an_excluded_closed_folder_keeps_no_baseline_from_being_written(
    run: Run, root: Path
) -> None:
    """What the configuration takes out keeps no baseline from being written."""
    write_files(root, {".phaser/config.yaml": "exclude: [closed/]\n"})
    assert run("scan", *FLAGS, cwd=root).err == "2 files checked\n"
    assert run("baseline", *FLAGS, cwd=root).code == 0


OLD = "1 existing violation (in the baseline)"


def test_no_baseline_is_written_that_lacks_a_closed_folder(run: Run, root: Path) -> None:
    """What cannot be seen is not gone, and nothing is written that lacks it."""
    (root / "src/closed").chmod(0o755)
    assert run("baseline", *FLAGS, cwd=root).code == 0
    baseline = root / ".phaser/baseline.jsonl"
    baseline_text = baseline.read_text()
    assert "src/closed/b.py" in baseline_text
    (root / "src/closed").chmod(0o000)
    flags = (*FLAGS, "--baseline", str(baseline))
    assert run("scan", *flags, cwd=root).err == f"{NAME}2 files checked, {OLD}, {NOT_LISTED}"
    why = "not written: src/closed/: folder cannot be listed: Permission denied"
    for change in ("--prune", "--update"):
        outcome = run("baseline", *FLAGS, change, cwd=root)
        assert outcome == (2, "", f".phaser/baseline.jsonl: {why}\n")
    assert baseline.read_text() == baseline_text
    assert run("baseline", *FLAGS, "--update", "src/a.py", cwd=root).code == 0
    assert baseline.read_text() == baseline_text
    baseline.unlink()
    assert run("baseline", *FLAGS, cwd=root).code == 2
    assert not baseline.exists()
