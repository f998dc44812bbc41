"""What of a checkout comes into a copy of it, and what becomes of a copy that was left."""

from __future__ import annotations

import fcntl
import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.discover import ContractPlace, list_contract_files
from phaser_lint.contract.load_contracts import ContractParser
from phaser_lint.hook.doctor.copied_files import (
    copy_contracts,
    copy_file,
    discard_killed_copies,
    make_own_folder,
)
from phaser_lint.hook.doctor.pre_commit_trials import copy_baselines
from tests.command.made import contract

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Run

MEGABYTE = 1024 * 1024
CONTRACTS_FOLDER = "a/.claude/contracts"


def make_outside_folder(path: Path) -> Path:
    """A folder with a contract, outside of the project ``from`` that *path* lies in."""
    folder = next(parent for parent in path.parents if parent.name == "from").with_name("outside")
    folder.mkdir()
    (folder / "o.yaml").write_text(contract("outside"))
    return folder


ODD: dict[str, Callable[[Path], object]] = {
    "nothing": lambda path: None,
    "a contract": lambda path: path.write_text(contract()),
    "a link to one": lambda path: path.symlink_to("../../c.yaml"),
    "none": lambda path: path.write_text("- 1\n"),
    "a large file": lambda path: path.write_bytes(b"#" * 3 * MEGABYTE),
    "a sparse file of a terabyte": lambda path: path.touch() or os.truncate(path, 2**40),
    "a link to nothing": lambda path: path.symlink_to("nowhere"),
    "a link to itself": lambda path: path.symlink_to(path.name),
    "a device without end": lambda path: path.symlink_to("/dev/zero"),
    "the root": lambda path: path.symlink_to("/"),
    "a FIFO": lambda path: os.mkfifo(path),
    "a folder": lambda path: path.mkdir(),
    "contracts below": lambda path: path.mkdir() or (path / "b.yaml").write_text(contract()),
    "a contract outside": lambda path: path.symlink_to(make_outside_folder(path) / "o.yaml"),
    "contracts outside": lambda path: path.symlink_to(make_outside_folder(path)),
    "the folder above": lambda path: path.symlink_to("../contracts"),
}


def place_at(folder: Path) -> ContractPlace:
    """The place of the contracts in *folder*, of a project three folders above it."""
    return ContractPlace(str(folder), CONTRACTS_FOLDER, "project", bound=str(folder.parents[2]))


def problem_paths(folder: Path) -> list[str]:
    """The contracts in *folder* that a run complains of, by the project's name for them."""
    place = place_at(folder)
    parsed = ContractParser().parse_files(list_contract_files(place))
    return [
        problem.path
        for file in parsed
        for parsed_contract in file
        for problem in parsed_contract.problems
    ]


def texts_of_copy(copy: Path) -> list[str]:
    """What the files of a copy hold."""
    return [path.read_text(errors="replace") for path in copy.rglob("*") if path.is_file()]


def is_small(copy: Path) -> bool:
    """Whether a copy holds a few files, of a megabyte at most, and no link."""
    paths = list(copy.rglob("*"))
    links = [path for path in paths if path.is_symlink()]
    return (
        len(paths) <= 5 and not links and all(path.stat().st_size <= MEGABYTE + 1 for path in paths)
    )


@pytest.mark.parametrize("name", ["z.yaml", "z"])
@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_copy_is_checked_by_the_same(
    tmp_path: Path, odd: Callable[[Path], object], name: str
) -> None:
    """And holds little, whatever stands in the place of a contract."""
    folder, copy = tmp_path / "from" / CONTRACTS_FOLDER, tmp_path / "copy"
    folder.mkdir(parents=True)
    (folder / "../../c.yaml").resolve().write_text(contract())
    odd(folder / name)
    copy_contracts([place_at(folder)], str(copy))
    assert problem_paths(copy / CONTRACTS_FOLDER) == problem_paths(folder)
    assert is_small(copy)
    assert not any("outside" in text for text in texts_of_copy(copy))


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_folder_of_contracts_that_is_none(tmp_path: Path, odd: Callable[[Path], object]) -> None:
    """Of a link to a folder that is one its contracts are copied, of others nothing."""
    folder, copy = tmp_path / "from" / CONTRACTS_FOLDER, tmp_path / "copy"
    folder.parent.mkdir(parents=True)
    odd(folder)
    copy_contracts([place_at(folder)], str(copy))
    assert bool(problem_paths(copy / CONTRACTS_FOLDER)) == bool(problem_paths(folder))
    assert is_small(copy)
    assert not any("outside" in text for text in texts_of_copy(copy))


@pytest.mark.parametrize("odd", ODD.values(), ids=ODD)
def test_a_configuration_and_a_baseline(tmp_path: Path, odd: Callable[[Path], object]) -> None:
    """What is there is there in the copy, and what cannot be read there neither."""
    folder, copy = tmp_path / "from", tmp_path / "copy"
    (folder / "x" / "y").mkdir(parents=True)
    copy.mkdir()
    odd(folder / "x/y/z")
    copy_file(str(folder / "x/y/z"), str(copy / "x/y/z"), bound=str(folder))
    copy_baselines(str(folder), str(copy), ("x/y/z",))
    assert os.path.lexists(copy / "x/y/z") == os.path.lexists(folder / "x/y/z")
    assert is_small(copy)


def dead_number() -> int:
    """The number of a process that was there."""
    ended = subprocess.Popen((sys.executable, "-c", "pass"))
    ended.wait()
    return ended.pid


def test_copies_of_a_killed_doctor_are_removed(tmp_path: Path) -> None:
    """By its name, its owner, and the process that made it; never what a link leads to."""
    dead, alive = dead_number(), os.getpid()
    staying_names = [
        f"phaser-lint-doctor-{alive}-abcdefgh",
        f"phaser-lint-doctor-{dead}",
        f"phaser-lint-doctor-{dead}-abc.defg",
        "phaser-lint-doctor-abcdefgh",
        f"phaser-lint-replay-{dead}-abcdefgh",
        f"other-phaser-lint-doctor-{dead}-abcdefgh",
        f"phaser-lint-doctor-{dead}-isheld00",
        "elsewhere",
    ]
    for name in [*staying_names, f"phaser-lint-doctor-{dead}-abcdefgh"]:
        (tmp_path / name / "copy").mkdir(parents=True)
        (tmp_path / name / "copy" / "a.py").write_text("x")
    links = [f"phaser-lint-doctor-{dead}-islink00", f"phaser-lint-doctor-{dead}-isfile00"]
    (tmp_path / links[0]).symlink_to("elsewhere")
    (tmp_path / links[1]).write_text("x")
    (tmp_path / f"phaser-lint-doctor-{dead}-abcdefgh" / "out").symlink_to("../elsewhere")
    locked_folder = os.open(tmp_path / staying_names[-2], os.O_RDONLY)
    fcntl.flock(locked_folder, fcntl.LOCK_EX)
    discard_killed_copies(str(tmp_path))
    os.close(locked_folder)
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted([*staying_names, *links])
    assert all((tmp_path / name / "copy" / "a.py").exists() for name in staying_names)


def test_doctor_removes_its_copy_and_those_of_killed_ones(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a killed one left; its own is gone at the end, too."""
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    abandoned_copy = (
        tmp_path / "temporary" / f"phaser-lint-doctor-{dead_number()}-abcdefgh" / "copy"
    )
    abandoned_copy.mkdir(parents=True)
    (tmp_path / "project").mkdir()
    run("doctor", cwd=tmp_path / "project")
    assert list((tmp_path / "temporary").iterdir()) == []
    with make_own_folder() as folder:
        discard_killed_copies(str(tmp_path / "temporary"))
        assert os.path.isdir(folder)
    (tmp_path / "temporary").rmdir()
    refused = run("doctor", cwd=tmp_path / "project")
    assert (refused.code, refused.err) == (
        2,
        "phaser-lint: no temporary folder can be made: No such file or directory: expected one in "
        "TMPDIR\n",
    )
